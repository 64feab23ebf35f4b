"""The sections and metrics that there are: of every game, and of the package's games."""

from pathlib import Path

from balance.games import GAMES
from balance.games.loading import load_game
from balance.report.definitions import metrics_in, sections_in
from balance.scenario.section_files import built_in_files, section_name

SECTIONS = sections_in(built_in_files())
METRICS = metrics_in(built_in_files())
ALL_SECTIONS = {
    *SECTIONS,
    *(section_name(one) for game in GAMES for one in load_game(game, Path()).sections),
}
