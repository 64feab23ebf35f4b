"""Each mechanism of the page is read and plays to an end."""

import random
import tomllib
from pathlib import Path

import pytest

from balance.engine.session import Session
from balance.games.described.services.never import never
from balance.games.loading import load_game
from tests.docs.pages import code_blocks, read_page

CARDS = """id,name,count,cost,points,colour,numbers,effect
wren,Wren,6,1,1,red,1/2,gain 1 coin
crow,Crow,6,2,2,blue,3/4,gain 2 coins
owl,Owl,5,3,3,green,5/6/7,lose 1 coin
oak,Oak,5,4,4,red,8/9,gain 1 coin
elm,Elm,4,5,5,blue,10/11/12,gain 3 coins
"""
# What a block of the page leaves out.
USUAL = {
    "each_player": "each_player = { coins = 2 }",
    "endings": 'endings = { "time is over" = "after round when round = 6" }',
    "score": 'score = { coins = "coins" }',
}
BLOCKS = code_blocks(read_page("guides/mechanisms"), "toml")


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_each_block_is_a_game(block: str, tmp_path: Path) -> None:
    said = tomllib.loads(block)
    usual = [text for key, text in USUAL.items() if key not in said]
    head = ['name = "A mechanism"', "players = [2, 3]", 'sheets = { cards = "cards.csv" }', *usual]
    (tmp_path / "game.toml").write_text("\n".join([*head, block]))
    (tmp_path / "cards.csv").write_text(CARDS)
    game = load_game(str(tmp_path), Path())
    for players in game.seats:
        table = game.build_table(game.options(), players, {}, tmp_path)
        session, draws = Session(game, table, seed=1), random.Random(1)
        for deal in range(3):
            session.begin(deal, range(players))
            session.advance()
            while not session.is_over:
                session.take(draws.randrange(int(session.state.num_choices)))
                session.advance()
    never_happens = [line for line in never(game, table) if "nothing ever" not in line]
    assert never_happens == []
