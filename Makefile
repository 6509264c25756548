# `make` builds ./build/xpu, `make bench` measures this machine, `make test` checks everything. `make help` lists the rest.
MAKEFLAGS += --no-print-directory
SHELL := bash -o pipefail
export PATH := $(CURDIR)/.deps/bin:$(PATH)
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

all: setup native ## build the program (default)
	@echo build/xpu

bench: setup native ## prove and time every operator here: a table, and build/report.html
	@. scripts/gpu-env.sh && build/xpu devices && build/xpu check tests/goldens && build/xpu bench $$xpu_quick --html build/report.html

test: setup ## build and run all tests
	@scripts/test.sh

web: setup build/wasm/build.ninja ## build the WebAssembly core and the web package
	@cmake --build build/wasm -j $(JOBS) -- --quiet | sed '/no work to do/d'
	@cd web && npm run --silent --if-present build

format: ## clang-format the tracked C++ files
	@git ls-files -z '*.cpp' '*.hpp' | xargs -0r clang-format-19 -i

tidy: setup build/build.ninja ## clang-tidy on every C++ file (make test looks at what changed)
	@cmake --build build -j $(JOBS) -- --quiet | sed '/no work to do/d'
	@scripts/tidy.sh --all

clean: ## remove what was built (.deps/ and web/node_modules/ stay)
	@rm -rf build web/dist

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /  \1\t/p' $(MAKEFILE_LIST)

setup:
	@scripts/setup.sh

native: build/build.ninja
	@cmake --build build -j $(JOBS) --target xpu_cli -- --quiet | sed '/no work to do/d'

build/build.ninja: CMakePresets.json | setup
	@mkdir -p build && cmake --preset release >build/configure.log 2>&1 || { cat build/configure.log; exit 1; }

build/wasm/build.ninja: CMakePresets.json cmake/wasm32.cmake | setup
	@mkdir -p build && cmake --preset wasm >build/configure.log 2>&1 || { cat build/configure.log; exit 1; }

.PHONY: all bench test web format tidy clean help setup native
