"""More runs than can be compared side by side: what came out, over what they differ in."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from dashboard import plot, twin, widgets
from dashboard.figures.outcomes import outcomes_chart
from dashboard.plain import short
from dashboard.run_titles import model_title
from dashboard.words import count
from spgat.options import in_words, option_of
from spgat.runs import RunSummary, differences

HEIGHT = 380
OUTCOMES = {
    "val_accuracy": "Validation accuracy",
    "test_accuracy": "Test accuracy",
    "alpha": "α of the low frequencies, layer 1",
}
#: What the x axis shows at first, where runs differ in it.
_FIRST = ("bands.low_fractions", "model", "dataset")
_KEY = "outcomes"


def show(runs: Sequence[RunSummary]) -> None:
    """Shows a dot for each run; a click opens one.

    Args:
        runs: More than four.
    """
    rows = differences(runs)
    titles = {setting: in_words(setting, None)[0] for setting in sorted(rows, key=_rank)}
    if not titles:
        st.caption("These runs have identical settings.")
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        outcome = widgets.segmented("Outcome", OUTCOMES, key="outcome")
        setting = widgets.select("Over", titles, key="over", width=320)
    table = table_of(runs, setting, rows[setting], outcome)
    if len(table) < len(runs):
        left_out = count(len(runs) - len(table), "run")
        st.caption(f"{left_out} left out: their models lack the setting or the outcome.")
    if table.empty:
        return
    option = outcomes_chart(
        table.drop(columns="id"),
        f"{titles[setting]} (%)" if is_share(setting) else titles[setting],
        OUTCOMES[outcome],
        is_percent=outcome != "alpha",
    )
    best = table.iloc[int(table["outcome"].argmax())]
    plot.show(
        option,
        key=_KEY,
        height=HEIGHT,
        alt=f"{OUTCOMES[outcome]} of {len(table)} runs over {titles[setting]}; the highest is "
        f"{best['outcome']:.3g} at {best['setting']}.",
        on_select=partial(_open, table),
    )
    st.caption(
        "A dot for each run, at its best validation epoch; a line through the means where runs "
        "share a setting. Click a dot to open its run. Choose settings by the validation "
        "accuracy: the test nodes are for the report alone."
    )
    twin.show({"Outcomes": lambda: table.rename(columns={"outcome": OUTCOMES[outcome]})})


def table_of(
    runs: Sequence[RunSummary], setting: str, values: Sequence[Any], outcome: str
) -> pd.DataFrame:
    """Returns a row for each run that has setting and outcome, by group and then by setting.

    Columns: id, run, group, setting, outcome. Groups are models, and graphs where there are
    several. Accuracies, and settings that are shares, are in percent. The setting is a number
    where it is one for all runs, else text.

    Args:
        runs: All runs.
        setting: A key of `differences`.
        values: What each run has of it.
        outcome: A key of `OUTCOMES`.
    """
    option, has_graphs = option_of(setting), len({run.dataset for run in runs}) > 1
    single = [v[0] if isinstance(v, list | tuple) and len(v) == 1 else v for v in values]
    known = [
        (run, value)
        for run, value in zip(runs, single, strict=True)
        if (outcome != "alpha" or run.alpha)
        and (option is None or option.has_effect(run.config))
    ]
    is_number = all(isinstance(v, int | float) and not isinstance(v, bool) for _, v in known)
    factor = 100 if is_share(setting) else 1
    found = [
        {
            "id": run.run_id,
            "run": f"{short(run.name)}, {run.run_id[-4:]}",
            "group": model_title(run.config.model)
            + (f", {short(run.dataset)}" if has_graphs else ""),
            "setting": factor * value if is_number else short(in_words(setting, value)[1]),
            "outcome": run.alpha[0][0] if outcome == "alpha" else 100 * getattr(run, outcome),
        }
        for run, value in known
    ]
    columns = ["id", "run", "group", "setting", "outcome"]
    return pd.DataFrame(found, columns=columns).sort_values(
        ["group", "setting"], ignore_index=True
    )


def is_share(setting: str) -> bool:
    """Whether a setting is a share, which people read in percent."""
    option = option_of(setting)
    return option is not None and option.format == "percent"


def _rank(setting: str) -> int:
    """Settings that say most first; the seed and what follows from others last."""
    if setting in _FIRST:
        return _FIRST.index(setting)
    return len(_FIRST) + (setting in ("seed", "split_index", "graph"))


def _open(table: pd.DataFrame) -> None:
    for group in st.session_state[_KEY]["selection"]["selected"]:
        of_series = table[table["group"] == table["group"].unique()[group["series_index"]]]
        st.query_params["run"] = of_series["id"].iloc[group["data_indices"][0]]
