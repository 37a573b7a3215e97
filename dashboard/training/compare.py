"""A stored run to compare a training with, drawn behind it as a ghost."""


from dashboard import state
from dashboard.figures.history import History


def choose_pinned(dataset: str) -> History | None:
    """Shows the choice of a stored run and returns its history, None where none is chosen."""
    runs = {run.run_id: run for run in state.run_store().list()}
    return None
