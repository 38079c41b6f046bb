# Two commands for a fresh machine that has only Python 3.11 and the package registries:
#   make bench   evaluates the sample artifacts in a real browser and prints the leaderboard and the report's path
#   make test    checks the code and runs the fast tests
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.setup-stamp
MARKS  := not long and not slow
# One more than there are cores: half of their time, the tests wait for pages, processes and deadlines.
TEST_WORKERS := $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')

# The tests start some hundred Python processes, which would compile everything again each.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup browser sandbox bench test test-fast test-all test-exporters fuzz check check-types check-rest format reference docs docs-serve pictures release-check lock third-party clean
.DEFAULT_GOAL := help

help:  ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(STAMP)  ## make the virtual environment from the hashed lock file (seconds the second time)

$(STAMP): requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed; say which with: make PYTHON=python3.11 …")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $(STAMP)

browser: setup  ## find a Chromium, or install one
	@$(BIN)/pytest-cookie browser --install

sandbox:  ## install what builds of projects need beside npm (Debian, as root)
	apt-get install -y --no-install-recommends bubblewrap util-linux tar

bench: browser  ## evaluate the sample artifacts and print the leaderboard
	$(BIN)/pytest --model=sample/polished --model=sample/flawed -n auto -q

bench-apps: browser  ## evaluate the four sample applications with their services (needs bubblewrap and PostgreSQL)
	$(BIN)/pytest --cookie-protocol=vibecode --model=sample/polished --model=sample/flawed -n 2 -q

check: setup  ## lint, types, import order, rules of the code, current reference, links of the documents
	@$(MAKE) --no-print-directory -j2 check-types check-rest

check-types:
	$(BIN)/mypy

# The last line writes the compiled tests, which every worker of `make test` would otherwise compile for itself.
check-rest:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python tools/check_links.py
	$(BIN)/lint-imports
	$(BIN)/python -m tools.source_rules
	$(BIN)/python -m tools.reference --check
	$(BIN)/pytest tests --collect-only -qq > $(VENV)/collected.txt || { cat $(VENV)/collected.txt; exit 1; }

test: check browser  ## check, then run every test that takes seconds; with MARKS="not slow" also the longer ones
	$(BIN)/pytest tests -n $(TEST_WORKERS) --dist worksteal -m "$(MARKS)" --durations=5

test-fast: setup  ## the tests that need no browser
	$(BIN)/pytest tests/unit -n auto

test-all: check browser  ## also those that take minutes
	$(BIN)/pytest tests -n $(TEST_WORKERS) --dist worksteal --durations=15

test-exporters:  ## the exporters with the libraries of Inspect, MLflow and W&B (fetches about 200 MB)
	test -x build/exporters/bin/python || $(PYTHON) -m venv build/exporters
	build/exporters/bin/python -m pip install --quiet --disable-pip-version-check 'pip>=25.1'
	build/exporters/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[inspect,mlflow,wandb]' --group dev
	build/exporters/bin/python -m pytest tests/unit/reporting/test_exporters.py -m heavy -q

fuzz: setup  ## try values of hostile pages for ten minutes
	$(BIN)/python benchmarks/fuzz.py --minutes 10

format: setup  ## let ruff arrange the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

reference: setup  ## write docs/reference/ from the code
	$(BIN)/python -m tools.reference

docs: build/docs-tools/done  ## build the site of the documentation in dist/site, every link checked
	build/docs-tools/bin/python -m tools.docs_site

docs-serve: build/docs-tools/done  ## show that site at http://127.0.0.1:8000
	build/docs-tools/bin/python -m tools.docs_site --serve

build/%-tools/done: pyproject.toml  # the tools of a group of pyproject.toml, beside the locked environment
	$(PYTHON) -m venv build/$*-tools
	build/$*-tools/bin/python -m pip install --quiet --disable-pip-version-check 'pip>=25.1'
	build/$*-tools/bin/python -m pip install --quiet --disable-pip-version-check --group $*
	touch $@

pictures: browser  ## evaluate four of the samples, and take the pictures of README and documentation
	$(BIN)/pytest --model=sample/polished --model=sample/flawed -k "moth or rental or umrechner or pendulums" -n auto -q --cookie-run build/pictures/samples
	$(BIN)/python -m tools.pictures build/pictures/samples

release-check: build/release-tools/done  ## rehearse a release: build, check, install in fresh environments, list, lint
	build/release-tools/bin/python -m tools.release_check

lock:  ## resolve the dependencies again (needs uv)
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-emit-index-url --extra all --extra ocr --group dev pyproject.toml -o requirements.lock

third-party:  ## fetch the scripts in pytest_cookie/third_party again (needs npm)
	$(PYTHON) tools/fetch_third_party.py

clean:  ## remove the environment and the caches; runs in reports/ stay
	rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
