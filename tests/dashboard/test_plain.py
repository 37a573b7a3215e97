from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from dashboard.plain import plain

TEXTS = [
    "![x](http://evil.example/a.png) [Sign in](http://evil.example)",
    "<img src=x onerror=alert(1)> &amp; <b>",
    "my_graph_v2 *draft* ~~old~~ $x_1$ `code` a\\*b",
    "# Heading",
    "1. one",
    "- a\n+ b\n= c\n===\n> d",
    "a | b\n--- | ---\n1 | 2",
    "There is no data set 'barbel'; did you mean 'barbell'?",
]


@pytest.mark.parametrize("text", TEXTS)
def test_what_others_wrote_is_shown_as_it_stands(text):
    """By a reader of Markdown with tables and struck text, as Streamlit's has."""
    reader = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    tokens = reader.parse(plain(text))
    assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
    parts = tokens[1].children
    assert {part.type for part in parts} <= {"text", "text_special", "softbreak"}
    shown = "".join("\n" if part.type == "softbreak" else part.content for part in parts)
    assert shown == text


def test_colours_and_formulas_of_streamlit_need_signs_that_are_escaped():
    assert plain(":red[alarm] $x$") == r":red\[alarm\] \$x\$"


def test_no_error_is_shown_as_markdown():
    """Every `str(error)` of a page would be read as Markdown."""
    for file in Path("dashboard").rglob("*.py"):
        assert "(str(error)" not in file.read_text(encoding="utf-8"), file
