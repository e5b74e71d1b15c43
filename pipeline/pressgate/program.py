"""Other programs: run to their end, without input, their output as text."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from pressgate.model import StepError


def run(
    command: Sequence[str],
    what: str,
    *,
    seconds: float,
    advice: str = "",
    cwd: Path | None = None,
    environment: Mapping[str, str] | None = None,
    umask: int = -1,
) -> subprocess.CompletedProcess[str]:
    """Runs a command; whether its exit code is good is for the caller to say.

    `environment` is the whole of it; None is ours.

    Raises StepError where the command can't be run, or where `what` took more than `seconds`: `advice` says what to do.
    """
    try:
        return subprocess.run(
            list(command),
            cwd=cwd,
            env=environment,
            umask=umask,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=seconds,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except OSError as error:
        raise StepError(f"{command[0]}: can't be run: {error.strerror}") from None
    except subprocess.TimeoutExpired:
        raise StepError(f"{what} took more than {seconds:g} s{advice}") from None


def last_word(done: subprocess.CompletedProcess[str], place: int = -1) -> str:
    """The last line (or that at `place`) of what a program said on standard error, in at most 200 characters."""
    lines = [line.strip() for line in done.stderr.splitlines() if line.strip()] or ["no word of why"]
    return lines[place][:200]
