"""Packages that only some work needs, and what to say where one is missing."""

from collections.abc import Iterator
from contextlib import contextmanager

from spgat.errors import InputError


@contextmanager
def needs_extra(extra: str) -> Iterator[None]:
    """Encloses the import of a package that the extra brings.

    Args:
        extra: A name of `[project.optional-dependencies]` in pyproject.toml.

    Raises:
        InputError: If the package is not installed.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise InputError(
            f"The package {error.name!r} is not installed; "
            f"add it with: python -m pip install 'spgat[{extra}]'"
        ) from error
