"""One word for one thing: retired names stand in `spgat/retired.py` and nowhere else."""

import ast
from pathlib import Path

import pytest

from spgat import retired

ROOT = Path(__file__).resolve().parents[1]
FILES = [
    file
    for folder in ("spgat", "dashboard", "examples", "benchmarks")
    for file in sorted((ROOT / folder).rglob("*.py"))
    if file != ROOT / "spgat" / "retired.py"
]
#: Names that the code had; each has one successor in the glossary of ARCHITECTURE.md.
NAMES = {
    *("SplitConfig", "BandSplit", "SplitInfo", "SplitTask", "SplitKind", "build_split"),
    *("FrequencySplit", "PolynomialSplit", "ColumnSplit", "frequency_split", "column_split"),
    *("num_below", "cuts", "heat_scale", "drop_below", "kept_attention"),
    *("low_attention", "attention_chart", "image_low"),
}


def identifiers(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.arg | ast.keyword):
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.ClassDef | ast.alias):
            yield node.name


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_retired_name_is_left(file):
    tree = ast.parse(file.read_text("utf-8"))
    assert not NAMES & set(identifiers(tree))
    texts = {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant)}
    assert not {flag for flag in retired.FLAGS if flag in texts}
    for node in ast.walk(tree):  # the spectrum has bands, not a split
        if isinstance(node, ast.Attribute) and node.attr == "split":
            owner = node.value.id if isinstance(node.value, ast.Name) else ""
            assert owner not in ("config", "base", "TrainConfig")


def test_one_file_spells_the_columns_of_alpha():
    """Others ask `History.alpha`."""
    spelled = [
        file.name
        for file in FILES
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.JoinedStr)
        and isinstance(node.values[0], ast.Constant)
        and str(node.values[0].value) == "alpha_"
    ]
    assert set(spelled) <= {"history.py"}
