"""The examples, the notebook and the README's code do what they say."""

import json
import re
import runpy
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
EXAMPLES = ROOT / "examples"


@pytest.mark.parametrize("name", ["cut_a_graph", "own_graph"])
def test_an_example_runs_without_a_network(name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(EXAMPLES / f"{name}.py"))
    assert capsys.readouterr().out


@pytest.mark.slow
def test_the_example_on_cora_runs(mirror, capsys):
    found = runpy.run_path(str(EXAMPLES / "train_cora.py"))
    assert found["result"].test_accuracy > 0.7


def test_the_notebook_shows_what_it_was_saved_with():
    sys.path.insert(0, str(EXAMPLES))
    from run_notebook import run

    saved = json.loads((EXAMPLES / "explore.ipynb").read_text("utf-8"))
    cells = [cell for cell in run(saved)["cells"] if cell["cell_type"] == "code"]
    shown = [kind for cell in cells for output in cell["outputs"] for kind in output["data"]]
    assert shown == ["text/html"] * len(cells)
    before = [cell for cell in saved["cells"] if cell["cell_type"] == "code"]
    for old, new in zip(before[:-1], cells[:-1], strict=True):  # the last one trains
        assert old["outputs"] == new["outputs"]


def test_the_code_of_the_readme_runs():
    text = (ROOT / "README.md").read_text("utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    assert len(blocks) >= 2
    namespace = {}
    for block in blocks:
        exec(compile(block, "README.md", "exec"), namespace)
    result = namespace["result"]
    assert result.alpha == result.history[result.best_epoch - 1].alpha  # as the README says
