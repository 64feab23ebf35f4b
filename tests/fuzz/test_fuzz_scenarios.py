"""Scenarios: texts and values; what is sound is sound again when it is written out."""

import json
import tomllib

from hypothesis import given
from hypothesis import strategies as st

from balance.error_messages import checked
from balance.scenario.cells import cells_of
from balance.scenario.files import read_scenario
from balance.scenario.model import Scenario
from balance.scenario.overrides import Overrides, override, read_settings
from balance.scenario.prepare import prepare
from balance.scenario.requirements import read_condition, read_stopping_rule
from balance.scenario.shipped import shipped_scenarios
from tests.fuzz.cases import cases, outcome
from tests.fuzz.damage import damaged, damaged_bytes, damaged_values, odd_texts

FILES = shipped_scenarios()
TEXTS = tuple(path.read_text(encoding="utf-8") for path in FILES.values())
TABLES = tuple(tomllib.loads(text) for text in TEXTS)
KEYS = ("start_gold", "citizens.knight.cost", "cards.smithy.cost", "hill.1.price", "max_rounds")
CONDITIONS = (
    *(one["what"] if isinstance(one, dict) else one
      for table in TABLES for one in table.get("require", ())),
    *("seat_gap < 2pp", "median_rounds in 10..16", "card_share(knight) > 5%"),
)  # fmt: skip


def said_again(scenario):
    """Return the values of a scenario that is read from the values of this one."""
    values = json.loads(scenario.model_dump_json())
    if not values["bots"]:  # the game's own: a file names none
        del values["bots"]
    return checked(Scenario, values, "again").model_dump()


@cases("texts of scenarios")
@given(content=damaged_bytes(TEXTS))
def test_a_file_is_a_scenario_or_a_sentence(part, content, tmp_path_factory):
    path = tmp_path_factory.getbasetemp() / "asked.toml"
    path.write_bytes(content)
    scenario, sentence = outcome(lambda: read_scenario(str(path)))
    if scenario is None:
        assert "asked.toml" in sentence
        assert "\n" not in sentence
        return
    assert said_again(scenario) == scenario.model_dump()
    cells, sentence = outcome(lambda: cells_of(scenario))
    assert cells or "asked.toml" in sentence


@cases("values of scenarios")
@given(values=damaged_values(TABLES), games=st.none() | st.sampled_from([1, 10**12, 10**18]))
def test_values_are_a_scenario_or_a_sentence(part, values, games):
    scenario, sentence = outcome(lambda: checked(Scenario, values, "asked.toml"))
    if scenario is None:
        assert sentence.startswith("asked.toml: ")
        return
    assert said_again(scenario) == scenario.model_dump()
    changed, _ = outcome(lambda: override(scenario, Overrides(games=games, settings={"a.b": 1})))
    if changed is not None:
        assert changed.games == (games or scenario.games)


@cases("tables")
@given(text=damaged(TEXTS))
def test_a_scenario_is_set_up_or_refused_in_a_sentence(part, text, tmp_path_factory):
    path = tmp_path_factory.getbasetemp() / "laid.toml"
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    ready, sentence = outcome(lambda: prepare(read_scenario(str(path))))
    assert "laid.toml" in sentence if ready is None else ready.cells


@cases("settings")
@given(texts=st.lists(st.builds("{}={}".format, st.sampled_from(KEYS) | odd_texts, odd_texts)))
def test_settings_are_values_or_a_sentence(part, texts):
    settings, _ = outcome(lambda: read_settings(texts))
    if settings is not None:
        assert len(settings) == len(texts)
        outcome(lambda: checked(Scenario, {**TABLES[0], "set": settings}, "asked.toml"))


def read_or_refused(read, text):
    """Return what a text is read as, or the sentence that says why it is not."""
    try:
        return read(text)
    except ValueError as error:
        return str(error)


@cases("requirements")
@given(text=st.one_of(damaged(CONDITIONS), damaged(["halfwidth<0.5pp", "halfwidth(rounds)<1"])))
def test_a_requirement_is_read_or_refused(part, text):
    for read in (read_condition, read_stopping_rule):
        assert read_or_refused(read, text)
