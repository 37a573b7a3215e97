"""What was read of a visitor's files, kept between reruns: a bound for all, and fair shares.

Streamlit's caches count entries, and one entry can be a graph of 200 MB: a tab that tries each
way to read a file would hold a gigabyte.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import streamlit as st

from dashboard.per_visitor import PerVisitor
from dashboard.visitor import one_file_at_a_time, visitor_id

MAX_ITEMS = 8  # of one visitor: a graph and what was joined to it, in a few ways
MAX_VISITORS = 1000
MAX_BYTES = 256 * 2**20  # of all visitors

Item = TypeVar("Item")


def once(
    kind: str, key: tuple[Any, ...], make: Callable[[], Item], size: Callable[[Item], int]
) -> Item:
    """Returns what was made for a key, and makes it where it is not kept.

    Args:
        kind: Tells keys of different kinds apart.
        key: All that the result depends on; a file counts by its `file_id`.
        make: Called while no other file of this visitor is read.
        size: Bytes of the result.

    Raises:
        InputError: As `make`, or if the result takes more than there is room for.
    """
    name = f"{kind} {key!r}"
    found = _kept().of(visitor_id()).get(name)
    if found is None:
        with st.spinner("Reading the file"), one_file_at_a_time():
            made = make()
        found = made, size(made)
        _kept().add(visitor_id(), name, found)
    item: Item = found[0]
    return item


@st.cache_resource(show_spinner=False)
def _kept() -> PerVisitor[tuple[Any, int]]:
    return PerVisitor(lambda held: held[1], MAX_ITEMS, MAX_VISITORS, MAX_BYTES)
