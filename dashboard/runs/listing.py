"""The list of runs with its filters; which rows are chosen stands in the address."""

import re
import unicodedata
from collections.abc import Sequence, Set
from datetime import datetime
from itertools import islice
from typing import Any

import pandas as pd
import streamlit as st

from dashboard import links, rights, state, widgets
from dashboard.plain import short
from dashboard.run_titles import model_title, preset_title, visitor_zone
from spgat.runs import RunSummary

#: Rows seen at once; a longer list scrolls.
MAX_ROWS = 12
#: Of a run's tags, the first: every list offers those of all runs.
MAX_TAGS = 20
#: Signs within words of many scripts that Python takes for none: vowels and accents that have
#: no letter of their own, and what joins or parts letters.
_MARKS = "".join(c for c in map(chr, range(0x20000)) if unicodedata.category(c)[0] == "M")
_TAG = re.compile(rf"#\w[\w{_MARKS}\u200c\u200d-]*")
_CHOSEN, _LINKS = "runs_chosen", "num_run_links"


def choose(shown: Sequence[RunSummary], known: Set[str]) -> list[RunSummary]:
    """Shows the list and returns the chosen runs, in the list's order.

    Args:
        shown: What to list.
        known: Ids of all runs that a link may ask for.
    """
    if not shown:
        st.info("No runs match these filters.", icon=":material/filter_alt_off:")
        return []
    wanted, num_links = _wanted(known)
    rows = [position for position, run in enumerate(shown) if run.run_id in wanted]
    default: Any = {"selection": {"rows": rows}} if rows else None
    event = st.dataframe(
        _table(shown),
        hide_index=True,
        height="auto" if len(shown) <= MAX_ROWS else 38 + 35 * MAX_ROWS,
        placeholder="–",
        on_select="rerun",
        selection_mode="multi-row",
        selection_default=default,
        # A row is chosen by its position, so another list is another widget.
        key=f"runs-{num_links}-{hash(tuple(run.run_id for run in shown))}",
        column_config=_columns(),
    )
    chosen = [shown[row] for row in event["selection"]["rows"] if row < len(shown)]
    ids = [run.run_id for run in chosen]
    st.session_state[_CHOSEN] = ids
    if st.query_params.get_all("run") != ids:
        st.query_params["run"] = ids
    return chosen


def _wanted(known: Set[str]) -> tuple[list[str], int]:
    """The runs to choose where the list is new, and how many links have asked for some.

    A link (`run=…`, repeated) asks for its runs; otherwise those stay chosen that were.
    """
    asked = st.query_params.get_all("run")
    before: list[str] = st.session_state.get(_CHOSEN, [])
    num_links: int = st.session_state.get(_LINKS, 0)
    if asked and asked != before:
        before, num_links = asked, num_links + 1
        st.session_state[_LINKS] = num_links
        if not known >= set(asked):
            links.tell_missing_run()
    return before, num_links


def filtered(runs: Sequence[RunSummary]) -> list[RunSummary]:
    """Shows the filters and returns the runs that pass them, in their order."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        words = widgets.text(
            "Search",
            "",
            placeholder="Name, note, preset or id",
            icon=":material/search:",
            key="run_search",
            width=260,
        )
        graphs = st.multiselect(
            "Graphs",
            sorted({run.dataset for run in runs}),
            key="run_graph",
            bind="query-params",
            placeholder="All",
            width=260,
        )
        known = {run.config.model: model_title(run.config.model) for run in runs}
        state.accept_codes("run_model", known)
        models = st.multiselect(
            "Models",
            sorted(known, key=known.__getitem__),
            format_func=known.__getitem__,
            key="run_model",
            bind="query-params",
            placeholder="All",
            width=260,
        )
        known_tags = sorted({tag for run in runs for tag in tags_of(run)})
        tags = known_tags and st.multiselect(
            "Tags",
            known_tags,
            key="run_tag",
            bind="query-params",
            placeholder="All",
            help="Words of the notes that start with #.",
            width=180,
        )
        is_starred = widgets.toggle("Starred", key="run_starred")
        is_mine = not rights.is_personal() and widgets.toggle("Mine", key="run_mine")
    return [
        run
        for run in runs
        if (not graphs or run.dataset in graphs)
        and (not models or run.config.model in models)
        and set(tags) <= tags_of(run)
        and (not is_starred or run.is_starred)
        and (not is_mine or rights.is_own(run))
        and all(word in _text(run) for word in composed(words).lower().split())
    ]


def tags_of(run: RunSummary) -> set[str]:
    """Returns the first words of a run's note that start with #."""
    found = islice(_TAG.finditer(composed(run.note)), MAX_TAGS)
    return {short(tag.group()) for tag in found}


def composed(text: str) -> str:
    """Returns a text whose letters have their accents, as not every keyboard sends it."""
    return unicodedata.normalize("NFC", text)


def _text(run: RunSummary) -> str:
    titles = (model_title(run.config.model), preset_title(run.config))
    codes = (run.config.model, run.config.preset or "", run.run_id, run.stop_reason)
    parts = (run.name, run.note, *titles, *codes)
    return composed(" ".join(parts)).lower()


def _table(runs: Sequence[RunSummary]) -> pd.DataFrame:
    zone, _ = visitor_zone()
    return pd.DataFrame(
        [
            {
                "star": "★" if run.is_starred else "",
                "own": _whose(run),
                "name": run.name,
                "model": model_title(run.config.model),
                "graph": run.dataset,
                "preset": preset_title(run.config),
                "d": run.config.bands.low_fractions[0] if run.alpha else None,
                "test": 100 * run.test_accuracy,
                "validation": 100 * run.val_accuracy,
                "alpha": "  ".join(f"{layer[0]:.2f}" for layer in run.alpha),
                "epochs": run.num_epochs,
                "frames": run.num_frames,
                "ended": run.stop_reason,
                "created": datetime.fromisoformat(run.created).astimezone(zone),
                "note": short(run.note),
                "id": run.run_id,
            }
            for run in runs
        ]
    )


def _whose(run: RunSummary) -> str:
    words = ["yours"] * rights.is_own(run) + ["private"] * run.is_private
    return "" if rights.is_personal() else ", ".join(words)


def _columns() -> dict[str, Any]:
    column, (_, zone) = st.column_config, visitor_zone()
    return {
        "star": column.TextColumn("★", width=36),
        "own": None if rights.is_personal() else column.TextColumn("Yours", width="small"),
        "name": column.TextColumn("Run", width="medium", pinned=True),
        "model": column.TextColumn("Model"),
        "graph": column.TextColumn("Graph"),
        "preset": column.TextColumn("Preset"),
        "d": column.NumberColumn(
            "Low share", format="percent", help="Share of low frequencies."
        ),
        "test": column.ProgressColumn(
            "Test",
            min_value=0,
            max_value=100,
            format="%.1f%%",
            help="Test accuracy at the best validation epoch.",
        ),
        "validation": column.NumberColumn(
            "Validation",
            format="%.1f%%",
            help="Validation accuracy at the best validation epoch.",
        ),
        "alpha": column.TextColumn(
            "α low", help="α of the lowest band at the best validation epoch, by layer."
        ),
        "epochs": column.NumberColumn("Epochs"),
        "frames": column.NumberColumn("Frames", help="Embeddings recorded during training."),
        "ended": column.TextColumn("Ended"),
        "created": column.DatetimeColumn(
            f"Created ({zone})", format="YYYY-MM-DD HH:mm", timezone=zone
        ),
        "note": column.TextColumn("Note", width="medium"),
        "id": column.TextColumn("Id"),
    }
