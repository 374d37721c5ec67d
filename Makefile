# Development commands. `make demo` and `make test` install what they need.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LOCK := requirements/development.txt
QUICK := tests/text tests/findings tests/tallies tests/measures tests/families/lexsub
TIDY := $(wildcard benchmarks fuzz release soak) docs editors/generator examples scoring server tests

# The name of a stamp contains the checksum of its source, so a changed lock invalidates the stamp.
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
.PHONY: help setup setup-editors demo check quick test test-all unit long editors lint format tidy types contracts generate docs vsix wheel release-check release matrix bench fuzz soak lock clean

help: ## list the commands
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## */make \1\t/' | expand -t 22

setup: $(INSTALLED) ## create .venv from the lock and install keytally from this checkout

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

setup-editors: setup $(EXTENSION_LOCKED) ## install what the editor tests need: system packages, VS Code
	@.ci/packages
	@tests/editors/vscode/setup.sh

demo: setup ## score and check the examples, then open one in Neovim
	@$(BIN)/python examples/demo.py

check: lint types quick ## run the linters, the type checkers and the quick tests

quick: setup ## run the tests that need neither editors nor processes
	$(BIN)/pytest -n 2 -m "not long" $(QUICK)

test: unit editors ## run all tests except the long ones

test-all: test long ## run all tests

unit: setup $(EXTENSION_LOCKED) ## run the tests that need no editor
	@.ci/packages tclsh shellcheck
	npm test --prefix $(EXTENSION) --silent
	$(BIN)/pytest -n 2 -m "not long" --ignore=tests/editors

long: setup $(EXTENSION_LOCKED) ## run the long tests, which take several seconds each
	@.ci/packages tclsh shellcheck
	$(BIN)/pytest -n 2 -m long --ignore=tests/editors

editors: setup-editors vsix ## run the tests in real VS Code and Neovim
	$(BIN)/pytest tests/editors

lint: setup $(EXTENSION_LOCKED) ## run the linters, and check spelling and English
	$(BIN)/ruff check $(TIDY)
	$(BIN)/codespell *.md docs scoring server
	$(BIN)/python -m tests.house.prose
	npm run lint --prefix $(EXTENSION) --silent

format: setup $(LUA_STYLE_LOCKED) ## check the formatting
	$(BIN)/ruff format --check $(TIDY)
	npm run --prefix $(LUA_STYLE) --silent check

tidy: setup $(LUA_STYLE_LOCKED) ## format the code and apply automatic fixes
	$(BIN)/ruff check --fix $(TIDY)
	$(BIN)/ruff format $(TIDY)
	npm run --prefix $(LUA_STYLE) --silent format

types: setup $(EXTENSION_LOCKED) ## run the type checkers
	$(BIN)/mypy
	npm run check --prefix $(EXTENSION) --silent

contracts: setup ## check the import contracts
	$(BIN)/lint-imports

generate: setup ## regenerate files for editors and documentation from the facts of the families
	@$(BIN)/python -m editors.generator

docs: setup ## build the documentation in site/ and check its links
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

vsix: setup $(EXTENSION_LOCKED) ## package the VS Code extension with its server
	$(BIN)/python -m release.bundle
	npm run package --prefix $(EXTENSION) --silent
	@echo "Wrote $(EXTENSION)/dist/keytally.vsix. To install it: code --install-extension $(EXTENSION)/dist/keytally.vsix"

wheel: setup ## build sdist and wheel in dist/, and test the wheel in a clean environment
	$(BIN)/python -m release.artefacts distribution
	$(BIN)/python -m release.check --made wheel

release-check: $(RELEASE_LOCKED) $(EXTENSION_LOCKED) $(OPENVSX_LOCKED) ## build all release artefacts in dist/, and test them
	@$(BIN)/python -m release.check $(ONLY)

release: $(RELEASE_LOCKED) $(EXTENSION_LOCKED) $(OPENVSX_LOCKED) ## do a dry run of a release: KEY=~/.ssh/key make release
	@$(BIN)/python -m release $(if $(KEY),--key $(KEY))

matrix: setup ## run the tests with other versions of Python and Node: make matrix PATHS="tests/commands tests/server"
	$(BIN)/python -m release.matrix $(PATHS)

bench: setup ## benchmark scoring and keystrokes
	$(BIN)/python -m benchmarks

fuzz: setup ## fuzz keytally: SECONDS=3600 SEED=7 make fuzz
	$(BIN)/python -m fuzz --seconds $(or $(SECONDS),60) --seed $(or $(SEED),1)

soak: setup ## test long sessions and very large files: EDITS=200000 SIZE=10 make soak
	$(BIN)/python -m soak --edits $(or $(EDITS),20000) --size $(or $(SIZE),1)

lock: setup ## regenerate the locks from pyproject.toml
	$(BIN)/uv pip compile pyproject.toml --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--custom-compile-command "make lock" --extra server --extra compare --extra report --extra similar --extra cas --extra icu --group dev -o requirements/development.txt
	$(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes \
		--custom-compile-command "make lock" --extra server -c requirements/development.txt -o requirements/server.txt
	$(BIN)/uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes \
		--custom-compile-command "make lock" --all-extras -c requirements/development.txt -o requirements/programs.txt
	$(BIN)/uv pip compile --group release --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
		--custom-compile-command "make lock" -c requirements/development.txt -o requirements/release.txt

clean: ## remove everything that the other commands created
	rm -rf $(VENV) build dist site .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	rm -rf release/nodes/node_modules $(OPENVSX)/node_modules $(LUA_STYLE)/node_modules
	rm -rf $(EXTENSION)/node_modules $(EXTENSION)/dist $(EXTENSION)/out $(EXTENSION)/bundled
