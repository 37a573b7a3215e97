"""A class in the pages: the lecturer's code and controls, and what students see of them."""

import segno
import streamlit as st

from dashboard import links, plot, state
from dashboard.classes import Classes, ClassView
from dashboard.figures import votes as figures
from dashboard.lessons.lesson import PARAMETER, Lesson
from dashboard.plain import plain
from dashboard.visitor import visitor_id
from dashboard.words import count
from spgat.errors import InputError

#: The parameter of a link that joins a class.
JOIN = "join"
_CODE = "class_code"
_SECONDS = 1.0
#: Students look more seldom the more they are: this many looks a second for all.
_LOOKS_FOR_ALL = 25


@st.cache_resource(show_spinner=False)
def classes() -> Classes:
    """Returns the classes of this server."""
    return Classes()


def joined() -> ClassView | None:
    """Returns the class that this visitor has joined, None outside of one.

    A link joins one (`join=CODE`); the session keeps it.
    """
    asked = st.query_params.get(JOIN)
    if asked:
        try:
            st.session_state[_CODE] = classes().join(asked, visitor_id()).code
        except InputError as error:
            links.tell(error)
        del st.query_params[JOIN]
    code = st.session_state.get(_CODE)
    if code is None:
        return None
    view = classes().look(code)
    if view is None:
        del st.session_state[_CODE]
        st.toast("The class has ended.", icon=":material/school:")
    state.lock_for_class(() if view is None else view.hidden)
    return view


def attend(view: ClassView, page: str, lessons: dict[str, Lesson]) -> bool:
    """Shows a student the class in the sidebar; whether the page may be shown beside it."""
    lesson = lessons.get(view.lesson)
    is_there = lesson is None or (page == lesson.page and _is_open(lesson))
    with st.sidebar:
        st.caption(f"Class {view.code}")
        seconds = max(2 * _SECONDS, view.num_students / _LOOKS_FOR_ALL)
        st.fragment(_watch, run_every=seconds)(view)
        if lesson is None:
            st.info("The lesson begins soon.", icon=":material/hourglass_top:")
        elif not is_there:
            _show_way(lesson)
    is_free = is_there or not view.is_kept or page == "lessons"
    if not is_free and lesson is not None:
        st.title(lesson.title)
        st.info("The class is at this lesson.", icon=":material/school:")
        _show_way(lesson)
    return is_free


def _is_open(lesson: Lesson) -> bool:
    return st.query_params.get(PARAMETER) == lesson.name


def _show_way(lesson: Lesson) -> None:
    st.page_link(
        "app_pages/lessons.py",
        label=f"Go to the lesson: {lesson.title}",
        icon=":material/arrow_forward:",
        query_params={PARAMETER: lesson.name},
    )


def _watch(view: ClassView) -> None:
    """Draws the page anew when the lecturer has changed something."""
    now = classes().look(view.code)
    if now is None or _directions(now) != _directions(view):
        st.rerun()


def _directions(view: ClassView) -> tuple[object, ...]:
    return view.lesson, view.is_shown, view.is_kept, view.hidden


def send_answer(view: ClassView, lesson: Lesson, position: int) -> None:
    """Sends a student's answer to the class."""
    classes().answer(view.code, visitor_id(), lesson.name, position)


def show_results(view: ClassView, lesson: Lesson) -> None:
    """Shows a student what the class has answered, once the lecturer shows it."""
    _show_votes(view, lesson, right=lesson.answer)


def teach(lessons: dict[str, Lesson]) -> None:
    """Shows the lecturer's side: code, lesson, answers as they come, and the end."""
    lecturer = visitor_id()
    view = classes().of_lecturer(lecturer)
    if view is None:
        st.caption(
            "Students join with a code, and their answers arrive here. Nobody needs an "
            "account, and nothing is kept after the end."
        )
        if st.button("Start a class", icon=":material/co_present:", key="start-class"):
            classes().start(lecturer)
            st.rerun()
        return
    invitation, direction = st.columns([1, 2], gap="large")
    with invitation:
        _invite(view)
    with direction:
        lesson = _direct(view, lessons)
        if lesson is not None:
            st.fragment(_show_live, run_every=_SECONDS)(view.code, lesson)
    if st.button("End the class", icon=":material/logout:", key="end-class"):
        classes().end(lecturer)
        st.rerun()


def _invite(view: ClassView) -> None:
    host = (st.context.url or "").rsplit("/", 1)[0]
    link = f"{host}/lessons?{JOIN}={view.code}"
    picture = segno.make(link, error="m").svg_data_uri(scale=7, border=3, light="#fff")
    st.html(
        f'<p class="class-code">{view.code}</p>'
        f'<img src="{picture}" alt="QR code of the link below" style="max-width: 100%">'
        "<style>.class-code { font-size: 3.5rem; font-weight: 700; letter-spacing: 0.12em; "
        "margin: 0; line-height: 1.2; }</style>"
    )
    st.code(link, language=None, wrap_lines=True)


def _direct(view: ClassView, lessons: dict[str, Lesson]) -> Lesson | None:
    """Shows the controls of the class and returns the lesson it is at."""
    names = list(lessons)
    name = st.selectbox(
        "The class is at",
        names,
        names.index(view.lesson) if view.lesson in lessons else None,
        format_func=lambda name: lessons[name].title,
        placeholder="Choose a lesson",
        key="class-lesson",
    )
    if name is None:
        return None
    is_same = name == view.lesson
    with st.container(horizontal=True):
        is_shown = st.toggle(
            "Show results", is_same and view.is_shown, key=f"class-shown-{name}"
        )
        is_kept = st.toggle(
            "Keep everyone on its page",
            view.is_kept,
            key="class-kept",
            help="Other pages then lead back to the lesson.",
        )
    hidden = st.multiselect(
        "Controls to lock and parts to hide",
        list(state.HIDEABLE),
        [part for part in view.hidden if part in state.HIDEABLE],
        format_func=state.HIDEABLE.__getitem__,
        key="class-hidden",
        placeholder="Nothing",
    )
    classes().direct(
        visitor_id(), lesson=name, is_shown=is_shown, is_kept=is_kept, hidden=hidden
    )
    return lessons[name]


def _show_live(code: str, lesson: Lesson) -> None:
    view = classes().look(code)
    if view is None:
        return
    st.markdown(f"**{lesson.question}**")
    answered = count(sum(view.votes.values()), "answer")
    st.caption(f"{answered} from {count(view.num_students, 'student')}")
    _show_votes(view, lesson, right=lesson.answer if view.is_shown else None)


def _show_votes(view: ClassView, lesson: Lesson, right: int | None) -> None:
    chosen = ", ".join(
        f"{plain(option)}: {view.votes.get(position, 0)}"
        for position, option in enumerate(lesson.options)
    )
    plot.show(
        figures.votes_chart(lesson.options, view.votes, right),
        key=f"votes-{lesson.name}",
        height=figures.HEIGHT_OF_ONE * len(lesson.options) + 20,
        alt=f"Answers of the class. {chosen}.",
    )
