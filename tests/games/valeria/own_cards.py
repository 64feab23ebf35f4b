"""Cards that are not in the box, drawn at random: together they use the whole effect language."""

import random

from tests.games.valeria.referee.sheets import read_sheets
from tests.games.valeria.referee.staged import DATA

Cells = dict[str, dict[str, dict[str, str]]]  # by sheet, card and column

OWN_ABILITIES = (
    "roll: die + 1 | 1 any -> die = 3 + 1 vp",
    "roll: 1 magic -> die - 2 + 1 gold ; roll: die + 2",
    "any_doubles: 1 gold -> 1 vp ; any_doubles: may build",
    "any_doubles: take citizen[cost<=2] ; action_end: 1 strength",
    "action_start: 1 any | take citizen[role=shadow]",
    "action_start: 1 gold | 1 strength ; any_doubles: 1 magic",
    "action_start: 1 gold + 1 strength -> 1 vp per monster + lose 1 any",
    "action_end: rob monster | steal 1 any",
    "action_end: 2 gold -> 1 vp ; action_end: 1 magic per citizen[role=holy]",
    "on_slay: 1 strength | 1 magic -> 2 gold ; on_gain_citizen: may slay",
    "on_slay: steal 1 vp ; on_slay: 1 strength per monster[type=minion]",
    "on_gain_citizen: return citizen | 1 vp",
    "on_gain_citizen: 1 gold + may recruit ; on_gain_citizen: lose 1 strength",
    "always: discount slay 2 strength + discount recruit 1 gold + discount build 2 gold",
    "always: discount slay 1 magic",
    "always: ignore plus",
    "now: return monster + 2 vp -> 4 gold ; now: all lose 2 gold",
    "now: 2 any + may recruit + may build",
    "now: 3 gold + may build",
    "now: take citizen[cost>=9] + 1 any",
    "action_end: rob monster + lose 1 gold",
    "now: take citizen[cost>=3] | 4 any",
    "now: all lose 1 any ; action_end: mark 1 gold on monster",
    "any_doubles: mark 1 strength on monster | mark 1 magic on monster",
    "now: 1 gold per domain + 1 vp per icon[role=worker] ; now: take citizen",
)
OWN_HARVESTS = (
    "may slay | 2 strength",
    "1 gold -> may build",
    "may recruit ; 1 strength",
    "return citizen | 1 any",
    "1 any -> take citizen ; steal 1 vp",
    "rob monster",
    "steal 2 any | 1 vp",
    "all lose 1 magic + 2 gold",
    "1 strength + 1 gold -> 1 vp per 3 resources",
    "1 any + 1 any",
    "1 magic per namesake[name=knight] ; 1 magic -> 2 gold",
    "return monster -> 6 strength",
    "all lose 1 any + 1 gold ; mark 1 gold on monster",
)
OWN_REWARDS = (
    "1 gold -> 2 vp ; may recruit",
    "2 any + may slay",
    "steal 2 gold | take citizen[role=soldier & cost<=3]",
    "rob monster + 1 vp",
    "1 magic ; 1 strength per monster",
    "return citizen -> 4 vp",
    "take citizen + take citizen[role=worker]",
)
OWN_INSTRUCTIONS = (
    "all lose 1 any",
    "mark 2 gold on monster + all lose 1 strength",
    "all lose 1 gold + mark 1 magic on monster",
)
_LAST_NUMBER = 12


def own_cards(rng: random.Random) -> Cells:
    """Cells of the sheets: cheap Domains with powers of all kinds, Citizens, rewards, events."""
    sheets = read_sheets(DATA)
    free = {"cost": "3", **dict.fromkeys(("worker", "soldier", "shadow", "holy"), "0")}
    domains = {card: {"ability": rng.choice(OWN_ABILITIES), **free} for card in sheets.domains}
    citizens = {
        card: {
            "effect_active": rng.choice(OWN_HARVESTS),
            "effect_inactive": rng.choice(OWN_HARVESTS),
        }
        for card in rng.sample(list(sheets.citizens), 6)
    }
    monsters = {
        card: {"reward": rng.choice(OWN_REWARDS)} for card in rng.sample(list(sheets.monsters), 12)
    }
    for card in rng.sample(list(citizens), 2):  # more numbers, so that it stays in its stack
        first = min(sheets.citizens[card].numbers)
        citizens[card]["activation"] = f"{first}/{rng.randint(first + 1, _LAST_NUMBER)}"
    events = {
        card: {"instruction": rng.choice(OWN_INSTRUCTIONS), "reward": rng.choice(OWN_REWARDS)}
        for card in rng.sample(list(sheets.events), 3)
    }
    return {"domains": domains, "citizens": citizens, "monsters": monsters, "events": events}


def edits_of(own: Cells) -> dict[str, object]:
    """The same as changes of the box's cells."""
    return {
        f"{sheet}.{card}.{column}": cell
        for sheet, cards in own.items()
        for card, cells in cards.items()
        for column, cell in cells.items()
    }
