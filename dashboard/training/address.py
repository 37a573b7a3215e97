"""The address of the page Train that has a run's graph and settings in its form."""

from dashboard.links import spelled
from dashboard.source import Source
from spgat import options, presets
from spgat.config import TrainConfig
from spgat.errors import InputError


def address_of(source: Source | None, config: TrainConfig) -> dict[str, str] | None:
    """Returns the parameters, which name what differs from the preset alone.

    Args:
        source: Where the graph is from; None for one that only a file holds.
        config: What was trained.

    Returns:
        None where the form has no such graph, preset or settings.
    """
    if source is None or source.is_own or config.preset is None:
        return None
    try:
        base = presets.resolve(config.model, config.preset, source.name)
    except InputError:
        return None
    before, now = options.values_of(base), options.values_of(config)
    if any(now[name] is None and before[name] is not None for name in now):
        return None  # an address has no word for an empty field
    sizes = {
        "seed" if name == "seed" else f"{source.name}-{name}": str(value)
        for name, value in source.differing.items()
    }
    changed = {name: spelled(now[name]) for name in now if now[name] != before[name]}
    chosen = {"dataset": source.name, "model": config.model, "preset": config.preset}
    return {**chosen, **sizes, **changed}
