"""Random games: they end, nothing is lost, nothing goes below nothing."""

import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.games.valeria.referee.chance import RandomChance
from tests.games.valeria.referee.deals import Wishes, random_deal
from tests.games.valeria.referee.finishing import BARE, FIVE_EXHAUSTED, NO_MONSTERS
from tests.games.valeria.referee.referee import Referee
from tests.games.valeria.referee.sheets import Event, Sheets, read_sheets
from tests.games.valeria.referee.solo import COLUMN_DESTROYED
from tests.games.valeria.referee.staged import DATA, altered
from tests.games.valeria.referee.table import Options, Table

BOX = read_sheets(DATA)
SETUPS = (None, "first_game_2e", "first_game_1e", "mastery_of_magic", "monstrous_blood")
SWITCHES: dict[str, tuple[Any, ...]] = {
    "doubles_sum_twice": (True,),
    "starters_block_consolation": (False,),
    "starters_are_citizens": (True,),
    "magic_substitutes_everywhere": (True,),
    "end_trigger_latched": (True,),
    "tiebreak_counts_pile": (False,),
    "power_same_turn": (False,),
    "solo_counts_vp": (True,),
    "solo_uses_final_dice": (False,),
    "resting_not_in_play": (True, False),
    "no_duke_majority": (5, 0),
    "no_duke_tie": (1, 0),
    "starters_count_by_name": (False,),
}
KINDS = {
    *("duke", "dice", "event", "steal_first", "harvest", "action", "bonus", "pay", "option"),
    *("order", "take", "steal", "rob", "return", "mark", "lose", "cover", "attack", "capture"),
}
OWN_ABILITIES = (
    "roll: die + 1 | 1 any -> die = 3 + 1 vp",
    "any_doubles: 1 gold -> 1 vp ; any_doubles: may build",
    "action_start: 1 any | take citizen[role=shadow]",
    "action_end: rob monster | steal 1 any",
    "on_slay: 1 strength | 1 magic -> 2 gold ; on_gain_citizen: may slay",
    "always: discount slay 2 strength + discount recruit 1 gold + discount build 2 gold",
    "now: return monster + 2 vp -> 4 gold ; now: all lose 2 any",
    "now: mark 2 gold on monster ; on_slay: return monster | mark 1 magic on monster",
    "any_doubles: all lose 1 any + may slay ; action_end: return monster",
    "now: 2 any + may recruit + may build",
    "action_start: 1 gold + 1 strength -> 1 vp per monster + lose 1 any",
    "on_gain_citizen: return citizen | 1 vp",
    "now: take citizen[cost>=3] | 4 any",
    "always: ignore plus",
)
OWN_CITIZENS = {
    "archer": {"effect_active": "may slay | 2 strength", "effect_inactive": "rob monster"},
    "peasant": {"effect_active": "1 any -> take citizen ; steal 1 vp", "effect_inactive": "1 any"},
    "knight": {"effect_active": "may recruit ; 1 strength", "effect_inactive": "return citizen"},
    "butcher": {
        "effect_active": "mark 1 strength on monster",
        "effect_inactive": "take citizen + may slay",
    },
    "rogue": {"activation": "3/7", "effect_inactive": "all lose 1 any + return monster"},
}
OWN_EVENTS = {
    "mimic": {"instruction": "all lose 1 any + mark 2 gold on monster", "reward": "may slay"},
    "sorcerer": {"reward": "return monster -> 3 vp ; take citizen"},
}


def cards(table: Table) -> Counter[str]:
    """Every card of the grid, the tableaus, the Exhausted stack and the Dark Lord."""
    spaces, players = table.spaces(), table.players
    covers = [space.cover for space in spaces if space.cover not in ("", BARE)]
    return Counter(
        [
            *table.exhausted_stack,
            *(cover.id if isinstance(cover, Event) else cover for cover in covers),
            *(card.id for space in spaces for card in space.cards),
            *(card.id for card in table.captured),
            *(card.id for player in players for card in player.starters),
            *(card.id for player in players for card in player.citizens),
            *(card.id for player in players for card in player.pile),
            *(built.card.id for player in players for built in player.domains),
        ]
    )


def check(table: Table) -> None:
    """What holds at every question."""
    assert all(amount >= 0 for player in table.players for amount in player.goods.values())
    spaces = table.spaces()
    assert not any(space.cards and space.cover for space in spaces)
    assert table.monster_events or not any(space.cover for space in spaces)
    for number, monster in table.exposed().items():
        assert all(amount >= 0 for amount in monster.markers.values())
        assert isinstance(monster, Event) or number < len(table.monsters)
    for player in table.players:
        assert not any(any(card.markers.values()) for card in player.pile)
    if table.solo and table.phase != "action":
        assert table.exhausted() < 5  # V13.10
    if table.phase != "action" and table.exhausted_stack:  # V8.1
        assert all(space.cards or space.cover for space in spaces)


def play(referee: Referee, rng: random.Random) -> set[str]:
    """Play by chance, checking what must hold at every question; the kinds asked."""
    table = referee.table
    before = cards(table)
    kinds = set()
    resting = table.resting
    while (pending := referee.pending()) is not None:
        kinds.add(pending.kind)
        assert len(pending.choices) == len(set(pending.choices)) >= 2
        if pending.kind in ("harvest", "action"):
            check(table)
        if pending.kind == "action":
            assert cards(table) == before
        if pending.kind == "harvest" and len(table.players) == 5:
            assert pending.seat != resting == (table.active - 1) % 5
        referee.choose(rng.choice(pending.choices))
        resting = table.resting
    assert cards(table) == before
    check_result(table, referee.result())
    return kinds


def check_result(table: Table, result: dict[str, Any]) -> None:
    """What holds of every result."""
    assert result["scores"] == [sum(part.values()) for part in result["parts"]]
    if table.solo:
        assert result["ending"] in (NO_MONSTERS, FIVE_EXHAUSTED, COLUMN_DESTROYED)
        no_monsters = not any(stack.cards for stack in table.monsters)
        assert (result["ending"] == NO_MONSTERS) == no_monsters
        assert (result["ending"] == FIVE_EXHAUSTED) <= (table.exhausted() >= 5)
        assert result["turns"] == result["rounds"]
        assert result["outcome"] in ("won", "drawn", "lost")
        return
    assert result["turns"] == result["rounds"] * len(table.players)
    assert all(result["scores"][seat] == max(result["scores"]) for seat in result["winners"])
    assert result["ending"] or (table.options.end_trigger_latched and result["latched"])


def game(sheets: Sheets, number: int, setups: Sequence[str | None] = SETUPS) -> Referee:
    """A game of chance of any variants that go together (V0.6), with switches turned."""
    rng = random.Random(number)
    players = 1 + number % 5
    edition = rng.choice(("first", "second"))
    later = edition == "second" and players > 1  # Monster Events and No Dukes
    sums = edition == "second" and players == 1 and rng.random() < 0.5
    options = Options(
        edition,
        rng.choice(("chosen", "assigned", "none") if later else ("chosen", "assigned")),
        solo_sum_attacks=sums,
        solo_exhausted_attacks=sums and rng.random() < 0.5,
        **{
            name: rng.choice(SWITCHES[name])
            for name in rng.sample(list(SWITCHES), rng.randint(0, 3))
        },
    )
    wishes = Wishes(
        setup=rng.choice(setups),
        monster_events=later and rng.random() < 0.6,
        mixed_citizens=rng.random() < 0.3,
        no_dukes=options.dukes == "none",
    )
    deal = random_deal(sheets, rng, players, edition, wishes)
    return Referee(sheets, deal, options, RandomChance(rng))


def test_many_random_games_end_and_conserve_everything() -> None:
    kinds = set()
    for number in range(120):
        kinds |= play(game(BOX, number), random.Random(1000 + number))
    assert kinds == KINDS - {"lose"}


def test_random_games_with_own_cards_end_and_conserve_everything(tmp_path: Path) -> None:
    names = [row.split(",")[0] for row in (DATA / "domains.csv").read_text("utf-8").splitlines()]
    kinds = set()
    for number in range(30):
        rng = random.Random(number)
        if number % 5 == 0:
            own = {name: {"ability": rng.choice(OWN_ABILITIES), "cost": "3"} for name in names}
            altered(tmp_path, "domains.csv", own)
            altered(tmp_path, "citizens.csv", OWN_CITIZENS)
            altered(tmp_path, "events.csv", OWN_EVENTS)
            sheets = read_sheets(tmp_path)
        kinds |= play(game(sheets, number, (None,)), rng)
    assert kinds == KINDS


def test_the_same_chance_and_choices_give_the_same_game() -> None:
    results = []
    for _ in range(2):
        referee = game(BOX, 7)
        play(referee, random.Random(7))
        results.append((referee.summary(), referee.result()))
    assert results[0] == results[1]
