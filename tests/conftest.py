"""What all tests share."""

from __future__ import annotations

import signal

# Who runs the tests in the background of a shell ignores SIGINT, and what the tests start would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
