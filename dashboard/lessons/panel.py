"""The panel that keeps a lesson at the left of its view."""

import streamlit as st

from dashboard import state
from dashboard.classes import ClassView
from dashboard.lessons import checks, classroom, visit
from dashboard.lessons.lesson import PARAMETER, Lesson, all_lessons
from dashboard.visitor import visitor_id

LOOK_SECONDS = 1.0
#: On a phone the panel is closed at first, and says so; elsewhere it stands beside the page.
_BEHIND = (
    "<style>@media (min-width: 769px) { .st-key-lesson-behind { display: none; } }</style>"
)
_CHECKED = "checked_lesson"
#: What a check may ask for beside the controls that a teacher can lock.
_WORDS = {"alpha_low": "α of the low frequencies", "fault": "the broken sensor",
          "csbm-homophily": "homophily, under Size and seed"}  # fmt: skip


def show(lesson: Lesson, attended: ClassView | None = None) -> None:
    """Shows a lesson beside the page it is about; call it before the page."""
    names = list(all_lessons())
    number = names.index(lesson.name)
    with st.sidebar:
        st.caption(f"Lesson {number + 1}")
        st.header(lesson.title)
        st.markdown(lesson.idea)
        st.markdown(f"**Your task.** {lesson.task}")
        _show_check(lesson)
        with st.expander("Hint", icon=":material/lightbulb:", key=f"hint-{lesson.name}"):
            st.markdown(lesson.hint)
        if attended is not None and attended.lesson == lesson.name:
            _ask_in_class(attended, lesson)
        else:
            _ask(lesson)
        _show_ways(lesson, names, number)
    with st.container(key="lesson-behind"):
        st.info(
            f"Lesson {number + 1}, {lesson.title}: its task and its question are behind » at "
            "the top left.",
            icon=":material/school:",
        )
    st.html(_BEHIND)


def _show_check(lesson: Lesson) -> None:
    """Compares the page with the task when asked, and from then on."""
    if not lesson.check:
        return
    if st.button("Check my view", icon=":material/task_alt:", key="check-view"):
        st.session_state[_CHECKED] = lesson.name
    if st.session_state.get(_CHECKED) == lesson.name:
        # Some controls rerun a part of the page, which this panel is not in.
        st.fragment(_compare, run_every=LOOK_SECONDS)(lesson)


def _compare(lesson: Lesson) -> None:
    missing = checks.unmet(lesson.check, visit.values_of(lesson))
    if not missing:
        st.success("Done: your view is as the task asks.", icon=":material/check_circle:")
        return
    words = ", ".join(_words(key) for key in missing)
    st.warning(f"Not yet. Look again at: {words}.", icon=":material/replay:")


def _words(key: str) -> str:
    return _WORDS.get(key) or state.HIDEABLE.get(key, key).split(": ")[-1]


def _ask(lesson: Lesson) -> None:
    """Asks the question. The answer stays out of the address, or a link would give it away."""
    given = st.radio(lesson.question, lesson.options, index=None, key=f"answer-{lesson.name}")
    if given is None:
        return
    if given != lesson.options[lesson.answer]:
        st.warning("Not quite. Try again.", icon=":material/replay:")
        return
    visit.solved_by(visitor_id()).add(lesson.name)
    st.success(f"Correct. {lesson.why}", icon=":material/check_circle:")


def _ask_in_class(attended: ClassView, lesson: Lesson) -> None:
    """Asks the question; whether the answer is right is said when the lecturer shows it."""
    given = st.radio(
        lesson.question,
        lesson.options,
        index=None,
        key=f"answer-{lesson.name}",
        disabled=attended.is_shown,
    )
    if given is not None:
        classroom.send_answer(attended, lesson, lesson.options.index(given))
    if attended.is_shown:
        st.success(
            f"**{lesson.options[lesson.answer]}.** {lesson.why}", icon=":material/check_circle:"
        )
        classroom.show_results(attended, lesson)
    elif given is not None:
        st.info("Your answer has arrived. You can still change it.", icon=":material/done:")


def _show_ways(lesson: Lesson, names: list[str], number: int) -> None:
    """Shows the ways to the lessons before and after, and out.

    Links and not buttons: only the navigation takes a page's controls out of the address.
    """
    with st.container(horizontal=True, key="lesson-ways"):
        for label, icon, at in (
            ("Back", "arrow_back", number - 1),
            ("Next", "arrow_forward", number + 1),
        ):
            is_there = 0 <= at < len(names)
            _link(label, icon, {PARAMETER: names[at]} if is_there else {}, is_off=not is_there)
    _link("All lessons", "school", {})
    _link("Leave the lesson", "logout", {visit.LEAVE: lesson.page})
    st.caption("Leaving gives the page the settings it had before.")


def _link(label: str, icon: str, address: dict[str, str], *, is_off: bool = False) -> None:
    st.page_link(
        "app_pages/lessons.py",
        label=label,
        icon=f":material/{icon}:",
        query_params=address,
        disabled=is_off,
    )
