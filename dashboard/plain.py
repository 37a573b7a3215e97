"""Text from visitors, files and runs, shown as it is: the one way to a page.

Streamlit interprets text as Markdown, and ECharts reads templates in it: a name from a file, a
run or an address could add pictures, links and icons, turn the text around it, and would lose
its stars and underscores.
"""

import re

#: Signs with a meaning anywhere, and those that start a list or a heading on a line.
_SIGNS = re.compile(r"[\\`*_\[\]<>~$&#|]")
_STARTS = re.compile(r"^\s*(?:(?=[-+=])|\d+(?=[.)]))", re.MULTILINE)
#: Places in what becomes an address, an icon, an arrow or a template. Streamlit looks for these
#: where escapes are gone already, so the invisible word joiner keeps the signs apart.
_JOINTS = re.compile(
    r"(?<=:)(?=//|[\w+/-]+:)|(?<=@)(?=\S)|(?<=www)(?=\.)|(?<=[-<>=~])(?=[-<>=~])", re.IGNORECASE
)
_JOINER = "\N{WORD JOINER}"
#: Signs that control a terminal, and those that turn the direction of what follows them.
_CONTROLS = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]"
)
#: Letters shown of a text, and of a name in a chart.
_MOST, _MOST_OF_NAME = 2000, 60


def plain(text: object) -> str:
    """Returns Markdown that shows a text, or the sentence of an error, unchanged.

    What nobody can see or read to its end is left out: controls, and letters after 2000.
    """
    joined = _JOINTS.sub(_JOINER, _shown(text, _MOST))
    return _STARTS.sub(r"\g<0>\\", _SIGNS.sub(r"\\\g<0>", joined))


def short(text: object) -> str:
    """Returns a name for a chart or a widget that reads no Markdown, at most 60 letters."""
    return _shown(text, _MOST_OF_NAME).replace("\n", " ").replace("{", "{" + _JOINER)


def _shown(text: object, most: int) -> str:
    kept = _CONTROLS.sub("", str(text)[: 2 * most])
    return kept if len(kept) <= most else kept[: most - 1] + "…"
