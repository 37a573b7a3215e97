"""The two exceptions that callers of spgat are meant to catch."""


class InputError(ValueError):
    """Bad input. The message is one sentence naming the value and the remedy."""


class Cancelled(RuntimeError):
    """The caller's `should_stop` asked for the work to end before it was done."""


def reason(error: Exception) -> str:
    """Returns the beginning of what a library says of bad input, which may quote all of it."""
    said = " ".join(str(error).split())
    return said if len(said) <= 160 else f"{said[:159]}…"
