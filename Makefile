# `make app` and `make test` are all a fresh machine needs: each installs what it lacks first.
PYTHON ?= python3.11
PORT ?= 8501
ADDRESS ?= 127.0.0.1
VENV := .venv
RUN := $(VENV)/bin/python
# pip writes byte code of everything otherwise, most of which is never imported.
INSTALL := $(RUN) -m pip install --disable-pip-version-check --no-compile
# Tests go to one worker more than there are cores, file by file in the order of tests/conftest.py;
# two of them have a server and a browser each.
PYTEST := $(RUN) -m pytest --numprocesses=auto --maxprocesses=4 --dist=loadgroup --no-loadscope-reorder
APP := $(VENV)/.has-app
DEV := $(VENV)/.has-dev

.PHONY: help app test test-fast test-e2e lint format hooks bench wheel clean
.DEFAULT_GOAL := help

help:  ## Show this list
	@grep -E '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 12

$(RUN):
	$(PYTHON) -m venv $(VENV)

$(APP): requirements.txt pyproject.toml | $(RUN)
	@echo "Installing what the app needs into $(VENV): 1.5 GB, a few minutes, once."
	$(INSTALL) -e .
	@echo "Compiling the numerical kernels: a minute, once."
	$(RUN) -m spgat.warm
	@touch $@

$(DEV): requirements.txt pyproject.toml | $(RUN)
	@echo "Installing what the tests need into $(VENV): the app, the extra 'lab', the tools."
	$(INSTALL) -e '.[dev]'
	@echo "Compiling the numerical kernels: a minute, once."
	$(RUN) -m spgat.warm
	@touch $(APP) $@

app: $(APP)  ## Install what is missing and start the app (PORT=8501 ADDRESS=127.0.0.1)
	$(RUN) -m spgat app --port=$(PORT) --address=$(ADDRESS)

test: lint  ## Install what is missing, check style and types, run all tests
	$(PYTEST)

test-fast: $(DEV)  ## Run the tests that need no browser and are not slow: three minutes
	$(PYTEST) -m "not e2e and not slow"

test-e2e: $(DEV)  ## Run the tests in a real browser
	$(PYTEST) -m e2e

lint: $(DEV)  ## Check style and types
	$(RUN) -m ruff format --check .
	$(RUN) -m ruff check .
	$(RUN) -m mypy

format: $(DEV)  ## Rewrite the code in the project's style
	$(RUN) -m ruff format .
	$(RUN) -m ruff check --fix .

hooks: $(DEV)  ## Have git check style and types before each commit
	$(RUN) -m pre_commit install

bench: $(DEV)  ## Measure speed and memory against the alternatives
	$(RUN) -m benchmarks

wheel: $(DEV)  ## Build the wheel and the source archive into dist/
	$(RUN) -m build

clean:  ## Remove the environment and every cache
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
