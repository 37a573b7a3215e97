"""Paper: every table and figure, with measured and printed values side by side."""

from collections.abc import Sequence
from functools import partial

import streamlit as st

from dashboard import widgets
from dashboard.figures import paper
from dashboard.paper import charts, rerun
from dashboard.plain import plain
from spgat.errors import InputError
from spgat.experiments import TITLES
from spgat.experiments.outcome import COMMITTED, Outcome, Row, load_outcome, title_of

RESULTS = {
    "findings": "What we found",
    "table1": "Accuracy",
    "filters": "Filters",
    "ablation": "Ablation",
    "suggested-d": "Suggested d",
    "figure-d": "Accuracy against d",
    "attention": "Attention",
    "variants": "Variants",
    "silhouette": "Silhouettes",
    "timing": "Times",
    "ppi": "PPI",
    "figure1": "Figure 1",
}
MAX_ROWS, MAX_HEIGHT = 20, 700
FORMATS = {"percent": "%.1f", "seconds": "%.3g", "number": "%.4g"}
CAPTIONS = {
    "percent": "In %; the spread is one standard deviation over the runs.",
    "seconds": "Seconds, on different hardware from the paper's, which was also running other "
    "work.",
    "number": "Plain numbers; the spread is one standard deviation over the runs.",
}


@st.cache_data(max_entries=16)
def load(name: str, changed: float) -> Outcome:
    """Returns a committed result; read again when its file has changed."""
    return load_outcome(name)


def choose_rows(outcome: Outcome) -> list[Row]:
    """Shows the choice of a data set and returns its rows, those not measured yet last."""
    datasets = list(dict.fromkeys(row.dataset for row in outcome.rows))
    rows = sorted(outcome.rows, key=lambda row: row.measured is None)
    if len(datasets) < 2:
        return rows
    first = "cora" if outcome.name == "table1" else "all"
    chosen = widgets.segmented(
        "Data set",
        {"all": "All", **{name: title_of(name) for name in datasets}},
        default=first,
        key=f"dataset-{outcome.name}",
        label_visibility="collapsed",
    )
    return [row for row in rows if chosen in ("all", row.dataset)]


def show_table(rows: Sequence[Row], unit: str) -> None:
    """Shows the rows of one unit; a chosen row can be trained again."""
    number = partial(st.column_config.NumberColumn, format=FORMATS[unit])
    oracle = (
        "Best test accuracy over the epochs. Shown for comparison with published numbers only; "
        "never used to choose a model."
    )
    event = st.dataframe(
        paper.table(rows),
        hide_index=True,
        width="stretch",
        height="content" if len(rows) <= MAX_ROWS else MAX_HEIGHT,
        placeholder="",
        column_config={
            **{name: number() for name in ("Measured", "Spread", "Printed", "Difference")},
            "Oracle": number(help=oracle),
            "Remark": st.column_config.TextColumn(width="large"),
        },
        on_select="rerun",
        selection_mode="single-row",
        key=f"table-{unit}",
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(CAPTIONS[unit])
        with st.popover("LaTeX", icon=":material/table:", key=f"latex-{unit}"):
            st.code(paper.latex(rows), language="latex")
    for place in event["selection"]["rows"]:
        rerun.offer(rows[place])


def show(outcome: Outcome) -> None:
    """Shows a result: what was found, its charts, its rows and when they were measured."""
    for sentence in outcome.findings:
        st.markdown(f"- {sentence}")
    charts.show_claims(outcome.rows)
    rows = choose_rows(outcome)
    charts.show(outcome, rows)
    for unit in dict.fromkeys(row.unit for row in rows):
        show_table([row for row in rows if row.unit == unit], unit)
    measured = [row for row in outcome.rows if row.machine]
    if not measured:
        return
    days = sorted({day for row in measured for day in row.dates.split(" to ")})
    names = (name for row in measured for name in row.machine.split("; "))
    machines = "; ".join(dict.fromkeys(names))
    when = f"on {days[0]}" if len(days) == 1 else f"from {days[0]} to {days[-1]}"
    st.caption(f"Measured {when}; machine: {machines}.")


st.title("Paper")
st.caption(
    "Every table and figure of the paper: what was measured here, what is printed, and why "
    "the two differ where they do. Test accuracies are those of the best validation epoch."
)
name = widgets.segmented("Table or figure", RESULTS, key="result", label_visibility="collapsed")
st.header(TITLES[name])
try:
    file = COMMITTED / f"{name}.json"
    show(load(name, file.stat().st_mtime if file.is_file() else 0.0))
except InputError as error:
    st.info(plain(error), icon=":material/hourglass_empty:")
rerun.show_commands(name)
