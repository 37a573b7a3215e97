"""Training runs kept on disk: one folder each, exported as one zip and imported again."""

from spgat.runs.projector import embedding_npz, metadata_tsv, vectors_tsv
from spgat.runs.run import Run
from spgat.runs.store import RunStore
from spgat.runs.summary import RunSummary

__all__ = ["Run", "RunStore", "RunSummary", "embedding_npz", "metadata_tsv", "vectors_tsv"]
