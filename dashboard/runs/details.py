"""One run: its numbers, its curves, its filter, its settings."""

import pandas as pd
import streamlit as st

from dashboard import plot, state, twin
from dashboard.figures import training as figures
from dashboard.figures.history import ACCURACIES, LOSSES, History, band_names
from dashboard.plain import plain
from dashboard.runs.loading import history_of, response_of
from dashboard.source import Source
from dashboard.training import recipe
from spgat.runs import RunSummary, settings_of

HEIGHT = 260


def show(run: RunSummary) -> None:
    """Shows a run."""
    st.subheader(plain(run.name))
    st.caption(
        f"{run.run_id} · {run.num_parameters:,} parameters · {run.seconds_per_epoch:.3f} s an "
        f"epoch after {run.setup_seconds:.1f} s of setup on {run.device}, {run.stop_reason}"
    )
    for note in (*run.notes, *([run.note] if run.note else [])):
        st.caption(plain(note))
    _show_numbers(run)
    history = history_of(run.run_id)
    if history is not None:
        _show_curves(run, history)
        twin.show({"By epoch": history.table, **_response_table(run)})
    recipe.show(Source.of_title(run.dataset), run.config, run.seed + 1)
    left, right = st.columns(2, gap="large")
    with left, st.expander("Settings", icon=":material/tune:", key="settings_of_run"):
        settings = {name: _word(value) for name, value in settings_of(run).items()}
        st.dataframe(pd.Series(settings, name="value").rename_axis("setting"))
    with right, st.expander("Environment", icon=":material/memory:", key="environment"):
        st.json(state.load_run(run.run_id).environment)


def _show_numbers(run: RunSummary) -> None:
    with st.container(horizontal=True):
        st.metric("Test accuracy", f"{run.test_accuracy:.1%}", help="At the best epoch.")
        st.metric("Validation accuracy", f"{run.val_accuracy:.1%}")
        st.metric(
            "Oracle",
            f"{run.oracle_test_accuracy:.1%}",
            help="The best test accuracy of any epoch. It selects nothing.",
        )
        st.metric("Best epoch", f"{run.best_epoch} of {run.num_epochs}")
        for layer, alphas in enumerate(run.alpha, start=1):
            st.metric(f"α {band_names(len(alphas))[0]}, layer {layer}", f"{alphas[0]:.2f}")


def _show_curves(run: RunSummary, history: History) -> None:
    num_epochs = run.num_epochs
    charts = [
        (
            "accuracy",
            figures.accuracy_chart(
                history, num_epochs=num_epochs, best_epochs=[run.best_epoch]
            ),
            "Accuracies. " + history.describe(ACCURACIES),
        ),
        (
            "loss",
            figures.loss_chart(history, num_epochs=num_epochs),
            "Losses. " + history.describe(LOSSES),
        ),
    ]
    for layer in range(1, history.num_layers + 1):
        names = {
            f"alpha_{layer}_{b + 1}": name
            for b, name in enumerate(band_names(history.num_bands))
        }
        charts.append(
            (
                f"attention-{layer}",
                figures.alpha_chart(history, layer, num_epochs=num_epochs),
                f"Attention of layer {layer}. {history.describe(names)}",
            )
        )
    columns = st.columns(2, gap="large")
    for position, (name, option, alt) in enumerate(charts):
        with columns[position % 2]:
            plot.show(
                option,
                height=HEIGHT,
                key=f"run-{name}",
                alt=alt,
            )
    _show_response(run)


def _show_response(run: RunSummary) -> None:
    found = response_of(run.run_id)
    if found.learned is None:
        st.caption(found.reason)
        return
    option = figures.response_chart(
        "Learned response over the spectrum",
        found.density.grid,
        found.density.density,
        found.learned.values,
        found.cuts,
    )
    cuts = ", ".join(f"{cut:.2f}" for cut in found.cuts)
    plot.show(
        option,
        height=HEIGHT,
        key="run-response",
        alt=f"The filter each layer has learned over the eigenvalues, cut at {cuts}.",
    )
    st.caption(found.learned.note)


def _response_table(run: RunSummary) -> twin.Tables:
    found = response_of(run.run_id)
    if found.learned is None:
        return {}
    grid, density, values = found.density.grid, found.density.density, found.learned.values
    return {"By frequency": lambda: figures.response_table(grid, density, values)}


def _word(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
