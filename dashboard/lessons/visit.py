"""Opening a lesson beside its view, and leaving it with the page as it was before."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import streamlit as st

from dashboard import links, state
from dashboard.lessons.lesson import PARAMETER, Lesson, all_lessons
from dashboard.source import shape_key
from spgat import datasets
from spgat.errors import InputError
from spgat.options import OPTIONS

#: In the session: the name of the open lesson, each page's controls before it, and where the
#: visitor is on the way to.
_OPEN, _BEFORE, _NEXT = "open_lesson", "before_lesson", "next_place"
#: Reports once that the browser shows the page. A timer would go on for a moment after the
#: switch of pages, and its late call would have Streamlit return to an empty page Lessons.
_report = st.components.v2.component(
    "shown_once",
    js="""
    const reported = new WeakSet();
    export default function ({ parentElement, setTriggerValue }) {
        if (reported.has(parentElement)) return;
        reported.add(parentElement);
        setTriggerValue("is_shown", true);
    }
    """,
)
#: The parameter of the page Lessons that names the page whose lesson is left.
LEAVE = "leave"

#: The controls of each page, apart from a training's options and the sizes of generated graphs.
_KEYS: dict[str, tuple[str, ...]] = {
    "frequencies": (
        *("view", "graph", "laplacian", "num_low", "k", "look", "signal", "noise"),
        *("smoothness", "all_eigenvectors", "node", "filter", "scale", "threshold", "series"),
        *("order", "cutoff", "class", "nodes", "amplitudes", "wave", "polynomial"),
        *(f"edges-{kind}" for kind in ("low-pass", "high-pass", "band-pass")),
        *("drawing", "time", "readings", "fault", "fill", "part", "column", "feature", "seed"),
        "to_scale",
    ),
    "images": ("picture", "low_fraction"),
    "train": ("dataset", "drawing", "preset", "model", "seed", "seeds", "frames"),
    "embeddings": ("colour",),
}


@lru_cache(maxsize=10_000)
def solved_by(visitor: str) -> set[str]:
    """Returns the names of the lessons that a visitor has answered correctly; add to it.

    No address holds them, so they are kept here until the server stops or ten thousand other
    visitors have come.
    """
    return set()


def keys_of(page: str) -> tuple[str, ...]:
    """Returns the keys of all controls that a lesson about a page resets when it opens."""
    sizes = (
        shape_key(entry.name, parameter)
        for entry in datasets.catalogue()
        for parameter in entry.parameters
    )
    options = (option.name for option in OPTIONS) if page == "train" else ()
    is_generated = page in ("frequencies", "train")
    return (*_KEYS.get(page, ()), *options, *(sizes if is_generated else ()))


def known_lessons() -> dict[str, Lesson]:
    """Returns all lessons, none where a file is wrong: the page Lessons says which."""
    try:
        return all_lessons()
    except InputError:
        return {}


def current(page: str) -> Lesson | None:
    """Returns the lesson beside a page, None where there is none.

    The address names it (`lesson=barbell`). The navigation takes it out, so the session keeps
    it until the visitor leaves the lesson.
    """
    asked = st.query_params.get(PARAMETER)
    lesson = known_lessons().get(asked or st.session_state.get(_OPEN, ""))
    if asked and lesson is None:
        links.tell(f"The link names a lesson, {asked[:40]!r}, that this server does not have.")
        del st.query_params[PARAMETER]
    if lesson is None or lesson.page != page:
        return None
    st.session_state[_OPEN] = lesson.name
    if not asked:
        st.query_params[PARAMETER] = lesson.name
    return lesson


def take_address(lessons: Mapping[str, Lesson]) -> None:
    """Follows an address of the page Lessons that leads to a lesson or out of it.

    Links lead there, as only the navigation may leave a page whose controls are in the address.
    """
    asked, left = st.query_params.get(PARAMETER, ""), st.query_params.get(LEAVE)
    if asked in lessons:
        open_lesson(lessons[asked])
    elif left in _KEYS:
        _leave(left)


def open_lesson(lesson: Lesson) -> None:
    """Makes a lesson the one to go to, whatever its page showed before; see `follow`.

    What the visitor had set on the page is kept until the lesson is left.
    """
    keys = keys_of(lesson.page)
    now = {key: st.session_state[key] for key in keys if key in st.session_state}
    st.session_state.setdefault(_BEFORE, {}).setdefault(lesson.page, now)
    st.session_state[_OPEN] = lesson.name
    st.session_state[_NEXT] = (lesson.page, {**lesson.view, PARAMETER: lesson.name}, False)


def _leave(page: str) -> None:
    """Closes the lesson; every page it was about gets the controls from before it."""
    if _OPEN not in st.session_state and _NEXT in st.session_state:
        return  # this run repeats one that has left it
    before = st.session_state.pop(_BEFORE, {})
    here = before.pop(page, {})
    for other, values in before.items():
        state.forget(keys_of(other))
        st.session_state.update(values)
    st.session_state.pop(_OPEN, None)
    address = {
        key: list(map(str, value)) if isinstance(value, list | tuple) else links.spelled(value)
        for key, value in here.items()
        if value is not None
    }
    st.session_state[_NEXT] = (page, address, False)


def follow() -> bool:
    """Goes on to where a lesson begins or was left for; whether there is such a place.

    Call it on the page Lessons. An address may not name a control that was shown in the run
    before it, so a run without any has to end first.
    """
    if _NEXT not in st.session_state:
        return False
    page, address, is_ready = st.session_state[_NEXT]
    if is_ready:
        del st.session_state[_NEXT]
        state.forget(keys_of(page))
        st.switch_page(f"app_pages/{page}.py", query_params=address)
    st.skeleton(height=400)
    st.fragment(_go_on)()
    return True


def _go_on() -> None:
    """Runs once with the page, and again when the page has ended and the browser shows it."""
    page, address, _ = st.session_state[_NEXT]
    if not _report(key="lesson-shown", on_is_shown_change=lambda: None).is_shown:
        return
    st.session_state[_NEXT] = (page, address, True)
    for parameter in (PARAMETER, LEAVE):
        st.query_params.pop(parameter, None)
    st.rerun()


def values_of(lesson: Lesson) -> dict[str, Any]:
    """Returns what the page shows of that which a lesson's check is about."""
    facts = {"alpha_low": _alpha_low} if lesson.page == "train" else {}
    return {
        key: facts[key]() if key in facts else st.session_state.get(key) for key in lesson.check
    }


def _alpha_low() -> float | None:
    """α of the low band in layer 1 of the training that the page shows, once it has ended."""
    from dashboard.training.job import KIND, TrainingView

    job = state.job_manager().get(st.session_state["job_id"])
    if job is None or job.kind != KIND or job.is_active:
        return None
    runs = TrainingView.of(job.snapshot()).summed_up().runs
    return runs[-1].alpha[0][0] if runs and runs[-1].alpha else None
