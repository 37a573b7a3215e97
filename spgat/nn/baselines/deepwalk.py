"""DeepWalk (Perozzi et al., KDD 2014): skip-gram over random walks."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from spgat.arrays import Floats32
from spgat.extras import needs_extra
from spgat.nn.baselines.frozen import FrozenEmbedding
from spgat.nn.baselines.walks import random_walks
from spgat.nn.model import Preparation


class DeepWalk(FrozenEmbedding):
    """Skip-gram with hierarchical softmax, the features unseen.

    Options: `num_walks` (80) per node, `walk_length` (40), `window` (10).
    """

    def embed(self, preparation: Preparation) -> Floats32:
        """Returns gensim's vectors, repeatable for a seed as it runs one worker."""
        with needs_extra("lab"):
            from gensim.models import Word2Vec  # half a second to import

        config, graph, seed = self.config, preparation.graph, preparation.seed
        preparation.report(0, "random walks")
        walks = random_walks(
            graph.adjacency,
            config.option("num_walks", 80),
            config.option("walk_length", 40),
            seed,
        )
        preparation.report(0.2, "skip-gram")
        skipgram = Word2Vec(
            _Sentences(walks),
            vector_size=config.hidden,
            window=config.option("window", 10),
            sg=1,
            hs=1,
            negative=0,
            min_count=0,
            epochs=1,
            workers=1,
            seed=seed + 1,
        )
        rows = [skipgram.wv.key_to_index[str(node)] for node in range(graph.num_nodes)]
        preparation.report(1, "skip-gram")
        return np.ascontiguousarray(skipgram.wv.vectors[rows])


class _Sentences:
    """The walks as gensim reads them: several times, word by word, without a second copy."""

    def __init__(self, walks: NDArray[np.int32]) -> None:
        self._walks = walks

    def __iter__(self) -> Iterator[list[str]]:
        words = [str(node) for node in range(int(self._walks.max()) + 1)]
        for walk in self._walks:
            yield [words[node] for node in walk.tolist()]
