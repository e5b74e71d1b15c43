"""`python -m pressgate` is the `pressgate` command."""

from pressgate.cli import main

main()
