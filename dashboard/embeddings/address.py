"""The selection in the address (`selected=3,5-9`), so that a link shows the same nodes."""

import re
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from dashboard import links
from dashboard.embeddings import chosen

_NAME = "selected"
_BEFORE = "selected_in_address"
#: Longer addresses are cut off by some servers and chat programs.
MAX_LETTERS = 6000


def follow(graph_digest: str, num_nodes: int) -> None:
    """Takes the selection from a new address; otherwise writes it to the address."""
    asked = st.query_params.get(_NAME, "")
    before = st.session_state.get(_BEFORE, "")
    chosen.current(graph_digest)  # drops what was selected on another graph
    if asked != before and (asked or _went_back()):
        nodes = parsed(asked, num_nodes)
        if nodes is None:
            links.tell(f"The link selects nodes ({asked[:40]}) that this graph does not have.")
        else:
            chosen.select(nodes)
    picked = chosen.current(graph_digest).nodes
    text = spelled(picked) if fits(picked) else ""
    if text != asked:
        st.query_params[_NAME] = [text] if text else []
    st.session_state[_BEFORE] = text


def fits(nodes: Sequence[int]) -> bool:
    """Whether a selection is short enough for an address."""
    num_runs = int((np.diff(np.asarray(nodes, dtype=np.int64)) > 1).sum())
    return 2 * num_runs <= MAX_LETTERS and len(spelled(nodes)) <= MAX_LETTERS


def spelled(nodes: Sequence[int]) -> str:
    """Returns ascending node numbers as text, consecutive ones as a range: "3,5-9"."""
    if not nodes:
        return ""
    breaks = [k + 1 for k, (a, b) in enumerate(pairwise(nodes)) if b != a + 1]
    starts, ends = [0, *breaks], [*breaks, len(nodes)]
    runs = [nodes[start:end] for start, end in zip(starts, ends, strict=True)]
    return ",".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def parsed(text: str, num_nodes: int) -> list[int] | None:
    """Returns the nodes that a text names, None if it names others than 0 … num_nodes - 1."""
    nodes: set[int] = set()
    for part in filter(None, text.split(",")):
        found = re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", part)
        if not found:
            return None
        first = int(found[1])
        last = int(found[2] or first)
        if not first <= last < num_nodes:
            return None
        nodes.update(range(first, last + 1))
    return sorted(nodes)


def _went_back() -> bool:
    """Whether the visitor came here by the browser's back or forward button."""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation
