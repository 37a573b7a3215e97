"""Lessons: each an idea, a view to explore, and a question."""

import streamlit as st

from dashboard import state, widgets
from dashboard.exercises import view as exercise_view
from dashboard.exercises.exercises import EXERCISES, Exercise
from dashboard.lessons import LESSONS, Lesson, solved_by, view_keys
from dashboard.visitor import visitor_id

ALL = (*LESSONS, *EXERCISES)
BY_NAME = {lesson.name: lesson for lesson in ALL}


def show(lesson: Lesson, number: int) -> None:
    """Shows one lesson with its question."""
    st.header(f"{number}. {lesson.title}")
    st.markdown(lesson.idea)
    with st.container(border=True):
        st.markdown(f"**Your task.** {lesson.task}")
        if st.button("Open the view", icon=":material/open_in_new:", key="open-view"):
            state.forget(view_keys())  # or earlier settings would stay
            st.switch_page(f"app_pages/{lesson.page}", query_params=lesson.view)
    given = st.radio(
        lesson.question,
        lesson.options,
        index=None,
        key=f"answer-{lesson.name}",
        bind="query-params",
    )
    if given is None:
        st.caption("Choose an answer to check it.")
    elif given == lesson.options[lesson.answer]:
        solved_by(visitor_id()).add(lesson.name)
        st.success(f"Correct. {lesson.why}", icon=":material/check_circle:")
    else:
        st.warning("Not quite. Try again, or open the answer.", icon=":material/replay:")
    with st.expander("Answer", icon=":material/key:"):
        st.markdown(f"**{lesson.options[lesson.answer]}.** {lesson.why}")


def show_next(number: int) -> None:
    """Shows the way from a lesson to the one after it."""
    if number < len(ALL):
        st.button(
            "Next lesson",
            icon=":material/arrow_forward:",
            on_click=go_to,
            args=(ALL[number].name,),
        )


def go_to(name: str) -> None:
    """Shows another lesson."""
    st.session_state["lesson"] = name


def show_teaching(lesson: Lesson | Exercise) -> None:
    """Shows a link for a class, and the choice of what it locks and hides."""
    with st.expander("For teachers: a link with locked controls", icon=":material/school:"):
        parts = st.multiselect(
            "Controls to lock and parts to hide",
            list(state.HIDEABLE),
            format_func=state.HIDEABLE.__getitem__,
            key="teacher-hide",
            placeholder="Nothing",
        )
        hidden = f"&hide={','.join(parts)}" if parts else ""
        host = (st.context.url or "").rsplit("/", 1)[0]
        st.code(f"{host}{lesson.address}{hidden}", language=None, wrap_lines=True)
        st.caption("The link opens this lesson's view. Locked controls keep the link's values.")


st.title("Lessons")
st.caption(
    "One idea and five minutes each: look, try, answer. Each lesson has its own address."
)
titles = {lesson.name: f"{n}. {lesson.title}" for n, lesson in enumerate(ALL, 1)}
contents, page = st.columns([1, 3], gap="large")
with contents:
    name = widgets.radio("Lesson", titles, key="lesson", label_visibility="collapsed")
    progress = st.empty()
with page:
    chosen = BY_NAME[name]
    number = ALL.index(chosen) + 1
    if isinstance(chosen, Lesson):
        show(chosen, number)
    else:
        exercise_view.show(chosen, number)
    show_next(number)
    show_teaching(chosen)
num_right = len(solved_by(visitor_id()))
progress.progress(num_right / len(ALL), text=f"{num_right} of {len(ALL)} correct")
