# Everything a person or the CI does with this repository. `make help` lists it.
# Needs Python 3.11 or newer, make and git; all else is installed into .venv, in the versions of uv.lock.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

# Modules are compiled once, whatever the environment says: tests start hundreds of processes.
export PYTHONDONTWRITEBYTECODE :=

UV_VERSION := 0.13.8
VENV := .venv
BIN := $(VENV)/bin
RUN_STAMP := $(VENV)/.synced-run
STAMP := $(VENV)/.synced
TEST_STAMP := $(VENV)/.synced-test
BENCH_STAMP := $(VENV)/.synced-bench

# The first interpreter on the path that is new enough; override with `make PYTHON=/path/to/python`.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)

# Random whole games: so many, and the same again under a second hash seed, which has to give the same digest.
GAMES ?= 1000
SOAK ?= 10000
SEED ?= 1
# The editions of these games. Those of 2022 have a set of our own besides, with a third side, Events and Traps.
PLAYED ?= swtcg-2005 swtcg-2005-rulebook swtcg-web swtcg-2022
# Extra arguments for pytest and for the trials: make test ARGS="-k retreat", make faults ARGS="T4 --runs 50".
ARGS ?=
# A room of docs/map.md ("What proves a room"), for make check.
ROOM ?=
# An archive of known weaknesses, for an audit without the network: make audit ADVISORIES=all.zip
ADVISORIES ?=

.PHONY: help setup demo check test test-all score lint audit format games digests boards soak bench faults fuzz load endurance proto web page coverage language

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(STAMP) ## Make the virtual environment and install what uv.lock names (skipped while the lock is unchanged)

# uv lives in the environment it fills, so syncing is inexact: it must not remove uv itself.
SYNC = UV_PROJECT_ENVIRONMENT=$(VENV) $(BIN)/uv sync --frozen --inexact --compile-bytecode

# What runs; then what developing needs; then what only some tests or the bench need. Each is fetched by who asks for it.
$(RUN_STAMP): pyproject.toml uv.lock
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer was not found on the path; try: make setup PYTHON=..." >&2; exit 1; }
	@test -x $(BIN)/python || { echo "making $(VENV) with $(PYTHON)"; $(PYTHON) -m venv $(VENV); }
	@$(BIN)/uv --version 2>/dev/null | grep -q "^uv $(UV_VERSION)" || $(BIN)/python -m pip install --quiet "uv==$(UV_VERSION)"
	@$(SYNC) --no-default-groups
	@touch $@

$(STAMP): $(RUN_STAMP)
	@$(SYNC)
	@touch $@

$(TEST_STAMP): $(STAMP)
	@$(SYNC) --group large
	@touch $@

$(BENCH_STAMP): $(TEST_STAMP)
	@$(SYNC) --group bench
	@touch $@

demo: $(RUN_STAMP) ## Start the service, play one whole game through it and rule on three disputes
	@$(BIN)/adjudicate demo

test: $(TEST_STAMP) ## Run every test, on all processors; one after the other: make test ARGS="-n 0"
	@$(BIN)/python -m pytest -n auto --maxprocesses 8 --dist worksteal $(ARGS)

check: $(TEST_STAMP) ## One room's linters, tests and chapters of cases, in seconds: make check ROOM=battle
	@$(BIN)/python -m tests.check $(ROOM)

test-all: ## The same with every case file recorded, rebuilt, served and played on, not some of each chapter
	@$(MAKE) test ARGS="--all-ways $(ARGS)"

score: $(STAMP) ## How often the paragraph that the author of an examined dispute expected decides (tests/examined)
	@$(BIN)/python -m tests.examined

lint: $(STAMP) ## ruff, formatting, types, import contracts
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

audit: $(STAMP) ## Ask the OSV database whether a locked version has a known weakness; fails if it cannot be asked
	@AUDIT=required ADVISORIES="$(ADVISORIES)" .ci/audit

format: $(STAMP) ## Let ruff put the layout and the easy findings right
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

games: $(STAMP) ## 1,000 random whole games of each edition with random decks of all cards, the same under each of two hash seeds
	@mkdir -p build/own-cards
	@ADJUDICATOR_CARDS=build/own-cards $(BIN)/adjudicate cards import tests/kit/sets/OWN.txt > build/own-cards.txt
	@for edition in $(PLAYED); do for seed in 0 1; do echo "$$edition, hash seed $$seed"; \
		ADJUDICATOR_CARDS=build/own-cards PYTHONHASHSEED=$$seed $(BIN)/adjudicate play --catalogue all --edition $$edition \
			--games $(GAMES) --seed $(SEED) > build/games-$$edition-$$seed.txt || \
			{ tail -n 20 build/games-$$edition-$$seed.txt; exit 1; }; \
		tail -n 1 build/games-$$edition-$$seed.txt; done; \
		cmp build/games-$$edition-0.txt build/games-$$edition-1.txt || exit 1; done
	@echo "the same games, move by move, under both hash seeds"

digests: $(STAMP) ## 900 random games, compared with what happened and what was cited when their digests were kept
	@$(BIN)/python -m tests.digests $(ARGS)

boards: $(STAMP) ## Write every stage of 1,000 random games as a board and read it again (an hour on two cores)
	@$(BIN)/python -m tests.swtcg.notation.stages $(GAMES)

soak: $(STAMP) ## 10,000 random whole games with random decks of all cards, with a progress bar
	@mkdir -p build
	@$(BIN)/adjudicate play --catalogue all --games $(SOAK) --seed $(SEED) > build/soak.txt || { tail -n 20 build/soak.txt; exit 1; }
	@tail -n 1 build/soak.txt

bench: $(BENCH_STAMP) ## Ratios against peers and their bars, all or some: make bench ARGS="folding" (docs/bench.md)
	@$(BIN)/python -m tests.bench $(ARGS)

faults: $(TEST_STAMP) ## Kills, full disks, torn files, races, repetitions: each trial against its bar, on both stores (docs/proving.md)
	@$(BIN)/python -m tests.proving.faults $(ARGS)

fuzz: $(TEST_STAMP) ## Malformed, oversized and slow callers: each trial against its bar (docs/proving.md)
	@$(BIN)/python -m tests.proving.fuzz $(ARGS)

load: $(TEST_STAMP) ## 300 real games at once over the wire: latency beside a call that does nothing, scaling, cost (docs/proving.md)
	@$(BIN)/python -m tests.proving.load $(ARGS)

endurance: $(TEST_STAMP) ## Half an hour of play on each store, with the servers' memory (docs/proving.md)
	@$(BIN)/python -m tests.proving.load.endurance $(ARGS)

proto: $(STAMP) ## Regenerate adjudicator/api/v1 from protos/
	@$(BIN)/python -m adjudicator.api.generate

web: $(STAMP) ## Build the pages of the judge's console into the package; needs Node 20, which installing and running them does not
	@$(BIN)/python -m adjudicator.service.web.build

page: $(STAMP) ## Build build/page: the same page without a server, for any web host; needs Node 20
	@$(BIN)/python -m adjudicator.service.web.folder

coverage: $(STAMP) ## Which indexed rules are proven by cases, after the audit; build/audit keeps what did not change
	@$(BIN)/adjudicate coverage --audit --kept build/audit

language: $(STAMP) ## Which words of the effect language are proven by cases that fail without them
	@$(BIN)/adjudicate language --check
