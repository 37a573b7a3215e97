"""The exercises: what is asked, why it is possible, and one answer.

Each answer is judged again by tests/dashboard/test_exercises.py.
"""

from dataclasses import dataclass

from dashboard.exercises import goals
from dashboard.exercises.goals import Goal

#: The parameter of the page Lessons that names the exercise it shows.
PARAMETER = "exercise"


@dataclass(frozen=True, slots=True, kw_only=True)
class Exercise:
    """One exercise.

    Attributes:
        name: Its name in the address.
        title: Its title on the page.
        idea: What it teaches, in Markdown.
        task: What to make, and what to predict first.
        why: Why an answer is one.
    """

    name: str
    title: str
    idea: str
    task: str
    why: str

    @property
    def key(self) -> str:
        """What the keys of the controls with what was made begin with."""
        return f"drawing-{self.name}"

    @property
    def address(self) -> str:
        """Path and query of the exercise."""
        return f"/lessons?{PARAMETER}={self.name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawGraph(Exercise):
    """An exercise in which a graph is drawn.

    Attributes:
        goals: What is asked of it.
        answer: A name of the catalogue and its parameters: a graph that fits. Of several copies
            side by side where `copies` is more than 1.
        copies: How many.
    """

    goals: tuple[Goal, ...]
    answer: tuple[str, dict[str, int]]
    copies: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class SetWave(Exercise):
    """An exercise in which values are set on the nodes of a ring.

    Attributes:
        num_nodes: Of the ring.
        eigenvalue: The frequency that the wave shall have.
        least: The share of its energy that shall be at that frequency.
        answer: float [num_nodes], values that fit.
    """

    num_nodes: int
    eigenvalue: float
    least: float
    answer: tuple[float, ...]


EXERCISES: tuple[DrawGraph | SetWave, ...] = (
    DrawGraph(
        name="connectivity",
        title="Draw: well connected with few edges",
        idea="The second smallest eigenvalue of L = D − A, **λ₂**, is the *algebraic "
        "connectivity*. It is 0 where a graph falls into parts, small where one cut nearly "
        "parts it, and large where every cut crosses many edges.",
        task="Which is best connected, a path, a star or a ring? Predict it. Then draw 6 nodes "
        "and at most 7 edges so that λ₂ is at least 1.",
        goals=(goals.nodes(6), goals.edges_at_most(7), goals.connectivity_at_least(1)),
        answer=("ring", {"num_nodes": 6}),
        why="The ring of six has λ₂ = 2 − 2 cos 60° = 1 with six edges, and the star has 1 "
        "with five. The path, whose middle edge is the only way across, has 0.27.",
    ),
    DrawGraph(
        name="zeros",
        title="Draw: exactly two zeros",
        idea="A wave of frequency 0 does not change along any edge. It can still differ "
        "between parts that no edge joins, so **0 is an eigenvalue once for each component**.",
        task="What does a graph look like whose spectrum has exactly two zeros? Predict it, "
        "and draw it with 6 nodes, each of which has an edge.",
        goals=(goals.nodes(6), goals.no_node_alone, goals.zeros(2)),
        answer=("ring", {"num_nodes": 3}),
        copies=2,
        why="Two components, for instance two triangles: one wave is constant on the first and "
        "0 on the second, the other the reverse. No third one is 0, as each part hangs "
        "together.",
    ),
    DrawGraph(
        name="spectrum",
        title="Draw: the graph of a spectrum",
        idea="The spectrum tells much about a graph: **the number of eigenvalues is that of "
        "the nodes, and their sum is twice the number of edges**, as the degrees are on the "
        "diagonal of L.",
        task="How many nodes and edges has a graph with the eigenvalues 0, 2, 2, 4? Predict "
        "it, and draw the graph.",
        goals=(goals.eigenvalues(0, 2, 2, 4),),
        answer=("ring", {"num_nodes": 4}),
        why="Four nodes, and 0 + 2 + 2 + 4 = 8 is twice four edges. Only two graphs without "
        "weights have these numbers and hang together: the ring of four, which has these "
        "eigenvalues, and the triangle with a tail, which has 0, 1, 3, 4.",
    ),
    SetWave(
        name="wave",
        title="Set: the wave of a frequency",
        idea="On a ring the waves are those of a string: λ = 2 − 2 cos(2πk/n) belongs to the "
        "waves that go up and down **k times around the ring** of n nodes. How fast a signal "
        "changes on average is xᵀLx / xᵀx.",
        task="This ring has 8 nodes. How often does a wave with λ = 2 go up and down? Predict "
        "it, and set the values on the nodes so that at least 95% of the energy is there.",
        num_nodes=8,
        eigenvalue=2.0,
        least=0.95,
        answer=(1.0, 0.0, -1.0, 0.0, 1.0, 0.0, -1.0, 0.0),
        why="2 − 2 cos(2π·2/8) = 2, so k = 2: twice around the ring, each time over four "
        "nodes. 1, 0, −1, 0, 1, 0, −1, 0 is such a wave, and so is 1, 1, −1, −1, 1, 1, −1, −1.",
    ),
)
