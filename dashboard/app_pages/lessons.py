"""Lessons: each an idea, a view to explore with a task, and a question."""

import streamlit as st

from dashboard import state
from dashboard.lessons import classroom, visit
from dashboard.lessons.lesson import Lesson, all_lessons
from dashboard.plain import plain
from dashboard.visitor import visitor_id
from spgat.errors import InputError

COLUMNS = 3


def show_contents(lessons: dict[str, Lesson]) -> None:
    """Shows a card for each lesson."""
    solved = visit.solved_by(visitor_id())
    num_right = len(solved & lessons.keys())
    st.progress(num_right / len(lessons), text=f"{num_right} of {len(lessons)} correct")
    numbered = list(enumerate(lessons.values(), start=1))
    for start in range(0, len(numbered), COLUMNS):
        row = st.columns(COLUMNS, border=True)
        for place, (number, lesson) in zip(row, numbered[start:], strict=False):
            with place:
                mark = ":green[:material/check_circle:] " * (lesson.name in solved)
                st.markdown(f"##### {mark}{number}. {lesson.title}")
                st.markdown(lesson.idea)
                if st.button("Start", icon=":material/play_arrow:", key=f"open-{lesson.name}"):
                    visit.open_lesson(lesson)
                    st.rerun()


def show_teaching(lessons: dict[str, Lesson]) -> None:
    """Shows a link for a class, and the choice of what it locks and hides."""
    with st.expander("For teachers: a link with locked controls", icon=":material/school:"):
        titles = {name: lesson.title for name, lesson in lessons.items()}
        name = st.selectbox(
            "Lesson", list(titles), format_func=titles.__getitem__, key="teacher-lesson"
        )
        parts = st.multiselect(
            "Controls to lock and parts to hide",
            list(state.HIDEABLE),
            format_func=state.HIDEABLE.__getitem__,
            key="teacher-hide",
            placeholder="Nothing",
        )
        hidden = f"&hide={','.join(parts)}" if parts else ""
        host = (st.context.url or "").rsplit("/", 1)[0]
        st.code(f"{host}{lessons[name].address}{hidden}", language=None, wrap_lines=True)
        st.caption(
            "The link opens the lesson beside its view. Locked controls keep its values."
        )


st.title("Lessons")
st.caption(
    "One idea and five minutes each: look, try, check, answer. A lesson stays beside its view, "
    "and leaving it gives back your own settings."
)
try:
    found = all_lessons()
    visit.take_address(found)
    if not visit.follow():
        show_contents(found)
        with st.expander("Teach a class", icon=":material/co_present:", key="class"):
            classroom.teach(found)
        show_teaching(found)
except InputError as error:
    st.error(plain(error), icon=":material/error:")
