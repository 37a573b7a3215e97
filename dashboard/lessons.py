"""Nine short lessons: an idea, a view, a task, a question and its answer.

Each answer is recomputed by tests/dashboard/test_lessons.py.
"""

from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlencode

from dashboard.source import shape_key
from spgat import datasets
from spgat.options import OPTIONS


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One lesson.

    Attributes:
        name: Its name in the address.
        title: Its title on the page.
        idea: What it teaches, in Markdown.
        page: File of the page to open, under `app_pages`.
        view: The page's controls, as in its address.
        task: What to do there.
        question: What to find out.
        options: Possible answers.
        answer: Index of the correct one.
        why: Why it is correct.
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
        """Path and query of the view."""
        return f"/{self.page.removesuffix('.py')}?{urlencode(self.view)}"


#: The controls of a view, apart from a training's options and the sizes of generated graphs.
_VIEW_KEYS = (
    *("view", "graph", "laplacian", "num_low", "k", "look", "signal", "noise", "smoothness"),
    *("all_eigenvectors", "node", "filter", "scale", "threshold", "series", "order", "cutoff"),
    *("class", "nodes", "amplitudes", "wave", "polynomial", "picture", "low_fraction"),
    *(f"edges-{kind}" for kind in ("low-pass", "high-pass", "band-pass")),
    *("drawing", "time", "readings", "fault", "fill", "part", "column", "feature"),
    *("dataset", "preset", "model", "seed", "seeds", "frames"),
)


@lru_cache(maxsize=10_000)
def solved_by(visitor: str) -> set[str]:
    """Returns the names of the lessons that a visitor has answered correctly; add to it.

    The addresses of the pages that a lesson opens do not hold them, so they are kept here until
    the server stops or ten thousand other visitors have come.
    """
    return set()


def view_keys() -> tuple[str, ...]:
    """Returns the keys of all controls that a lesson resets when it opens its view."""
    sizes = (
        shape_key(entry.name, parameter)
        for entry in datasets.catalogue()
        for parameter in entry.parameters
    )
    return (*_VIEW_KEYS, *(option.name for option in OPTIONS), *sizes)


LESSONS = (
    Lesson(
        name="frequency",
        title="What is a graph frequency?",
        idea="A graph's **Laplacian** L measures how much a signal changes along the edges: "
        "for the combinatorial one, xᵀLx is the sum of (xᵢ − xⱼ)² over all edges. Its "
        "eigenvectors are the graph's *waves*, and each eigenvalue λ says how fast its wave "
        "changes: its **frequency**. On a path the waves are cosines.",
        page="frequencies.py",
        view={"graph": "path", "laplacian": "combinatorial", "num_low": "4", "k": "5"},
        task="Click the eigenvalues from left to right and watch the eigenvector on the path. "
        "Purple is negative, green is positive.",
        question="How often does eigenvector 5 change its sign along the path?",
        options=("Never", "4 times", "5 times", "20 times"),
        answer=1,
        why="Eigenvector k of a path is a cosine that crosses zero k − 1 times. The first, "
        "with λ = 0, has no sign change: it is constant.",
    ),
    Lesson(
        name="barbell",
        title="The barbell",
        idea="The paper's first figure rebuilds a graph from only its low and only its high "
        "frequencies. On two cliques joined by a bridge, **the low part keeps what is inside "
        "the clusters and the high part keeps what is between them**, if the cut is in the "
        "right place.",
        page="frequencies.py",
        view={"graph": "barbell", "laplacian": "self-loops", "num_low": "1"},
        task="Increase d from 1 and watch the three drawings and the shares below them.",
        question="How many low frequencies rebuild at least 95% of the cliques but less than "
        "20% of the bridge?",
        options=("1", "2", "3", "11"),
        answer=1,
        why="Two clusters need two slow eigenvectors: one with the same sign everywhere, and "
        "one that separates the clusters. The third one already peaks on the bridge.",
    ),
    Lesson(
        name="noise",
        title="Noise is high frequency",
        idea="A smooth signal has its energy in a few low frequencies. Noise does not depend "
        "on the edges, so its energy spreads evenly over *all* frequencies. A **low-pass "
        "filter** keeps only the low ones: it removes most of the noise and little else.",
        page="frequencies.py",
        view={"graph": "sensor", "view": "signals", "signal": "smooth", "num_low": "50"},
        task="Decrease d from 50 and watch the error of the low part against the clean signal.",
        question="Where is the error smallest?",
        options=("At a d of a few percent", "At d = 50%", "At d = 100%"),
        answer=0,
        why="With too few frequencies part of the signal is lost; with too many the noise "
        "stays. For a signal as smooth as this one, a few percent is best.",
    ),
    Lesson(
        name="traffic",
        title="A jam is low, a broken sensor is high",
        idea="Sensors on the highways of Los Angeles are the nodes of a graph, near ones "
        "joined. A **traffic jam** slows many sensors in a row: it varies slowly along the "
        "edges, so it is a *low* frequency. A **broken sensor** disagrees with its neighbours "
        "alone: it is a *high* one. The high-frequency residual, a reading minus its "
        "neighbours' mean, finds it.",
        page="frequencies.py",
        view={
            "graph": "traffic-la",
            "view": "over-time",
            "time": "1941",
            "num_low": "21",
            "node": "60",
        },
        task="Play the week from the start and watch the jams come; the view opens in the "
        "worst one. Then break sensor 60 in one way after the other and look at the ranking.",
        question="What share of the worst jam's energy is in the lowest tenth of the "
        "frequencies?",
        options=("About 10%, like any other tenth", "About 50%", "About 80%"),
        answer=2,
        why="82%: the jam covers whole stretches of road. Over the week it is half. Of the "
        "noise that a broken sensor adds, nine tenths are in the high part, and whichever way "
        "the sensor is broken, it comes first in the ranking.",
    ),
    Lesson(
        name="images",
        title="Images are graphs",
        idea="An image is a signal on a **grid graph**: one node per pixel, edges to the "
        "neighbours. The grid's eigenvectors are the cosines of the JPEG format. Low "
        "frequencies are areas, high ones are outlines, as in the paper's panda picture.",
        page="images.py",
        view={"low_fraction": "0.1"},
        task="Decrease d and see what moves from the low part to the high part first.",
        question="What is in the high part when 10% of the frequencies are low?",
        options=("The large bright and dark areas", "Edges and fine texture", "Nothing"),
        answer=1,
        why="An edge is a jump between neighbouring pixels, and jumps have high frequencies. "
        "Most of the energy is low, though: natural images are smooth.",
    ),
    Lesson(
        name="wavelets",
        title="Wavelets are local",
        idea="Eigenvectors spread over the whole graph. A **heat wavelet** is the heat at each "
        "node, a time s after one unit started at a single node. The smaller s is, the more "
        "local the wavelet. Nearly all entries of Ψₛ are then tiny and can be dropped, which "
        "makes SpGAT sparse.",
        page="frequencies.py",
        view={"graph": "grid", "view": "wavelets", "node": "60", "scale": "0.5"},
        task="Increase the scale s and watch the wavelet; then increase the threshold t.",
        question="What happens to the number of entries kept as s grows from 0.5 to 5?",
        options=("It grows", "It stays the same", "It shrinks"),
        answer=0,
        why="Heat spreads: with more time it reaches more nodes. Wavelets of a small scale are "
        "local and sparse, those of a large scale global and dense.",
    ),
    Lesson(
        name="chebyshev",
        title="Chebyshev instead of eigenvectors",
        idea="The eigenvectors of a large graph are expensive: minutes for PubMed. A "
        "**polynomial** of L needs only products with L, and any smooth g(λ) is close to a "
        "polynomial. A Chebyshev series is a nearly optimal one, and its error falls very "
        "fast.",
        page="frequencies.py",
        view={
            "graph": "grid",
            "view": "chebyshev",
            "node": "60",
            "scale": "1.0",
            "order": "1",
        },
        task="Increase the order and compare the approximate wavelet with the exact one.",
        question="At which order does the largest error of g(λ) first fall below 0.01 (s = 1)?",
        options=("Order 1", "Order 3", "Order 10", "Order 30"),
        answer=1,
        why="Each further order gains about one decimal. The paper's SpGAT-Cheby uses order 1: "
        "a filter over direct neighbours only, close to that of GCN.",
    ),
    Lesson(
        name="attention",
        title="What α learns",
        idea="SpGAT weights the low band by α_L and the high band by α_H, and learns both. "
        "Under **homophily**, where neighbours mostly share a class, the classes vary slowly "
        "along the edges and the low band wins. Under **heterophily**, neighbours differ and "
        "the high band matters. Cora, papers that cite each other, is homophilous; Texas, the "
        "web pages of a university, is heterophilous.",
        page="train.py",
        view={"dataset": "texas", "preset": "frequency", "low_fraction": "0.1"},
        task="Train on Texas (the data set is downloaded once, 60 kB), then on Cora, and "
        "compare α.",
        question="Which band wins on Texas?",
        options=("Low", "High", "Neither: α stays at one half"),
        answer=1,
        why="Only about one edge in ten of Texas joins pages of the same class, so the classes "
        "flip along the edges: they are high frequencies. A plain GCN, which is a low-pass "
        "filter, fails there.",
    ),
    Lesson(
        name="silhouette",
        title="How to read a silhouette",
        idea="For each node, let a be its mean distance to its own class and b its mean "
        "distance to the nearest other class. Its **silhouette** is (b − a) / max(a, b), "
        "between −1 and 1.",
        page="embeddings.py",
        view={},
        task="Open a finished run, colour its map by silhouette and look for nodes below 0.",
        question="What does a silhouette below 0 say about a node?",
        options=(
            "It lies nearer to another class than to its own",
            "It is certainly misclassified",
            "It has no neighbours",
        ),
        answer=0,
        why="a > b: another class is nearer. Such nodes are often misclassified, but the "
        "decision boundary may still put them on the correct side.",
    ),
)
