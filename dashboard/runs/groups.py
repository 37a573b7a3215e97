"""Runs of one setting, which differ in their seeds alone, as one row."""

import json
from collections.abc import Sequence
from statistics import fmean, stdev
from typing import Any

import pandas as pd
import streamlit as st

from dashboard import widgets
from dashboard.latex import latex_table, mean_and_spread
from dashboard.run_titles import model_title, preset_title
from dashboard.words import count
from spgat.runs import RunSummary

_SWITCH = "by_setting"


def grouped(runs: Sequence[RunSummary]) -> list[list[RunSummary]]:
    """Returns the runs of each graph and setting, in the order of the first of each.

    Runs differ within a group in seed, in split, and in whether frames were kept.
    """
    groups: dict[str, list[RunSummary]] = {}
    for run in runs:
        settings = {**run.config.to_dict(), "record_embedding_every": None}
        key = json.dumps([run.graph_digest, settings], sort_keys=True)
        groups.setdefault(key, []).append(run)
    return list(groups.values())


def table(groups: Sequence[Sequence[RunSummary]]) -> pd.DataFrame:
    """Returns a row for each group: mean and sample standard deviation over its runs.

    Accuracies are in percent; one run has no deviation.
    """
    return pd.DataFrame(
        [
            {
                "model": model_title(group[0].config.model),
                "graph": group[0].dataset,
                "preset": preset_title(group[0].config),
                "d": group[0].config.bands.low_fractions[0] if group[0].alpha else None,
                "runs": len(group),
                **_summed_up("test", [100 * run.test_accuracy for run in group]),
                **_summed_up("validation", [100 * run.val_accuracy for run in group]),
                **_summed_up("alpha", [run.alpha[0][0] for run in group if run.alpha]),
            }
            for group in groups
        ]
    )


def latex(groups: Sequence[Sequence[RunSummary]]) -> str:
    """Returns the same as a table for a paper, with "82.5 ± 0.4" for a mean and its spread."""
    rows = table(groups)
    columns = {
        "Model": rows["model"],
        "Graph": rows["graph"],
        "Low share": [None if pd.isna(share) else f"{100 * share:.4g}%" for share in rows["d"]],
        "Runs": rows["runs"],
        "Test": mean_and_spread(rows["test"], rows["test_std"], ".1f"),
        "Validation": mean_and_spread(rows["validation"], rows["validation_std"], ".1f"),
        "α": mean_and_spread(rows["alpha"], rows["alpha_std"], ".2f"),
    }
    return latex_table(columns)


def choose(runs: Sequence[RunSummary]) -> list[RunSummary]:
    """Shows the switch and, where it is on, a row for each setting.

    Returns:
        The runs of the chosen settings, to be listed one by one; all where none is chosen.
    """
    is_on = widgets.toggle(
        "One row per setting",
        key=_SWITCH,
        help="Mean ± standard deviation over the seeds. Choose rows to see their runs below.",
    )
    if not is_on:
        return list(runs)
    if not runs:
        return []
    groups = grouped(runs)
    event = st.dataframe(
        table(groups),
        hide_index=True,
        placeholder="–",
        on_select="rerun",
        selection_mode="multi-row",
        key=f"groups-{hash(tuple(run.run_id for run in runs))}",
        column_config=_columns(),
    )
    chosen = [groups[row] for row in event["selection"]["rows"] if row < len(groups)]
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption(
            f"{count(len(groups), 'setting')}, {count(len(runs), 'run')}. "
            + ("The runs of what is chosen:" if chosen else "All runs:")
        )
        with st.popover("LaTeX", icon=":material/table:"):
            st.code(latex(chosen or groups), language="latex")
    return [run for group in chosen or groups for run in group]


def _summed_up(name: str, values: Sequence[float]) -> dict[str, float | None]:
    return {
        name: fmean(values) if values else None,
        f"{name}_std": stdev(values) if len(values) > 1 else None,
    }


def _columns() -> dict[str, Any]:
    column = st.column_config
    return {
        "model": column.TextColumn("Model", pinned=True),
        "graph": column.TextColumn("Graph"),
        "preset": column.TextColumn("Preset"),
        "d": column.NumberColumn(
            "Low share", format="percent", help="Share of low frequencies."
        ),
        "runs": column.NumberColumn("Runs"),
        "test": column.NumberColumn("Test, mean", format="%.1f%%"),
        "test_std": column.NumberColumn("± std", format="%.1f"),
        "validation": column.NumberColumn("Validation, mean", format="%.1f%%"),
        "validation_std": column.NumberColumn("± std", format="%.1f"),
        "alpha": column.NumberColumn("α low, layer 1, mean", format="%.2f"),
        "alpha_std": column.NumberColumn("± std", format="%.2f"),
    }
