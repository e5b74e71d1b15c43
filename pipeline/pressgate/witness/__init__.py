"""The witness: what the site itself built, as its word for what is public."""

from pressgate.witness.keys import decoded_key, html_key, path_key, place, text_key, title_keys
from pressgate.witness.pages import Page, Pages
from pressgate.witness.reader import Listed, Witness, read

__all__ = [
    "Listed",
    "Page",
    "Pages",
    "Witness",
    "decoded_key",
    "html_key",
    "path_key",
    "place",
    "read",
    "text_key",
    "title_keys",
]
