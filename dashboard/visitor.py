"""A name for each browser, which survives a reload of the page, and its turn at a file."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from secrets import token_hex
from threading import BoundedSemaphore, Lock
from weakref import WeakValueDictionary

import streamlit as st

COOKIE = "_streamlit_xsrf"
_lock, _turns = Lock(), BoundedSemaphore(2)
_reading: "WeakValueDictionary[str, Lock]" = WeakValueDictionary()


def visitor_id() -> str:
    """Returns a name that stays the same in all tabs and reloads of one browser.

    It is a hash of the token in Streamlit's own cookie against request forgery: no further
    cookie is set, and the token is not stored. Without cookies the name lasts as long as the
    session.
    """
    token = token_of(st.context.cookies.get(COOKIE, ""))
    if token:
        return blake2b(token, digest_size=8).hexdigest()
    return str(st.session_state.setdefault("visitor", token_hex(8)))


def tab_id() -> str:
    """Returns a name that tells the open tab from all others until it is reloaded."""
    return str(st.session_state.setdefault("tab", token_hex(8)))


@contextmanager
def one_file_at_a_time() -> Iterator[None]:
    """Waits until no other tab of this visitor has a file read, and only one of others.

    What two files hold, and the copies that become graphs of it, fit into memory.
    """
    with _lock:
        turn = _reading.setdefault(visitor_id(), Lock())
    with turn, _turns:
        yield


def token_of(cookie: str) -> bytes:
    """Returns the token in `2|mask|masked token|time`, whose mask differs each time, or b""."""
    try:
        version, mask, masked, _ = cookie.strip("\"'").split("|")
        key, data = bytes.fromhex(mask), bytes.fromhex(masked)
    except ValueError:
        return b""
    if version != "2" or not key:
        return b""
    return bytes(byte ^ key[i % len(key)] for i, byte in enumerate(data))
