"""Text that others wrote, shown as it is.

Streamlit reads Markdown in what it shows: a name from a file, a run or an address could bring
pictures and links along, and would lose its stars and underlines.
"""

import re

#: What means something anywhere, and what makes a list or a heading at the start of a line.
_SIGNS = re.compile(r"[\\`*_\[\]<>~$&#|]")
_STARTS = re.compile(r"^\s*(?:(?=[-+=])|\d+(?=[.)]))", re.MULTILINE)


def plain(text: object) -> str:
    """Returns Markdown that shows a text, or the sentence of an error, as it stands."""
    return _STARTS.sub(r"\g<0>\\", _SIGNS.sub(r"\\\g<0>", str(text)))
