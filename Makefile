# The commands of the house. `make demo` and `make test` set up what they need by themselves.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LOCK := requirements/development.txt
TIDY := $(wildcard benchmarks fuzz release soak) docs editors/generator examples scoring server tests

# A stamp bears the checksum of what it was made from: a changed lock makes a new one.
checksum = $(shell cat $(1) 2>/dev/null | cksum | cut -d ' ' -f 1)
LOCKED := $(VENV)/.locked-$(call checksum,$(LOCK))
INSTALLED := $(VENV)/.installed-$(call checksum,$(LOCK) pyproject.toml)
RELEASE_LOCKED := $(VENV)/.release-$(call checksum,requirements/release.txt)
EXTENSION := editors/vscode
EXTENSION_LOCKED := $(EXTENSION)/node_modules/.locked-$(call checksum,$(EXTENSION)/package-lock.json)
OPENVSX := release/openvsx
OPENVSX_LOCKED := $(OPENVSX)/node_modules/.locked-$(call checksum,$(OPENVSX)/package-lock.json)
LUA_STYLE := tests/editors/nvim/style
LUA_STYLE_LOCKED := $(LUA_STYLE)/node_modules/.locked-$(call checksum,$(LUA_STYLE)/package-lock.json)

.DEFAULT_GOAL := help
.PHONY: help setup setup-editors demo test unit editors lint format tidy types contracts generate docs vsix wheel release-check release bench fuzz soak lock clean

help: ## list the commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## */make \1\t/' | expand -t 22

setup: $(INSTALLED) ## make .venv from the lock, with keytally installed from this checkout

$(LOCKED):
	@$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $(LOCK)
	@rm -f $(VENV)/.locked-* && touch $@

$(INSTALLED): $(LOCKED)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@rm -f $(VENV)/.installed-* && touch $@

$(OPENVSX_LOCKED):
	npm ci --prefix $(OPENVSX) --ignore-scripts --no-audit --no-fund --loglevel=error
	@rm -f $(OPENVSX)/node_modules/.locked-* && touch $@

$(RELEASE_LOCKED): $(INSTALLED)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/release.txt
	@rm -f $(VENV)/.release-* && touch $@

$(EXTENSION_LOCKED):
	npm ci --prefix $(EXTENSION) --ignore-scripts --no-audit --no-fund --loglevel=error
	@rm -f $(EXTENSION)/node_modules/.locked-* && touch $@

$(LUA_STYLE_LOCKED):
	npm ci --prefix $(LUA_STYLE) --ignore-scripts --no-audit --no-fund --loglevel=error
	@rm -f $(LUA_STYLE)/node_modules/.locked-* && touch $@

setup-editors: setup $(EXTENSION_LOCKED) ## get what the tests in real editors need: system packages, VS Code
	@.ci/packages
	@tests/editors/vscode/setup.sh

demo: setup ## score and check the examples, and look at the result in Neovim
	@$(BIN)/python examples/demo.py

test: unit editors ## run all tests, those in the real editors too

unit: setup $(EXTENSION_LOCKED) ## run the tests that need no editor
	@.ci/packages tclsh shellcheck
	npm test --prefix $(EXTENSION) --silent
	$(BIN)/pytest -n 2 --ignore=tests/editors

editors: setup-editors vsix ## run the tests in the real VS Code and the real Neovim
	$(BIN)/pytest tests/editors

lint: setup $(EXTENSION_LOCKED) ## look for mistakes
	$(BIN)/ruff check $(TIDY)
	npm run lint --prefix $(EXTENSION) --silent

format: setup $(LUA_STYLE_LOCKED) ## look for code that is not laid out by the formatter
	$(BIN)/ruff format --check $(TIDY)
	npm run --prefix $(LUA_STYLE) --silent check

tidy: setup $(LUA_STYLE_LOCKED) ## lay out the code, and mend what can be mended by itself
	$(BIN)/ruff check --fix $(TIDY)
	$(BIN)/ruff format $(TIDY)
	npm run --prefix $(LUA_STYLE) --silent format

types: setup $(EXTENSION_LOCKED) ## check the types
	$(BIN)/mypy
	npm run check --prefix $(EXTENSION) --silent

contracts: setup ## check which part imports which
	$(BIN)/lint-imports

generate: setup ## write what clients and documentation say of languages and tasks, from the facts of the families
	@$(BIN)/python -m editors.generator

docs: setup ## build the documentation into site/, and check its links
	$(BIN)/mkdocs build --strict

vsix: setup $(EXTENSION_LOCKED) ## package the extension for VS Code, with the server that comes with it
	$(BIN)/python -m release.bundle
	npm run package --prefix $(EXTENSION) --silent

wheel: setup ## build sdist and wheel into dist/, and try the wheel in a clean environment
	$(BIN)/python -m release.artefacts distribution
	$(BIN)/python -m release.check --made wheel

release-check: $(RELEASE_LOCKED) $(EXTENSION_LOCKED) $(OPENVSX_LOCKED) ## make all artefacts of a release in dist/, and try them
	@$(BIN)/python -m release.check $(ONLY)

release: $(RELEASE_LOCKED) $(EXTENSION_LOCKED) $(OPENVSX_LOCKED) ## a dry run of a release: KEY=~/.ssh/key make release
	@$(BIN)/python -m release $(if $(KEY),--key $(KEY))

bench: setup ## measure the speed of scoring and of a keystroke
	$(BIN)/python -m benchmarks

fuzz: setup ## look for what breaks keytally: SECONDS=3600 SEED=7 make fuzz
	$(BIN)/python -m fuzz --seconds $(or $(SECONDS),60) --seed $(or $(SEED),1)

soak: setup ## use one server for long, and hostile sizes: EDITS=200000 SIZE=10 make soak
	$(BIN)/python -m soak --edits $(or $(EDITS),20000) --size $(or $(SIZE),1)

lock: setup ## write the locks anew from pyproject.toml
	$(BIN)/uv pip compile pyproject.toml --quiet --upgrade --universal --python-version 3.10 --generate-hashes \
		--custom-compile-command "make lock" --extra server --extra compare --extra report --group dev -o requirements/development.txt
	$(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.10 --generate-hashes \
		--custom-compile-command "make lock" --extra server -c requirements/development.txt -o requirements/server.txt
	$(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.10 --generate-hashes \
		--custom-compile-command "make lock" --all-extras -c requirements/development.txt -o requirements/programs.txt
	$(BIN)/uv pip compile --group release --quiet --upgrade --universal --python-version 3.10 --generate-hashes \
		--custom-compile-command "make lock" -c requirements/development.txt -o requirements/release.txt

clean: ## remove everything that the other commands made
	rm -rf $(VENV) build dist site .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	rm -rf $(OPENVSX)/node_modules $(LUA_STYLE)/node_modules
	rm -rf $(EXTENSION)/node_modules $(EXTENSION)/dist $(EXTENSION)/out $(EXTENSION)/bundled
