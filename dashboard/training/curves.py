"""The charts of a training, as options for ECharts and for `dashboard.figures.sketch`."""

from typing import NamedTuple

from dashboard.figures import training as figures
from dashboard.figures.history import ACCURACIES, LOSSES, History, band_names
from dashboard.figures.scale import Option
from dashboard.training.job import Setup, TrainingView
from spgat.bands.response import LearnedResponse, learned_response
from spgat.config import TrainConfig

#: Epochs that the axis shows to begin with.
FIRST_EPOCHS = 50


class Curve(NamedTuple):
    """A chart: its name, its ECharts option, and what it shows in words."""

    key: str
    option: Option
    alt: str


def axis_end(num_done: int, num_planned: int) -> int:
    """Returns where the epoch axis ends while a training runs: it doubles as it is reached."""
    end = FIRST_EPOCHS
    while end < num_done:
        end *= 2
    return min(end, num_planned)


def by_epoch(
    history: History,
    training: TrainingView,
    config: TrainConfig,
    ghost: History | None,
) -> list[list[Curve]]:
    """Returns the charts over the epochs in rows: the α of each layer, accuracies and losses.

    Args:
        history: Of the training.
        training: What it has recorded.
        config: What it trains.
        ghost: The history of a run to compare with.
    """
    num_done = len(history.mean)
    num_epochs = num_done if training.runs else axis_end(num_done, config.epochs)
    names, setup = band_names(history.num_bands), training.setup
    alpha = []
    for layer in range(1, history.num_layers + 1):
        shares = {f"alpha_{layer}_{b + 1}": name for b, name in enumerate(names)}
        option = figures.alpha_chart(
            history,
            layer,
            num_epochs=num_epochs,
            energy=setup.energy if setup and layer == 1 else None,
            ghost=ghost,
        )
        alt = f"Attention of layer {layer}. {history.describe(shares)}"
        alpha.append(Curve(f"attention-{layer}", option, alt))
    best = [run.best_epoch for run in training.runs]
    accuracy = figures.accuracy_chart(
        history, num_epochs=num_epochs, best_epochs=best, ghost=ghost
    )
    loss = figures.loss_chart(history, num_epochs=num_epochs, ghost=ghost)
    outcome = [
        Curve("accuracy", accuracy, f"Accuracies. {history.describe(ACCURACIES)}"),
        Curve("loss", loss, f"Losses. {history.describe(LOSSES)}"),
    ]
    return [alpha, outcome] if alpha else [outcome]


def learned(history: History, setup: Setup, config: TrainConfig) -> LearnedResponse:
    """Returns the response g(λ) that the α of the last epoch make, and how.

    Args:
        history: Its last epoch counts.
        setup: With responses, which a cut by column does not have.
        config: What is trained.
    """
    assert setup.responses is not None
    return learned_response(history.alpha.tolist(), setup.responses, setup.grid, config.pooling)


def response(found: LearnedResponse, setup: Setup) -> Curve:
    """Returns the chart of a learned response over the spectrum."""
    option = figures.response_chart(
        "Learned response g(λ)", setup.grid, setup.density, found.values, setup.cuts
    )
    alt = "Learned weight of each frequency, by layer, over the density of the eigenvalues."
    return Curve("response", option, alt)
