# Five Families: `make play` and `make test` are all most people need. Everything is installed into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
TITLE ?= family_business
GAMES ?= 16

.DEFAULT_GOAL := help

help:  ## show these targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 18

# A half-made .venv (a full disk, Ctrl-C, another Python) is made again: only one that is finished has the stamp.
$(VENV)/made.stamp:
	rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	@touch $@

$(VENV)/play.stamp: pyproject.toml hatch_build.py $(VENV)/made.stamp
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/dev.stamp: pyproject.toml hatch_build.py locks/dev.txt $(VENV)/made.stamp
	$(BIN)/python -m pip install --quiet --require-hashes --requirement locks/dev.txt
	$(BIN)/python -m pip install --quiet "torch==2.13.0"  # not in the lock: which build it is depends on the machine
	$(BIN)/python -m pip install --quiet --no-deps --editable .
	@touch $@ $(VENV)/play.stamp

$(VENV)/peers.stamp: pyproject.toml $(VENV)/made.stamp
	$(BIN)/python -m pip install --quiet --editable ".[peers]"
	@touch $@

setup: $(VENV)/dev.stamp  ## install everything into .venv

play: $(VENV)/play.stamp  ## open the web table in your browser
	$(BIN)/families serve

terminal: $(VENV)/play.stamp  ## play in the terminal (TITLE=family_business)
	$(BIN)/families play $(TITLE)

test: $(VENV)/dev.stamp  ## run all tests
	$(BIN)/python -m pytest -n 2 --dist loadfile -q

.venv-lowest/made.stamp: pyproject.toml $(VENV)/dev.stamp
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python .venv-lowest
	$(BIN)/uv pip install --quiet --python .venv-lowest/bin/python --resolution lowest-direct --group test --editable .
	@touch $@

lowest: .venv-lowest/made.stamp  ## try the oldest versions that pyproject.toml allows
	.venv-lowest/bin/python -m pytest -n 2 --dist loadfile -q -k "not nostra_city and not parrain" \
	  tests/core/test_batch.py tests/core/test_match.py tests/core/test_record.py tests/table/test_play.py

lock: $(VENV)/dev.stamp  ## choose the newest versions for development
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	  --group dev pyproject.toml --output-file locks/dev.txt

.venv-cuda/made.stamp: pyproject.toml
	$(PYTHON) -m venv --clear .venv-cuda
	.venv-cuda/bin/python -m pip install --quiet --editable ".[cuda]"
	@touch $@

ptx: .venv-cuda/made.stamp  ## compile every kernel of CUDA, without a device (TITLES=the_boss: of this one)
	.venv-cuda/bin/python bench/gpu.py --ptx $(TITLES)

lint: $(VENV)/dev.stamp  ## check style and types
	$(BIN)/ruff format --check src tests bench docs/*.py
	$(BIN)/ruff check src tests bench docs
	$(BIN)/mypy

bench: $(VENV)/dev.stamp $(VENV)/peers.stamp  ## measure speed beside the peers
	$(BIN)/python bench/run.py
	$(BIN)/python bench/table.py

reports: $(VENV)/dev.stamp  ## play for the reports on all games (docs/reports) and write them
	mkdir -p docs/reports
	for title in $$($(BIN)/families titles --json | $(BIN)/python -c "import json, sys; print(*[t['slug'] for t in json.load(sys.stdin)['titles']])"); do \
	  $(BIN)/families report $$title --games $(GAMES) --lang en --out docs/reports/$$title.html || exit 1; done

words: $(VENV)/dev.stamp  ## bring the catalogues of translations up to date
	$(BIN)/python -m fivefamilies.lab.catalogues

clean:  ## remove what was installed and built
	rm -rf $(VENV) .venv-lowest .venv-cuda build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

.PHONY: help setup play terminal test lowest lock ptx lint bench reports words clean
