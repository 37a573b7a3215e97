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
    files = [f"Path({origin.file!r}).read_bytes()", repr(origin.file)]
    if origin.table:
        files.append(f"(Path({origin.table!r}).read_bytes(), {origin.table!r})")
    chosen = {"id_column": origin.id_column, "classes": origin.classes}
    files += [f"{name}={value!r}" for name, value in chosen.items() if value]
    lines = [
        "from pathlib import Path",
        "",
        *(["from spgat import datasets"] if origin.graph else []),
        "from spgat.embedding import EmbeddingConfig, measure, project, read_embedding",
        "",
        f"foreign = read_embedding({', '.join(files)})",
    ]
    joined = (
        f"on_graph({origin.graph})"
        if origin.graph
        else f"on_neighbours({origin.num_neighbors})"
    )
    return "\n".join(
        [
            *lines,
            f"nodes = foreign.{joined}",
            f"picture = project(nodes.vectors, EmbeddingConfig({settings}))",
            "quality = measure(nodes.vectors, picture.coordinates, nodes.labels)",
        ]
    )
