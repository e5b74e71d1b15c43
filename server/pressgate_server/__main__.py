"""The command, `python -m` and the console script alike."""

from __future__ import annotations

import gc


def main() -> None:
    """Serve as `app.main` does, started sooner."""
    # What is imported stays: looking through it for garbage takes a tenth of the start.
    gc.disable()
    from .deferred import app

    module = app()
    gc.freeze()
    gc.enable()
    module.main()


if __name__ == "__main__":
    main()
