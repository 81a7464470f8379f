# From a bare checkout: `make run` shows what Kibitz does, `make test` checks it. Both set up .venv first, once.
# Needed on the machine: Python 3.11 or later, a C++20 compiler, make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
MODULES := $(shell find src/kibitz -name '*.py' | sort)
CORE := CMakeLists.txt $(shell find core -name '*.hpp' -o -name '*.cpp')

.PHONY: run serve test lint format bench docs dist soak sanitize clean always

run: $(VENV)/built
	@$(BIN)/kibitz demo

# The page in the browser, at http://127.0.0.1:8000; LOAD holds files with games of your own, and SERVE more options, as
# in make serve LOAD=my_game.py SERVE="--port 9000".
serve: $(VENV)/built $(VENV)/page
	@$(BIN)/kibitz $(foreach file,$(LOAD),--load $(file)) serve $(SERVE)

BROWSERS := chromium chromium-browser google-chrome

test: $(VENV)/built $(VENV)/test
	@which $(BROWSERS) 2>/dev/null | grep -q . || \
	  echo "there is no browser, so the tests of the page in one are skipped; 'apt-get install chromium' installs one"
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest -n 2 --dist loadfile -q  # hundreds of interpreters start

lint: $(VENV)/built $(VENV)/test $(VENV)/lint
	@$(BIN)/ruff check . && $(BIN)/ruff format --check --quiet .
	@$(BIN)/clang-format --dry-run --Werror $$(find core -name '*.hpp' -o -name '*.cpp')
	@$(BIN)/lint-imports --no-cache
	@$(BIN)/mypy --strict

format: $(VENV)/lint
	@$(BIN)/ruff check --fix . ; $(BIN)/ruff format .
	@$(BIN)/clang-format -i $$(find core -name '*.hpp' -o -name '*.cpp')

bench: $(VENV)/built $(VENV)/bench
	@$(BIN)/python -m benchmarks

docs: $(VENV)/built $(VENV)/docs
	@$(BIN)/sphinx-build -W -q -b html docs docs/_build/html && echo "docs/_build/html/index.html"

# A wheel and a source distribution, each tried in an empty environment; the wheel without a compiler.
dist: $(VENV)/base $(VENV)/dist
	@$(BIN)/python tools/dist.py

# Endurance: kills, damaged files and mutated input; takes an hour and is not part of CI.
soak: $(VENV)/built $(VENV)/test
	@$(BIN)/python tools/soak.py

# The test suite once more, with a core built under AddressSanitizer and UndefinedBehaviorSanitizer; without the tests
# that start Ray or a browser, which do not run under the sanitizer, and without the test of time limits, which a
# sanitized core is too slow to keep. TESTS holds a part of the tests, as in
# make sanitize TESTS="tests/arena tests/specialists".
NOT_SANITIZED := --ignore=tests/arena/test_ray.py --ignore-glob='tests/page/test_browser*.py' \
  --deselect tests/searches/test_limits.py::test_seconds_are_kept_and_marked \
  --deselect tests/page/test_resuming.py::test_an_open_page_goes_on_after_kill_9
sanitize:
	@$(MAKE) --no-print-directory VENV=.venv-sanitize SANITIZE=1 .venv-sanitize/built .venv-sanitize/test
	@LD_PRELOAD="$$($${CXX:-g++} -print-file-name=libasan.so) $$($${CXX:-g++} -print-file-name=libstdc++.so)" ASAN_OPTIONS=detect_leaks=0 \
	  UBSAN_OPTIONS=print_stacktrace=1 .venv-sanitize/bin/python -m pytest -n 2 --dist loadfile -q $(NOT_SANITIZED) $(TESTS)

clean:
	rm -rf .venv .venv-sanitize build docs/_build
	find src tests docs benchmarks tools -name __pycache__ -exec rm -rf {} +

# Set-up, each part once and again when what it depends on changes. The build is incremental: it runs in the environment
# itself (no build isolation) and keeps its objects in build/.
$(VENV)/base: pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "installing the build tools"
	@$(PIP) install $$($(BIN)/python tools/requirements.py build)
	@touch $@

# The editable install has a list of the modules: it is made again when one came, went or moved, not when one changed.
$(VENV)/modules: always | $(VENV)/base
	@echo "$(MODULES)" | cmp -s - $@ || echo "$(MODULES)" > $@

$(VENV)/built: $(VENV)/base $(VENV)/modules $(CORE)
	@echo "building the native core (about 3 minutes of processor time; later, only what has changed)"
	@$(BIN)/python tools/shown_build.py $(BIN)/python -m pip --disable-pip-version-check install -v --no-build-isolation --editable . $(if $(SANITIZE),-C cmake.define.KIBITZ_SANITIZE=ON -C build-dir=build/sanitize)
	@test -n "$(SANITIZE)" || cp $(BIN)/../lib/python3*/site-packages/kibitz/_core.pyi src/kibitz/  # for mypy and editors
	@touch $@

$(VENV)/test $(VENV)/lint $(VENV)/docs $(VENV)/bench $(VENV)/dist $(VENV)/page: $(VENV)/%: $(VENV)/base
	@echo "installing what 'make $(if $(filter page,$*),serve,$*)' needs"
	@$(PIP) install $$($(BIN)/python tools/requirements.py $*)
	@touch $@
