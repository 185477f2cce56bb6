# A clone, make and Python 3.11 or later are all that `make run` needs.
PORT ?= 8000
VAR_DIR ?= var
export PORT VAR_DIR

BIN = .venv/bin
# Looked for only when an environment must be made. A command may be there and yet not start.
PYTHON = $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
PIP_INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --only-binary :all: --require-hashes -r

# What a clone does not hold: translations in the form that programs read, and static files under hashed names.
TRANSLATIONS = $(patsubst %.po,%.mo,$(wildcard locale/*/LC_MESSAGES/django.po))
STATIC = $(VAR_DIR)/static/staticfiles.json

.PHONY: run build worker beat setup test test-slow test-engine budgets screens check format lock clean
.DELETE_ON_ERROR:

run: .venv/base $(TRANSLATIONS) $(STATIC)  ## play on this machine: http://localhost:8000
	@$(BIN)/python -m bideuchre.serve

build: .venv/base $(TRANSLATIONS) $(STATIC)  ## make what `make run` serves, and no more

# Where several machines share the site, or a minute's delay matters: docs/deploy.md.
CELERY = @test -n "$$REDIS_URL" || { echo "REDIS_URL is not set: worker and beat meet at a Redis (redis://127.0.0.1:6379/0)." >&2; exit 1; }; \
	exec $(BIN)/celery --app bideuchre
worker: .venv/base  ## do the chores of the boards when beat says so (needs REDIS_URL)
	$(CELERY) worker --loglevel info --concurrency $${CONCURRENCY:-1} $(ARGS)

beat: .venv/base  ## say when chores are due (needs REDIS_URL)
	$(CELERY) beat --loglevel info $(ARGS)

setup: .venv/dev  ## make the environment for developing

test: .venv/dev $(TRANSLATIONS)  ## run the quick suite on all processors, or what ARGS says of it
	$(BIN)/pytest --numprocesses auto -m "not slow" $(ARGS)

test-slow: .venv/dev $(TRANSLATIONS)  ## run what the quick suite leaves out
	$(BIN)/pytest --numprocesses auto -m slow $(ARGS)

test-engine: .venv/dev  ## run what needs no Django
	$(BIN)/pytest -p no:django tests/engine tests/bots

budgets: .venv/dev $(TRANSLATIONS)  ## measure weight and speed of the pages, and fail where they are over budget
	$(BIN)/python -m tests.budgets $(ARGS)

screens: .venv/dev $(TRANSLATIONS)  ## take the pictures of every page again, into docs/screens
	$(BIN)/python -m docs.screens.take $(ARGS)

check: .venv/dev  ## format, lint, types, import contracts, migrations, translations
	$(BIN)/ruff format --check --quiet
	$(BIN)/ruff check --quiet
	$(BIN)/mypy bideuchre accounts games leaderboards tests
	$(BIN)/lint-imports
	DJANGO_SETTINGS_MODULE=tests.settings $(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python -m bideuchre.translations

format: .venv/dev  ## put the code into the form that `make check` wants
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

# The lock holds names, versions and hashes of the files for every platform; where from is each machine's affair.
UV_COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-header --no-emit-index-url --no-emit-find-links
lock: .venv/dev  ## renew requirements/*.txt from *.in (ARGS=--upgrade: to the newest versions)
	cd requirements && for name in base dev; do ../$(UV_COMPILE) $(ARGS) $$name.in --output-file $$name.txt || exit; done

clean:  ## remove what the other targets made, but not the games and the secret in var/
	rm -rf .venv $(VAR_DIR)/static .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache $(TRANSLATIONS)

.venv/base: requirements/base.txt
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed and was not found: install it from https://www.python.org/downloads/ and run make again." >&2; exit 1; }
	@test -x $(BIN)/python || { echo "Making the environment in .venv and installing what the site needs …"; $(PYTHON) -m venv --clear .venv; }
	@$(PIP_INSTALL) $<
	@touch $@

.venv/dev: requirements/dev.txt .venv/base
	@$(PIP_INSTALL) $<
	@touch $@

%.mo: %.po .venv/base
	@$(BIN)/pybabel --quiet compile --input-file $< --output-file $@

# Folders are named too: a file that goes away changes nothing but its folder. (An image has none of it yet when its
# environment is made.)
$(STATIC): $(shell find static 2>/dev/null) .venv/base
	@$(BIN)/python manage.py collectstatic --no-input --verbosity 0
	@touch $@
