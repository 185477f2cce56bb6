# Plain targets. A clone, Python 3.11 or later and make are enough for `make run`.
.PHONY: setup
setup: .venv/dev

# Looked for only when an environment is made.
PYTHON = $(shell for python in python3 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
PIP_INSTALL = .venv/bin/python -m pip install --quiet --disable-pip-version-check \
	--only-binary :all: --require-hashes -r

.venv/base: requirements/base.txt
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed, and none was found: install it (https://www.python.org/downloads/), then run make again." >&2; exit 1; }
	@test -x .venv/bin/python || $(PYTHON) -m venv --clear .venv
	$(PIP_INSTALL) $<
	@touch $@

.venv/dev: requirements/dev.txt .venv/base
	$(PIP_INSTALL) $<
	@touch $@
