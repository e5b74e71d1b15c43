"""The walker: opens wheels and sdists strictly and shows every byte of them, decoded layer by layer."""

from pressgate.walk.artefact import LIMITS, read_archive, read_artefact, structure

__all__ = ["LIMITS", "read_archive", "read_artefact", "structure"]
