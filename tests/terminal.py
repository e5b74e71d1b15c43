"""A real terminal for commands that want one."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time


def at_a_terminal(*arguments: str, typed: str = "") -> tuple[int, str]:
    """Runs pressgate on a terminal of its own, types when it is asked, and gives exit code and what was shown."""
    main, side = pty.openpty()
    command = [sys.executable, "-m", "pressgate", *arguments]
    environment = {**os.environ, "PAGER": "cat", "TERM": "dumb"}
    process = subprocess.Popen(command, stdin=side, stdout=side, stderr=side, env=environment, close_fds=True)
    os.close(side)
    shown, sent, deadline = b"", False, time.monotonic() + 90
    while time.monotonic() < deadline:
        ready, _, _ = select.select([main], [], [], 0.2)
        if ready:
            try:
                shown += os.read(main, 1 << 16)
            except OSError:
                break
        elif process.poll() is not None:
            break
        if b"Type the first" in shown and not sent:
            os.write(main, typed.encode() + b"\n")
            sent = True
    os.close(main)
    return process.wait(10), shown.decode("utf-8", "replace")
