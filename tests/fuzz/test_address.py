"""Addresses made up at random: every page shows itself, whatever a link says."""

import pytest
import streamlit as st_
from hypothesis import strategies as st

from dashboard import state
from dashboard.pages import PAGES
from spgat import retired
from spgat.options import OPTIONS
from tests.dashboard.conftest import opened
from tests.fuzz.shape import MOST_LETTERS, fuzz, outcome

#: Names that the pages know; a page gets those of the others too.
KEYS = sorted(
    {
        *state.HIDEABLE, "hide", "job", "run", "nodes", "amplitudes", "run_search",
        "polynomial", "epoch", "select", "page", "embed", "svg", "still", "play", "seeds",
        "seed", "size",
        *(option.name for option in OPTIONS),
        *(key for names in retired.ADDRESS.values() for key in names),
    }
)  # fmt: skip
#: Codes of views and graphs that take no time, so that an address is not only nonsense.
CODES = {
    "view": ["bands", "eigenvectors", "signals", "filters", "wavelets", "chebyshev", "split"],
    "graph": ["karate", "sbm", "ring", "grid", "two-moons", "drawing"],
    "drawing": ["1DHiUNFB4DLxQtA", "1DHiUNFB4DLxQt", "2DHiUNFB4DLxQtA"],
    "dataset": ["karate", "iris", "sbm", "drawing"],
    "model": ["spgat", "gcn", "gat", "mlp"],
    "preset": ["frequency", "paper", "best"],
    "signal": ["smooth", "class", "node", "nodes", "spectrum"],
    "filter": ["heat", "band-pass", "polynomial"],
    "series": ["heat", "low-pass"],
    "picture": ["digit", "own"],
    "look": ["matrix", "drawing"],
    "method": ["pca", "tsne"],
    "hide": ["shares", "graph,view", "shares,nonsense"],
    "expert": ["true"],
}
VALUES = (
    st.sampled_from(
        ["", "0", "1", "-1", "2", "7", "0.5", "1e-9", "1e9", "1e999", "-inf", "nan", "true",
         "false", "None", "9" * 40, "1" * 5000, "1,2", "1;2", "[1, 2]", "{}", "3.7", "0x10",
         "١٢", "½", "karate", "../../etc/passwd", "<img src=x onerror=alert(1)>", "%00", "\0",
         "\u202e", "é" * 300, "\N{GRINNING FACE}", ":material/delete:", "a\nb", "_", "1_000"]
    )
    | st.integers().map(str)
    | st.floats().map(str)
    | st.text(max_size=8)
)  # fmt: skip


@st.composite
def addresses(draw):
    """The parameters of an address, some of them given more than once."""
    keys = st.sampled_from(KEYS) | st.sampled_from(sorted(CODES)) | st.text(max_size=5)
    found = {}
    for key in draw(st.lists(keys, max_size=7)):
        codes = st.sampled_from(CODES[key]) if key in CODES else VALUES
        found[key] = draw(st.lists(codes | codes | VALUES, min_size=1, max_size=3))
    return found


@pytest.fixture(autouse=True)
def _no_job_stays():
    yield
    state.job_manager().close()
    st_.cache_resource.clear()
    st_.cache_data.clear()


@pytest.mark.slow
@pytest.mark.parametrize("page", [page.name for page in PAGES])
def test_every_page_opens_whatever_its_address_says(page):
    def check(address):
        app = outcome(opened, page, address)
        assert not app.exception, app.exception
        assert len(app.title) == 1
        assert all(len(toast.value) <= MOST_LETTERS for toast in app.toast)

    fuzz(check, addresses(), examples=5, is_shrunk=False)  # each takes a second
