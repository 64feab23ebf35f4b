"""The sections and metrics that there are: of all games, and of each."""

from balance.report.definitions import metrics_in, sections_in
from balance.scenario.section_files import built_in_files

SECTIONS = sections_in(built_in_files())
METRICS = metrics_in(built_in_files())
