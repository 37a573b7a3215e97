"""Text from visitors, files and runs, shown as it is.

Streamlit interprets text as Markdown: a name from a file, a run or an address could add
pictures and links, and would lose its stars and underscores.
"""

import re

#: Signs with a meaning anywhere, and those that start a list or a heading on a line.
_SIGNS = re.compile(r"[\\`*_\[\]<>~$&#|]")
_STARTS = re.compile(r"^\s*(?:(?=[-+=])|\d+(?=[.)]))", re.MULTILINE)


def plain(text: object) -> str:
    """Returns Markdown that shows a text, or the sentence of an error, unchanged."""
    return _STARTS.sub(r"\g<0>\\", _SIGNS.sub(r"\\\g<0>", str(text)))
