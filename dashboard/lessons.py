"""Eight short lessons: an idea, a view to look at, a task, a question and its answer.

Each answer is computed again by tests/dashboard/test_lessons.py.
"""

from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlencode

from dashboard.source import shape_key
from dashboard.training import settings
from spgat import datasets


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One lesson.

    Attributes:
        name: What the address calls it.
        title: What people call it.
        idea: What there is to know, in Markdown.
        page: File of the page to look at, under `app_pages`.
        view: The page's controls, as its address has them.
        task: What to do there.
        question: What to find out.
        options: Possible answers.
        answer: Number of the right one.
        why: Why it is right.
    """

    name: str
    title: str
    idea: str
    page: str
    view: dict[str, str]
    task: str
    question: str
    options: tuple[str, ...]
    answer: int
    why: str

    @property
    def address(self) -> str:
        """Path of the view, to copy and to share."""
        return f"/{self.page.removesuffix('.py')}?{urlencode(self.view)}"


#: What a view is made of beside a training's options and the sizes of generated graphs.
_VIEW_KEYS = (
    *("view", "graph", "laplacian", "num_low", "k", "look", "signal", "noise", "smoothness"),
    *("node", "filter", "scale", "threshold", "series", "order", "cutoff"),
    *("class", "nodes", "amplitudes", "wave", "polynomial", "picture", "low_fraction"),
    *(f"edges-{kind}" for kind in ("low-pass", "high-pass", "band-pass")),
    *("dataset", "preset", "model", "seed", "seeds", "frames"),
)


@lru_cache(maxsize=10_000)
def solved_by(visitor: str) -> set[str]:
    """The names of the lessons that a visitor has answered right, to be added to.

    The addresses of the pages that a lesson opens have no place for them, so they are kept
    here until the server ends, or until ten thousand others have come.
    """
    return set()


def view_keys() -> tuple[str, ...]:
    """Returns the keys of all that a view is made of, which a lesson starts afresh."""
    sizes = (
        shape_key(entry.name, parameter)
        for entry in datasets.catalogue()
        for parameter in entry.parameters
    )
    return (*_VIEW_KEYS, *settings.option_keys(), *sizes)


LESSONS = (
    Lesson(
        name="frequency",
        title="What is a graph frequency?",
        idea="A graph's **Laplacian** L measures how much a signal changes along the edges: "
        "for the combinatorial one, xᵀLx is the sum of (xᵢ − xⱼ)² over all edges. Its "
        "eigenvectors are the graph's *waves* and each eigenvalue λ is how fast its wave "
        "changes: its **frequency**. On a path they are the cosines that everybody knows.",
        page="frequencies.py",
        view={"graph": "path", "laplacian": "combinatorial", "num_low": "4", "k": "5"},
        task="Click the eigenvalues from left to right and watch the wave on the path. "
        "Purple and green are its two signs.",
        question="How often does eigenvector number 5 change its sign along the path?",
        options=("Never", "4 times", "5 times", "20 times"),
        answer=1,
        why="Eigenvector k of a path is a cosine that crosses zero k − 1 times. The first, "
        "with λ = 0, never does: it is constant.",
    ),
    Lesson(
        name="barbell",
        title="The barbell",
        idea="The paper's first figure rebuilds a graph from only its low and only its high "
        "frequencies. On two cliques with a bridge between them, **low keeps what is inside "
        "the clusters, high keeps what is between them**, as long as the cut is in the right "
        "place.",
        page="frequencies.py",
        view={"graph": "barbell", "laplacian": "self-loops", "num_low": "1"},
        task="Move d from 1 upwards and watch the three drawings and the shares below them.",
        question="With how many low frequencies are the cliques rebuilt to at least 95%, but "
        "less than 20% of the bridge?",
        options=("1", "2", "3", "11"),
        answer=1,
        why="Two clusters need two slow waves: one that is the same everywhere, one that sets "
        "the clusters apart. The third wave already peaks on the bridge.",
    ),
    Lesson(
        name="noise",
        title="Noise is high frequency",
        idea="A smooth signal has its energy in a few low frequencies. Noise knows nothing of "
        "the edges, so its energy spreads evenly over *all* of them. Keeping only the low "
        "ones, a **low-pass filter**, throws most of the noise away and little else.",
        page="frequencies.py",
        view={"graph": "sensor", "view": "signals", "signal": "smooth", "num_low": "50"},
        task="Lower d from 50 and follow the error of the low part against the clean signal.",
        question="Where is the error smallest?",
        options=("At a d of a few percent", "At d = 50%", "At d = 100%"),
        answer=0,
        why="With too few frequencies the signal itself is cut, with too many the noise stays. "
        "For a signal as smooth as this one the best place is at a few percent.",
    ),
    Lesson(
        name="images",
        title="Images are graphs",
        idea="An image is a signal on a **grid graph**: one node per pixel, edges to the "
        "neighbours. The grid's frequencies are the cosines of the JPEG format. Low ones "
        "paint areas, high ones draw outlines: so the paper's panda.",
        page="images.py",
        view={"low_fraction": "0.1"},
        task="Lower the share of frequencies kept and look at what goes from the low part to "
        "the high part first.",
        question="What is in the high part when 10% of the frequencies are low?",
        options=("The large bright and dark areas", "Edges and fine texture", "Nothing"),
        answer=1,
        why="An edge is a jump between neighbouring pixels, and a jump is what the high waves "
        "are made of. Most of the energy, though, is low: natural images are smooth.",
    ),
    Lesson(
        name="wavelets",
        title="Wavelets are local",
        idea="Fourier waves reach over the whole graph. A **heat wavelet** is what becomes of "
        "one unit of heat at a node after a time s: local, the more so the smaller s is. So "
        "nearly all entries of Ψₛ are tiny and can be dropped, which is what makes SpGAT "
        "sparse.",
        page="frequencies.py",
        view={"graph": "grid", "view": "wavelets", "node": "60", "scale": "0.5"},
        task="Raise the scale s and watch the wavelet; then raise the threshold t.",
        question="What happens to the number of entries kept as s grows from 0.5 to 5?",
        options=("It grows", "It stays", "It shrinks"),
        answer=0,
        why="Heat spreads: with more time it reaches more nodes. Small scales are local and "
        "sparse, large ones global and dense.",
    ),
    Lesson(
        name="chebyshev",
        title="Chebyshev instead of eigenvectors",
        idea="Eigenvectors of a large graph are dear: minutes for PubMed. But a **polynomial** "
        "of L needs only products with L, and any smooth g(λ) is nearly a polynomial. A "
        "Chebyshev series is the best way to write it, and its error falls very fast.",
        page="frequencies.py",
        view={
            "graph": "grid",
            "view": "chebyshev",
            "node": "60",
            "scale": "1.0",
            "order": "1",
        },
        task="Raise the order and compare the approximate wavelet with the exact one.",
        question="From which order on is the largest error of g(λ) below 0.01 at s = 1?",
        options=("Order 1", "Order 3", "Order 10", "Order 30"),
        answer=1,
        why="Each further order wins about one decimal. The paper's SpGAT-Cheby takes order 1: "
        "a filter of direct neighbours only, close to GCN's.",
    ),
    Lesson(
        name="attention",
        title="What α learns",
        idea="SpGAT weighs the low band by α_L and the high band by α_H, and learns both. "
        "Under **homophily**, where neighbours mostly share a class, the class is a slow wave "
        "and low wins. Under **heterophily** neighbours differ, and high has its say. Cora, "
        "papers that cite each other, is of the first kind; Texas, a university's web pages, "
        "of the second.",
        page="train.py",
        view={"dataset": "texas", "preset": "frequency", "low": "10.0"},
        task="Train on Texas (the data set is downloaded once, 60 kB), then on Cora, and "
        "compare where α goes.",
        question="Which band wins on Texas?",
        options=("Low", "High", "Neither: α stays at one half"),
        answer=1,
        why="Only about one edge in ten of Texas joins pages of the same class, so the classes "
        "flip along the edges: they are themselves high frequencies. A plain GCN, which is "
        "low-pass, fails there.",
    ),
    Lesson(
        name="silhouette",
        title="How to read a silhouette",
        idea="For each node let a be its mean distance to its own class and b that to the "
        "nearest other class. Its **silhouette** is (b − a) / max(a, b), between −1 and 1.",
        page="embeddings.py",
        view={},
        task="Open a finished run, colour its map by silhouette and look for nodes below 0.",
        question="What does a silhouette below 0 say of a node?",
        options=(
            "It lies nearer to another class than to its own",
            "It is misclassified for certain",
            "It has no neighbours",
        ),
        answer=0,
        why="a > b: the other class is nearer. Such nodes are often misclassified, but the "
        "classifier may still have drawn its line round them.",
    ),
)
