"""Letters without what stands above or below them. Pure."""

import unicodedata


def without_marks(text: str) -> str:
    """A text without accents.

    >>> without_marks("Súd")
    'Sud'
    """
    letters = unicodedata.normalize("NFD", text)
    return "".join(char for char in letters if unicodedata.category(char) != "Mn")
