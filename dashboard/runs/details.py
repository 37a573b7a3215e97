"""One run: its numbers, its curves, its filter, its settings."""

from functools import partial
from itertools import starmap

import pandas as pd
import streamlit as st

from dashboard import plot, recipe, run_titles, state, stored_runs, twin, widgets
from dashboard.figures.history import History, band_names
from dashboard.figures.response import response_chart, response_table
from dashboard.figures.training import by_epoch
from dashboard.figures.unit_energy import unit_energy_chart, unit_energy_table
from dashboard.plain import plain
from dashboard.source import Source
from dashboard.stored_runs import density_of, history_of, response_of
from dashboard.training.address import address_of
from dashboard.words import count, percent
from spgat.errors import InputError
from spgat.options import in_words
from spgat.runs import RunSummary, UnitEnergy, settings_of
from spgat.words import significant

HEIGHT = 260
_HIDDEN_UNITS, _CLASS_SCORES = "Hidden units", "Scores of the classes"


def show(run: RunSummary) -> None:
    """Shows a run."""
    st.subheader(plain(run.name))
    st.caption(
        f"{run.run_id} · {count(run.num_parameters, 'parameter')} · setup "
        f"{run.setup_seconds:.1f} s, then {run.seconds_per_epoch:.3f} s per epoch on "
        f"{plain(run.device.upper())} · {plain(run.stop_reason)}"
    )
    source = Source.of_title(run.dataset)
    address = address_of(source, run.config)
    if address is not None:
        st.page_link(
            "app_pages/train.py",
            label="Open in Train",
            icon=":material/model_training:",
            query_params=address,
        )
    for note in (*run.notes, *([run.note] if run.note else [])):
        st.caption(plain(note))
    _show_numbers(run)
    history = history_of(run.run_id)
    if history is not None:
        _show_curves(run, history)
        _show_response(run)
        tables = _show_units(run)
        twin.show({"By epoch": history.table, **_response_table(run), **tables})
    recipe.show(source, run.config, 1, run.seed)
    left, right = st.columns(2, gap="large")
    with left, st.expander("Settings", icon=":material/tune:", key="settings_of_run"):
        settings = dict(starmap(in_words, settings_of(run).items()))
        st.dataframe(pd.Series(settings, name="value").rename_axis("setting"))
    with right, st.expander("Environment", icon=":material/memory:", key="environment"):
        st.json(state.load_run(run.run_id).environment)


def _show_numbers(run: RunSummary) -> None:
    st.caption(
        f"{run_titles.best_epoch([run.best_epoch])}, of {count(run.num_epochs, 'epoch')}."
    )
    with st.container(horizontal=True):
        st.metric("Test accuracy", f"{run.test_accuracy:.1%}")
        st.metric("Validation accuracy", f"{run.val_accuracy:.1%}")
        for layer, bands in enumerate(run.alpha, start=1):
            st.metric(f"α {band_names(len(bands))[0]}, layer {layer}", f"{bands[0]:.2f}")
        st.metric(
            "Best test accuracy of any epoch",
            f"{run.oracle_test_accuracy:.1%}",
            help=run_titles.ORACLE.capitalize(),
        )


def _show_curves(run: RunSummary, history: History) -> None:
    rows = by_epoch(history, num_epochs=run.num_epochs, best_epochs=[run.best_epoch])
    for row in rows:
        for curve, place in zip(row, st.columns(len(row), gap="large"), strict=True):
            with place:
                plot.show(curve.option, height=HEIGHT, key=f"run-{curve.key}", alt=curve.alt)


def _show_response(run: RunSummary) -> None:
    found = response_of(run.run_id)
    if found.learned is None:
        st.caption(plain(found.reason))
        return
    cutoffs = found.cutoffs
    plot.show(
        response_chart(
            "Learned response g(λ)",
            found.learned.eigenvalues,
            density_of(run.run_id),
            found.learned,
            cutoffs,
        ),
        height=HEIGHT,
        key="run-response",
        alt=f"The learned filter over the eigenvalues, {found.learned.names[0]} to "
        f"{found.learned.names[-1]}"
        + (f", cut at {', '.join(map(significant, cutoffs))}." if cutoffs else "."),
    )
    st.caption(
        f"{run_titles.best_epoch([found.epoch])}. {plain(found.learned.note)} Grey: the "
        "density of the graph's eigenvalues."
    )


def _show_units(run: RunSummary) -> twin.Tables:
    """Shows on demand which frequencies each unit has; returns the tables behind it."""
    if not widgets.toggle(
        "Frequencies of each unit",
        key="units",
        help="How the energy of each hidden unit, and of each class's score, is spread over "
        "the graph's frequencies. The deeper the blue the larger the share, on a logarithmic "
        "scale from 0.01%; the unit of the lowest mean frequency is at the bottom.",
    ):
        return {}
    try:
        energies = stored_runs.unit_energies_of(run.run_id)
    except InputError as error:
        st.caption(plain(error))
        return {}
    hidden, logits = energies
    stored = state.load_run(run.run_id)
    classes = stored.graph.class_names
    units = [f"unit {unit}" for unit in range(stored.hidden.shape[1])]
    cutoffs = response_of(run.run_id).cutoffs
    tables: twin.Tables = {}
    layers = ((_HIDDEN_UNITS, hidden, units), (_CLASS_SCORES, logits, classes))
    for (title, energy, names), place in zip(layers, st.columns(2, gap="large"), strict=True):
        tables[title] = partial(unit_energy_table, energy, names)
        words = _in_words(title, energy)
        with place:
            plot.show(
                unit_energy_chart(title, energy, names, cutoffs),
                height=HEIGHT + 100,
                key=f"run-{title}",
                alt=words,
            )
            st.caption(words)
    return tables


def _in_words(title: str, energy: UnitEnergy) -> str:
    quarter = len(energy.layer) // 4
    below, end = float(energy.layer[:quarter].sum()), float(energy.edges[quarter])
    words = f"{title}: {percent(below)} of their energy lies below λ = {significant(end)}."
    silent = count(energy.num_silent, "unit")
    return f"{words} Left out: {silent} with 0 at every node." if energy.num_silent else words


def _response_table(run: RunSummary) -> twin.Tables:
    learned = response_of(run.run_id).learned
    if learned is None:
        return {}
    density = density_of(run.run_id)
    return {"By frequency": lambda: response_table(learned.eigenvalues, density, learned)}
