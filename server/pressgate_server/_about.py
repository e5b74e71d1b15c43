"""Which distribution this server belongs to. Written anew for each wheel."""

NAME = "pressgate-server"
VERSION = "0"
