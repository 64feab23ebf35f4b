"""``balance play``: one game in sentences."""

from collections.abc import Iterator

from balance.app.notices import announce_start, stderr_console
from balance.engine.layout import Record
from balance.engine.session import Session
from balance.errors import ScenarioError
from balance.runner.batches import MAX_DECISIONS, answer_of
from balance.scenario.error_messages import did_you_mean
from balance.scenario.files import read_scenario
from balance.scenario.match import Match
from balance.scenario.overrides import Overrides, override
from balance.scenario.prepare import prepare
from balance.scenario.replay_command import add_replay_commands, scenario_of_game


def narrate(name: str, number: int, cell: str | None, overrides: Overrides) -> Iterator[str]:
    """Yield game `number` of a cell of a scenario in sentences, line by line.

    Parameters
    ----------
    name : str
        A file, the name of a shipped scenario, or a game for its usual table.
    cell : str or None
        None is the first.

    Raises
    ------
    ScenarioError, CardError, BotError
    """
    scenario = override(scenario_of_game(name) or read_scenario(name), overrides)
    ready = add_replay_commands(prepare(scenario), name, overrides)
    cells = {each.name: each for each in ready.cells}
    wanted = ready.cells[0].name if cell is None else cell
    if wanted not in cells:
        raise ScenarioError(
            f"{scenario.file}: there is no variant {wanted!r}: {did_you_mean(wanted, cells)}"
        )
    announce_start(ready, stderr_console())
    yield from narrate_game(cells[wanted].match, number)


def narrate_game(match: Match, number: int) -> Iterator[str]:
    """Yield the lines of a game as it is played.

    Raises
    ------
    BotError
        If a bot breaks the rules for bots, after the lines of everything before that.
    """
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
