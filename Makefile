# `make run` and `make test` bring along what they need; `make help` lists the rest.

SHELL := /bin/sh
.SHELLFLAGS := -eu -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-builtin-rules --no-print-directory
.DELETE_ON_ERROR:

VENV := .venv
PYTHON := $(VENV)/bin/python
PIP := $(PYTHON) -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps
# PostgreSQL needs its driver, and only PostgreSQL does.
LOCK := $(if $(filter postgres%,$(DATABASE_URL)),requirements-postgresql.txt,requirements.txt)
INSTALLED := $(VENV)/.installed-$(LOCK)
INSTALLED_DEV := $(VENV)/.installed-requirements-dev.txt
INSTALLED_MUTATION := $(VENV)/.installed-requirements-mutation.txt
COLLECTED := build/static/.collected
MUTANTS := build/mutants
JOBS ?= auto
WORKERS ?= 1
TESTS ?=
MARKS ?=
ONLY ?=
THEMES ?=
KILLS ?= 200
SEED ?=

.PHONY: run
run: $(INSTALLED) $(COLLECTED) ## start the server for this machine and the phones around it
	@$(PYTHON) manage.py migrate --verbosity 0
	@$(PYTHON) manage.py clear_deleted --verbosity 0
	@$(PYTHON) manage.py reckon --verbosity 0
	@$(PYTHON) manage.py clear_expired --verbosity 0
	@exec $(PYTHON) -m gunicorn

.PHONY: test
test: $(INSTALLED_DEV) chromium ## run every test, the quick ones first (TESTS=path or MARKS=looks for some)
	@$(PYTHON) -m pytest --numprocesses $(JOBS) --maxschedchunk 4 $(if $(MARKS),-m "$(MARKS)") $(TESTS)

.PHONY: lint
lint: $(INSTALLED_DEV) ## check the style of the code
	@$(PYTHON) -m ruff check .
	@$(PYTHON) -m ruff format --check .

.PHONY: types
types: $(INSTALLED_DEV) ## check the types
	@DATA_DIR="$(CURDIR)/build/data" $(PYTHON) -m mypy

.PHONY: coverage
coverage: $(INSTALLED_DEV) ## check that the tests of the five games reach every branch of their rules
	@$(PYTHON) -m pytest --numprocesses $(JOBS) --cov games.variants --cov-branch \
		--cov-report term --cov-fail-under 100 tests/variants

# Not part of the tests: it takes an hour. CONTRIBUTING.md says who survives, and why.
.PHONY: mutants
mutants: $(INSTALLED_DEV) $(INSTALLED_MUTATION) ## spoil the rules in thousands of places and list what no test notices
	@rm -rf $(MUTANTS)
	@mkdir -p $(MUTANTS)
	@cp -R games manage.py scorekeeper tests pyproject.toml cosmic-ray.toml $(MUTANTS)
	@find $(MUTANTS) -name __pycache__ -type d -prune -exec rm -rf {} +
	@export PATH="$(abspath $(VENV))/bin:$$PATH" HYPOTHESIS_PROFILE=few; \
		cd $(MUTANTS); \
		cosmic-ray init cosmic-ray.toml numbers.sqlite; \
		cr-filter-operators numbers.sqlite cosmic-ray.toml; \
		cosmic-ray exec cosmic-ray.toml numbers.sqlite; \
		mutmut run --max-children $(WORKERS); \
		mutmut results; \
		cr-report --surviving-only --show-diff numbers.sqlite

.PHONY: torture
torture: $(INSTALLED_DEV) $(INSTALLED) $(COLLECTED) ## kill the server while phones write to it (KILLS=200, SEED= to repeat a run)
	@$(PYTHON) -m tests.torture --kills $(KILLS) $(if $(SEED),--seed $(SEED))

.PHONY: screenshots
screenshots: $(INSTALLED_DEV) $(INSTALLED) $(COLLECTED) chromium ## take pictures of all pages in all states, to look at (ONLY=name for some, THEMES=light-contrast for high contrast)
	@$(PYTHON) -m tests.pictures --only "$(ONLY)" $(if $(THEMES),--themes "$(THEMES)")

.PHONY: weigh
weigh: $(INSTALLED_DEV) chromium ## say what pages weigh, and how long a slow phone waits for them
	@$(PYTHON) -m tests.weight

.PHONY: bench
bench: $(INSTALLED_DEV) ## say what pages and writes cost in a club of 100 games, and of 10,000 (takes some minutes)
	@$(PYTHON) -m tests.bench

.PHONY: demo
demo: $(INSTALLED) ## fill the database with games to look at
	@$(PYTHON) manage.py migrate --verbosity 0
	@$(PYTHON) manage.py demo

.PHONY: lock
lock: ## pin the newest versions that pyproject.toml allows (needs uv)
	@uv lock --quiet --upgrade
	@export="uv export --quiet --no-emit-index-url --no-header --no-annotate --no-emit-project"; \
	$$export --no-dev -o requirements.txt; \
	$$export --no-dev --extra postgresql -o requirements-postgresql.txt; \
	$$export --all-extras -o requirements-dev.txt; \
	$$export --only-group mutation -o requirements-mutation.txt

.PHONY: clean
clean: ## remove all that can be made again; games are kept elsewhere and stay
	@rm -rf $(VENV) build .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

.PHONY: help
help: ## list these commands
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

# ---- what they are made of

# Each name is tried by running it: a version manager may offer one that then refuses to start.
$(PYTHON):
	@for python in python3.14 python3.13 python3.12 python3; do \
		if "$$python" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 12))' \
			2>/dev/null; then \
			exec "$$python" -m venv --clear $(VENV); \
		fi; \
	done; \
	echo "Scorekeeper needs Python 3.12 or newer with its venv module, and found none:" \
		"install python3.13 (on Debian and Ubuntu python3.13-venv too)." >&2; \
	exit 1

$(VENV)/.installed-%: % | $(PYTHON)
	@echo "Installing what $< names ..."
	@$(PIP) -r $<
	@touch $@

$(COLLECTED): $(INSTALLED) $(shell find static -not -name '.*')
	@$(PYTHON) manage.py collectstatic --clear --no-input --verbosity 0
	@touch $@

.PHONY: chromium
chromium: $(INSTALLED_DEV)
	@$(PYTHON) -m tests.browser.chromium >/dev/null 2>&1 || { \
		echo "Installing Chromium for the tests ..."; \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			apt-get update -qq && apt-get install -qq -y --no-install-recommends chromium-headless-shell fonts-liberation; \
		fi >/dev/null 2>&1 && $(PYTHON) -m tests.browser.chromium >/dev/null 2>&1 || \
		$(PYTHON) -m playwright install chromium; \
	}
