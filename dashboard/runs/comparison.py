"""Two to four runs beside each other: what differs, and the same curves of each."""

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from dashboard import plot, twin, widgets
from dashboard.figures import compare as figures
from dashboard.figures.history import History
from dashboard.plain import plain
from dashboard.run_titles import model_title
from dashboard.stored_runs import density_of, history_of, response_of
from spgat.bands.response import LearnedResponse
from spgat.options import in_words, option_of
from spgat.runs import RunResponse, RunSummary, differences

HEIGHT = 280


def show(runs: Sequence[RunSummary]) -> None:
    """Shows the runs under letters, which stand for them in every chart."""
    names = {
        f"{letter} {model_title(run.config.model)}": run
        for letter, run in zip("ABCD", runs, strict=False)
    }
    st.subheader("Comparison")
    left, right = st.columns(2, gap="large")
    with left:
        st.markdown("**Outcome**")
        st.dataframe(_outcomes(names), key="outcomes")
        st.caption("Accuracies, α and g(λ) are those of each run's best validation epoch.")
    with right:
        st.markdown("**Settings that differ**")
        rows = differences(list(names.values()))
        if rows:
            st.dataframe(_as_text(rows, names), key="differences")
        else:
            st.caption("None: these runs have identical settings.")
    _show_charts(names)


def _outcomes(names: dict[str, RunSummary]) -> pd.DataFrame:
    columns = {
        name: {
            "run": run.name,
            "test accuracy": f"{run.test_accuracy:.2%}",
            "validation accuracy": f"{run.val_accuracy:.2%}",
            "best test accuracy of any epoch": f"{run.oracle_test_accuracy:.2%}",
            **{
                f"α of the low frequencies, layer {layer}": f"{bands[0]:.3f}"
                for layer, bands in enumerate(run.alpha, start=1)
            },
            "best validation epoch": f"{run.best_epoch} of {run.num_epochs}",
            "parameters": f"{run.num_parameters:,}",
            "time per epoch (s)": f"{run.seconds_per_epoch:.4f}",
            "setup time (s)": f"{run.setup_seconds:.2f}",
            "ended": run.stop_reason,
        }
        for name, run in names.items()
    }
    return pd.DataFrame(columns).fillna("–").rename_axis("outcome")


def _as_text(rows: dict[str, list[object]], names: dict[str, RunSummary]) -> pd.DataFrame:
    texts = {
        in_words(setting, None)[0]: [
            in_words(setting, value)[1] if _has_effect(setting, run) else "–"
            for value, run in zip(values, names.values(), strict=True)
        ]
        for setting, values in rows.items()
    }
    columns = list(names)
    return pd.DataFrame.from_dict(texts, orient="index", columns=columns).rename_axis("setting")


def _has_effect(setting: str, run: RunSummary) -> bool:
    option = option_of(setting)
    return option is None or option.has_effect(run.config)


def _show_charts(names: dict[str, RunSummary]) -> None:
    found = {name: history_of(run.run_id) for name, run in names.items()}
    histories = {name: history for name, history in found.items() if history is not None}
    if not histories:
        return
    quantity = widgets.segmented(
        "Curve", figures.QUANTITIES, key="quantity", label_visibility="collapsed"
    )
    form = ".1%" if "accuracy" in quantity else ".3f"
    last = ", ".join(
        f"{name} {history.mean[quantity].iloc[-1]:{form}}"
        for name, history in histories.items()
    )
    plot.show(
        figures.curves_chart(histories, quantity),
        height=HEIGHT,
        key="compare-curves",
        alt=f"{figures.QUANTITIES[quantity]} by epoch; at the last epoch {last}.",
    )
    responses = {name: response_of(run.run_id) for name, run in names.items()}
    density = _show_layers(names, histories, responses)
    tables: twin.Tables = {"By epoch": lambda: figures.curves_table(histories)}
    if any(response.learned is not None for response in responses.values()):
        tables["By frequency"] = lambda: figures.responses_table(responses)
    if density is not None:
        tables["Density of the frequencies"] = lambda: density
    twin.show(tables)
    for name, response in responses.items():
        if response.learned is None:
            st.caption(f"{plain(name)}: {plain(response.reason)}")


def _show_layers(
    names: dict[str, RunSummary],
    histories: dict[str, History],
    responses: dict[str, RunResponse],
) -> pd.DataFrame | None:
    """Shows α and the filter of each layer, and returns the density behind the filters."""
    learned = {n: found.learned for n, found in responses.items() if found.learned is not None}
    first = next(iter(learned), None)
    density = None if first is None else _density(learned[first], names[first])
    with_alpha = max(history.num_layers for history in histories.values())
    with_filter = max((len(found.by_layer) for found in learned.values()), default=0)
    for layer in range(1, max(with_alpha, with_filter) + 1):
        places = iter(st.columns((layer <= with_alpha) + (layer <= with_filter), gap="large"))
        if layer <= with_alpha:
            with next(places):
                plot.show(
                    figures.alpha_chart(histories, layer),
                    height=HEIGHT,
                    key=f"compare-alpha-{layer}",
                    alt=f"α of the low frequencies in layer {layer} by epoch, a line per run.",
                )
        if layer <= with_filter:
            with next(places):
                plot.show(
                    figures.responses_chart(responses, layer, density),
                    height=HEIGHT,
                    key=f"compare-response-{layer}",
                    alt=f"The filter of layer {layer} over the eigenvalues, a line per run.",
                )
    if first is not None:
        st.caption(_explain_filters({n: names[n] for n in learned}, learned))
    return density


def _density(learned: LearnedResponse, run: RunSummary) -> pd.DataFrame:
    """Where the eigenvalues of a run's graph lie, at those of its filter."""
    return pd.DataFrame({"λ": learned.eigenvalues, "density": density_of(run.run_id)})


def _explain_filters(names: dict[str, RunSummary], learned: dict[str, LearnedResponse]) -> str:
    """What the grey area is, and where lines of two runs do not mean the same."""
    first, *others = names
    parts = [f"Grey: the density of the eigenvalues of {plain(first)}'s graph."]
    laplacian = names[first].config.bands.laplacian
    if any(names[name].config.bands.laplacian != laplacian for name in others):
        parts.append(
            "The runs' Laplacians differ in their self-loops, so one λ is not the same "
            "frequency for all."
        )
    by_class = [name for name, found in learned.items() if found.is_by_class]
    if by_class:
        parts.append(f"{', '.join(map(plain, by_class))}: the mean over the classes' filters.")
    return " ".join(parts)
