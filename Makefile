# SPDX-License-Identifier: MIT
# A thin front for CMake, CTest and the scripts in tools/.
MAKEFLAGS += --no-print-directory
JOBS   ?= $(shell nproc 2>/dev/null || echo 2)
PREFIX ?= /usr/local
# Ninja where it is: make takes ten seconds to find that there is nothing to do. A folder that is there keeps its own.
ifneq ($(shell command -v ninja 2>/dev/null),)
export CMAKE_GENERATOR = Ninja
endif
# Installs what is missing. `make run DEPS=:` leaves the machine alone.
DEPS   ?= tools/deps

.PHONY: help build run bridge web check test test-long test-aarch64 test-portable bench lint format deps dist deb install clean

help:
	@echo 'make build      build/deadwood and libdeadwood, optimised for this machine'
	@echo 'make run        reproduce the papers in two minutes; report in out/report/index.html'
	@echo 'make check      the quick look between two edits: one build, quick unit tests, signature, layers, names, words, docs, format'
	@echo 'make test       every test: gcc, clang, sanitizers, fuzzing, signature, lint'
	@echo 'make test-long  the long tests: large samples, instruction counts, longer fuzzing'
	@echo 'make test-aarch64  unit tests and signature of a build for 64-bit ARM, under qemu-user'
	@echo 'make test-portable  the same for s390x; musl, no AVX, and every compiler that is here'
	@echo 'make bench      speeds, beside a calibration figure'
	@echo 'make web        out/web/deadwood.html: gin and Hearts with a coach, one page that needs no network'
	@echo 'make bridge     build/bridge.jar, for players of the EAAI 2021 contest (needs a JDK)'
	@echo 'make lint       clang-format, clang-tidy, cppcheck, shellcheck, layers, names, words'
	@echo 'make format     rewrite the sources in the house style'
	@echo 'make deps       install what all of these need (Debian packages)'
	@echo 'make dist       out/dist/deadwood-VERSION.tar.gz: the release of this commit, which builds without a network'
	@echo 'make deb        the Debian packages of this commit, in out/dist'
	@echo 'make install    to PREFIX ($(PREFIX)), below DESTDIR if given'
	@echo 'make clean      remove all build folders'
	@echo
	@echo 'JOBS=$(JOBS) processes at a time; DEPS=: skips the installation of packages.'

build:
	@$(DEPS) run
	@test -f build/CMakeCache.txt -a build/CMakeCache.txt -nt CMakePresets.json || cmake --preset release
	@cmake --build build --parallel $(JOBS)

run: build
	build/deadwood reproduce --brief --out out/report

check:
	@$(DEPS) test lint
	@JOBS=$(JOBS) tools/test --check

test:
	@$(DEPS) test lint web browser python
	@JOBS=$(JOBS) tools/test

test-long:
	@$(DEPS) test lint long python
	@JOBS=$(JOBS) tools/test --long

test-aarch64:
	@$(DEPS) test aarch64
	@JOBS=$(JOBS) tools/test --aarch64

test-portable:
	@$(DEPS) test portable
	@JOBS=$(JOBS) tools/test --portable

web:
	@$(DEPS) web
	@JOBS=$(JOBS) web/build

bridge: build
	@test -f build/bridge.jar || { echo 'bridge: no JDK was found; make deps installs one' >&2; exit 1; }
	@echo build/bridge.jar

bench: build
	build/deadwood bench

lint:
	@$(DEPS) lint
	@JOBS=$(JOBS) tools/lint

format:
	@$(DEPS) lint
	@tools/lint --format

deps:
	@$(DEPS) run test lint long web browser python

dist:
	@tools/dist

deb: dist
	@cd out/dist && rm -rf deadwood-*/ && tar xzf deadwood-*.tar.gz && cd deadwood-*/ && \
	    DEB_BUILD_OPTIONS='parallel=$(JOBS)' dpkg-buildpackage -us -uc -b

install: build
	cmake --install build --prefix '$(PREFIX)'

clean:
	rm -rf build build-*
