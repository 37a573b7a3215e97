"""What the page offers to copy must train what the page would train."""

import shlex
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from dashboard import recipe
from dashboard.own_graphs import Origin
from dashboard.source import Source
from spgat import datasets, presets
from spgat.cli.main import main
from spgat.published import published

DIGITS = Source("digits")
SHAPED = Source("csbm", 3, (("homophily", 0.2), ("num_nodes", 200)))


NODES = "".join(f'node [ id {k} class "{"ab"[k % 2]}" ] ' for k in range(8))
GML = f"graph [ {NODES} edge [ source 0 target 1 ] edge [ source 2 target 1 ] ]"


@pytest.fixture
def trained(monkeypatch):
    """The (graph, config, seeds) that fit_seeds is called with, instead of a training."""
    calls = []

    class Caught(Exception):
        pass

    def fit_seeds(graph, config, seeds, first=0, **_):
        calls.append((graph, config, list(seeds)[first:]))
        raise Caught

    monkeypatch.setattr("spgat.training.fit_seeds", fit_seeds)
    return calls


def changed():
    base = presets.get("reference-code", "digits")
    bands = replace(base.bands, low_fractions=(0.123, 0.5), node_order_seed=0, scale=1.7)
    return replace(base, bands=bands, epochs=37, dropout=0.15, pooling="sum")


def learning(preset, *, is_on):
    """A preset with its cutoffs learned or fixed."""
    base = presets.get(preset, "digits")
    return replace(base, bands=replace(base.bands, learn_cutoffs=is_on, method="polynomial"))


CONFIGS = [
    *(presets.get(name, "digits") for name in presets.DESCRIPTIONS),
    published("gat", "digits"),
    replace(published("gcn", "digits"), epochs=5),
    changed(),
    replace(presets.get("frequency", "digits"), patience=None),
    learning("frequency", is_on=True),
    learning("best", is_on=False),
    replace(presets.get("paper", "digits"), model="gcn", device="cpu"),
]


@pytest.mark.parametrize("config", CONFIGS)
def test_the_command_trains_the_same(config, trained):
    words = shlex.split(recipe.command(DIGITS, config, 3))
    assert words[0] == "spgat"
    main(words[1:])
    graph, seen, seeds = trained[0]
    assert (graph.name, seen, seeds) == ("Digits", config, [0, 1, 2])


@pytest.mark.parametrize("config", CONFIGS)
def test_the_script_trains_the_same(config, trained):
    with pytest.raises(Exception):  # noqa: B017, PT011  (our own, from the fake fit_seeds)
        exec(recipe.script(DIGITS, config, 2), {})
    graph, seen, seeds = trained[0]
    assert (graph.name, seen, seeds) == ("Digits", config, [0, 1])


def test_one_seed_of_several_is_trained_alone(trained):
    config = CONFIGS[0]
    main(shlex.split(recipe.command(DIGITS, config, 1, 5))[1:])
    with pytest.raises(Exception):  # noqa: B017, PT011  (our own, from the fake fit_seeds)
        exec(recipe.script(DIGITS, config, 1, 5), {})
    assert [(seen, seeds) for _, seen, seeds in trained] == [(config, [5])] * 2


@pytest.mark.parametrize("config", [CONFIGS[0], published("gat", "own-123456"), changed()])
def test_an_own_graph_is_trained_from_its_file(config, trained, monkeypatch, tmp_path):
    (tmp_path / "mine.gml").write_text(GML)
    monkeypatch.chdir(tmp_path)
    own = Source("own-123456", origin=Origin())
    command = recipe.command(own, config, 2).replace("FILE", "mine.gml")
    main(shlex.split(command)[1:])
    with pytest.raises(Exception):  # noqa: B017, PT011  (our own, from the fake fit_seeds)
        exec(recipe.script(own, config, 2).replace("FILE", "mine.gml"), {})
    assert [(seen, seeds) for _, seen, seeds in trained] == [(config, [0, 1])] * 2
    assert [(graph.num_nodes, graph.num_classes) for graph, _, _ in trained] == [(8, 2)] * 2
    assert trained[1][0].splits


@pytest.mark.parametrize("source", [DIGITS, SHAPED])
def test_a_stored_run_knows_where_its_graph_is_from(source):
    title = datasets.info(source.name).titled(source.differing)
    assert Source.of_title(title).differing == source.differing
    assert Source.of_title(title).name == source.name


def test_the_command_names_only_what_differs():
    config = presets.get("frequency", "digits")
    assert recipe.command(DIGITS, config, 1) == (
        "spgat train --dataset digits --preset frequency"
    )
    assert recipe.command(DIGITS, replace(config, epochs=9), 1).endswith("--epochs 9")


@pytest.mark.parametrize("preset", ["a-preset-of-tomorrow", None])
def test_without_a_preset_that_is_known_there_is_no_recipe(preset):
    app = AppTest.from_function(_show, args=(preset,)).run()
    assert not app.exception
    assert not app.code


def _show(preset):
    from dataclasses import replace

    from dashboard import recipe
    from spgat.config import TrainConfig

    recipe.show(None, replace(TrainConfig(), preset=preset), 1)


def test_a_generated_graph_keeps_its_numbers_in_command_and_script(trained):
    config = presets.get("frequency", "csbm")
    main(shlex.split(recipe.command(SHAPED, config, 1))[1:])
    with pytest.raises(Exception):  # noqa: B017, PT011  (our own, from the fake fit_seeds)
        exec(recipe.script(SHAPED, config, 1), {})
    wanted = datasets.load("csbm", seed=3, homophily=0.2, num_nodes=200)
    for graph, seen, _ in trained:
        assert (graph.digest, seen) == (wanted.digest, config)
        assert graph.name == "Contextual block model (num nodes 200, homophily 0.2, seed 3)"
