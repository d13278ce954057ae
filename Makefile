# Everything a person or the continuous integration types.  CMake does the work.

BUILD  ?= build
PREFIX ?= /usr/local
JOBS   ?= 2
CMAKE_FLAGS ?=

.DEFAULT_GOAL := help
.PHONY: pictures help setup build demo test bench install sanitize format tidy check-includes clean

help:
	@echo 'make demo            set up, build, generate tests for examples/triangle.c'
	@echo 'make build           set up and build into $(BUILD)/'
	@echo 'make test            set up, build and run every test'
	@echo 'make pictures        make the screenshots of docs/pictures'
	@echo 'make bench           set up, build and print the speed figures'
	@echo 'make install         install below PREFIX=$(PREFIX) (DESTDIR is honoured)'
	@echo 'make sanitize        build with ASan and UBSan into $(BUILD)-sanitize/ and test'
	@echo 'make format          format the sources with clang-format'
	@echo 'make tidy            look for mistakes with clang-tidy'
	@echo 'make check-includes  check that folders include only what they may'
	@echo 'make setup           install the Debian packages that are missing'
	@echo 'make clean           remove build trees and generated output'

setup:
	@scripts/install-packages.sh

$(BUILD)/build.ninja: | setup
	cmake -G Ninja -S . -B $(BUILD) $(CMAKE_FLAGS)

build: setup $(BUILD)/build.ninja
	cmake --build $(BUILD) -j $(JOBS)

demo: build
	$(BUILD)/bin/espalier generate examples/triangle.c:classify --out espalier-out

test: build
	ctest --test-dir $(BUILD) -j $(JOBS) --output-on-failure

# Screenshots of the report for the documentation.
pictures: build
	mkdir -p docs/pictures
	node test/page/page_test.mjs $(BUILD)/bin/espalier $(BUILD)/lib/espalier/report-page.html $(BUILD)/src/suite/report/page examples docs/pictures

bench: build
	cmake --build $(BUILD) --target bench

# Builds only when there is no build yet, so that `sudo make install` writes nothing to the source tree.
install:
	@test -e $(BUILD)/bin/espalier || $(MAKE) build
	DESTDIR=$(DESTDIR) cmake --install $(BUILD) --prefix $(PREFIX)

sanitize:
	$(MAKE) test BUILD=$(BUILD)-sanitize CMAKE_FLAGS=-DESPALIER_SANITIZE=ON

sources = $(shell git ls-files '*.cpp' '*.h')

format: setup
	clang-format-19 -i $(sources)

tidy: setup $(BUILD)/build.ninja
	cmake -S . -B $(BUILD) -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null
	run-clang-tidy-19 -quiet -p $(BUILD) -j $(JOBS) '$(CURDIR)/(src|tools)/.*'

check-includes:
	@scripts/check-includes.py

clean:
	rm -rf $(BUILD) $(BUILD)-sanitize espalier-out bench-out
