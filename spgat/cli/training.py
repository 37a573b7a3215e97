"""`spgat train`: the options of a training are those of the table in `spgat.options`."""

from collections.abc import Callable, Iterable
from inspect import Parameter, Signature, signature
from typing import Annotated, Any, Literal

import typer
from rich.console import Console

from spgat import options, presets
from spgat.cli.console import Json, emit, progress_bar, remark, table
from spgat.cli.data import (
    Dataset,
    Features,
    GraphOptions,
    GraphSeed,
    Labels,
    check_fraction,
    load,
)
from spgat.cli.reading import with_read_options
from spgat.config import TrainConfig
from spgat.datasets.meaning.options import ReadOptions
from spgat.errors import InputError
from spgat.models import MODELS
from spgat.options import Option
from spgat.results import TrainResult
from spgat.words import number, percent

Preset = Annotated[
    str | None,
    typer.Option(
        help="Source of every setting that is not given: " + ", ".join(presets.TITLES) + "."
    ),
]
Seeds = Annotated[int, typer.Option(help=options.SEEDS.help, min=1)]


def register(app: typer.Typer) -> None:
    """Adds the command to the application."""
    app.command("train")(with_read_options(train))


def with_options(
    command: Callable[..., None], chosen: Iterable[Option] = options.OPTIONS
) -> Callable[..., None]:
    """Returns the command with a flag for each of some options in place of `**settings`."""
    own = signature(command, eval_str=True).parameters.values()
    table = [_parameter(option) for option in chosen if option.has_flag]
    named = [p for p in own if p.kind is not Parameter.VAR_KEYWORD]
    command.__signature__ = Signature([*named, *table])  # type: ignore[attr-defined]
    command.__annotations__ = {p.name: p.annotation for p in [*named, *table]}
    return command


def _parameter(option: Option) -> Parameter:
    kind: Any = int if option.is_whole else float
    text = option.help
    if option.off:
        kind = bool
    if option.titles:
        kind = Literal[tuple(option.titles)]
    if option.name == "low_fraction":
        kind, text = list[float], f"{text} Repeat it for more than two bands."
    flags = f"{option.flag}/{option.off}" if option.off else option.flag
    hint = Annotated[kind | None, typer.Option(flags, help=text)]
    return Parameter(option.name, Parameter.KEYWORD_ONLY, default=None, annotation=hint)


@with_options
def train(
    dataset: Dataset,
    graph_option: GraphOptions = None,
    graph_seed: GraphSeed = 0,
    labels: Labels = None,
    features: Features = None,
    preset: Preset = None,
    model: Annotated[
        str | None, typer.Option(help=f"What is trained: {', '.join(MODELS)}.")
    ] = None,
    seeds: Seeds = 1,
    first_seed: Annotated[
        int,
        typer.Option(
            help="The first seed; where a graph has several splits, each seed has its own.",
            min=0,
        ),
    ] = 0,
    save: Annotated[
        bool, typer.Option("--save/--no-save", help="Save each run in the run store.")
    ] = True,
    as_json: Json = False,
    *,
    reading: ReadOptions,
    **settings: Any,
) -> None:
    """Train a model with one or several seeds; the test accuracy is that at the best epoch."""
    given = {name: value for name, value in settings.items() if value not in (None, [])}
    config = configure(dataset, preset, model, given)
    idle = options.without_effect(config, given)
    if idle:
        flags = ", ".join(option.flag for option in idle)
        remark(f"No effect on {config.model!r} with these settings: {flags}.")
    from spgat.datasets import with_draws
    from spgat.runs import RunStore
    from spgat.training import fit_seeds

    graph = load(
        dataset,
        graph_seed,
        graph_option or (),
        labels=labels,
        features=features,
        reading=reading,
    )
    num_seeds = first_seed + seeds
    graph = with_draws(graph, num_seeds, seed=graph_seed)
    store = RunStore()
    run_ids: list[str] = []
    if save:
        store.check_writable()

    def keep(result: TrainResult) -> None:
        if not save:
            return
        try:
            run_ids.append(store.save(result, graph))
        except InputError as error:  # the seeds to come are worth as much as before
            remark(f"Seed {result.seed} was not saved: {error}")

    with progress_bar() as progress:
        summary = fit_seeds(
            graph,
            config,
            range(num_seeds),
            first=first_seed,
            on_result=keep,
            progress=progress,
        )
    facts = {**summary.to_dict(), "dataset": dataset, "run_ids": run_ids}
    facts["splits"] = [graph.splits[r.split_index].name for r in summary.results]
    facts["notes"] = list(dict.fromkeys(n for r in summary.results for n in r.notes))
    emit(facts, as_json, lambda console: _show_training(console, facts))


def configure(
    dataset: str, preset: str | None, model: str | None, settings: dict[str, Any]
) -> TrainConfig:
    """Returns a preset's config for a data set with some settings changed.

    A model named without a preset takes the settings of its own publication.

    Raises:
        InputError: For an unknown preset or a value outside its range.
    """
    for cut in settings.get("low_fraction", ()):
        check_fraction("--low-fraction", cut)
    return options.config_of(settings, presets.resolve(model, preset, dataset))


def _show_training(console: Console, facts: dict[str, Any]) -> None:
    mean, std = facts["test_accuracy_mean"], facts["test_accuracy_std"]
    seeds = len(facts["seeds"])
    spread = f" ± {100 * std:.1f}" if seeds > 1 else ""
    rows: list[tuple[str, object]] = [
        ("test accuracy at the best validation epoch", f"{100 * mean:.1f}{spread}%"),
        ("validation accuracy", percent(facts["val_accuracy_mean"])),
        (
            "oracle: best test accuracy of any epoch",
            percent(facts["oracle_test_accuracy_mean"]),
        ),
        *(
            (f"α of layer {layer}, low to high", "  ".join(f"{a:.3f}" for a in alpha))
            for layer, alpha in enumerate(facts["alpha"], start=1)
        ),
        ("silhouette of the hidden layer", number(facts["silhouette_mean"])),
        ("split of each seed", "; ".join(dict.fromkeys(facts["splits"]))),
        ("parameters", f"{facts['num_parameters']:,}"),
        ("epochs", f"{facts['epochs_mean']:.0f}"),
        ("time per epoch (s)", number(facts["seconds_per_epoch"])),
        ("setup time (s)", number(facts["setup_seconds"])),
        ("saved as", ", ".join(facts["run_ids"]) or "not saved"),
    ]
    title = f"{facts['model']} on {facts['dataset']}, preset {facts['preset']}, "
    title += "one seed" if seeds == 1 else f"mean ± deviation over {seeds} seeds"
    console.print(table(title, ("what", "value"), rows))
    for note in facts["notes"]:
        console.print(f"- {note}")
