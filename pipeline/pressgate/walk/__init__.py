"""The walker: opens wheels and sdists strictly and shows every byte of them, decoded layer by layer."""

from pressgate.walk.archive import Archive, Limits, Member
from pressgate.walk.artefact import LIMITS, read_archive, read_artefact, structure
from pressgate.walk.view import View
from pressgate.walk.views import Walk

__all__ = ["LIMITS", "Archive", "Limits", "Member", "View", "Walk", "read_archive", "read_artefact", "structure"]
