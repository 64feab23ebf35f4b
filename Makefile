# balance: `make demo` plays a small form of the main job, `make test` runs the tests.

PYTHON ?= python3
VENV ?= .venv
PYTHONS ?= python3.11 python3.12 python3.13
BIN := $(VENV)/bin
PYTEST := $(BIN)/python -m pytest -n auto --dist loadfile
# By uv, four times as fast; by pip where there is no uv, or pip's own settings say where packages
# are.  Without bytecode, of which most is never used: Python writes it at the first import.
UV_INSTALL := $(BIN)/uv pip install --quiet --python $(BIN)/python
PIP_INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --no-compile
DEMO := scenarios/valeria/first-game.toml
GALLERY := reports/gallery

# Where the environment says that Python is to write no bytecode, as images of containers often do,
# each process of the tests would compile all libraries anew.
unexport PYTHONDONTWRITEBYTECODE
export PYTHONPYCACHEPREFIX ?= $(abspath $(VENV))/bytecode

.DEFAULT_GOAL := help
.PHONY: oldest pythons help demo test test-system check format lint types validate quick checked bench bench-check golden gallery ladder soak selftest names durations fuzz chaos mutants test-full docs dist clean

help: ## what there is to make
	@awk -F ': .*## ' '/^[a-z-]+:.*## /{printf "make %-11s %s\n", $$1, $$2}' Makefile

demo: $(VENV)/installed ## install, play 36,000 games of Valeria, write the report
	$(BIN)/balance run $(DEMO) --games 30000

test: $(VENV)/installed-dev ## all tests but those of test-system, compiled
	$(PYTEST)

# One after another: they kill processes, wait for time-outs and use all cores themselves.
test-system: $(VENV)/installed-dev ## kills, signals, clusters, attacks, the wheel, the site, a browser: a quarter of an hour
	$(BIN)/python -m pytest -n0 -m system

check: $(VENV)/installed-dev ## all checks, the tests last
	@echo "make test-system is not part of it: run that before a release, and after a change in runner, store, engine or exits."
	$(MAKE) --no-print-directory -j2 format lint types validate
	$(MAKE) --no-print-directory test

format: $(VENV)/installed-dev
	$(BIN)/ruff format --check

lint: $(VENV)/installed-dev
	$(BIN)/ruff check

types: $(VENV)/installed-dev
	$(BIN)/mypy

validate: $(VENV)/installed-dev
	$(BIN)/balance validate --quiet $$(find scenarios examples -name '*.toml' -exec grep -l '^game' {} +)

quick: $(VENV)/installed-dev ## the tests of rules alone, uncompiled
	NUMBA_DISABLE_JIT=1 $(PYTEST) -q -m rule tests/games

checked: $(VENV)/installed-dev ## the same tests as test, compiled with bounds checks
	NUMBA_BOUNDSCHECK=1 $(PYTEST)

test-full: $(VENV)/installed-dev ## 2,000 new games of each variant against the referee, 500 for each property
	BALANCE_DUELS=2000 $(BIN)/python -m pytest -q -n0 -s tests/games/*/test_against_referee.py
	BALANCE_EXAMPLES=500 $(PYTEST) -q tests/games/*/test_properties.py tests/games/*/test_narrator.py

# The lowest declared versions of what the package needs at run time; test tools are today's, and so
# is what those versions need in turn: they may use what is deprecated there.
oldest: ## the tests with the oldest declared version of every dependency, in $(VENV)-oldest
	$(PYTHON) -m venv --clear $(VENV)-oldest
	$(VENV)-oldest/bin/pip install --quiet --disable-pip-version-check uv
	$(VENV)-oldest/bin/uv pip compile --quiet --no-header --resolution lowest-direct \
	  pyproject.toml --output-file $(VENV)-oldest/oldest.txt
	$(VENV)-oldest/bin/pip install --quiet --disable-pip-version-check --no-compile \
	  --constraint $(VENV)-oldest/oldest.txt --editable '.[dev]'
	$(VENV)-oldest/bin/python -m pytest -n auto --dist loadfile -W default::DeprecationWarning

pythons: ## the tests with each Python of PYTHONS, such as PYTHONS="python3.12 python3.13"
	for python in $(PYTHONS); do \
	  $(MAKE) --no-print-directory test PYTHON=$$python VENV=$(VENV)-$$(basename $$python) || exit 1; \
	done

soak: $(VENV)/installed ## 10 million random games of each game, with the invariants of the rules checked
	$(BIN)/balance soak --games 10000000

mutants: $(VENV)/installed-dev ## plant mistakes in the rules of each game; which do the tests catch?
	for game in valeria king_of_the_valley dominion described; do \
	  $(BIN)/python -m tests.mutants $$game --sample 400 --workers 2 || exit 1; \
	done

fuzz: $(VENV)/installed-dev ## 200,000 hostile inputs: each a result or one sentence, never a traceback or a hang
	NUMBA_DISABLE_JIT=1 BALANCE_FUZZ=100000 $(BIN)/python -m pytest -q -n auto --dist load tests/fuzz

chaos: $(VENV)/installed-dev ## 20 minutes of attacks on real runs: no number wrong, none lost, no traceback
	$(BIN)/python -m tests.chaos --seconds 1200

selftest: $(VENV)/installed ## the toolkit against known answers; reports show what came out
	mkdir -p balance/data
	$(BIN)/balance selftest --write balance/data/selftest.json

bench: $(VENV)/installed ## games per second, the time to start, and what changed since the stored figures
	$(BIN)/balance bench

bench-check: $(VENV)/installed ## fail if games are over 10% slower than the stored figures
	$(BIN)/balance bench --check

ladder: $(VENV)/installed ## play every claim about the strength of bots again
	$(BIN)/balance ladder --check

golden: $(VENV)/installed-dev ## write the golden traces anew; read the diff
	BALANCE_GOLDEN=write $(BIN)/python -m pytest -q -k golden

# The path of a described game is that of this machine: of the checkout, in the gallery.
gallery: $(VENV)/installed-dev ## write the example reports and the README's picture anew: an hour, and a browser
	$(BIN)/balance run $(DEMO) --games 600000 --designs all --halfwidth 2 --replace --out $(GALLERY)/first-game
	$(BIN)/balance run recommended-set-ups --replace --out $(GALLERY)/recommended-set-ups
	$(BIN)/balance run start-player --replace --out $(GALLERY)/king-of-the-valley
	$(BIN)/balance run dominion --games 200000 --designs ban --halfwidth 2 --replace --out $(GALLERY)/dominion
	for game in $(notdir $(wildcard examples/games/*)); do \
	  $(BIN)/balance $$(ls examples/games/$$game/*.py >/dev/null 2>&1 && echo --trust examples/games/$$game) run examples/games/$$game --games 20000 --replace --out $(GALLERY)/$$game || exit 1; \
	  sed -i 's|$(CURDIR)/examples|examples|' $(GALLERY)/$$game/index.html $(GALLERY)/$$game/manifest.json; \
	done
	$(BIN)/python -m tests.report.readme_picture

names: $(VENV)/installed ## write the names that shells complete: after a new scenario, bot, set-up or card
	$(BIN)/python -m balance.app.completion_names

durations: $(VENV)/installed-dev ## how long each file of tests takes, which says in what order they run
	BALANCE_DURATIONS=write $(PYTEST)

docs: $(VENV)/installed-dev ## the documentation as a site in site/; a warning is an error
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build

dist: $(VENV)/installed-dev ## the wheel and the source archive in dist/
	$(BIN)/python -m build

clean: ## forget what was built; reports stay
	rm -rf $(VENV) dist site .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The folder of the checkout is installed, not a copy: an edit counts at once.
$(VENV)/made: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "balance needs Python 3.11 or newer: make PYTHON=python3.11 ..."; exit 1; }
	$(PYTHON) -m venv --clear $(VENV) || \
	  { echo "no virtual environment: on Debian and Ubuntu, apt install python3-venv"; exit 1; }
	@$(PIP_INSTALL) uv 2>/dev/null || true
	@touch $@

$(VENV)/installed: $(VENV)/made
	$(UV_INSTALL) --editable . 2>/dev/null || $(PIP_INSTALL) --editable .
	@touch $@

$(VENV)/installed-dev: $(VENV)/made
	$(UV_INSTALL) --editable '.[dev]' 2>/dev/null || $(PIP_INSTALL) --editable '.[dev]'
	@touch $(VENV)/installed $@
