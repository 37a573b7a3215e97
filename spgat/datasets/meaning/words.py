"""Names that columns go by in the files of other programs."""

import re
from collections.abc import Sequence

#: Names of the two ends of an edge, compared as `bare` spells them.
ENDS = (
    ("source", "target"), ("from", "to"), ("src", "dst"), ("src", "dest"), ("src", "tgt"),
    ("origin", "destination"), ("origin", "dest"), ("u", "v"), ("i", "j"), ("row", "col"),
    ("row", "column"), ("start", "end"), ("tail", "head"), ("sender", "receiver"),
    ("sender", "recipient"), ("parent", "child"), ("follower", "followee"), ("citing", "cited"),
    ("node1", "node2"), ("nodea", "nodeb"), ("id1", "id2"), ("ida", "idb"), ("v1", "v2"),
    ("person1", "person2"), ("user1", "user2"), ("usera", "userb"), ("protein1", "protein2"),
    ("gene1", "gene2"), ("vertex1", "vertex2"), ("subject", "object"), ("left", "right"),
    ("ego", "alter"), ("quelle", "ziel"), ("von", "nach"), ("origine", "destination"),
    ("origen", "destino"),
)  # fmt: skip
#: Kinds of things: two different ones at the ends of an edge are two sides of the graph.
KINDS = frozenset(
    ("user", "item", "movie", "film", "actor", "author", "paper", "person", "group", "event",
     "customer", "product", "gene", "disease", "drug", "document", "doc", "word", "tag",
     "artist", "track", "song", "student", "course", "reader", "book", "plant", "pollinator",
     "director", "company", "team", "player", "recipe", "ingredient")
)  # fmt: skip
WEIGHTS = (
    "weight", "weights", "wt", "w", "value", "count", "counts", "strength", "freq",
    "frequency", "edgeweight", "combinedscore", "val", "trips", "flow", "volume",
    "gewicht", "anzahl", "menge", "poids", "nombre", "peso",
)  # fmt: skip
TIMES = frozenset(
    ("time", "timestamp", "unixtime", "unixts", "date", "datetime", "day", "month", "year", "t",
     "ts", "when", "created", "createdat", "start", "end")
)  # fmt: skip
#: Names of a column of node ids; Cytoscape's SUID is bare "su".
IDS = frozenset(
    ("id", "ids", "node", "nodeid", "nodes", "name", "names", "key", "vertex", "vertexid",
     "nodename", "index", "idx", "nodeindex", "su", "identifier")
)  # fmt: skip
CLASSES = (
    "class", "label", "labels", "y", "group", "community", "modularityclass", "club",
    "department", "category", "type", "cluster", "leiden", "louvain", "value",
)  # fmt: skip
#: What stands beside x, y, lon and lat in the names of columns of positions.
_PLACES = re.compile(
    "stop|station|geo|gps|decimal|coordinates?|coords?|position|pos|degrees?|deg|dd|dn|wgs84"
)
#: Names of a column of classes that a model gave.
PREDICTIONS = frozenset(("prediction", "predictions", "predicted", "pred", "preds", "ypred"))
#: What a column of a split calls its parts: 0 training, 1 validation, 2 test, -1 none of them.
PARTS = {
    **dict.fromkeys(("train", "training"), 0),
    **dict.fromkeys(("val", "valid", "validation", "dev"), 1),
    **dict.fromkeys(("test", "testing"), 2),
    **dict.fromkeys(("", "none", "unused"), -1),
}
POSITIONS = (
    ("x", "y"), ("longitude", "latitude"), ("lon", "lat"), ("lng", "lat"), ("long", "lat"),
    ("easting", "northing"),
)  # fmt: skip
#: Names of a column whose cells list the neighbours of a node.
NEIGHBOURS = frozenset(
    ("neighbors", "neighbours", "adjacent", "adjacency", "links", "edges", "connections",
     "friends", "targets", "successors")
)  # fmt: skip
#: First rows that hold only such words are headers even where no column is a number.
HEADERS = (
    (IDS | TIMES | KINDS | {*WEIGHTS, *CLASSES} | {word for pair in ENDS for word in pair})
    | NEIGHBOURS
    | {"type", "score", "rank"}
)

#: A date, with or without the time of day.
DATE = re.compile(r"(\d{4}[-/]\d\d?[-/]\d\d?|\d\d?([./])\d\d?\2\d{4})([T ]\d[\d:.,+Z -]*)?")

#: The type of a column that Neo4j writes after its name; ids are called by it alone.
_NEO4J = re.compile(
    r"(?:(.*):(ID)(?:\(.*\))?|:(?:int|long|float|double|string|boolean))(?:\[\])?$"
)


def bare(name: str) -> str:
    """Returns a column's name as it is compared: "From Node_ID" as "from"."""
    name = _NEO4J.sub(lambda match: match[2] or "", name)
    word = re.sub(r"[\W_]+", "", name.lower())
    return re.sub(r"(?<=[a-z0-9])(nodeid|nodename|id|node|name)$", "", word) or word


def positions_in(names: Sequence[str]) -> tuple[int, int] | None:
    """Returns where the columns of x and y, or of longitude and latitude, are among names."""
    words = [bare(name) for name in names]
    short = [_PLACES.sub("", word) for word in words]
    for spelled in (words, short):
        for pair in POSITIONS:
            if set(pair) <= set(spelled):
                return spelled.index(pair[0]), spelled.index(pair[1])
    return None


def find(names: Sequence[str], wanted: Sequence[str]) -> int | None:
    """Returns the position of the name that comes first among the wanted, or None."""
    words = [bare(name) for name in names]
    return next((words.index(word) for word in wanted if word in words), None)
