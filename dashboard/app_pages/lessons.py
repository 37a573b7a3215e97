"""Lessons: each an idea, a view to explore with a task and a question, or a thing to make."""

import streamlit as st

from dashboard import state
from dashboard.exercises import view as exercise_view
from dashboard.exercises.exercises import EXERCISES, PARAMETER
from dashboard.lessons import classroom, visit
from dashboard.lessons.lesson import Lesson, all_lessons
from dashboard.plain import plain
from dashboard.visitor import visitor_id
from spgat.errors import InputError

COLUMNS = 3


def show_contents(lessons: dict[str, Lesson]) -> None:
    """Shows a card for each lesson and each exercise."""
    solved = visit.solved_by(visitor_id())
    numbered = list(enumerate([*lessons.values(), *EXERCISES], start=1))
    num_right = sum(lesson.name in solved for _, lesson in numbered)
    st.progress(num_right / len(numbered), text=f"{num_right} of {len(numbered)} correct")
    for start in range(0, len(numbered), COLUMNS):
        row = st.columns(COLUMNS)
        for place, (number, lesson) in zip(row, numbered[start:], strict=False):
            with place.container(border=True, height="stretch"):
                mark = ":green[:material/check_circle:] " * (lesson.name in solved)
                st.markdown(f"##### {mark}{number}. {lesson.title}")
                st.markdown(lesson.idea)
                if st.button("Start", icon=":material/play_arrow:", key=f"open-{lesson.name}"):
                    if isinstance(lesson, Lesson):
                        visit.open_lesson(lesson)
                    else:
                        st.query_params[PARAMETER] = lesson.name
                    st.rerun()


def show_exercise(number: int, num_lessons: int) -> None:
    """Shows an exercise with the ways to the next one and back to the contents."""
    exercise_view.show(EXERCISES[number], num_lessons + number + 1)
    with st.container(horizontal=True):
        st.button("All lessons", icon=":material/school:", on_click=_go_to, args=("",))
        if number + 1 < len(EXERCISES):
            st.button(
                "Next exercise",
                icon=":material/arrow_forward:",
                on_click=_go_to,
                args=(EXERCISES[number + 1].name,),
            )


def _go_to(exercise: str) -> None:
    if exercise:
        st.query_params[PARAMETER] = exercise
    else:
        st.query_params.pop(PARAMETER, None)


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
    "and leaving it restores your own settings."
)
try:
    found = all_lessons()
    visit.take_address(found)
    names = [exercise.name for exercise in EXERCISES]
    if (asked := st.query_params.get(PARAMETER)) in names:
        show_exercise(names.index(asked), len(found))
    elif not visit.follow():
        show_contents(found)
        with st.expander("Teach a class", icon=":material/co_present:", key="class"):
            classroom.teach(found)
        show_teaching(found)
except InputError as error:
    st.error(plain(error), icon=":material/error:")
