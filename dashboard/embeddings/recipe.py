"""The lines of Python that compute the map on the page."""

from dataclasses import fields

from dashboard.embeddings.view import View
from spgat.embedding import EmbeddingConfig


def script(view: View) -> str:
    """Returns a script that computes and measures the projection of the first run."""
    default = EmbeddingConfig()
    settings = ", ".join(
        f"{field.name}={getattr(view.config, field.name)!r}"
        for field in fields(EmbeddingConfig)
        if getattr(view.config, field.name) != getattr(default, field.name)
    )
    lines = [
        "from spgat.embedding import EmbeddingConfig, measure, project, project_frames",
        "from spgat.runs import RunStore",
        "",
        f"run = RunStore().load({view.runs[0].run_id!r})",
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
