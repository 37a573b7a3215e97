"""The command's contract: what it prints where, and its exit status."""

import json
import re

import pytest
from typer.main import get_command

import spgat.training
from spgat import presets, retired
from spgat.bands.config import BandConfig
from spgat.cli.main import app, main
from spgat.options import OPTIONS
from spgat.runs import RunStore
from tests.spgat.fresh import loaded


def run(capsys, *arguments):
    status = main(arguments)
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_a_command_waits_for_nothing_that_it_does_not_use():
    heavy = ("torch", "numba", "sklearn", "pandas")
    assert loaded(heavy, by=["spgat.cli.main"]) == []


def test_datasets_are_one_json_object(capsys):
    status, out, _ = run(capsys, "datasets", "--json")
    assert status == 0
    entries = {entry["name"]: entry for entry in json.loads(out)["datasets"]}
    assert entries["barbell"]["at_hand"]
    assert entries["cora"]["num_nodes"] == 2708


def test_spectrum_reports_the_cut(capsys):
    status, out, _ = run(
        capsys, "spectrum", "-d", "path", "--low-fraction", "0.5", "--no-cache", "--json"
    )
    facts = json.loads(out)
    assert status == 0
    assert facts["num_low"] == facts["num_nodes"] // 2
    assert facts["max_residual"] < 1e-5
    assert set(facts) >= {"cutoff_eigenvalue", "method", "seconds"}


def test_a_spectrum_is_certified(capsys):
    _, out, _ = run(
        capsys, "spectrum", "-d", "karate", "--low-fraction", "0.3", "--certify", "--json"
    )
    assert json.loads(out)["complete"] is True


def test_the_spectrum_counts_d_as_training_does(capsys):
    """0.05 · 34 is 1.7, which both truncate."""
    options = ("-d", "karate", "--low-fraction", "0.05")
    _, out, _ = run(capsys, "spectrum", *options, "--no-cache", "--json")
    assert (
        json.loads(out)["num_low"] == BandConfig(low_fractions=(0.05,)).num_low(34, 1)[0] == 1
    )


def test_the_density_gives_the_cutoff_of_a_graph_of_any_size(capsys):
    options = ("-d", "karate", "--low-fraction", "0.5", "--no-cache", "--json")
    facts = json.loads(run(capsys, "spectrum", *options)[1])
    density = json.loads(run(capsys, "spectrum", *options, "--density")[1])
    assert density["num_low"] == facts["num_low"]
    assert density["cutoff_eigenvalue"] >= facts["cutoff_eigenvalue"]
    assert density["cumulative"][-1] == 1
    assert len(density["eigenvalues"]) == len(density["density"])


def test_a_suggested_d_comes_with_its_curve(capsys):
    status, out, _ = run(capsys, "suggest-d", "-d", "karate", "--json")
    assert status == 0
    facts = json.loads(out)
    best = facts["explained"].index(max(facts["explained"]))
    assert facts["low_fraction"] == facts["low_fractions"][best]
    assert facts["cutoff"] == facts["cutoffs"][best]
    assert 0 < facts["num_low"] < 34
    assert facts["gaps"][0]["num_low"] == 2  # the two parties of the club
    assert run(capsys, "suggest-d", "-d", "karate")[0] == 0


def test_a_graph_without_classes_suggests_a_d_by_its_widest_gap(capsys):
    status, out, _ = run(capsys, "suggest-d", "-d", "grid", "--json")
    assert status == 0
    facts = json.loads(out)
    widest = facts["gaps"][0]
    assert facts["num_low"] == widest["num_low"]
    assert facts["low_fraction"] == widest["low_fraction"]
    assert widest["below"] < facts["cutoff"] < widest["above"]
    assert run(capsys, "suggest-d", "-d", "grid")[0] == 0
    assert run(capsys, "suggest-d", "-d", "complete")[0] == 2  # all its frequencies are equal


def test_wavelets_report_a_certified_error(capsys):
    status, out, _ = run(
        capsys, "wavelets", "-d", "karate", "--scale", "1", "--no-cache", "--json"
    )
    facts = json.loads(out)
    assert status == 0
    assert 0 < facts["max_error_bound"] <= facts["threshold"]
    assert facts["entries_per_row"] <= facts["num_nodes"]


def test_train_reports_the_keys_of_the_contract_and_keeps_the_run(capsys):
    status, out, _ = run(
        capsys, "train", "-d", "karate", "--epochs", "5", "--seeds", "2", "--json"
    )
    facts = json.loads(out)
    assert status == 0
    assert set(facts) >= {
        "dataset", "model", "preset", "config", "seeds", "test_accuracy_mean",
        "test_accuracy_std", "val_accuracy_mean", "oracle_test_accuracy_mean", "alpha",
        "silhouette_mean", "num_parameters", "epochs_mean", "seconds_per_epoch",
        "setup_seconds", "device", "run_ids",
    }  # fmt: skip
    assert len(facts["run_ids"]) == 2
    assert all(sum(layer) == pytest.approx(1) for layer in facts["alpha"])

    _, listed, _ = run(capsys, "runs", "list", "--json")
    assert set(facts["run_ids"]) <= {entry["run_id"] for entry in json.loads(listed)["runs"]}

    _, embedded, _ = run(capsys, "embed", facts["run_ids"][0], "--method", "pca", "--json")
    assert json.loads(embedded)["method"] == "pca"


def test_a_run_leaves_and_comes_back_as_a_zip(capsys, tmp_path):
    _, out, _ = run(capsys, "train", "-d", "karate", "--epochs", "3", "--json")
    run_id = json.loads(out)["run_ids"][0]
    file = tmp_path / "run.zip"
    assert run(capsys, "runs", "export", run_id, str(file))[0] == 0
    status, again, _ = run(capsys, "runs", "import", str(file), "--json")
    assert status == 0
    assert json.loads(again)["run_id"]


def test_learned_filters_are_shown_side_by_side(capsys):
    run_ids = []
    for model in ("spgat", "gpr-gnn", "gcn"):
        _, out, _ = run(capsys, "train", "-d", "karate", "--model", model, "--epochs", "2",
                        "--json")  # fmt: skip
        run_ids += json.loads(out)["run_ids"]
    status, out, notes = run(capsys, "runs", "response", *run_ids, "--json")
    assert status == 0
    spgat, gpr_gnn, gcn = json.loads(out)["responses"]
    assert set(spgat["filters"]) == {"layer 1", "layer 2"}
    assert len(gpr_gnn["filters"]["layer 1"]) == len(gpr_gnn["eigenvalues"]) == 401
    assert gcn["filters"] == {}
    assert run_ids[2] in notes
    _, shown, _ = run(capsys, "runs", "response", run_ids[1])
    at_0 = gpr_gnn["filters"]["layer 1"][0]
    assert f"{at_0:.3f}" in shown
    _, out, _ = run(capsys, "runs", "energy", run_ids[2], "--json")
    hidden, logits = (json.loads(out)[layer] for layer in ("hidden", "logits"))
    assert len(logits["units"]) == 2
    assert sum(hidden["weights"]) == pytest.approx(1)
    assert all(sum(shares) == pytest.approx(1) for shares in hidden["shares"])


@pytest.mark.parametrize(
    ("arguments", "work"),
    [
        (["embed", "a-run", "--output"], "spgat.runs.RunStore.load"),
        (["runs", "export", "a-run"], "spgat.runs.RunStore.export"),
        (["tune", "-d", "karate", "--save"], "spgat.experiments.tune.tune"),
        (["tune", "-d", "karate", "--storage"], "spgat.experiments.tune.tune"),
        (["tune", "-d", "karate", "--trace"], "spgat.experiments.tune.tune"),
    ],
)
@pytest.mark.parametrize("name", ["nowhere/file", "."])
def test_a_file_that_cannot_be_written_is_refused_before_the_work(
    capsys, monkeypatch, tmp_path, arguments, work, name
):
    monkeypatch.setattr(work, lambda *_, **__: pytest.fail("the work has begun"))
    status, out, err = run(capsys, *arguments, str(tmp_path / name))
    assert (status, out) == (2, "")
    assert str(tmp_path) in err
    assert len(err.strip().splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


def test_an_embedding_is_written_as_a_table(capsys, tmp_path):
    _, out, _ = run(capsys, "train", "-d", "karate", "--epochs", "3", "--json")
    [run_id] = json.loads(out)["run_ids"]
    file = tmp_path / "picture.csv"
    assert run(capsys, "embed", run_id, "--method", "pca", "--output", str(file))[0] == 0
    assert file.read_text().splitlines()[0] == "node,x,y,label"
    assert len(file.read_text().splitlines()) == 35
    assert list(tmp_path.iterdir()) == [file]


def test_a_baseline_takes_the_settings_of_its_publication(capsys):
    _, out, _ = run(
        capsys,
        "train",
        "-d",
        "karate",
        "--model",
        "gcn",
        "--epochs",
        "2",
        "--no-save",
        "--json",
    )
    facts = json.loads(out)
    assert facts["preset"] == "published"
    assert facts["config"]["hidden"] == 16
    assert facts["run_ids"] == []


@pytest.mark.parametrize("model", ["gwnn", "spgat-na", "spectral-cnn"])
def test_a_variant_takes_the_settings_of_its_own_preset(capsys, model):
    _, out, _ = run(
        capsys, "train", "-d", "karate", "--model", model, "--epochs", "2", "--no-save",
        "--json",
    )  # fmt: skip
    assert json.loads(out)["preset"] == model


def test_help_names_every_preset():
    preset = next(p for p in get_command(app).commands["train"].params if p.name == "preset")
    assert set(presets.TITLES) <= set(re.split(r"[ ,.]+", preset.help))


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_the_command_has_the_options_of_the_table(option):
    flags = {flag: p for p in get_command(app).commands["train"].params for flag in p.opts}
    if option.has_flag:
        assert flags[option.flag].help.startswith(option.help)


@pytest.mark.parametrize(
    ("options", "idle"),
    [
        ("--preset frequency --shuffle-nodes 1 --scale 2 --threshold 0.1",
         ["--scale", "--threshold", "--node-order-seed"]),
        ("--model gcn --low-fraction 0.1 --pooling max --basis wavelet",
         ["--low-fraction", "--basis", "--pooling"]),
        ("--preset paper --count-from zero", ["--count-from"]),
        ("--model gwnn --pooling sum --scale 2", ["--pooling"]),
        ("--model gcn --node-dropout 0.5 --learn-cutoffs",
         ["--learn-cutoffs", "--node-dropout"]),
        ("--preset paper --shuffle-nodes 1 --scale 2 --threshold 0.1 --pooling max", []),
    ],
)  # fmt: skip
def test_options_that_change_nothing_are_told(capsys, options, idle):
    status, out, err = run(
        capsys,
        "train",
        "-d",
        "karate",
        *options.split(),
        "--epochs",
        "1",
        "--no-save",
        "--json",
    )
    assert status == 0
    assert json.loads(out)
    assert [word.rstrip(",.") for word in err.split() if word.startswith("--")] == idle


def test_each_seed_has_a_draw_of_its_own_and_says_which(capsys):
    options = ("--epochs", "1", "--seeds", "3", "--no-save", "--json", "--graph-seed", "4")
    _, out, _ = run(capsys, "train", "-d", "karate", *options)
    splits = json.loads(out)["splits"]
    assert [name.rpartition(" ")[2] for name in splits] == ["4", "5", "6"]


def test_old_flags_are_read_as_those_of_today():
    commands = get_command(app).commands.values()
    known = {flag for command in commands for p in command.params for flag in p.opts}
    assert {new.partition("=")[0] for new in retired.FLAGS.values()} <= known
    assert not known & set(retired.FLAGS)
    for old, new in retired.FLAGS.items():
        assert retired.flag(old) == new
        assert "=" in new or retired.flag(f"{old}=1") == f"{new}=1"
    assert retired.flag("--epochs=3") == "--epochs=3"


def test_finished_seeds_are_kept_when_a_later_one_is_stopped(capsys, monkeypatch):
    fit = spgat.training.fit

    def stopped(*arguments, seed, **rest):
        if seed == 2:
            raise KeyboardInterrupt
        return fit(*arguments, seed=seed, **rest)

    before = RunStore().list()
    monkeypatch.setattr(spgat.training, "fit", stopped)
    status, _, err = run(
        capsys, "train", "-d", "karate", "--epochs", "1", "--seeds", "3", "--json"
    )
    assert (status, err) == (1, "Stopped.\n")
    assert len(RunStore().list()) == len(before) + 2


def test_a_file_is_a_dataset(capsys, tmp_path):
    path = tmp_path / "triangle.csv"
    path.write_text("source,target\na,b\nb,c\nc,a\n")
    status, out, _ = run(capsys, "graph", "-d", str(path), "--json")
    assert status == 0
    assert json.loads(out)["num_nodes"] == 3


def test_brackets_in_a_name_are_shown_and_are_no_markup(capsys, tmp_path):
    file = tmp_path / "clients [draft] [bold].csv"
    file.write_text("a,b\nb,c\n")
    status, out, _ = run(capsys, "graph", "-d", str(file))
    assert status == 0
    assert "clients [draft] [bold]" in out


@pytest.fixture
def ring(tmp_path):
    """Files of a ring of thirty nodes: its edges, two classes, three features."""
    edges, labels, features = (tmp_path / f"{n}.csv" for n in ("edges", "labels", "features"))
    edges.write_text("source,target\n" + "".join(f"n{i},n{(i + 1) % 30}\n" for i in range(30)))
    labels.write_text(
        "id,class\n" + "".join(f"n{i},{'red' if i < 15 else 'blue'}\n" for i in range(30))
    )
    features.write_text("id,a,b,c\n" + "".join(f"n{i},{i},1,{i % 2}\n" for i in range(30)))
    return edges, labels, features


def test_a_graph_file_is_trained_on_with_labels_of_another(capsys, ring):
    edges, labels, features = map(str, ring)
    status, out, _ = run(
        capsys, "train", "-d", edges, "--labels", labels, "--features", features,
        "--preset", "frequency", "--low-fraction", "0.1", "--epochs", "2",
        "--graph-seed", "4", "--json",
    )  # fmt: skip
    facts = json.loads(out)
    assert status == 0
    assert "60 / 20 / 20%, seed 4" in " ".join(facts["notes"])
    assert run(capsys, "embed", *facts["run_ids"], "--method", "pca", "--json")[0] == 0
    _, out, _ = run(capsys, "graph", "-d", edges, "--labels", labels, "--json")
    assert json.loads(out)["num_classes"] == 2


@pytest.mark.parametrize(
    ("preset", "counted"), [("frequency", "d after the null space"), ("paper", "d / n")]
)
def test_graphs_without_a_split_are_swept_and_d_is_told(capsys, tmp_path, preset, counted):
    sweep = (
        "sweep", "-d", "sbm", "--fractions", "0.1", "--seeds", "1", "--preset", preset,
        "--processes", "1", "--results", str(tmp_path),
    )  # fmt: skip
    _, shown, _ = run(capsys, *sweep)
    assert counted in shown
    status, out, _ = run(capsys, *sweep, "--json")
    assert status == 0
    assert json.loads(out)["rows"][0]["measured"] > 0.3


def test_a_search_prints_its_config_and_writes_its_trace(capsys, tmp_path):
    file = tmp_path / "trace.csv"
    status, out, _ = run(
        capsys, "tune", "-d", "karate", "--trials", "1", "--runs", "1", "--processes", "1",
        "--family", "cheby", "--trace", str(file), "--test", "--json",
    )  # fmt: skip
    found = json.loads(out)
    assert status == 0
    assert found["trials"] == len(found["trace"]) == 1
    assert found["trace"][0]["val_accuracy"] == found["val_accuracy"]
    assert found["num_val"] == 8
    assert 0 <= found["test_accuracy"] <= 1
    assert {path.name for path in tmp_path.iterdir()} == {"trace.csv", "trace.svg"}


def test_a_search_that_can_be_no_preset_is_refused_before_the_work(
    capsys, monkeypatch, tmp_path
):
    monkeypatch.setattr(
        "spgat.experiments.tune.tune", lambda *_, **__: pytest.fail("the work has begun")
    )
    status, out, err = run(
        capsys, "tune", "-d", "karate", "--save", str(tmp_path / "tuned.json")
    )
    assert (status, out) == (2, "")
    assert "karate" in err


def test_a_generated_graph_takes_its_numbers_from_the_command(capsys):
    options = ("--graph-option", "homophily=0.2", "--graph-option", "num_nodes=100")
    status, out, _ = run(capsys, "graph", "-d", "csbm", *options, "--graph-seed", "1", "--json")
    facts = json.loads(out)
    assert status == 0
    assert facts["num_nodes"] == 100
    assert facts["edge_homophily"] == pytest.approx(0.2)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["train", "-d", "croa"], "cora"),
        (["spectrum", "-d", "path", "--low-fraction", "1.5"], "1.5"),
        (["train", "-d", "karate", "--preset", "papre"], "papre"),
        (["train", "-d", "karate", "--epochs", "0"], "0"),
        (["train", "-d", "karate", "--pooling", "median"], "median"),
        (["train", "-d", "karate", "--model", "gnc"], "gnc"),
        (["train", "-d", "csbm", "--graph-option", "homophily"], "homophily=0.2"),
        (["train", "-d", "csbm", "--graph-option", "homophily=7"], "homophily is 7"),
        (["graph", "-d", "karate", "--graph-option", "homophily=0.2"], "no parameter"),
        (["reproduce", "table99"], "table99"),
        (["sweep", "-d", "karate", "--fractions", "a,b"], "a,b"),
        (["tune", "-d", "karate", "--family", "magic"], "magic"),
        (["train", "-d", "karate", "--labels", "no-such-file"], "no-such-file"),
        (["tune", "-d", "no-such-set"], "no-such-set"),
        (["embed", "no-such-run"], "no-such-run"),
        (["nonsense"], "nonsense"),
    ],
)
def test_bad_input_is_one_sentence_and_status_2(capsys, arguments, said):
    status, out, err = run(capsys, *arguments)
    assert status == 2
    assert out == ""
    assert said in err
    assert len(err.strip().splitlines()) == 1
    assert "Traceback" not in err
