"""``balance play``: one game told in sentences that a player would say."""

from collections.abc import Iterable

from balance.app.notices import console, say_what_takes_long
from balance.engine.layout import Record
from balance.engine.session import Session
from balance.errors import ScenarioError
from balance.runner.batches import MAX_DECISIONS, answer_of
from balance.scenario.error_messages import did_you_mean
from balance.scenario.files import read_scenario
from balance.scenario.overrides import Overrides, override
from balance.scenario.prepare import PreparedCell, prepare
from balance.scenario.replay_command import add_replay_commands, scenario_of_game


def tell(name: str, number: int, variant: str | None, overrides: Overrides) -> None:
    """Print game `number` of a variant of a scenario; None is the first.

    Parameters
    ----------
    name : str
        A file, the name of a shipped scenario, or a game: its usual table, with greedy bots.
    number : int
    variant : str or None
    overrides : Overrides

    Raises
    ------
    ScenarioError, CardError, BotError
    """
    scenario = override(scenario_of_game(name) or read_scenario(name), overrides)
    ready = add_replay_commands(prepare(scenario), name, overrides)
    known = {one.name: one for one in ready.cells}
    wanted = ready.cells[0].name if variant is None else variant
    if wanted not in known:
        raise ScenarioError(
            f"{scenario.file}: there is no variant {wanted!r}: {did_you_mean(wanted, known)}"
        )
    say_what_takes_long(ready, console())
    for line in told(known[wanted], number):
        print(line)


def told(variant: PreparedCell, number: int) -> Iterable[str]:
    """Yield the lines of a game as it is played.

    Raises
    ------
    BotError
        If a bot does what no bot may do, after the lines of all that came before.
    """
    match = variant.match
    game, lineup = match.game, match.lineup
    deal, rotation = divmod(number, lineup.rotations)
    seated = lineup.seated(rotation)
    names = tuple(f"{lineup.labels[entry]} {seat + 1}" for seat, entry in enumerate(seated))
    narrator = game.narrator(match.game_table, names)
    session = Session(game, match.game_table, match.seed)
    weights = [entry.weights.copy() for entry in lineup.entries]
    yield f"{game.title}, game {number} of seed {match.seed}: {', '.join(names)}."
    session.begin(deal, seated)
    yield from narrator.opening(session.state)
    while not session.is_over and session.state.num_decisions < MAX_DECISIONS:
        before = session.states.copy()
        if session.state.decision == 0:
            session.step()
            yield from narrator.task(before[0], session.state)
            continue
        entry = lineup.entries[seated[int(session.state.due_seat)]]
        own = weights[seated[int(session.state.due_seat)]]
        index = answer_of(session, match, entry, own, number)
        session.take(index)
        yield from narrator.choice(before[0], session.state, index)
    if not session.is_over:
        yield f"The game was cut off here, after {MAX_DECISIONS:,} decisions; nobody has won."
    record: Record = session.write_record(number)[0]
    yield from narrator.closing(session.state, record)
