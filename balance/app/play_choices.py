"""The choices of a decision in words, with what a bot thinks of each."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from balance.bots.policy import score_choices, scratch_of
from balance.compiling.jit import plain
from balance.engine.game import Bot
from balance.engine.layout import State
from balance.engine.services import Narrator
from balance.engine.session import Session

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
