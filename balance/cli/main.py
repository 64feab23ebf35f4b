"""The command line: all commands, and how the program ends.

Heavy imports stay inside the commands, so that ``--help`` answers at once.
"""

import errno
import os
import signal
import sys
import threading
import time
import traceback
import warnings
from collections.abc import Callable, Sequence
from copy import copy
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
import typer.core

import balance
from balance.app.activity import ACTIVITY
from balance.cli import bots, browse, checks, create, design, run, what_if
from balance.cli.exits import (
    Exit,
    end,
    is_output_error,
    prepare_output,
    print_error,
    supervise,
)
from balance.cli.interrupts import watch_interrupts
from balance.errors import BalanceError, BotError, Interrupted
from balance.installation import check_installation
from balance.portable import interrupt_main_thread
from balance.runner.stop_signal import ANSWERS
from balance.spelling import as_on_disk, one_form

_show_warning = warnings.showwarning
_stopped: list[str] = []  # what to print after Ctrl-C
_NO_MEMORY = "Error: there is not enough memory: free some, or use fewer --workers."
ABOUT = "Simulate card and board games, and report win rates, card values and balance."


class _Commands(typer.core.TyperGroup):
    """The commands; how they end is ours: typer drops the text of `Interrupted`."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except Interrupted as stopped:
            print_error(str(stopped))
            _stopped.clear()
            raise typer.Exit(Exit.INTERRUPTED) from None
        except SystemExit as ended:
            if isinstance(ended.__context__, BrokenPipeError):  # noticed by rich
                raise typer.Exit(Exit.CLOSED) from None
            raise BotError(
                f"the code of a bot or a game ended the program: SystemExit({ended.code})."
            ) from None
        except BrokenPipeError:
            raise typer.Exit(Exit.CLOSED) from None


app = typer.Typer(
    cls=_Commands,
    help=ABOUT,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
new = typer.Typer(help="Create a starter bot, card set or file of playtests.", no_args_is_help=True)


def _print_version(is_asked: bool) -> None:
    if is_asked:
        print(f"balance {balance.__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
    trust: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="PATH", help="A file or folder with Python code that scenarios may run."
        ),
    ] = None,
) -> None:
    """Simulate card and board games, and report win rates, card values and balance."""
    if trust:
        from balance.compiling import trusted_code

        for path in trust:
            trusted_code.trust(path)


COMMANDS: dict[str, dict[str, Callable[..., None]]] = {
    "Play and report": {
        "run": run.run,
        "compare": run.compare,
        "report": run.report,
        "card": run.card,
        "play": run.play,
        "diff": run.diff,
        "serve": browse.serve,
        "rerun": run.rerun,
        "playtests": run.playtests,
    },
    "Look and check": {
        "list": browse.list_,
        "validate": browse.validate,
        "check": run.check,
        "plan": run.plan,
    },
    "Answers in seconds": {
        "try": what_if.try_,
        "watch": what_if.watch,
        "fix": what_if.fix,
    },
    "Cards and set-ups": {
        "price": design.price,
        "strongest": design.strongest,
        "synergy": design.synergy,
        "sensitivity": design.sensitivity,
        "tune": design.tune,
        "setups": design.setups,
    },
    "Bots": {
        "check-bot": bots.check_bot,
        "duel": bots.duel,
        "tournament": bots.tournament,
        "ladder": bots.ladder,
        "tune-bot": bots.tune_bot,
        "train": bots.train,
        "exploit": design.exploit,
    },
    "The toolkit itself": {
        "verify": checks.verify,
        "soak": checks.soak,
        "selftest": checks.selftest,
        "bench": checks.bench,
        "compile": checks.compile_,
    },
}
for panel, commands in COMMANDS.items():
    for name, function in commands.items():
        app.command(name, rich_help_panel=panel)(function)
app.add_typer(new, name="new", rich_help_panel="Look and check")
new.command("cards")(create.new_cards)
new.command("bot")(create.new_bot)
new.command("game")(create.new_game)
new.command("game-plugin")(create.new_game_plugin)
new.command("playtests")(create.new_playtests)


def start() -> NoReturn:
    """Run the command line as a program: see `main` and `balance.cli.exits.supervise`."""
    supervise(sys.argv[1:])
    watch_interrupts()
    ACTIVITY.start("Loading")
    main()


def main() -> NoReturn:
    """Run the command line; an error that the user can mend is one sentence, without traceback."""
    _stopped.clear()
    signal.signal(signal.SIGINT, _interrupt)
    sys.unraisablehook = _raise_again
    warnings.showwarning = _print_warning
    prepare_output()
    sys.argv[1:] = map(_as_typed, map(_with_home, sys.argv[1:]))
    try:
        check_installation()
        needed(sys.argv[1:])()
    except SystemExit as done:  # typer has ended the command
        if done.code == Exit.INTERRUPTED and _stopped:  # Ctrl-C before the command began
            print_error(_stopped[0])
        end(done.code if isinstance(done.code, int) else Exit.DONE)
    except BalanceError as error:
        if "--debug" in sys.argv:
            traceback.print_exc()
        print_error(f"Error: {error}")
    except Interrupted as stopped:
        print_error(str(stopped))
        end(Exit.INTERRUPTED)
    except BrokenPipeError:
        end(Exit.CLOSED)
    except MemoryError:
        print_error(_NO_MEMORY)
    except Exception as error:
        if _stopped:  # compiled libraries turn what Ctrl-C raises into errors of their own
            print_error(_stopped[0])
            end(Exit.INTERRUPTED)
        if isinstance(error, OSError) and error.filename is not None:  # such as a name too long
            print_error(f"Error: {BalanceError(f'{error.filename}: {error.strerror}.')}")
        elif isinstance(error, OSError) and is_output_error(error):
            print_error(f"Error: the output cannot be written: {error.strerror}.")
        elif _is_memory_error(error):
            print_error(_NO_MEMORY)
        else:
            print_error(traceback.format_exc().rstrip())
            print_error("This is a bug in balance or in the game; the lines above show where.")
            end(Exit.BUG)
    end(Exit.REFUSED)


def needed(words: Sequence[str]) -> typer.Typer:
    """Return the commands that a command line needs: typer takes a while to build the options.

    These are the one that it names; without options all of which the help lists; else all.
    """
    first = words[0] if words else "--help"
    commands = [each for each in app.registered_commands if each.name == first]
    if first in ("--help", "-h"):
        commands = [_without_options(each) for each in app.registered_commands]
    if not commands:
        return app
    part = copy(app)
    part.registered_commands = commands
    return part


def _without_options(command: Any) -> Any:
    def nothing() -> None: ...

    nothing.__doc__ = command.callback.__doc__
    light = copy(command)
    light.callback = nothing
    return light


def _with_home(word: str) -> str:
    """Return a word of the command line with ~/ replaced, which shells leave within quotes."""
    option, equals, value = word.partition("=") if word.startswith("--") else ("", "", word)
    return option + equals + (os.path.expanduser(value) if value.startswith("~/") else value)


def _as_typed(word: str) -> str:
    """Return a word of the command line in one form; the path of a file as the disk has it."""
    option, equals, value = word.partition("=") if word.startswith("--") else ("", "", word)
    if word.isascii() or os.path.lexists(value):
        return word
    path = as_on_disk(Path(value))
    return option + equals + (str(path) if os.path.exists(path) else one_form(value))


def _is_memory_error(error: BaseException | None) -> bool:
    """Return whether there was too little memory, also for loading a library.

    Libraries turn the error into one of their own, so what it came from counts too.
    """
    texts = ("failed to map segment", "Cannot allocate memory")
    while error is not None:
        is_load = isinstance(error, ImportError | OSError)
        if is_load and any(text in str(error) for text in texts):
            return True
        if getattr(error, "errno", None) == errno.ENOMEM:
            return True
        error = error.__cause__ or error.__context__
    return False


def _print_warning(message: Any, category: type[Warning], *more: Any, **named: Any) -> None:
    """Print a warning of balance as a note, and any other as Python does."""
    if category.__name__ == "CacheWarning":
        print(f"Note: {message}.", file=sys.stderr)
    else:
        _show_warning(message, category, *more, **named)


def _raise_again(ignored: "sys.UnraisableHookArgs") -> None:
    """Repeat a Ctrl-C that Python ignores, as it came within the callback of a weak reference."""
    if not isinstance(ignored.exc_value, Interrupted):
        sys.__unraisablehook__(ignored)
        return
    signal.signal(signal.SIGINT, _interrupt)
    threading.Timer(0.01, interrupt_main_thread).start()


def _interrupt(number: int, frame: Any) -> None:
    signal.signal(
        number, signal.SIG_IGN
    )  # the parent process may pass on what came from a terminal
    ANSWERS.handled = time.monotonic()
    _stopped.append("Stopped.")
    raise Interrupted(_stopped[0])
