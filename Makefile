# Brettwerk. `make` alone lists the targets; a fresh checkout needs no ritual before any of them.
#   make run PORT=9000       another port        make test T=tests/rulebook   fewer tests
#   make setup PYTHON=...    another Python

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
T ?= tests
ARGS ?=

# The environment is two stamps: what the lock installs, and what our own sources build.
INSTALLED := $(VENV)/.installed
BUILT := $(VENV)/.built
KERNEL := $(wildcard $(addprefix services/rulebook/,kernel/*.py kernel/*.pxd rulesets/*.py board.py ruleset.py) \
            services/engine/kernel/*.py services/engine/kernel/*.pxd)
PROTOS := $(shell find proto -name '*.proto')
# An environment that was copied or moved along with its checkout still points to the old place.
MOVED := $(if $(filter-out $(CURDIR),$(shell cat $(VENV)/.home 2>/dev/null)),moved)

.DELETE_ON_ERROR:
.PHONY: moved help setup run test check format-check lint format bench bench-api bench-search bench-ai bench-move bench-live chaos bench-workers perft match lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(BUILT) ## make .venv, install the locked packages, build kernels and stubs

run: $(BUILT) ## start everything and print the address; Ctrl-C stops it
	@exec $(BIN)/python -m local --with-parent

test: $(BUILT) ## run every test that needs no outside server; T=path narrows
	$(BIN)/python -m pytest $(T) $(ARGS)

check: format-check lint test ## all that CI does: format, lint, types, contract, tests

format-check: $(BUILT)
	$(BIN)/ruff format --check

lint: $(BUILT) ## ruff, import rules, mypy --strict, buf
	$(BIN)/ruff check
	$(BIN)/lint-imports --no-logo --no-cache
	$(BIN)/python -m mypy
	$(BIN)/buf lint

format: $(BUILT) ## rewrite the sources in the house format
	$(BIN)/ruff format
	$(BIN)/ruff check --fix-only

bench: $(BUILT) ## leaves per second of every rule set, beside the peers
	$(BIN)/python -m bench.generator $(ARGS)

bench-api: $(BUILT) ## validations per second over gRPC and REST
	$(BIN)/python -m bench.api $(ARGS)

bench-search: $(BUILT) ## nodes per second of the search, by rule set
	$(BIN)/python -m bench.search $(ARGS)

bench-ai: $(BUILT) ## from the request of an engine's move to the move, beside the search alone
	$(BIN)/python -m bench.ai_move $(ARGS)

bench-move: $(BUILT) ## what a move costs, beside an empty RPC and a bare insert
	$(BIN)/python -m bench.move $(ARGS)

bench-live: $(BUILT) ## 2,000 streams, 100 moves a second, 2,000 flags: how soon, and what it takes
	$(BIN)/python -m bench.live $(ARGS)

chaos: $(BUILT) ## games under KILLS=n kills of random processes, and everything has to add up
	$(BIN)/python -m tests.chaos --kills $(or $(KILLS),50) $(ARGS)

match: $(BUILT) ## engines play a match, ARGS="level:5 peer:dame-rs"; without ARGS the levels among themselves
	$(BIN)/python -m $(if $(ARGS),bench.match,bench.match_ladder) $(ARGS)

bench-workers: $(BUILT) ## worker processes beside bare ones, moves with 100 games under way, aborts
	$(BIN)/python -m bench.workers $(ARGS)

perft: $(BUILT) ## every published perft line to about 10^8 nodes, with progress
	BRETTWERK_PERFT_NODES=100000000 $(BIN)/python -m pytest -s -q -k perft tests/rulebook/test_conformance.py $(ARGS)

# uv comes from the package index into an environment of its own: it is needed for this alone.
lock: ## write requirements.lock anew from requirements.in; ARGS=--upgrade takes newer releases
	@PYTHON="$(PYTHON)" .ci/require-tools
	$(PYTHON) -m venv build/uv
	build/uv/bin/python -m pip install --quiet uv==0.13.8
	build/uv/bin/uv pip compile requirements.in --output-file requirements.lock --quiet --universal \
	  --python-version 3.11 --generate-hashes --no-strip-extras --no-emit-index-url --no-header $(ARGS)

clean: ## remove the environment and everything built; .data stays
	rm -rf $(VENV) build services/brettwerk services/*.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find services -name '*.so' -delete
	find services tests bench -name __pycache__ -type d -exec rm -rf {} +

# --no-deps: the lock is complete, so nothing is left to resolve.
$(INSTALLED): requirements.lock .ci/require-tools $(MOVED)
	@PYTHON="$(PYTHON)" .ci/require-tools
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements.lock
	@echo "$(CURDIR)" > $(VENV)/.home
	@touch $@

# Built in place, so that only what changed is compiled; then linked into the environment, with the command.
$(BUILT): $(INSTALLED) pyproject.toml setup.py $(PROTOS) $(KERNEL)
	$(BIN)/python setup.py --quiet build_ext --inplace
	BRETTWERK_LINK_ONLY=yes $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@
