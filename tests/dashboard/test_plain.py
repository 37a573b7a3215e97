import ast
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from dashboard.plain import plain, short

TEXTS = [
    "![x](http://evil.example/a.png) [Sign in](http://evil.example)",
    "<img src=x onerror=alert(1)> &amp; <b>",
    "my_graph_v2 *draft* ~~old~~ $x_1$ `code` a\\*b",
    "# Heading",
    "1. one",
    "- a\n+ b\n= c\n===\n> d",
    "a | b\n--- | ---\n1 | 2",
    "There is no data set 'barbel'; did you mean 'barbell'?",
    "http://evil.example www.evil.example WWW.evil.example me@evil.example",
    ":smile: :material/delete: a -> b <-> c -- d",
]
JOINER = "\N{WORD JOINER}"

#: What Streamlit reads as Markdown, in their first argument.
MARKDOWN = {
    "markdown", "caption", "error", "warning", "info", "success", "toast", "metric",
    "subheader", "header", "title", "expander", "popover", "progress", "button", "page_link",
    "toggle", "checkbox", "badge", "status", "spinner", "tabs", "table",
}  # fmt: skip
#: What holds text from elsewhere, wherever it is an attribute of something.
FOREIGN = {
    "name", "note", "notes", "label", "error", "dataset", "device", "stop_reason", "reason",
    "class_names", "node_names", "made_by", "filename",
}  # fmt: skip
#: Attributes of these are ours.
OURS = {"lesson", "option", "parameter", "page", "number", "entry", "outcome", "row", "request"}


@pytest.mark.parametrize("text", TEXTS)
def test_what_others_wrote_is_shown_as_it_stands(text):
    """By a reader of Markdown with tables, struck text and bare links, as Streamlit's has."""
    reader = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    tokens = reader.parse(plain(text))
    assert [token.type for token in tokens] == ["paragraph_open", "inline", "paragraph_close"]
    parts = tokens[1].children
    assert {part.type for part in parts} <= {"text", "text_special", "softbreak"}
    shown = "".join("\n" if part.type == "softbreak" else part.content for part in parts)
    assert shown.replace(JOINER, "") == text
    for sign in ("://", ":s", ":m", "www.", "@e", "->"):
        assert sign not in shown.lower()


def test_colours_and_formulas_of_streamlit_need_signs_that_are_escaped():
    assert plain(":red[alarm] $x$").replace(JOINER, "") == r":red\[alarm\] \$x\$"


def test_nothing_turns_the_text_around_it():
    for turn in "\u202e\u2066\u200f\x1b":
        assert plain(f"a{turn}b") == short(f"a{turn}b") == "ab"


def test_long_texts_are_shortened():
    assert len(plain("w" * 5000)) == 2000
    assert len(short("w" * 5000)) == 60
    assert short("w" * 60) == "w" * 60


def test_a_name_in_a_chart_is_no_template():
    for template in ("{c}", "{b|x}", "{@node}", "{{value}}"):
        assert "{" + JOINER in short(template)
        assert template not in short(template)


def test_no_error_is_shown_as_markdown():
    """Every `str(error)` of a page would be read as Markdown."""
    for file in Path("dashboard").rglob("*.py"):
        assert "(str(error)" not in file.read_text(encoding="utf-8"), file


def raw(node):
    """The foreign attributes in an expression that no call of ours makes plain."""
    if isinstance(node, ast.Call):
        called = node.func.attr if isinstance(node.func, ast.Attribute) else ""
        called = called or getattr(node.func, "id", "")
        if called in {"plain", "count", "len", "percent", "_listed", "startswith"}:
            return
    if isinstance(node, ast.GeneratorExp) and "plain(" in ast.unparse(node.elt):
        return
    if isinstance(node, ast.Attribute) and node.attr in FOREIGN:
        owner = node.value
        if getattr(owner, "id", getattr(owner, "attr", "")) not in OURS:
            yield ast.unparse(node)
    for child in ast.iter_child_nodes(node):
        yield from raw(child)


@pytest.mark.parametrize("file", sorted(Path("dashboard").rglob("*.py")), ids=str)
def test_every_text_from_elsewhere_is_made_plain_where_markdown_is_read(file):
    calls = [
        node
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in MARKDOWN
        and node.args
        and ast.unparse(node.func.value) not in {"datasets", "logger"}
    ]
    found = {text: call.lineno for call in calls for text in raw(call.args[0])}
    assert not found
