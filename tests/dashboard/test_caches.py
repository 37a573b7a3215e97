"""What the app keeps between reruns: known by small keys, and never more than a bound."""

import ast
from pathlib import Path

import numpy as np
import pytest

from dashboard import state
from spgat.graph import Graph
from spgat.spectral.laplacian import LaplacianConfig

DASHBOARD = Path(state.__file__).parent
#: Types that Streamlit hashes by value and in no time.
HASHABLE = {
    *("str", "int", "float", "bool", "bytes", "tuple[bytes, str]", "tuple[str, str]", "None"),
    *("LaplacianConfig", "BandConfig", "ReadOptions", "ImageName", "Parameters", "Fault"),
}


def cached():
    """Every cached function of the app, with the call of its decorator or None."""
    found = []
    for path in sorted(DASHBOARD.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.FunctionDef):
                continue
            for decorator in node.decorator_list:
                if ast.unparse(decorator).startswith("st.cache_"):
                    call = decorator if isinstance(decorator, ast.Call) else None
                    found.append(pytest.param(node, call, id=f"{path.stem}.{node.name}"))
    return found


@pytest.mark.parametrize(("function", "call"), cached())
def test_keys_are_small_and_what_is_large_is_not_hashed(function, call):
    """Streamlit leaves an argument with a leading underscore out of the key."""
    for argument in function.args.args:
        if not argument.arg.startswith("_"):
            types = {part.strip() for part in ast.unparse(argument.annotation).split("|")}
            assert types <= HASHABLE, argument.arg


@pytest.mark.parametrize(("function", "call"), cached())
def test_every_cache_has_a_bound(function, call):
    """A number of entries, or no arguments to tell entries apart by: else memory grows with
    each visitor.
    """
    bounds = {keyword.arg for keyword in call.keywords} if call else set()
    assert "max_entries" in bounds or not function.args.args


@pytest.mark.parametrize(("function", "call"), cached())
def test_arrays_are_shared_by_all_tabs(function, call):
    """`cache_data` gives each run a copy, which a tab's fragments may keep."""
    is_copied = call is not None and ast.unparse(call.func) == "st.cache_data"
    assert not (is_copied and "Floats" in ast.unparse(function.returns))


def test_a_graph_is_known_by_its_content():
    """The same file uploaded twice is one graph, under whatever name."""
    size = state.QUICK_NODES + 1  # smaller ones are not kept
    edges = np.stack([np.arange(size - 1), np.arange(1, size)], axis=1)
    first, again = (Graph.build(name, size, edges) for name in ("first", "again"))
    found = state.spectrum(first, LaplacianConfig())
    assert state.spectrum(again, LaplacianConfig()) is found
    other = Graph.build("first", size, edges[:-1])
    assert state.spectrum(other, LaplacianConfig()) is not found
    assert state.spectrum(first, LaplacianConfig(kind="combinatorial")) is not found
