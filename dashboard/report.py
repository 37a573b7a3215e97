"""A run as one HTML file that needs no network: its numbers, charts and settings."""

from collections.abc import Mapping, Sequence
from html import escape

from dashboard.figures import report as figures
from dashboard.figures.history import History
from spgat.embedding import EmbeddingConfig, project, silhouette
from spgat.runs import Run, run_response, settings_of
from spgat.spectral.cache import default_cache

_STYLE = """
:root { color-scheme: light; }
body { font: 15px/1.5 system-ui, sans-serif; color: #17212b; max-width: 1080px;
       margin: 2rem auto; padding: 0 1.25rem; }
h1 { font-size: 1.7rem; margin-bottom: 0; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
p.lead { color: #5b6875; margin-top: .2rem; }
.numbers { display: flex; flex-wrap: wrap; gap: 1.6rem; margin: 1.2rem 0; }
.numbers b { display: block; font-size: 1.45rem; font-weight: 600; }
.charts { display: grid; gap: 1rem;
          grid-template-columns: repeat(auto-fit, minmax(420px, 1fr)); }
.charts > div { min-width: 0; }
table { border-collapse: collapse; } td, th { text-align: left; padding: .15rem 1.2rem .15rem 0;
        border-bottom: 1px solid #d5dce4; vertical-align: top; } th { font-weight: 600; }
@media print { .charts { display: block; } }
"""


def report_html(run: Run) -> str:
    """Returns the report. Names come from strangers and are escaped, in charts too."""
    summary = run.summary
    history = History.of([run.history])
    charts = [] if history is None else figures.curves(history, summary.best_epoch)
    response = run_response(run, cache=default_cache())
    if response.learned is not None:
        charts.append(figures.response(response))
    charts.append(figures.confusion(run.confusion(run.split.test), run.graph.class_names))
    picture = project(run.hidden, EmbeddingConfig())
    charts.append(figures.embedding(run, picture.coordinates))
    score = silhouette(run.hidden, run.labels)
    numbers = {
        "test accuracy": f"{summary.test_accuracy:.1%}",
        "validation accuracy": f"{summary.val_accuracy:.1%}",
        "oracle, selects nothing": f"{summary.oracle_test_accuracy:.1%}",
        "best epoch": f"{summary.best_epoch} of {summary.num_epochs}",
        "silhouette": str(score),
    }
    for layer, alphas in enumerate(summary.alpha, start=1):
        numbers[f"α low, layer {layer}"] = f"{alphas[0]:.3f}"
    outcome = {
        "graph": f"{summary.dataset}, {summary.num_nodes:,} nodes",
        "parameters": f"{summary.num_parameters:,}",
        "seconds an epoch": f"{summary.seconds_per_epoch:.4f}",
        "seconds of setup": f"{summary.setup_seconds:.2f}",
        "device": summary.device,
        "ended": summary.stop_reason,
    }
    notes = [*summary.notes, *([summary.note] if summary.note else [])]
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(summary.name)}</title><style>{_STYLE}</style></head><body>",
            f"<h1>{escape(summary.name)}</h1>",
            f'<p class="lead">Run {escape(summary.run_id)}, {summary.created[:16]} UTC</p>',
            _numbers(numbers),
            *(f"<p>{escape(note)}</p>" for note in notes),
            "<h2>Charts</h2>",
            figures.html(charts),
            "<h2>Outcome</h2>",
            _table(outcome),
            "<h2>Settings</h2>",
            _table(settings_of(summary)),
            "<h2>Environment</h2>",
            _table(run.environment),
            "</body></html>",
        ]
    )


def _numbers(numbers: Mapping[str, str]) -> str:
    cells = (f"<div><b>{escape(n)}</b>{escape(name)}</div>" for name, n in numbers.items())
    return f'<div class="numbers">{"".join(cells)}</div>'


def _table(values: Mapping[str, object]) -> str:
    rows = (
        f"<tr><th>{escape(name)}</th><td>{escape(_word(value))}</td></tr>"
        for name, value in values.items()
    )
    return f"<table>{''.join(rows)}</table>"


def _word(value: object) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {version}" for name, version in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(str, value))
    return "–" if value is None else str(value)
