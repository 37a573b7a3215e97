"""Run a notebook's cells and keep what they show: `python examples/run_notebook.py FILE`.

Without a Jupyter kernel, so that tests need none. A cell shows its last expression.
"""

import ast
import json
import sys
from pathlib import Path
from typing import Any

from spgat.replacing import replacing


def run(notebook: dict[str, Any]) -> dict[str, Any]:
    """Returns the notebook with the outputs of its cells, which share one namespace."""
    namespace: dict[str, Any] = {}
    cells, count = [], 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            shown = _run_cell("".join(cell["source"]), namespace)
            cell = {**cell, "execution_count": count, "outputs": _outputs(shown, count)}
        cells.append(cell)
    return {**notebook, "cells": cells}


def _run_cell(source: str, namespace: dict[str, Any]) -> Any:
    body = ast.parse(source)
    last = body.body.pop() if isinstance(body.body[-1], ast.Expr) else None
    exec(compile(body, "<cell>", "exec"), namespace)
    if last is None:
        return None
    return eval(compile(ast.Expression(last.value), "<cell>", "eval"), namespace)


def _outputs(shown: Any, count: int) -> list[dict[str, Any]]:
    if shown is None:
        return []
    has_html = hasattr(shown, "_repr_html_")
    data = {"text/html": shown._repr_html_()} if has_html else {"text/plain": repr(shown)}
    return [
        {
            "output_type": "execute_result",
            "execution_count": count,
            "metadata": {},
            "data": data,
        }
    ]


if __name__ == "__main__":
    file = Path(sys.argv[1])
    finished = run(json.loads(file.read_text("utf-8")))
    with replacing(file) as target:
        target.write_text(json.dumps(finished, indent=1, ensure_ascii=False) + "\n", "utf-8")
