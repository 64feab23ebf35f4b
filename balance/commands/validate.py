"""``balance validate``: check scenarios and the cards they use, and say each card in words."""

from rich.console import Console

from balance.errors import BalanceError
from balance.scenario.model import read_scenario
from balance.scenario.set_up import SetUp, set_up


def validate_all(names: list[str], quiet: bool) -> None:
    """Check each scenario; print what is wrong of all of them.

    Parameters
    ----------
    names : list of str
        Files, or names of shipped scenarios.
    quiet : bool
        Say only what is wrong.

    Raises
    ------
    BalanceError
        If something is wrong; the text holds one line for each scenario that is.
    """
    wrong: list[BalanceError] = []
    console = Console(highlight=False, markup=False, soft_wrap=True)
    for name in names:
        try:
            ready = set_up(read_scenario(name))
        except BalanceError as error:
            wrong.append(error)
            continue
        if not quiet:
            for line in report_of(name, ready):
                console.print(line)
    if wrong:
        raise type(wrong[0])("\n".join(str(error) for error in wrong)) from wrong[0]


def report_of(name: str, ready: SetUp) -> list[str]:
    """Return what a sound scenario asks for, a line each.

    Parameters
    ----------
    name : str
    ready : SetUp
    """
    baseline = ready.variants[0]
    lineup = baseline.match.lineup
    seats = ", ".join(lineup.labels[entry] for entry in lineup.seats)
    lines = [f"{name}: sound.", f"  {ready.game.title}, {len(lineup.seats)} players: {seats}."]
    lines += [f"  {notice}" for notice in ready.notices]
    lines += [f"  {note}" for note in baseline.match.laid.notes]
    for variant in ready.variants:
        changed = ", ".join(f"{key} = {value}" for key, value in variant.settings.items())
        lines.append(
            f"  {variant.name}: {variant.games:,} games{'; ' + changed if changed else ''}"
        )
    words = baseline.match.laid.words
    return lines + (["", *(f"  {line}" for line in words)] if words else [])
