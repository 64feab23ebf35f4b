"""People at the table of `balance play`: what they are asked, what they see, and undo."""

from random import Random

import pytest

from balance.app import person as person_module
from balance.app.commands.play import narrate
from balance.errors import Interrupted
from balance.scenario.overrides import Overrides

PIG = "examples/pig"


@pytest.fixture
def typed(monkeypatch):
    """Return a function that sets what a person types; afterwards there is nothing more to read."""

    def types(*answers):
        left = list(answers)

        def read(self, prompt):
            if not left:
                raise EOFError
            return left.pop(0)

        monkeypatch.setattr(person_module.Person, "_read", read, raising=False)
        init = person_module.Person.__init__

        def start(self, session, seats):
            init(self, session, seats)
            self._read = lambda prompt: read(self, prompt)

        monkeypatch.setattr(person_module.Person, "__init__", start)

    return types


def lines_until_the_end(name, bots, number=0, **keys):
    lines = []
    game = narrate(name, number, None, Overrides(bots=bots, **keys))
    with pytest.raises(Interrupted):
        lines.extend(game)  # keeps what came before the error
    return lines


def test_a_person_is_offered_each_choice_in_words(typed):
    typed("1", "0")
    lines = lines_until_the_end(PIG, ("human", "random"))
    assert "human 1" in lines[0]
    assert "      0  hold" in lines
    assert any(line.startswith("human 1 rolls again") for line in lines)
    assert any(line.startswith("human 1 holds") for line in lines)


def test_undo_returns_to_the_decision_before_with_the_same_luck(typed):
    typed("1", "u", "1")
    lines = lines_until_the_end(PIG, ("human", "random"))
    again = [line for line in lines if line.startswith("human 1 rolls again")]
    assert len(again) == 2
    assert again[0] == again[1]


def test_what_is_no_choice_is_asked_again(typed, capsys):
    typed("7", "hold", "u", "1")
    lines = lines_until_the_end(PIG, ("human", "random"))
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "Expected a number from 0 to 1."
    assert said[2].startswith("There is nothing to undo.")
    assert sum(line.startswith("human 1 rolls again") for line in lines) == 1


@pytest.mark.parametrize("name", ["valeria", "king_of_the_valley", "dominion"])
def test_a_person_plays_every_game_to_its_end(name, monkeypatch):
    random = Random(name)
    monkeypatch.setattr(
        person_module.Person,
        "ask",
        lambda self: random.randrange(int(self.session.state.num_choices)),
    )
    lines = list(narrate(name, 0, None, Overrides(bots=("human", "random"), seed=3)))
    assert any("win" in line for line in lines[-8:])


def test_what_is_secret_of_others_is_not_shown(monkeypatch):
    monkeypatch.setattr(person_module.Person, "ask", lambda self: 0)
    lines = list(narrate("valeria", 0, None, Overrides(bots=("human", "random"), seed=3)))
    dealt = [line for line in lines if "is dealt" in line]
    assert [line.split()[0] for line in dealt] == ["human"]
    kept = [line for line in lines if " keeps " in line and "Duke" not in line.split(" keeps ")[0]]
    assert not [line for line in kept if line.startswith("random 2 keeps")]


def test_choices_show_the_scores_of_a_policy_and_what_was_taken():
    overrides = Overrides(bots=("policy", "random"))
    lines = list(narrate(PIG, 0, None, overrides, choices=True))
    taken = [line for line in lines if line.endswith("<- taken")]
    assert taken
    plain = list(narrate(PIG, 0, None, overrides))
    assert [line for line in lines if not line.startswith("    ")] == plain
    decisions: list[list[str]] = []  # the lines of each, with scores
    for line in lines:
        is_choice = line.startswith("    ") and any(char == "." for char in line)
        if is_choice and line.split()[0] == "0":
            decisions.append([line])
        elif is_choice:
            decisions[-1].append(line)
    assert decisions  # only the policy's own decisions have scores
    for offered in decisions:
        scores = [float(line.removesuffix("<- taken").split()[-1]) for line in offered]
        assert offered[scores.index(max(scores))].endswith("<- taken")
