"""What runs, models and epochs are called wherever a visitor reads of them."""

from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

from dashboard.plain import short
from spgat import presets
from spgat.config import TrainConfig
from spgat.models import MODELS
from spgat.runs.summary import RunSummary

#: What the best test accuracy of any epoch is for.
ORACLE = "shown for comparison with published numbers only, never used to choose a model."


def title(run: RunSummary) -> str:
    """Returns one line that tells a run from the others, with its star."""
    return "★ " * run.is_starred + title_in_address(run)


def title_in_address(run: RunSummary) -> str:
    """Returns the same without the star and in UTC: alike for all, as links hold it."""
    when = datetime.fromisoformat(run.created).astimezone(UTC)
    return (
        f"{short(run.name)}, {preset_title(run.config)}, {run.test_accuracy:.1%} "
        f"({when:%Y-%m-%d %H:%M} UTC, {run.run_id[-4:]})"
    )


def model_title(name: str) -> str:
    """Returns what people read for a model."""
    return MODELS[name].title if name in MODELS else name


def preset_title(config: TrainConfig) -> str:
    """Returns what people read for the preset of a config."""
    return presets.title(config.preset)


def best_epoch(epochs: Sequence[int]) -> str:
    """Returns which epoch the numbers of ended runs are of.

    Args:
        epochs: The best validation epoch of each run, 0 where not one epoch was sound.
    """
    if len(epochs) > 1:
        return f"Mean of {len(epochs)} seeds, each at its best validation epoch"
    [epoch] = epochs
    return f"At epoch {epoch}, the best on validation" if epoch else "Before the first epoch"


def visitor_zone() -> tuple[tzinfo, str]:
    """Returns the visitor's time zone and its name; UTC where the browser does not say."""
    try:
        return ZoneInfo(st.context.timezone or "UTC"), st.context.timezone or "UTC"
    except (ZoneInfoNotFoundError, ValueError):
        return UTC, "UTC"
