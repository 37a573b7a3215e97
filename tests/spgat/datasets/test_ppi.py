import json
import shutil
import zipfile

import networkx as nx
import numpy as np
import pytest
from networkx.readwrite import json_graph

from spgat.datasets import load_ppi
from spgat.errors import InputError

NUM_FEATURES, NUM_TARGETS = 50, 121


def write_part(folder, part, num_graphs, first_id, rng):
    """Random graphs, one after another, in the four files of one part."""
    graphs = [
        nx.gnp_random_graph(12 + k, 0.3, seed=int(rng.integers(1000)))
        for k in range(num_graphs)
    ]
    whole = nx.disjoint_union_all(graphs)
    whole.add_edge(3, 3)  # the published files have self-loops too
    ids = np.repeat(np.arange(first_id, first_id + num_graphs), [len(g) for g in graphs])
    data = json_graph.node_link_data(whole, edges="links")
    (folder / f"{part}_graph.json").write_text(json.dumps(data))
    np.save(folder / f"{part}_feats.npy", rng.standard_normal((len(whole), NUM_FEATURES)))
    np.save(folder / f"{part}_labels.npy", rng.integers(0, 2, (len(whole), NUM_TARGETS)))
    np.save(folder / f"{part}_graph_id.npy", ids)


@pytest.fixture
def raw(tmp_path):
    folder = tmp_path / "PPI" / "raw"
    folder.mkdir(parents=True)
    rng = np.random.default_rng(0)
    for part, num_graphs, first_id in (("train", 4, 1), ("valid", 2, 21), ("test", 2, 23)):
        write_part(folder, part, num_graphs, first_id, rng)
    return folder


def test_the_set_is_what_torch_geometric_gives(raw):
    from torch_geometric.datasets import PPI

    ours = load_ppi(raw)
    assert (ours.num_features, ours.num_targets) == (NUM_FEATURES, NUM_TARGETS)
    for part in ("train", "val", "test"):
        theirs = PPI(str(raw.parent), part)
        graphs = getattr(ours, part)
        assert len(graphs) == len(theirs)
        for own, reference in zip(graphs, theirs, strict=True):
            pairs = {tuple(pair) for pair in reference.edge_index.T.tolist()}
            assert {
                tuple(p) for p in np.argwhere(own.graph.adjacency.toarray()).tolist()
            } == pairs
            assert own.graph.features == pytest.approx(reference.x.numpy())
            assert (own.targets == reference.y.numpy()).all()
            assert own.targets.dtype == np.float32


def test_the_data_folder_and_the_published_archive_serve(raw, tmp_path, monkeypatch):
    monkeypatch.delenv("SPGAT_MIRROR", raising=False)
    monkeypatch.setenv("SPGAT_DATA", str(tmp_path))
    assert len(load_ppi().train) == 4
    packed = tmp_path / "packed"
    (packed / "PPI").mkdir(parents=True)
    with zipfile.ZipFile(packed / "PPI" / "ppi.zip", "w") as archive:
        for path in raw.iterdir():
            archive.write(path, path.name)
    monkeypatch.setenv("SPGAT_DATA", str(packed))
    assert load_ppi().train[0].graph.digest == load_ppi(raw).train[0].graph.digest


def test_a_missing_file_is_named(raw):
    (raw / "valid_labels.npy").unlink()
    with pytest.raises(InputError, match=r"valid_labels\.npy is missing"):
        load_ppi(raw)


def test_files_of_different_sets_are_refused(raw):
    shutil.copy(raw / "test_feats.npy", raw / "train_feats.npy")
    with pytest.raises(InputError, match="replace them by one set"):
        load_ppi(raw)


@pytest.mark.parametrize("content", [b"", b"{", b'{"nodes": [], "links": [{"source": 0}]}'])
def test_broken_json_is_refused(raw, content):
    (raw / "train_graph.json").write_bytes(content)
    with pytest.raises(InputError, match="are not those of PPI"):
        load_ppi(raw)


def test_pickled_arrays_are_refused(raw):
    np.save(raw / "train_feats.npy", np.array([{}], dtype=object), allow_pickle=True)
    with pytest.raises(InputError, match="are not those of PPI"):
        load_ppi(raw)
