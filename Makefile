# balance: `make demo` plays the main job, `make test` runs the tests.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PYTEST := $(BIN)/python -m pytest -n auto --dist loadfile
DEMO := scenarios/valeria/first-game.toml
GALLERY := reports/gallery
SETUPS := first-game-1e all-that-glitters mastery-of-magic monstrous-blood

.DEFAULT_GOAL := help
.PHONY: help demo test check format lint types validate quick checked bench golden gallery ladder soak selftest test-full clean

help: ## what there is to make
	@awk -F ': .*## ' '/^[a-z-]+:.*## /{printf "make %-9s %s\n", $$1, $$2}' Makefile

demo: $(VENV)/installed ## install, play a million games of Valeria, write the report
	$(BIN)/balance run $(DEMO)

test: $(VENV)/installed-dev ## all tests, compiled
	$(PYTEST)

check: format lint types validate quick test ## all checks, the tests last

format: $(VENV)/installed-dev
	$(BIN)/ruff format --check

lint: $(VENV)/installed-dev
	$(BIN)/ruff check

types: $(VENV)/installed-dev
	$(BIN)/mypy

validate: $(VENV)/installed-dev
	$(BIN)/balance validate --quiet $$(find scenarios examples -name '*.toml' -exec grep -l '^game' {} +)

quick: $(VENV)/installed-dev ## the tests of rules alone, uncompiled
	NUMBA_DISABLE_JIT=1 $(PYTEST) -q -m rule

checked: $(VENV)/installed-dev ## all tests, compiled with bounds checks
	NUMBA_BOUNDSCHECK=1 $(PYTEST)

test-full: $(VENV)/installed-dev ## games against the referee, 2,000 of each variant
	BALANCE_DUELS=2000 $(BIN)/python -m pytest -q -n0 -s tests/games/*/test_against_referee.py

soak: $(VENV)/installed ## 10 million random games of each game, looked through for what must always hold
	$(BIN)/balance soak --games 10000000

selftest: $(VENV)/installed ## the toolkit against known answers; reports show what came out
	mkdir -p balance/data
	$(BIN)/balance selftest --write balance/data/selftest.json

bench: $(VENV)/installed ## games per second, and the time to start
	$(BIN)/balance bench

ladder: $(VENV)/installed ## play every claim about the strength of bots again
	$(BIN)/balance ladder --check

golden: $(VENV)/installed-dev ## write the golden traces anew; read the diff
	BALANCE_GOLDEN=write $(BIN)/python -m pytest -q -k golden

gallery: $(VENV)/installed ## write the committed example reports anew
	$(BIN)/balance run $(DEMO) --designs all --replace --out $(GALLERY)/first-game
	for setup in $(SETUPS); do \
	  $(BIN)/balance run $$setup --designs all --replace --out $(GALLERY)/$$setup || exit 1; \
	done
	$(BIN)/balance run $(DEMO) --players 2 --games 100000 --tiers greedy,planner@20000 --designs ban \
	  --halfwidth 3 --replace --out $(GALLERY)/first-game-tiers
	$(BIN)/balance run recommended-set-ups --replace --out $(GALLERY)/recommended-set-ups
	$(BIN)/balance run start-player --replace --out $(GALLERY)/king-of-the-valley
	$(BIN)/balance run dominion --designs all --halfwidth 1 --replace --out $(GALLERY)/dominion

clean: ## forget what was built; reports stay
	rm -rf $(VENV) dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The folder of the checkout is installed, not a copy: an edit counts at once.
$(VENV)/installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "balance needs Python 3.11 or newer: make PYTHON=python3.11 ..."; exit 1; }
	$(PYTHON) -m venv --clear $(VENV) || \
	  { echo "no virtual environment: on Debian and Ubuntu, apt install python3-venv"; exit 1; }
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@
