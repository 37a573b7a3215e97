"""The findings in words: each sentence is made of measured rows, or is left out."""

from collections.abc import Iterator, Sequence

from spgat.experiments import printed
from spgat.experiments.outcome import Row, title_of

ORDERS = ("file order", "shuffled")
PENALTIES = ("penalty on α", "no penalty on α")
HETEROPHILOUS = ("texas", "wisconsin", "cornell", "chameleon-filtered", "squirrel-filtered")
HOMOPHILOUS = ("cora", "citeseer")
#: Labels of the three ways to report the same runs.
BEST_VALIDATION = "best validation epoch"
ORACLE = "best test epoch"
BETTER_HALF = "best test epoch, better half of the runs"
#: Quantities of the three laws.
BANDS_DIFFER = "largest difference of the low bands, wavelets against Fourier"
FROM_HEAT = "distance of the printed series from the heat kernel"
FROM_INVERSE = "distance of the printed series from the inverse wavelet"
PASSED_AT_2 = "response of the published B⁻¹B at λ = 2, relative to λ = 0"


def sentences(rows: Sequence[Row]) -> list[str]:
    """Returns what the measured rows say."""
    values = {
        (row.label, row.dataset, row.quantity): row.measured
        for row in rows
        if row.measured is not None
    }
    return [*_orders(values), *_laws(values), *_penalties(values), *_oracle(values),
            *_homophily(values)]  # fmt: skip


Values = dict[tuple[str, str, str], float]


def _orders(values: Values) -> Iterator[str]:
    parts = []
    for dataset in printed.CITATION:
        kept, shuffled = ((order, dataset) for order in ORDERS)
        if (*shuffled, "test accuracy") in values:
            parts.append(
                f"on {title_of(dataset)} from {values[*kept, 'α_L of layer 2']:.2f} to "
                f"{values[*shuffled, 'α_L of layer 2']:.2f} (accuracy "
                f"{values[*kept, 'test accuracy']:.1%} and "
                f"{values[*shuffled, 'test accuracy']:.1%})"
            )
    if parts:
        yield (
            "**The published cut follows the file, not the frequencies.** It cuts between "
            "nodes. Shuffle them first, and the second layer's α_L goes "
            f"{'; '.join(parts)}. It says where the training nodes stand in the file."
        )


def _laws(values: Values) -> Iterator[str]:
    by_quantity = {quantity: value for (_, _, quantity), value in values.items()}
    if BANDS_DIFFER in by_quantity:
        yield (
            "**Wavelets change nothing on true frequencies.** There the low band of the "
            "wavelet pair equals the Fourier one (to "
            f"{by_quantity[BANDS_DIFFER]:.0e} on Cora), because g(λ)·g(−λ) = 1."
        )
    if FROM_HEAT in by_quantity:
        yield (
            "**A sign in Theorem 1.** The printed series (s = 1, M = 12) differs by "
            f"{by_quantity[FROM_HEAT]:.1f} from the heat kernel exp(−sλ) and by "
            f"{by_quantity[FROM_INVERSE]:.0e} from its inverse exp(sλ)."
        )
    if PASSED_AT_2 in by_quantity:
        yield (
            "**An overwritten spectrum.** The published B⁻¹B is a low-pass filter and not the "
            f"identity: at λ = 2 it passes {by_quantity[PASSED_AT_2]:.0%} of what it passes at "
            "λ = 0."
        )


def _penalties(values: Values) -> Iterator[str]:
    parts = []
    for dataset in printed.CITATION:
        with_penalty, without = (
            values.get((penalty, dataset, "α_L of layer 1")) for penalty in PENALTIES
        )
        if with_penalty is not None and without is not None:
            parts.append(f"{with_penalty:.2f} and {without:.2f} on {title_of(dataset)}")
    if parts:
        yield (
            "**A penalty that decides α.** The published code also penalises the numbers that "
            "α is the softmax of. The first layer's α_L with that penalty and without it: "
            f"{'; '.join(parts)}."
        )


def _oracle(values: Values) -> Iterator[str]:
    parts = []
    for dataset in printed.CITATION:
        reported = [
            values.get((label, dataset, "test accuracy"))
            for label in (BEST_VALIDATION, ORACLE, BETTER_HALF)
        ]
        figure = printed.ACCURACY["SpGAT-MAX"][printed.DATASETS.index(dataset)]
        if None not in reported:
            honest, oracle, half = reported
            parts.append(
                f"{honest:.1%}, {oracle:.1%} and {half:.1%} on {title_of(dataset)} (printed: "
                f"{figure:.1%})"
            )
    if parts:
        yield (
            "**Which epoch is reported.** The same runs have three accuracies: at the best "
            "validation epoch, at the best test epoch, and at the best test epoch of the "
            f"better half of the runs. {'; '.join(parts)}."
        )


def _homophily(values: Values) -> Iterator[str]:
    found = {
        dataset: values[key]
        for dataset in (*HOMOPHILOUS, *HETEROPHILOUS)
        if (key := ("true frequency bands", dataset, "α_L of layer 1")) in values
    }
    high = {name: alpha for name, alpha in found.items() if name in HOMOPHILOUS}
    low = {name: alpha for name, alpha in found.items() if name not in high and alpha <= 0.5}
    against = {name: alpha for name, alpha in found.items() if name not in {*high, *low}}
    if high and low:
        yield (
            "**With true frequency bands, α follows homophily.** The first layer's α_L is "
            f"{_listed(high)}; where neighbours differ it is {_listed(low)}."
        )
    if against:
        accuracies = [values["true frequency bands", name, "test accuracy"] for name in against]
        yield (
            "**Not on every heterophilous graph.** With the same bands it is "
            f"{_listed(against)}, at accuracies of "
            f"{', '.join(f'{accuracy:.0%}' for accuracy in accuracies)}."
        )


def _listed(alphas: dict[str, float]) -> str:
    return ", ".join(f"{alpha:.2f} on {title_of(dataset)}" for dataset, alpha in alphas.items())
