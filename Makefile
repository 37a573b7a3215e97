# `make app` and `make test` are all a fresh machine needs: each creates the environment first.
PYTHON ?= python3.11
PORT ?= 8501
VENV := .venv
RUN := $(VENV)/bin/python
STAMP := $(VENV)/.installed

.PHONY: help app test lint format bench clean
.DEFAULT_GOAL := help

help:  ## Show this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 12

$(STAMP): requirements.txt pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(RUN) -m pip install --quiet -e '.[dev]'
	@touch $@

app: $(STAMP)  ## Install what is missing and start the app
	$(RUN) -m streamlit run dashboard/app.py --server.port=$(PORT)

test: lint  ## Install what is missing, check style and types, run all tests
	$(RUN) -m pytest

lint: $(STAMP)  ## Check style and types
	$(RUN) -m ruff format --check .
	$(RUN) -m ruff check .
	$(RUN) -m mypy

format: $(STAMP)  ## Rewrite the code in the project's style
	$(RUN) -m ruff format .
	$(RUN) -m ruff check --fix .

bench: $(STAMP)  ## Measure speed and memory against the alternatives
	$(RUN) -m benchmarks

clean:  ## Remove the environment and every cache
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
