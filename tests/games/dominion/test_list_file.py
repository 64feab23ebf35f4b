"""Buy lists as files: what they say, and what is said about a mistake."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from balance.agents.environment import Environment
from balance.app.bot_matches import BotMatchOptions
from balance.app.commands.check_bot import check_bot
from balance.engine.batch import MAX_WEIGHTS
from balance.errors import BotError
from balance.games.dominion import GAME
from balance.games.dominion.bots import BOTS, LISTS, read_list_bot
from balance.games.dominion.bots.conditions import LAST_KIND, Op, Slot, Term
from balance.games.dominion.bots.list_file import bot_of, numbers_of, read_list
from balance.games.dominion.bots.list_line import Condition, Entry, Operand
from balance.games.dominion.layout import FIRST_OWN, Card
from balance.games.dominion.sheets.files import read_box
from balance.scenario import match as matches
from balance.scenario.match import Lineup, Match
from balance.scenario.prepare import build_table
from balance.scenario.replay_command import with_replay_command
from tests.games.dominion.lists import list_of

PRINTED = json.loads((Path(__file__).parent / "data" / "bots.json").read_text())["bots"]
_OPS = {Op.LESS: "<", Op.AT_MOST: "<=", Op.EQUAL: "==", Op.AT_LEAST: ">=", Op.MORE: ">"}


def buys(text):
    return list_of(f"buy\n{text}\n").sections[Slot.BUY]


def condition(text):
    (entry,) = buys(f"gold if {text}")
    (one,) = entry.conditions
    return one


def written(entry):
    """Return an entry as the strategies document writes it."""
    line = {"buy": Card(entry.kind).name}
    if entry.conditions:
        line["if"] = " & ".join(map(written_condition, entry.conditions))
    return line


def written_condition(one):
    left = written_operand(one.left)
    if one.right.term is Term.NUMBER:
        return f"{left}{_OPS[one.op]}{-one.shift:g}"
    end = f"/{one.scale:g}" if one.scale != 1 else ""
    if one.shift:
        end = f"{-one.shift:+g}"
    return f"{left}{_OPS[one.op]}{written_operand(one.right)}{end}"


def written_operand(operand):
    name = operand.term.name.lower()
    if operand.term in (Term.OWN, Term.SUP, Term.HAND):
        return f"{name}({Card(operand.kind).name})"
    return name


def test_there_is_a_list_for_each_bot_of_the_strategies_document():
    assert list(LISTS) == ["greedy", *(bot["id"] for bot in PRINTED)]
    assert len(PRINTED) == 48


@pytest.mark.rule("S7")
@pytest.mark.parametrize("bot", PRINTED, ids=lambda bot: bot["id"])
def test_a_list_says_what_the_strategies_document_says(bot):
    ours = LISTS[bot["id"]]
    low, high = ours.players
    assert ours.name == bot["name"]
    assert bot["players"] == (f"{low}-{high}" if low < high else f"{low}")
    assert list(ours.needs) == bot["needs"]
    assert ours.is_guarded == bot["guard"]
    assert ours.is_aggressive == ("ggressive" in bot["notes"])
    assert ours.note == bot["notes"]
    assert list(map(written, ours.sections[Slot.BUY])) == bot["rules"]
    assert set(ours.sections) == {Slot.BUY}


def test_every_bot_fits_the_numbers_that_a_bot_may_have():
    assert max(len(BOTS[name].weights) for name in LISTS) <= MAX_WEIGHTS / 2


def test_cards_may_be_written_as_they_are_called():
    names = "Horn of Plenty\n  horn_of_plenty\n HORN OF PLENTY"
    assert buys(names) == (Entry(Card.horn_of_plenty),) * 3
    assert condition("own(Horn of Plenty) < 2") == condition("own( horn_of_plenty )<2")


def test_comments_blank_lines_and_settings_in_any_case_are_read():
    text = "# mine\n\nGuard: No  # never\n\nBUY:\n\n  gold # the best\n\tsilver\r\n"
    ours = list_of(text)
    assert not ours.is_guarded
    assert ours.sections == {Slot.BUY: (Entry(Card.gold), Entry(Card.silver))}


def test_a_list_without_settings_is_guarded_and_for_all_players():
    ours = list_of("buy\n gold\n")
    assert (ours.id, ours.players) == ("mine", (1, 4))
    assert ours.is_guarded
    assert not ours.is_aggressive


def test_all_sections_and_settings_are_read():
    ours = list_of(
        "name: Mine\nplayers: 3 - 4\nneeds: Throne Room, smithy\nguard: no\nchapel: aggressive\n"
        "note: tries\nbuy\n gold\nplay\n smithy if actions > 1\ndiscard\n copper\ntrash\n curse\n"
        "prizes\n diadem\n"
    )
    assert (ours.name, ours.note, ours.players) == ("Mine", "tries", (3, 4))
    assert ours.needs == ("throne_room", "smithy")
    assert not ours.is_guarded
    assert ours.is_aggressive
    assert [len(ours.sections[section]) for section in list(Slot)[3:]] == [1] * 5
    assert bot_of(ours).summary == "Mine: tries."


def test_a_setting_for_the_chapel_is_two_numbers():
    usual, aggressive = (
        numbers_of(list_of(f"chapel: {word}\nbuy\n gold\n")) for word in ("usual", "aggressive")
    )
    assert (usual["keep"], usual["enough"]) == (6, 4)
    assert (aggressive["keep"], aggressive["enough"]) == (4, 3)


@pytest.mark.rule("S2")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("own(gold) > 0", Condition(Operand(Term.OWN, 2), Op.MORE, Operand(Term.NUMBER))),
        ("money>18", Condition(Operand(Term.MONEY), Op.MORE, Operand(Term.NUMBER), 1, -18)),
        ("own(gold) < treas/11", Condition(Operand(Term.OWN, 2), Op.LESS, Operand(Term.TREAS), 11)),
        ("buys>=vict+2.5", Condition(Operand(Term.BUYS), Op.AT_LEAST, Operand(Term.VICT), 1, -2.5)),
        ("gte <= turn - 3", Condition(Operand(Term.GTE), Op.AT_MOST, Operand(Term.TURN), 1, 3)),
        ("sup(gold) == 4", Condition(Operand(Term.SUP, 2), Op.EQUAL, Operand(Term.NUMBER), 1, -4)),
        ("gte ≤ 4", Condition(Operand(Term.GTE), Op.AT_MOST, Operand(Term.NUMBER), 1, -4)),
    ],
)  # fmt: skip
def test_a_condition_becomes_numbers(text, expected):
    assert condition(text) == expected


def test_conditions_are_joined_by_an_ampersand_or_the_word():
    assert buys("gold if turn > 1 & coins < 9") == buys("gold IF turn>1 and coins<9")


ERRORS = [
    ("buy\n  smity\n", 2, 3, "expected the name of a card, not 'smity'; did you mean 'smithy'?"),
    ("buy\n gold\ndisard\n", 3, 1, "not 'disard'; did you mean 'discard'?"),
    ("buy\n  gold when turn > 2\n", 2, 8, "expected 'if' and a condition, or the end"),
    ("buy\n  gold if own(glod) > 2\n", 2, 15, "not 'glod'; did you mean 'gold'?"),
    ("buy\n  gold if mony > 2\n", 2, 11, "did you mean 'money'?"),
    ("buy\n  gold if\n", 2, 10, "but the line ends"),
    ("buy\n  gold if money\n", 2, 16, "expected one of < <= == >= >, but the line ends"),
    ("buy\n  gold if money = 3\n", 2, 17, "not '='; did you mean '=='?"),
    ("buy\n  gold if money => 3\n", 2, 17, "not '='"),
    ("buy\n  gold if money > \n", 2, 18, "expected a number or a term"),
    ("buy\n  gold if money > x\n", 2, 19, "not 'x'"),
    ("buy\n  gold if money > 3 turn > 2\n", 2, 21, "expected '&' and another condition"),
    ("buy\n  gold if money > 3 &\n", 2, 22, "expected a term"),
    ("buy\n  gold if 3 < money\n", 2, 11, "a number stands on the right side"),
    ("buy\n  gold if own > 2\n", 2, 15, "expected '(' and a card, as in own(gold), not '>'"),
    ("buy\n  gold if own(gold > 2\n", 2, 15, "expected the name of a card, not 'gold > 2'"),
    ("buy\n  gold if own(gold\n", 2, 19, "expected ')', but the line ends"),
    ("buy\n  gold if money(gold) > 2\n", 2, 16, "expected an operator, as 'money' is about"),
    ("buy\n  gold if money > treas / 0\n", 2, 27, "expected a number above 0"),
    ("buy\n  gold if money > treas * 2\n", 2, 25, "not '*'"),
    ("buy\n  gold if money > 12345678\n", 2, 19, "expected a number below 1000000"),
    ("buy\n gold\nbuy\n silver\n", 3, 1, "expected the heading 'buy' only once"),
    ("  gold\nbuy\n", 1, 3, "expected a setting such as 'guard: yes', or the heading"),
    ("by\n gold\n", 1, 1, "did you mean 'buy'?"),
    ("gard: yes\nbuy\n gold\n", 1, 1, "not 'gard'; did you mean 'guard'?"),
    ("guard: maybe\nbuy\n gold\n", 1, 8, "expected 'yes' or 'no', not 'maybe'"),
    ("guard: yes\n guard: no\nbuy\n gold\n", 2, 2, "expected the setting 'guard' only once"),
    ("buy\n gold\nguard: no\n", 3, 1, "expected the setting 'guard' above the first heading"),
    ("chapel: agressive\nbuy\n gold\n", 1, 9, "did you mean 'aggressive'?"),
    ("players: 5\nbuy\n gold\n", 1, 10, "expected 1 to 4 players, such as 2 or 2-4, not '5'"),
    ("players: 4-2\nbuy\n gold\n", 1, 10, "not '4-2'"),
    ("players:\nbuy\n gold\n", 1, 9, "but the line ends"),
    ("needs: smithy,  stsh\nbuy\n gold\n", 1, 17, "not 'stsh'; did you mean 'stash'?"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "column", "reason"), ERRORS)
def test_a_mistake_is_told_in_one_sentence_with_line_and_column(text, line, column, reason):
    with pytest.raises(BotError) as caught:
        list_of(text)
    said = str(caught.value)
    assert re.search(rf"mine\.txt, line {line}, column {column}: ", said), said
    assert reason in said
    assert "\n" not in said
    assert said[-1] in ".?"


@pytest.mark.parametrize("text", ["", "guard: yes\n", "buy\n", "play\n smithy\n", "# nothing\n"])
def test_a_list_that_buys_nothing_is_a_mistake(text):
    with pytest.raises(BotError, match="there is nothing to buy in it; expected a line 'buy'"):
        list_of(text)


def test_a_list_that_is_too_long_is_a_mistake():
    with pytest.raises(BotError, match="at most 16384 are expected: make it shorter"):
        list_of("buy\n" + " gold if own(gold) < 3\n" * 3200)


def test_a_list_that_is_missing_or_no_text_is_a_mistake(tmp_path):
    with pytest.raises(BotError, match="no such file, where a buy list is expected"):
        read_list(tmp_path / "none.txt")
    file = tmp_path / "picture.txt"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BotError, match="expected plain text in UTF-8"):
        read_list(file)


def test_a_mark_that_editors_put_first_is_no_part_of_the_text(tmp_path):
    file = tmp_path / "mine.txt"
    file.write_bytes(b"\xef\xbb\xbfbuy\r\n gold\r\n")
    assert read_list(file).sections[Slot.BUY] == (Entry(Card.gold),)


def test_a_list_knows_the_cards_of_ones_own_sheet(tmp_path):
    (tmp_path / "mine.csv").write_text(
        "id,name,cost,types,plus_cards\npeddler,Peddler,3,Action,2\ntinker,Tinker,4,Action,3\n"
    )
    file = tmp_path / "mine.txt"
    file.write_text("cards: mine.csv\nneeds: tinker\nbuy\n tinker if own(peddler) > 0\n peddler\n")
    tinker, peddler = read_list(file).sections[Slot.BUY]
    assert (tinker.kind, peddler.kind) == (FIRST_OWN, FIRST_OWN + 1)
    assert tinker.conditions[0].left.kind == peddler.kind
    assert read_list(file).own_kinds == {"tinker": tinker.kind, "peddler": peddler.kind}


def test_a_list_names_cards_of_a_sheet_by_id_or_name(tmp_path):
    (tmp_path / "mine.csv").write_text(
        "id,name,cost,types,plus_cards\nsweets,Konditorei,3,Action,2\n"
        "smithy,Schmiede am Tor,4,Action,3\ntower,Tower: North (old) if high,5,Action,3\n"
        'muller,Müller,4,Action,3\ntea,"Tea, black",3,Action,2\n'
    )
    file = tmp_path / "mine.txt"
    file.write_text(
        "cards: mine.csv\nneeds: KONDITOREI, Tea, black,Müller,\nbuy\n sweets\n Konditorei if own("
        "Konditorei) < 2\n Schmiede am\u00a0Tor\n smithy\n Tower: North (old) if high\n"
        " Tower: North (old) if high if own(Tower: North (old) if high) < 2 & own(tower) < 3\n"
        " Mu\u0308ller\n"
    )
    read = read_list(file)
    assert read.needs == ("sweets", "tea", "muller")
    assert set(read.own_kinds) == {"sweets", "tea", "muller", "tower"}
    kinds = [entry.kind for entry in read.sections[Slot.BUY]]
    muller, sweets, tower = (read.own_kinds[card] for card in ("muller", "sweets", "tower"))
    assert kinds == [sweets, sweets, Card.smithy, Card.smithy, tower, tower, muller]
    assert [len(entry.conditions) for entry in read.sections[Slot.BUY]] == [0, 1, 0, 0, 0, 2, 0]


@pytest.mark.parametrize("order", [("cards", "needs"), ("needs", "cards")])
def test_the_settings_may_stand_in_any_order(tmp_path, order):
    (tmp_path / "mine.csv").write_text("id,name,cost,types,plus_cards\nsweets,Tea,3,Action,2\n")
    file = tmp_path / "mine.txt"
    settings = {"cards": "cards: mine.csv", "needs": "needs: gold, Tea"}
    lines = [settings[one] for one in order]
    file.write_text("\n".join([*lines, "buy", " gold", ""]))
    assert read_list(file).needs == ("gold", "sweets")
    assert read_list(file).own_kinds == {"sweets": FIRST_OWN}
    lines[order.index("needs")] = "needs: gold, Tee"
    file.write_text("\n".join([*lines, "buy", " gold", ""]))
    wrong = f"line {order.index('needs') + 1}, column 14: expected the name of a card, not 'Tee'"
    with pytest.raises(BotError, match=wrong):
        read_list(file)


def test_a_list_names_each_card_of_the_box_by_its_name():
    for face in read_box(None, {}, Path()).faces:
        assert buys(face.name) == (Entry(face.kind),)


OWN = {
    "peddler": "peddler,Peddler,2,Action,1,1\n",
    "tinker": "tinker,Tinker,4,Action,3,\n",
}


def own_match(folder, text, *sheet, **table):
    """Return a match of a list, with `a.csv` beside it, at a table with cards in this order."""
    head = "id,name,cost,types,plus_cards,plus_actions\n"
    (folder / "a.csv").write_text(head + "".join(OWN.values()))
    (folder / "b.csv").write_text(head + "".join(OWN[card] for card in sheet))
    (folder / "mine.txt").write_text(f"cards: a.csv\n{text}")
    bot = read_list_bot(folder / "mine.txt")
    cards = {"cards": "b.csv"} if sheet else {}
    game_table = build_table(GAME, 2, {**cards, "kingdom": list(sheet), **table}, folder=folder)
    return Match(GAME, game_table, Lineup((matches.Entry("mine", bot),), (0, 0)), 1)


@pytest.mark.parametrize(
    "text",
    [
        "buy\n tinker if own(tinker) < 2\n",
        "buy\n gold if sup(Tinker) > own(peddler) + 1 & hand(tinker) > 0\n peddler\n",
        "needs: peddler\nbuy\n gold\nplay\n tinker if actions > 1\n peddler\n",
    ],
)
def test_own_cards_are_found_by_their_ids_whatever_the_order_of_the_tables_sheet(tmp_path, text):
    one, two = (
        own_match(tmp_path, text, *order)
        for order in (("peddler", "tinker"), ("tinker", "peddler"))
    )
    changed = {FIRST_OWN: FIRST_OWN + 1, FIRST_OWN + 1: FIRST_OWN}

    def turned(number):
        code = int(number)
        kind = code & LAST_KIND
        return float(code - kind + changed.get(kind, kind))

    numbers, others = (match.lineup.entries[0].bot.weights for match in (one, two))
    named = {key for key in numbers if key.endswith(("_card", "_left", "_right"))}
    assert others == {key: turned(n) if key in named else n for key, n in numbers.items()}
    assert numbers != others or "needs" in text
    again = replace(two, game_table=one.game_table)
    assert again.lineup.entries[0].bot.weights == numbers


@pytest.mark.parametrize("sheet", [(), ("peddler",)])
@pytest.mark.parametrize(
    "text",
    [
        "buy\n tinker\n",
        "buy\n gold if own(tinker) < 1\n",
        "buy\n gold if turn > hand(tinker)\n",
        "needs: Tinker\nbuy\n gold\n",
    ],
)
def test_a_table_without_a_card_that_a_list_names_is_refused(tmp_path, text, sheet):
    with pytest.raises(BotError, match=r"mine\.txt: the list names 'tinker', a card of its own"):
        own_match(tmp_path, text, *sheet)


def test_a_card_of_the_sheet_that_is_not_in_the_kingdom_is_no_mistake(tmp_path):
    match = own_match(tmp_path, "buy\n tinker\n gold\n", "peddler", "tinker", kingdom=["peddler"])
    assert match.lineup.entries[0].bot.own_kinds == {"tinker": FIRST_OWN + 1}


def test_check_bot_refuses_a_list_whose_cards_are_not_at_its_tables(tmp_path, monkeypatch):
    own_match(tmp_path, "buy\n tinker\n", "tinker")
    monkeypatch.chdir(tmp_path)
    options = BotMatchOptions(game="dominion", players=2)
    with pytest.raises(BotError, match="the list names 'tinker'"):
        check_bot("mine.txt", 2, options)


def test_a_list_with_own_cards_is_replayed_by_its_command(tmp_path, monkeypatch):
    match = own_match(tmp_path, "buy\n tinker\n", "tinker", "peddler")
    monkeypatch.chdir(tmp_path)
    command = with_replay_command(match, {"cards": "b.csv"}).replay_command
    assert command == "balance play dominion --bots mine.txt --players 2 --seed 1 --set cards=b.csv"


def test_an_agent_asks_a_list_with_own_cards(tmp_path, monkeypatch):
    match = own_match(tmp_path, "buy\n tinker\n silver\n", "tinker", "peddler")
    monkeypatch.chdir(tmp_path)
    table = Environment("dominion", 2, {"cards": "b.csv", "kingdom": ["tinker"]})
    table.reset(seed=1)
    table.ask("mine.txt")
    assert match.lineup.entries[0].bot == table._bots["mine.txt"].bot


def test_a_list_of_ones_own_is_a_bot_with_its_source(tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text("name: Mine\nbuy\n gold\n")
    bot = read_list_bot(file)
    assert (bot.name, bot.source, bot.summary) == ("mine", file, "Mine.")
    assert list(bot.weights.values()) == [1, 6, 4, 11, 11, 11, 11, 11, 2, 11, 0]
