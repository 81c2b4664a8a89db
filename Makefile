# The same commands everywhere. What each needs is set up first, and only once.

PYTHON ?= python3
WORKERS ?= 2
# A terminal in the C locale must not decide how files are read.
export PYTHONUTF8 := 1

run := .venv/bin
step = @printf '\n── %s\n' $(1)
# What search and simulation run compiled is tested a second time, compiled.
compiled_tests = $(wildcard tests/engine tests/games tests/bots tests/probe)

.DEFAULT_GOAL := help
# The steps of `test` are to be read in their order.
.NOTPARALLEL:
.PHONY: help setup play test check test-plain test-compiled prove bench format pins clean dev

help: ## list these commands
	@printf 'Roundhouse: railway board games\n\n'
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | while IFS='|' read -r name text; do \
	  printf '%-16s %s\n' "$$name" "$$text"; done

setup: ## make everything ready in .venv (to play)
	@$(PYTHON) tools/setup_project.py base

play: setup ## play TransEuropa in this terminal
	@$(run)/roundhouse play transeuropa

dev:
	@$(PYTHON) tools/setup_project.py dev

test: check test-plain test-compiled ## every check and test, as plain Python and compiled

check: dev
	$(call step,'Tree: nothing of one machine$(comma) no overlong file')
	@$(run)/python tools/check_tree.py
	$(call step,'Style: ruff')
	@$(run)/ruff check
	@$(run)/ruff format --check
	$(call step,'Types: mypy --strict')
	@$(run)/mypy $(wildcard src tests tools bench)
	$(call step,'Rooms: import-linter')
	@$(run)/lint-imports --no-logo

test-plain: dev
	$(call step,'Tests: the whole suite$(comma) rules as plain Python')
	@ROUNDHOUSE_PLAIN=1 $(run)/pytest -q -n $(WORKERS)

test-compiled: dev
	$(call step,'Tests: rules compiled')
	@$(run)/python tools/compile_rules.py --quiet-if-done; code=$$?; \
	if [ $$code -eq 3 ]; then \
	  printf '\n!! SKIPPED: the tests of compiled rules. How to get a compiler stands in the line above.\n\n'; \
	  exit 0; \
	elif [ $$code -ne 0 ]; then exit $$code; fi; \
	status=$$(env -u ROUNDHOUSE_PLAIN $(run)/python -c 'import roundhouse; print(roundhouse.compiled_status())'); \
	if [ "$$status" != compiled ]; then \
	  if grep -q '^[a-z]' src/roundhouse/compiled_modules.txt; then \
	    printf '!! The rules were compiled but are %s.\n' "$$status"; exit 1; fi; \
	  printf '!! SKIPPED: no module is listed in src/roundhouse/compiled_modules.txt.\n'; exit 0; fi; \
	env -u ROUNDHOUSE_PLAIN $(run)/pytest -q -n $(WORKERS) $(compiled_tests)

prove: dev ## the long proofs: many more random games than the tests play
	@$(run)/python bench/prove.py

bench: dev ## measure speed on this machine
	@$(run)/roundhouse bench

format: dev ## put the source in order
	@$(run)/ruff check --fix
	@$(run)/ruff format

# Needs uv. Versions move only when they are asked to: make pins UPGRADE=--upgrade
pin = uv pip compile --quiet --generate-hashes --universal --python-version 3.11 \
  --no-emit-index-url --no-annotate --no-header $(UPGRADE)
pins: ## pin the requirements anew from requirements/*.in (needs uv)
	@cd requirements && $(pin) dev.in -o dev.txt >/dev/null
	@cd requirements && $(pin) compile.in -c dev.txt -o compile.txt >/dev/null
	@cd requirements && $(pin) base.in -c dev.txt -o base.txt >/dev/null

clean: ## remove all that was made, .venv too
	@rm -rf .venv build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	@rm -rf src/*.egg-info src/roundhouse/_compiled
	@find src tests tools bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

comma := ,
