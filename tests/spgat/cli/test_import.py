"""`spgat import`, and the flags of reading that other commands share with it."""

import json

import pytest

from spgat.cli.main import main
from spgat.cli.reading import words
from spgat.datasets.imports import ReadOptions

EDGES = "a b 1\na b 2\nb c 1\nx x 1\n"
CHANGED = ReadOptions(weight="none", parallel="sum", largest_component=True, min_degree=2)


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def go(*arguments, **files):
        for name, text in files.items():
            (tmp_path / name.replace("_", ".")).write_text(text)
        status = main(arguments)
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return go


def test_one_json_object_says_what_became_of_the_file(run):
    status, out, _ = run("import", "edges.txt", "--json", edges_txt=EDGES)
    facts = json.loads(out)
    assert status == 0
    assert list(facts) == [
        "format", "num_nodes", "num_edges", "num_isolated", "num_components", "names",
        "weights", "has_positions", "num_classes", "num_features", "used", "unused", "changed",
        "asked",
    ]  # fmt: skip
    assert (facts["num_nodes"], facts["num_edges"], facts["num_isolated"]) == (4, 2, 1)
    assert facts["names"] == ["a", "b", "c", "x"]
    assert facts["weights"] == [1, 2]
    for kind in ("used", "changed", "asked"):
        assert facts[kind]
        assert all(isinstance(sentence, str) for sentence in facts[kind])


def test_tables_are_joined(run):
    labels = "id,class\na,1\nb,1\nc,2\nx,2\n"
    features = "id,f,g\na,1,2\nb,3,4\nc,5,6\nx,7,8\n"
    _, out, _ = run(
        "import", "e.txt", "--labels", "l.csv", "--features", "f.csv", "--json",
        e_txt=EDGES, l_csv=labels, f_csv=features,
    )  # fmt: skip
    facts = json.loads(out)
    assert (facts["num_classes"], facts["num_features"]) == (2, 2)


@pytest.mark.parametrize(
    "arguments",
    [
        ("import", "nodes.csv", "--json"),
        ("import", "none.csv"),
        ("import", "nodes.csv", "--parallel", "most"),
        ("spectrum", "-d", "karate", "--parallel", "sum"),
    ],
)
def test_a_refusal_is_one_sentence_and_status_two(run, arguments):
    status, out, error = run(*arguments, nodes_csv="id,label\n1,Ada\n2,Bo\n")
    assert status == 2
    assert out == ""
    assert error.count("\n") == 1


def test_every_choice_is_a_flag_of_each_command_that_reads_a_file(run):
    flags = words(CHANGED)
    assert flags == [
        "--weight", "none", "--parallel", "sum", "--largest-component", "--min-degree", "2",
    ]  # fmt: skip
    text = "a b 1\nb c 1\nc a 1\nc d 1\nx y 1\n"
    _, imported, _ = run("import", "e.txt", "--json", *flags, e_txt=text)
    assert json.loads(imported)["num_nodes"] == 3
    _, spectrum, _ = run("spectrum", "-d", "e.txt", "--no-cache", "--json", *flags)
    assert json.loads(spectrum)["num_nodes"] == 3
    _, graph, _ = run("graph", "-d", "e.txt", "--json", *flags)
    assert json.loads(graph)["num_nodes"] == 3


def test_what_is_on_by_default_can_be_turned_off(run):
    """The nearest of the first point is the third, and the second with alike columns."""
    table = "a,b\n0.5,0.5\n1.5,100.5\n10.5,20.5\n11.5,120.5\n"
    given = ReadOptions(neighbours=1), ReadOptions(neighbours=1, standardise=False)
    answers = [
        run("graph", "-d", "x.csv", "--json", *words(reading), x_csv=table) for reading in given
    ]
    digests = {json.loads(out)["digest"] for _, out, _ in answers}
    assert len(digests) == 2
    assert words(given[1])[-1] == "--no-standardise"
