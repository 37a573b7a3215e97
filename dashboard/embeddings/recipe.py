"""The lines of Python that compute the map on the page."""

from dataclasses import fields

from dashboard.embeddings import own
from dashboard.embeddings.view import View
from spgat.embedding import EmbeddingConfig


def script(view: View) -> str:
    """Returns a script that computes and measures the projection of the first embedding."""
    default = EmbeddingConfig()
    settings = ", ".join(
        f"{field.name}={getattr(view.config, field.name)!r}"
        for field in fields(EmbeddingConfig)
        if getattr(view.config, field.name) != getattr(default, field.name)
    )
    pick = view.picks[0]
    if pick.run is None:
        return _of_file(own.mine()[pick.key].origin, settings)
    lines = [
        "from spgat.embedding import EmbeddingConfig, measure, project, project_frames",
        "from spgat.runs import RunStore",
        "",
        f"run = RunStore().load({pick.key!r})",
        f"config = EmbeddingConfig({settings})",
    ]
    if view.over_epochs:
        return "\n".join(
            [
                *lines,
                "epochs, frames = zip(*run.frames)",
                "pictures = project_frames(frames, config)",
            ]
        )
    lines[0] = lines[0].removesuffix(", project_frames")
    layer = f"run.{view.layer}"
    return "\n".join(
        [
            *lines,
            f"picture = project({layer}, config)",
            f"quality = measure({layer}, picture.coordinates, run.labels, run.split)",
        ]
    )


def _of_file(origin: own.Origin, settings: str) -> str:
    """The lines for an embedding of one's own, from its files."""
    sources = [each.graph for each in (origin.base, origin) if each and each.graph]
    base = [] if origin.base is None else [f"base = {_read(origin.base)}"]
    libraries = [line for source in sources for line in source.library.split("\n") if line]
    libraries = [line for line in dict.fromkeys(libraries) if "pathlib" not in line]
    return "\n".join(
        [
            "from pathlib import Path",
            "",
            *libraries,
            "from spgat.embedding import EmbeddingConfig, measure, project, read_embedding",
            "",
            *base,
            f"nodes = {_read(origin)}",
            f"picture = project(nodes.vectors, EmbeddingConfig({settings}))",
            "quality = measure(nodes.vectors, picture.coordinates, nodes.labels)",
        ]
    )


def _read(origin: own.Origin) -> str:
    """The call that reads an embedding and sets it on its graph."""
    arguments = [f"Path({origin.file!r}).read_bytes()", repr(origin.file)]
    if origin.table:
        arguments.append(f"(Path({origin.table!r}).read_bytes(), {origin.table!r})")
    columns = {"id_column": origin.id_column, "classes": origin.classes}
    arguments += [f"{name}={value!r}" for name, value in columns.items() if value]
    call = f"read_embedding({', '.join(arguments)})"
    if origin.is_alone:
        return f"{call}.alone()"
    if origin.base is not None:
        return f"{call}.on_graph(base.graph, base.nodes)"
    if origin.graph is not None:
        return f"{call}.on_graph({origin.graph.call})"
    return f"{call}.on_neighbours({origin.num_neighbors})"
