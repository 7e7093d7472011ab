# Two words are enough: `make run` plays on the simulated table, `make test` proves it.
PYTHON ?= python3
# Compiled files are kept: each process of the tests, and each that a test starts, would else compile the whole house anew.
unexport PYTHONDONTWRITEBYTECODE
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: run test test-slow test-evening test-rig test-install test-container test-arm64 proofs bench mutants lint clean

run: $(READY)
	$(BIN)/companion run --simulated

# As many processes as the machine has processors, four at most: each may have a Chromium of its own (WORKERS=1: one).
WORKERS ?= logical

test: $(READY)
	@sh tests/system_packages.sh
	$(MAKE) lint
	$(BIN)/python -m pytest -m "not slow and not bench" -n $(WORKERS) --maxprocesses 4 --dist worksteal

test-slow: $(READY)
	@sh tests/system_packages.sh
	$(BIN)/python -m pytest -m "slow"

# The first evening with phones alone, from the one-line install to a game scored by three photos, with minutes and taps; and games
# scored by photoreal photos, where there are any.
test-evening: $(READY)
	$(BIN)/python -m pytest -m slow -s tests/companion/simulation/test_first_evening_by_phone.py tests/companion/simulation/test_photoreal_game_by_phone.py \
		tests/companion/simulation/test_photoreal_pieces_by_phone.py

# As root on Debian: real pins, bus and cameras in a kernel of its own (a quarter of an hour the first time, then 5 to 10 minutes).
test-rig: $(READY)
	@sh tests/rig/check.sh

# As root on Debian: the installer in fresh trees that run their own systemd.
test-install:
	@sh tests/rig/check_install.sh bookworm
	@sh tests/rig/check_install.sh trixie

# As root on Debian: the container's recipe, built and run with podman (two minutes).
test-container: $(READY)
	@sh tests/rig/check_container.sh

# As root on Debian: the unit tests with a Pi's wheels under emulation (some ten minutes of a processor each).
test-arm64:
	@sh tests/rig/check_arm64.sh bookworm
	@sh tests/rig/check_arm64.sh trixie

# A minute of each proof of docs/reliability.md (MINUTES=10: ten), from where the seed stopped on this commit.
MINUTES ?= 1
SEED ?= 1
proofs: $(READY)
	@for proof in power power-starts corruption kills load fuzz faults soak rooms; do echo "$$proof:"; \
		PYTHONPATH=.:tests $(BIN)/python -m reliability $$proof --minutes $(MINUTES) --seed $(SEED) || [ $$? = 3 ] || exit 1; done

# Faults by chance in rules, bids, seats, session, store and registration: what no test notices is said (15 minutes of a processor).
mutants: $(READY)
	PYTHONPATH=.:tests $(BIN)/python -m mutants --count 150 --seed 1

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
