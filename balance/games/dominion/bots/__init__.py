"""The bots of Dominion by name: policy, planner, search, and the buy lists."""

from dataclasses import replace
from pathlib import Path

from balance.bots.policy_file import policy_bot
from balance.bots.weights import bot_of_file, followed_by
from balance.engine.services import Rollouts
from balance.games.dominion.bots import buy_list, planner, policy, search
from balance.games.dominion.bots.list_file import BuyList, bot_of, read_list, read_list_bot
from balance.games.dominion.bots.list_line import CARDS
from balance.games.dominion.bots.plans import plans_of
from balance.games.dominion.bots.position_value import NUM_WEIGHTS, write_features

_HERE = Path(__file__).parent
_LISTS = _HERE.parent / "lists"

# The usual bot first, then those of the strategies document in its order (S7).
_NAMES = (
    "greedy", "naive_big_money", "basic_big_money", "big_money_ultimate", "big_money_multi",
    "smithy_bm", "moat_bm", "witch_bm", "double_witch", "single_witch", "militia_bm",
    "double_militia", "laboratory_bm", "market_bm", "council_room_bm", "library_bm", "envoy_bm",
    "chancellor_bm", "chancellor_stash", "bureaucrat_bm", "festival_bm", "adventurer_bm",
    "moneylender_bm", "woodcutter_bm", "mine_bm", "remodel_bm", "spy_thief", "harvest_bm",
    "fortune_teller_bm", "horse_traders_bm", "jester_bm", "hunting_party_bm", "tournament_bm",
    "tournament_hunting_party", "young_witch_bm", "menagerie_bm", "remake_bm", "fairgrounds_bm",
    "horn_of_plenty_engine", "chapel_witch", "moneylender_witch", "chapel_laboratory",
    "lab_militia_chapel", "village_smithy", "council_room_militia", "festival_library",
    "festival_laboratory", "workshop_gardens", "bureaucrat_gardens",
)  # fmt: skip

LISTS: dict[str, BuyList] = {name: read_list(_LISTS / f"{name}.txt") for name in _NAMES}
_PLAYED = {name: bot_of(buy_list) for name, buy_list in LISTS.items()}
_GREEDY = _PLAYED["greedy"]
_POLICY = policy_bot(
    policy.choose,
    policy.INPUTS,
    _GREEDY,
    _HERE / "policy.json",
    "A network that self-play taught decides what it buys; it is fast and does not look ahead.",
)
_PLANNER = replace(
    followed_by(
        bot_of_file(
            _HERE / "planner.toml",
            planner.choose,
            "Buys what leads to the best position, considering all that its turn can buy.",
        ),
        _GREEDY,
    ),
    rollouts=Rollouts(
        num_weights=NUM_WEIGHTS,
        go_on=planner.go_on,
        is_over=planner.is_over,
        write_features=write_features,
        fast_bot=buy_list.choose,
        first_fast_weight=planner.FIRST_FAST,
    ),
)
_PLANS = plans_of(
    ([CARDS[card] for card in LISTS[name].needs], tuple(bot.weights.values()))
    for name, bot in _PLAYED.items()
)
_SEARCH = replace(
    followed_by(
        bot_of_file(
            _HERE / "search.toml",
            search.choose,
            "Tries plans and choices in many possible games with the same luck; takes the best.",
        ),
        _PLANNER,
    ),
    suffix_weight="iterations",
    count_iterations=search.count_iterations,
    networks={players: network + _PLANS for players, network in _POLICY.networks.items()},
)
BOTS = {bot.name: bot for bot in (_GREEDY, _POLICY, _PLANNER, _SEARCH)} | _PLAYED

__all__ = ["BOTS", "LISTS", "read_list_bot"]
