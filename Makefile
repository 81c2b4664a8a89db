# The same commands everywhere. What each needs is set up first, and only once.

PYTHON ?= python3
WORKERS ?= 2
# A terminal in the C locale must not decide how files are read.
export PYTHONUTF8 := 1

run := .venv/bin
step = @printf '\n── %s\n' $(1)
# What search and simulation run compiled is tested a second time, compiled.
compiled_tests = $(wildcard tests/engine tests/games tests/bots tests/probe)
# Steps of their own: one needs a browser, the other a whole new environment.
apart = tests/browser tests/delivery

.DEFAULT_GOAL := help
# The steps of `test` are to be read in their order.
.NOTPARALLEL:
.PHONY: help setup setup-dev client play backup restore play-terminal dev dist test check test-plain test-compiled test-client \
  test-browser test-dist prove bench format pins clean

help: ## list these commands
	@printf 'Roundhouse: railway board games\n\n'
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | while IFS='|' read -r name text; do \
	  printf '%-22s %s\n' "$$name" "$$text"; done

setup: ## make everything ready in .venv (to play)
	@$(PYTHON) tools/setup_project.py base

setup-dev:
	@$(PYTHON) tools/setup_project.py dev

client: setup ## build the browser client
	@$(run)/python tools/setup_client.py build --quiet-if-done || { \
	  printf '\nWithout the client one can still play in the terminal: make play-terminal\n' >&2; exit 1; }

# LAN=1 lets others in the same network in; PORT=8080, PUBLIC_URL=https://games.example.org for hosts.
serve_flags = $(if $(filter-out 0 no,$(LAN)),--lan) $(if $(PORT),--port $(PORT)) \
  $(if $(PUBLIC_URL),--public-url $(PUBLIC_URL))
# Where played games lie: DATA=/some/folder on the command line, else ROUNDHOUSE_DATA, else data/ in the clone.
data = $(or $(if $(findstring command,$(origin DATA)),$(DATA)),$(ROUNDHOUSE_DATA),$(CURDIR)/data)
need_file = @test -n '$(FILE)' || { printf 'Which file? For example: make %s FILE=house-friday.sqlite3\n' $@ >&2; exit 2; }

play: client ## open the house: play in the browser (LAN=1: with others in the network)
	@exec $(run)/roundhouse serve --data '$(data)' $(serve_flags)

backup: setup ## copy all games into a file, also while the house is open: FILE=house-friday.sqlite3
	$(need_file)
	@$(run)/roundhouse backup '$(FILE)' --data '$(data)'

restore: setup ## put such a copy back; stop the house first: FILE=house-friday.sqlite3
	$(need_file)
	@$(run)/roundhouse restore '$(FILE)' --data '$(data)'

play-terminal: setup ## play against bots in this terminal: TransEuropa, or GAME=ticket_to_ride, moscow_paris
	@$(run)/roundhouse play $(or $(GAME),transeuropa)

dev: setup-dev ## server and client for work on them: both reload on change
	@exec $(run)/python tools/develop.py $(if $(PORT),--port $(PORT))

dist: client ## one wheel with compiled rules and the built client, in dist/
	@$(run)/python tools/build_wheel.py

test: check test-plain test-compiled test-client test-browser test-dist ## every check and test, as plain Python and compiled

check: setup-dev
	$(call step,'Tree: nothing of one machine$(comma) no overlong file')
	@$(run)/python tools/check_tree.py
	$(call step,'Style: ruff')
	@$(run)/ruff check
	@$(run)/ruff format --check
	$(call step,'Types: mypy --strict')
	@$(run)/mypy $(wildcard src tests tools bench)
	$(call step,'Rooms: import-linter')
	@$(run)/lint-imports --no-logo

test-plain: setup-dev
	$(call step,'Tests: the whole suite$(comma) rules as plain Python')
	@ROUNDHOUSE_PLAIN=1 $(run)/pytest -q -n $(WORKERS) $(addprefix --ignore=,$(apart))

test-compiled: setup-dev
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

test-client: setup-dev
	$(call step,'Client: svelte-check and vitest')
	@$(run)/python tools/setup_client.py check

test-browser: setup-dev
	$(call step,'Browser: games played on a real page')
	@$(run)/python tools/setup_browser.py test

test-dist: setup-dev
	$(call step,'Delivery: the wheel$(comma) installed where there is neither Node nor compiler')
	@env -u ROUNDHOUSE_PLAIN $(run)/pytest -q tests/delivery

prove: setup-dev ## the long proofs: many more random games than the tests play
	@$(run)/python bench/prove.py

bench: setup-dev ## measure speed on this machine
	@$(run)/roundhouse bench

format: setup-dev ## put the source in order
	@$(run)/ruff check --fix
	@$(run)/ruff format

# Needs uv. Versions move only when they are asked to: make pins UPGRADE=--upgrade
pin = uv pip compile --quiet --generate-hashes --universal --python-version 3.11 \
  --no-emit-index-url --no-annotate --no-header $(UPGRADE)
pins: ## pin the requirements anew from requirements/*.in (needs uv)
	@cd requirements && $(pin) dev.in -o dev.txt >/dev/null
	@cd requirements && $(pin) compile.in -c dev.txt -o compile.txt >/dev/null
	@cd requirements && $(pin) base.in -c dev.txt -o base.txt >/dev/null
	@cd requirements && $(pin) client.in -o client.txt >/dev/null
	@cd requirements && $(pin) bench.in -c dev.txt -o bench.txt >/dev/null
	@$(run)/python tools/setup_client.py run npm install --package-lock-only
	@$(run)/python tools/setup_client.py run npm --prefix ../requirements/chromium install --package-lock-only

clean: ## remove all that was made, .venv too (played games stay)
	@rm -rf .venv build dist web/node_modules web/dist src/roundhouse/server/static .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	@rm -rf src/*.egg-info src/roundhouse/_compiled
	@find src tests tools bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

comma := ,
