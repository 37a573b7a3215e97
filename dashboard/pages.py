"""The app's pages in the order of the navigation; the first one is where visitors land."""

from typing import NamedTuple


class PageInfo(NamedTuple):
    """One page.

    Attributes:
        name: Its file in `app_pages` and its address.
        title: What the navigation calls it.
        icon: A Material symbol.
        purpose: What people do there, shown as a tooltip.
    """

    name: str
    title: str
    icon: str
    purpose: str


PAGES = (
    PageInfo(
        "frequencies",
        "Frequencies",
        "graphic_eq",
        "Split a graph into its low and its high frequencies and see what each keeps.",
    ),
    PageInfo(
        "images",
        "Images",
        "image",
        "A picture as a signal on its grid of pixels: areas are low, outlines are high.",
    ),
    PageInfo(
        "train",
        "Train",
        "model_training",
        "Train a network and watch which frequencies it learns to attend to.",
    ),
    PageInfo(
        "embeddings",
        "Embeddings",
        "scatter_plot",
        "See where a trained network puts the nodes, and which classes it tells apart.",
    ),
    PageInfo(
        "runs",
        "Runs",
        "history",
        "Find, compare, export and import everything that was trained.",
    ),
    PageInfo(
        "graphs",
        "Own graphs",
        "upload_file",
        "Upload a graph of yours, read the import report, and use it on the other pages.",
    ),
    PageInfo(
        "lessons",
        "Lessons",
        "school",
        "Eight short lessons, each with a task, a question and its answer.",
    ),
    PageInfo(
        "paper",
        "Paper",
        "article",
        "Every table and figure of the paper: what was measured here and what was printed.",
    ),
)
