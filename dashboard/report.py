"""A run as one HTML file that needs no network: its numbers, charts and settings."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape

import numpy as np

from dashboard.figures import sketch
from dashboard.figures.colouring import classes
from dashboard.figures.confusion import CONFUSION_STYLE, MAX_CLASSES, confusion_html
from dashboard.figures.history import History, band_names
from dashboard.figures.moving_map import moving_map
from dashboard.figures.response import response_chart
from dashboard.figures.training import by_epoch
from dashboard.run_titles import ORACLE, best_epoch, model_title, preset_title
from dashboard.training.frames import Nodes
from dashboard.words import count
from spgat.bands.record import NUM_VALUES
from spgat.embedding import EmbeddingConfig, project, silhouette
from spgat.runs import Run, run_response, settings_of
from spgat.spectral.cache import default_cache
from spgat.spectral.density import spectral_density

_HEIGHT, _MAP_HEIGHT, _MAP_ASPECT = 280, 420, 2.0
#: Epochs that the table of them lists at most.
MAX_ROWS = 200

_STYLE = """
:root { color-scheme: light dark; --text: #17212b; --page: #ffffff; --line: #d5dce4; }
@media (prefers-color-scheme: dark) {
    :root { --text: #e6ebf0; --page: #10161d; --line: #33404d; }
}
body { font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page);
       max-width: 1080px; margin: 2rem auto; padding: 0 1.25rem; }
h1 { font-size: 1.7rem; margin-bottom: 0; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
p.lead { opacity: 0.7; margin-top: .2rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
td, th { text-align: left; padding: .15rem 1.2rem .15rem 0; vertical-align: top;
         border-bottom: 1px solid var(--line); }
th { font-weight: 600; }
.wide { overflow-x: auto; }
"""


def report_html(run: Run) -> str:
    """Returns the report. Names come from strangers and are escaped, in charts too."""
    summary = run.summary
    notes = [*summary.notes, *([summary.note] if summary.note else [])]
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(summary.name)}</title>",
            f"<style>{_STYLE}{sketch.STYLE}{CONFUSION_STYLE}</style></head><body>",
            f"<h1>{escape(summary.name)}</h1>",
            f'<p class="lead">Run {escape(summary.run_id)}, '
            f"{summary.created[:16].replace('T', ' ')} UTC</p>",
            *_numbers(run),
            *(f"<p>{escape(note)}</p>" for note in notes),
            *_by_epoch(run),
            *_response(run),
            "<h2>Confusion of the test nodes</h2>",
            *_confusion(run),
            *_embedding(run),
            "<h2>Outcome</h2>",
            _table(_outcome(run)),
            "<h2>Settings</h2>",
            _table(settings_of(summary)),
            "<h2>Environment</h2>",
            _table(run.environment),
            "</body></html>",
        ]
    )


def _numbers(run: Run) -> Iterator[str]:
    summary = run.summary
    yield sketch.note(f"{best_epoch([summary.best_epoch])}.")
    yield sketch.numbers(
        {
            "Test accuracy": f"{summary.test_accuracy:.1%}",
            "Validation accuracy": f"{summary.val_accuracy:.1%}",
            **{
                f"α {band_names(len(bands))[0]}, layer {layer}": f"{bands[0]:.3f}"
                for layer, bands in enumerate(summary.alpha, start=1)
            },
            "Silhouette": str(silhouette(run.hidden, run.labels)),
        }
    )


def _outcome(run: Run) -> dict[str, str]:
    summary = run.summary
    return {
        "graph": f"{summary.dataset}, {count(summary.num_nodes, 'node')}",
        "model": f"{model_title(summary.config.model)}, {preset_title(summary.config)}",
        "best validation epoch": f"{summary.best_epoch} of {summary.num_epochs}",
        "best test accuracy of any epoch": f"{summary.oracle_test_accuracy:.1%}, {ORACLE}",
        "parameters": f"{summary.num_parameters:,}",
        "time per epoch (s)": f"{summary.seconds_per_epoch:.4f}",
        "setup time (s)": f"{summary.setup_seconds:.2f}",
        "device": summary.device,
        "ended": summary.stop_reason,
    }


def _by_epoch(run: Run) -> Iterator[str]:
    history = History.of([run.history])
    if history is None:
        return
    summary = run.summary
    yield "<h2>By epoch</h2>"
    for row in by_epoch(
        history, num_epochs=summary.num_epochs, best_epochs=[summary.best_epoch]
    ):
        yield sketch.row(sketch.lines(curve.option, curve.alt, _HEIGHT) for curve in row)
    yield sketch.note(
        "Dashed lines: equal attention, where each layer starts, and the best validation epoch."
        if history.num_layers
        else "Dashed line: the best validation epoch."
    )
    table = history.table()
    step = -(-len(table) // MAX_ROWS)
    at_best = table["epoch"] == summary.best_epoch
    shown = table[(table["epoch"] % step == 0) | (table["epoch"] == 1) | at_best]
    every = f"every {step} epochs and at the best one" if step > 1 else "every epoch"
    yield f'<details><summary>As a table: {every}</summary><div class="wide">'
    yield shown.to_html(index=False, border=0, float_format="{:.4g}".format)
    yield "</div></details>"


def _response(run: Run) -> Iterator[str]:
    found = run_response(run, cache=default_cache())
    yield "<h2>Learned response</h2>"
    if found.learned is None:
        yield sketch.note(found.reason)
        return
    density = spectral_density(
        run.graph.adjacency,
        run.summary.config.bands.laplacian,
        num_values=NUM_VALUES,
        cache=default_cache(),
    )
    cutoffs = found.cutoffs
    option = response_chart(
        "Learned filter",
        found.learned.eigenvalues,
        density.density,
        found.learned,
        cutoffs,
    )
    where = ", ".join(f"{cutoff:.3g}" for cutoff in cutoffs)
    alt = "The learned filter over the eigenvalues" + (f", cut at {where}." if where else ".")
    cut = f" Cut at {where}." if where else ""
    yield sketch.lines(option, alt, _HEIGHT)
    yield sketch.note(
        f"{best_epoch([found.epoch])}. {found.learned.note}{cut} Grey: the density of the "
        "graph's eigenvalues."
    )


def _confusion(run: Run) -> Iterator[str]:
    names = run.graph.class_names
    if len(names) > MAX_CLASSES:
        yield sketch.note(f"Of {len(names):,} classes; up to {MAX_CLASSES} are shown.")
        return
    yield '<div class="wide">'
    yield confusion_html(run.confusion(run.split.test), names)
    yield "</div>"


def _embedding(run: Run) -> Iterator[str]:
    graph = run.graph
    nodes = Nodes.of(graph)
    flat = project(run.hidden, EmbeddingConfig()).coordinates[nodes.drawn]
    kinds = classes("Class", nodes.labels, nodes.class_names)
    option = moving_map("Principal components", np.asarray(flat), kinds, _MAP_ASPECT)
    alt = f"The hidden layer of {count(len(nodes.drawn), 'node')}, coloured by class."
    yield "<h2>Embedding</h2>"
    yield sketch.scatter(option, alt, _MAP_HEIGHT, _MAP_ASPECT)
    if len(nodes.drawn) < graph.num_nodes:
        sample = f"A sample of {len(nodes.drawn):,} of {count(graph.num_nodes, 'node')}."
        yield sketch.note(sample)


def _table(values: Mapping[str, object]) -> str:
    rows = (
        f"<tr><th>{escape(name)}</th><td>{escape(_word(value))}</td></tr>"
        for name, value in values.items()
    )
    return f'<div class="wide"><table>{"".join(rows)}</table></div>'


def _word(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {version}" for name, version in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(str, value))
    return "–" if value is None else str(value)
