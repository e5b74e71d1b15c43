"""What a user can act on."""


class StartError(Exception):
    """The server can't be started. One line that says why."""


class CorpusError(StartError):
    """The data folder, or a file of it, can't be served."""


class WebError(StartError):
    """The options for HTTP can't be met."""
