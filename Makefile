# Two words are enough: `make run` plays on the simulated table, `make test` proves it.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: run test test-slow bench lint clean

run: $(READY)
	$(BIN)/companion run --simulated

test: $(READY)
	@sh tests/system_packages.sh
	$(MAKE) lint
	$(BIN)/python -m pytest -m "not slow and not bench"

test-slow: $(READY)
	@sh tests/system_packages.sh
	$(BIN)/python -m pytest -m "slow"

bench: $(READY)
	$(BIN)/python -m pytest -m "bench" -s

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $(READY)

clean:
	rm -rf $(VENV) build dist *.egg-info
