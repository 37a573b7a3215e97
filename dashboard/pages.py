"""The app's pages in the order of the navigation; the first is the landing page."""

from typing import NamedTuple


class PageInfo(NamedTuple):
    """One page.

    Attributes:
        name: Its file in `app_pages` and its path in the address.
        title: Its title in the navigation.
        icon: A Material symbol.
        purpose: What it is for, shown as a tooltip.
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
        "Split a graph into low and high frequencies and see what each part keeps.",
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
        "See where a trained network places the nodes and which classes it separates.",
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
        "Upload a graph, check the import report, and use it on the other pages.",
    ),
    PageInfo(
        "lessons",
        "Lessons",
        "school",
        "Short lessons beside the views: a task with a check, a question and an answer.",
    ),
    PageInfo(
        "paper",
        "Paper",
        "article",
        "Every table and figure of the paper: what was measured here and what is printed.",
    ),
)
