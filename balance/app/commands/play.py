"""``balance play``: one game in sentences, in which people may take seats."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from balance.app.notices import announce_start, stderr_console
from balance.app.person import HUMAN, Person, TakenBack
from balance.bots.policy import score_choices, scratch_of
from balance.compiling.jit import plain
from balance.engine.game import Bot
from balance.engine.layout import Record, State
from balance.engine.services import Narrator
from balance.engine.session import Session
from balance.error_messages import did_you_mean
from balance.errors import LimitError, ScenarioError
from balance.runner.batches import MAX_DECISIONS, choice_of_bot
from balance.runner.rules_errors import check_records, rules_errors_of
from balance.scenario.files import read_scenario, scenario_of_game
from balance.scenario.match import Match
from balance.scenario.overrides import Overrides, prepare_with_overrides
from balance.scenario.replay_command import add_replay_commands
from balance.spelling import one_form

_MOST_SHOWN = 200  # tasks without a choice; a game that goes on so may never end
STAND_IN = "random"  # the bot that is named in the place of a person


@dataclass(frozen=True)
class Shown:
    """What is shown of a game besides its course.

    Attributes
    ----------
    choices : bool
        Whether each decision lists what was offered, with what the bot thinks of it.
    humans : tuple of int
        The places in the line-up that people have; the number of seats if they have all.
    """

    choices: bool = False
    humans: tuple[int, ...] = ()

    def seats(self, match: Match, rotation: int) -> frozenset[int]:
        """Return the seats of people in a game."""
        seats = match.game_table.num_seats
        places = range(seats) if seats in self.humans else self.humans
        return frozenset((place + rotation) % seats for place in places)


def narrate(
    name: str, number: int, cell: str | None, overrides: Overrides, choices: bool = False
) -> Iterator[str]:
    """Yield game `number` of a cell of a scenario in sentences, line by line.

    A bot named *human* is a person, who is asked in the terminal.

    Parameters
    ----------
    name : str
        A file, the name of a shipped scenario, or a game for its usual table.
    cell : str or None
        None is the first.
    choices : bool
        Whether each decision lists what was offered.

    Raises
    ------
    ScenarioError, CardError, BotError
    """
    people = tuple(place for place, bot in enumerate(overrides.bots) if bot == HUMAN)
    if people:
        bots = tuple(STAND_IN if bot == HUMAN else bot for bot in overrides.bots)
        overrides = replace(overrides, bots=bots)
    scenario = scenario_of_game(name) or read_scenario(name)
    ready = add_replay_commands(prepare_with_overrides(scenario, overrides), name, overrides)
    cells = {each.name: each for each in ready.all_cells}
    wanted = ready.cells[0].name if cell is None else one_form(cell).strip()
    if wanted not in cells:
        raise ScenarioError(
            f"{scenario.place}: there is no variant {wanted!r}: {did_you_mean(wanted, cells)}"
        )
    announce_start(ready, stderr_console())
    match = cells[wanted].match
    if people and len(overrides.bots) == 1:
        people = (match.game_table.num_seats,)
    yield from narrate_game(match, number, Shown(choices, people))


def narrate_game(match: Match, number: int, shown: Shown = Shown()) -> Iterator[str]:
    """Yield the lines of a game as it is played.

    Raises
    ------
    BotError
        If a bot breaks the rules for bots, after the lines of everything before that.
    RulesError
        If the rules of a game from outside fail, or its record cannot be right.
    LimitError
        If it goes on for ever without a choice.
    """
    game, lineup = match.game, match.lineup
    deal, rotation = divmod(number, lineup.rotations)
    seated = lineup.seated(rotation)
    people = shown.seats(match, rotation)
    labels = [lineup.labels[entry] for entry in seated]
    names = tuple(
        f"{HUMAN if seat in people else label} {seat + 1}" for seat, label in enumerate(labels)
    )
    narrator = game.narrator(match.game_table, names)
    session = Session(game, match.game_table, match.seed)
    weights = [entry.weights.copy() for entry in lineup.entries]
    person = Person(session, people)

    def rules() -> AbstractContextManager[None]:
        return rules_errors_of(match, number, lambda: int(session.state.num_decisions))

    yield f"{game.title}, game {number} of seed {match.seed}: {', '.join(names)}."
    with rules():
        session.begin(deal, seated)
    yield from narrator.opening(person.sees()[0])
    since_choice = 0
    while not session.is_over and session.state.num_decisions < MAX_DECISIONS:
        before = person.sees()
        if session.state.decision == 0:
            with rules():
                session.step()
            since_choice += 1
            if since_choice < _MOST_SHOWN:
                yield from narrator.task(before[0], person.sees()[0])
            elif since_choice == _MOST_SHOWN:
                yield f"No choice in {_MOST_SHOWN} steps: nothing is shown until the next one."
            continue
        since_choice = 0
        seat = int(session.state.due_seat)
        entry = lineup.entries[seated[seat]]
        is_secret = bool(people) and seat not in people and before[0].decision in narrator.secret
        if seat in people:
            yield from choice_lines(narrator, before[0])
            try:
                index = person.ask()
            except TakenBack:
                continue
        else:
            index = choice_of_bot(session, match, entry, weights[seated[seat]], number)
            if shown.choices and not is_secret:
                yield from choice_lines(narrator, before[0], index, entry.bot, session)
        with rules():
            session.take(index)
        if not is_secret:
            yield from narrator.choice(before[0], person.sees()[0], index)
    if why := match.game_table.why_endless(session.state):
        raise LimitError(f"{game.title}, game {number} of seed {match.seed}: {why}.")
    if not session.is_over:
        yield f"The game was cut off here, after {MAX_DECISIONS:,} decisions; nobody has won."
    with rules():
        records = session.write_record(number)
    check_records(match, records)
    record: Record = records[0]
    yield from narrator.closing(session.state, record)


_TAKEN = "<- taken"


def choice_lines(
    narrator: Narrator,
    state: State,
    taken: int | None = None,
    bot: Bot | None = None,
    session: Session | None = None,
) -> Iterator[str]:
    """Yield a line for each offered choice: its index, the choice, its score, whether it was taken.

    Parameters
    ----------
    state : State
        The state as it may be shown.
    taken : int, optional
        The index of the choice that is made.
    bot, session : optional
        Who decides, and the game at that decision, for scores of a policy.
    """
    count = int(state.num_choices)
    texts = [narrator.describe(state, index) for index in range(count)]
    scores = scores_of(bot, session) if bot is not None and session is not None else None
    width = max(map(len, texts))
    for index, text in enumerate(texts):
        score = "" if scores is None else f"{scores[index]:8.2f}"
        mark = _TAKEN if index == taken else ""
        yield f"    {index:3}  {text:{width}}{score}  {mark}".rstrip()


def scores_of(bot: Bot, session: Session) -> NDArray[np.float64] | None:
    """Return the score that a policy gives to each choice that is offered, shape (choices,).

    None for a bot that is no policy, and at decisions that the policy leaves to another bot.
    """
    if bot.inputs is None:
        return None
    seat, count = int(session.state.due_seat), int(session.state.num_choices)
    scratch = np.zeros(1, scratch_of(bot.inputs.shape, count))
    is_made = plain(score_choices)(
        session.view(seat)[0], session.tables[0], seat, bot.numbers, len(bot.weights),
        bot.inputs.shape, bot.inputs.write_position, bot.inputs.write_choices, scratch,
    )  # fmt: skip
    return scratch["scores"][0, :count] if is_made else None
