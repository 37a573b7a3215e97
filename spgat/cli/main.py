"""The `spgat` command: all that the app does, without the app.

Exit status: 0 done, 1 the work failed or was stopped, 2 bad arguments or input. An error is
one sentence on standard error; SPGAT_DEBUG=1 adds the traceback.
"""

import os
import sys
import traceback
from collections.abc import Sequence
from typing import Annotated

import typer

import spgat
from spgat import retired
from spgat.cli import bands, data, embed, lab, runs, series, serve, spectra, training
from spgat.errors import Cancelled, InputError

_INTERRUPTED = 130

app = typer.Typer(
    name="spgat",
    help="Attention over graph frequencies: spectra, wavelets, training, the paper's tables.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for module in (data, spectra, series, training, bands, embed, runs, lab, serve):
    module.register(app)


def _show_version(is_asked: bool) -> None:
    if is_asked:
        print(f"spgat {spgat.__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Show the version.", callback=_show_version, is_eager=True
        ),
    ] = False,
) -> None:
    """What stands before the command."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status; never lets a traceback through."""
    try:
        given = sys.argv[1:] if arguments is None else arguments
        status = app(args=[retired.flag(word) for word in given], standalone_mode=False)
    except InputError as error:
        return _fail(str(error), 2)
    except typer.TyperException as error:
        said = error.format_message().rstrip(".")
        return _fail(f"{said}. Run 'spgat --help' for what is possible.", 2)
    except (Cancelled, typer.Abort) as error:
        return _fail(f"Stopped: {error}." if str(error) else "Stopped.", 1)
    except BrokenPipeError:
        # The reader of our output went away, as `| head` does; nothing is wrong.
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115  (the interpreter closes it)
        return 0
    except Exception as error:  # the border of the program: say it in one sentence
        return _fail(f"The work failed: {type(error).__name__}: {error}", 1)
    # Typer turns Ctrl-C into the shell's status for it; a command itself returns nothing.
    return _fail("Stopped.", 1) if status == _INTERRUPTED else int(status or 0)


def _fail(message: str, status: int) -> int:
    if os.environ.get("SPGAT_DEBUG"):
        traceback.print_exc()
    print(" ".join(message.split()), file=sys.stderr)
    return status
