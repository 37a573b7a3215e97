"""Makes `assets/training.gif`: α and the embedding of a training, epoch by epoch.

Run it with `python assets/moving_picture.py`; it needs no network. It trains SpGAT on the
digits that scikit-learn ships and draws what the library returns.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from spgat import datasets, presets
from spgat.drawing import CLASSES, HIGH, LOW, TEXT
from spgat.embedding import EmbeddingConfig
from spgat.embedding.frames import project_frames
from spgat.training import fit

SIZE, MARGIN, SCALE = 300, 30, 2  # pixels; drawn at twice the size, so that edges are smooth
EVERY, EPOCHS = 4, 120
FONT = ImageFont.load_default(12 * SCALE)


def main() -> None:
    """Trains, draws each kept epoch and writes the file."""
    graph = datasets.load("digits")
    config = replace(
        presets.get("frequency", "digits"), epochs=EPOCHS, record_embedding_every=EVERY
    )
    result = fit(graph, config, seed=0)
    epochs, layers = zip(*result.frames[1:], strict=True)
    maps = project_frames(layers, EmbeddingConfig(method="tsne", iterations=250))
    largest = max(float(np.abs(step.coordinates).max()) for step in maps)
    alpha = np.array([record.alpha[0] for record in result.history])  # [num_epochs, num_bands]
    pictures = [
        draw(epoch, alpha[:epoch], step.coordinates / largest, graph.labels)
        for epoch, step in zip(epochs, maps, strict=True)
    ]
    file = Path(__file__).with_name("training.gif")
    durations = [150] * (len(pictures) - 1) + [2500]  # milliseconds
    pictures[0].save(
        file,
        save_all=True,
        append_images=pictures[1:],
        duration=durations,
        loop=0,
        optimize=True,
    )
    print(f"{file}: {len(pictures)} pictures, {file.stat().st_size / 1e3:.0f} kB")


def draw(epoch: int, alpha: np.ndarray, points: np.ndarray, labels: np.ndarray) -> Image.Image:
    """Returns one picture: α of the first layer at the left, the embedding at the right."""
    picture = Image.new("RGB", (2 * SIZE * SCALE, SIZE * SCALE), "white")
    pen = ImageDraw.Draw(picture)
    left, right = MARGIN, SIZE - MARGIN
    line(pen, [(left, left), (left, right), (right, right)], TEXT)
    for band, (name, colour) in enumerate((("low", LOW), ("high", HIGH))):
        places = [
            (left + (right - left) * k / EPOCHS, right - (right - left) * share)
            for k, share in enumerate(alpha[:, band], start=1)
        ]
        line(pen, places, colour)
        write(
            pen, (places[-1][0] + 4, places[-1][1] - 7), f"{name} {alpha[-1, band]:.2f}", colour
        )
    write(pen, (left, 6), f"attention (alpha) of layer 1, epoch {epoch}", TEXT)
    write(pen, (SIZE + left, 6), "hidden layer by t-SNE, a colour a digit", TEXT)
    for (x, y), label in zip(points, labels, strict=True):
        across = SCALE * (1.5 * SIZE + (SIZE / 2 - MARGIN) * x)
        up = SCALE * (SIZE / 2 + MARGIN / 4 - (SIZE / 2 - MARGIN) * y)
        colour = (*CLASSES, TEXT, "#7B3294", "#A6611A")[label]
        pen.ellipse((across - 3, up - 3, across + 3, up + 3), fill=colour)
    small = picture.resize((2 * SIZE, SIZE), Image.Resampling.LANCZOS)
    return small.quantize(48, dither=Image.Dither.NONE)


def line(pen: ImageDraw.ImageDraw, places: list[tuple[float, float]], colour: str) -> None:
    """Draws a line through places in pixels of the finished picture."""
    pen.line([(SCALE * x, SCALE * y) for x, y in places], fill=colour, width=2 * SCALE)


def write(
    pen: ImageDraw.ImageDraw, place: tuple[float, float], words: str, colour: str
) -> None:
    """Writes words at a place in pixels of the finished picture."""
    pen.text((SCALE * place[0], SCALE * place[1]), words, fill=colour, font=FONT)


if __name__ == "__main__":
    main()
