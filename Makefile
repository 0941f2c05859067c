# Five Families: `make play` and `make test` are all most people need. Everything is installed into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TITLE ?= family_business

.DEFAULT_GOAL := help

help:  ## show these targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 18

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"

$(VENV)/play.stamp: pyproject.toml hatch_build.py | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/dev.stamp: pyproject.toml hatch_build.py | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable . --group dev
	@touch $@ $(VENV)/play.stamp

$(VENV)/peers.stamp: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --editable ".[peers]"
	@touch $@

setup: $(VENV)/dev.stamp  ## install everything into .venv

play: $(VENV)/play.stamp  ## open the web table in your browser
	$(BIN)/families serve

terminal: $(VENV)/play.stamp  ## play in the terminal (TITLE=family_business)
	$(BIN)/families play $(TITLE)

test: $(VENV)/dev.stamp  ## run all tests
	$(BIN)/python -m pytest -n 2 --dist loadfile -q

lint: $(VENV)/dev.stamp  ## check style and types
	$(BIN)/ruff check src tests bench
	$(BIN)/mypy

bench: $(VENV)/dev.stamp $(VENV)/peers.stamp  ## measure speed beside the peers
	$(BIN)/python bench/run.py
	$(BIN)/python bench/table.py

words: $(VENV)/dev.stamp  ## bring the catalogues of translations up to date
	$(BIN)/python -m fivefamilies.lab.catalogues

clean:  ## remove what was installed and built
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

.PHONY: help setup play terminal test lint bench words clean
