"""Who may see and change what: each changes their own runs, and sees all but private ones.

A server that one person started for themselves has no visitors to tell apart: SPGAT_PERSONAL=1,
or "local" as `spgat app` says on 127.0.0.1. On any other, a teacher whom the server knows by a
key may change everything.
"""

import hmac
import math
import os
from typing import Protocol
from urllib.parse import urlsplit

import streamlit as st

from dashboard.jobs import ORPHAN_SECONDS
from dashboard.tries import Tries
from dashboard.visitor import visitor_id
from spgat.cli.serve import BOUNDS
from spgat.environment import positive
from spgat.errors import InputError
from spgat.runs import RunSummary

_TEACHER = "is_teacher"
_REFUSED = "refused_key"
#: What all runs may take, in GB, where there are others.
MAX_RUNS_GB = "5"
#: Minutes that one job may compute, where there are others.
MAX_MINUTES = "30"
#: Trainings that one visitor may have in progress, where there are others.
MAX_TRAININGS = 2
#: Short jobs, projections and the like: as many as a page of four maps asks for, and a few.
MAX_PROJECTIONS = 12
#: Of graphs and embeddings that jobs hold while they wait, whatever became of them elsewhere.
MAX_HELD_BYTES = 512 * 2**20
#: What this machine is called by its own browser.
_HERE = frozenset({"127.0.0.1", "localhost", "::1"})


def is_personal() -> bool:
    """Whether this server is one person's, and they are the one who asks.

    Of a server that is said to be local only, a proxy beside it lets others in: their browsers
    know it by another name.
    """
    said = os.environ.get("SPGAT_PERSONAL")
    return said == "1" or (said == "local" and _is_asked_from_here())


def _is_asked_from_here() -> bool:
    headers = st.context.headers
    named = [f"//{headers.get('Host', 'localhost')}", headers.get("Origin", "//localhost")]
    return all(urlsplit(name).hostname in _HERE for name in named)


def max_trainings() -> int | None:
    """Returns how many trainings a visitor may have in progress; None for any number.

    Raises:
        InputError: If SPGAT_MAX_TRAININGS is not a whole number above 0.
    """
    if is_personal():
        return None
    asked = os.environ.get("SPGAT_MAX_TRAININGS", str(MAX_TRAININGS))
    if not asked.isdecimal() or int(asked) < 1:
        raise InputError(f"SPGAT_MAX_TRAININGS is {asked!r}; set it to a whole number above 0.")
    return int(asked)


def max_projections() -> int | None:
    """Returns how many short jobs a visitor may have in progress; None for any number."""
    return None if is_personal() else MAX_PROJECTIONS


def max_held() -> float:
    """Returns how many bytes all jobs under way may hold; infinity for any number.

    See `JobManager`.
    """
    return math.inf if is_personal() else MAX_HELD_BYTES


def max_taken() -> float:
    """Returns how many bytes the work of all jobs may take; infinity for any number.

    Raises:
        InputError: If SPGAT_MAX_MEMORY_GB is not a number above 0.
    """
    return _bound(name := "SPGAT_MAX_MEMORY_GB", BOUNDS[name]) * 1e9


def max_run_bytes() -> float:
    """Returns what all runs may take, in bytes; infinity for any number.

    Raises:
        InputError: If SPGAT_MAX_RUNS_GB is not a number above 0.
    """
    return _bound("SPGAT_MAX_RUNS_GB", MAX_RUNS_GB) * 2**30


def max_seconds() -> float:
    """Returns how long one job may compute, without waiting and pauses; infinity for ever.

    Raises:
        InputError: If SPGAT_MAX_MINUTES is not a number above 0.
    """
    return _bound("SPGAT_MAX_MINUTES", MAX_MINUTES) * 60


def max_unseen() -> float:
    """Returns after how many seconds a job ends that no page shows; infinity for never."""
    return math.inf if is_personal() else ORPHAN_SECONDS


def _bound(name: str, default: str) -> float:
    """The number in a variable, infinity where there is one visitor."""
    return math.inf if is_personal() else positive(name, default)


class Owned(Protocol):
    """A stored run, or a training."""

    @property
    def owner(self) -> str:
        """Who trained or imported it here."""

    @property
    def is_private(self) -> bool:
        """Whether only the owner sees it."""


def is_own(thing: Owned) -> bool:
    """Whether this visitor has trained or imported a run."""
    return thing.owner == visitor_id()


def may_change(thing: Owned) -> bool:
    """Whether this visitor may delete a run, share it, or change its note and star."""
    return is_personal() or is_teacher() or is_own(thing)


def may_see(thing: Owned) -> bool:
    """Whether this visitor may open a run, or watch a training."""
    return not thing.is_private or may_change(thing)


def is_believed(run: RunSummary) -> bool:
    """Whether the app may show a run, unasked, as what it says it is.

    A visitor's import may say anything of itself; those of the host and one's own are believed.
    """
    return is_personal() or not run.is_imported or run.owner == "" or is_own(run)


def is_teacher() -> bool:
    """Whether this session has given the teacher's key."""
    return bool(st.session_state.get(_TEACHER, False))


def has_teacher() -> bool:
    """Whether the server knows a teacher's key."""
    return bool(os.environ.get("SPGAT_TEACHER"))


def enter(key: str) -> bool:
    """Takes a key for this session and returns whether it is the teacher's.

    It is compared in a time that does not depend on where it differs.

    Raises:
        InputError: After too many tries; a rerun with the same key is none.
    """
    if st.session_state.get(_REFUSED) == key:
        return False
    _tries().take(visitor_id())
    known = os.environ.get("SPGAT_TEACHER", "")
    is_right = bool(known) and hmac.compare_digest(key.encode(), known.encode())
    st.session_state[_TEACHER] = is_right
    st.session_state[_REFUSED] = None if is_right else key
    return is_right


@st.cache_resource(show_spinner=False)
def _tries() -> Tries:
    return Tries(each=5, together=100, seconds=600)
