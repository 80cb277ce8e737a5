# SPDX-License-Identifier: Apache-2.0
# Warplings. `make help` lists the targets. Knobs:
#   BUILD=dir  where to build      SAN=address,undefined  sanitizers
#   M=module   `make unit`: only that module's unit tests
SAN   ?=
BUILD ?= build$(if $(SAN),-san)

CC      ?= cc
CSTD    := -std=c11 -D_GNU_SOURCE
WARN    := -Wall -Wextra -Wpedantic -Wshadow -Wstrict-prototypes \
           -Wmissing-prototypes -Wold-style-definition -Wwrite-strings \
           -Wpointer-arith -Wvla -Wundef -Wimplicit-fallthrough \
           $(if $(SAN),,-Werror)
CFLAGS  ?= -O2 -g
INCLUDE := -I. -Iengine
# No contraction: float results must not depend on the host's instructions.
ALL_CFLAGS = $(CSTD) $(WARN) $(INCLUDE) -ffp-contract=off -pthread \
             $(if $(SAN),-fsanitize=$(SAN) -fno-sanitize-recover=undefined) \
             $(CFLAGS)
ALL_LDFLAGS = -pthread $(if $(SAN),-fsanitize=$(SAN)) $(LDFLAGS)

# The hot paths: the interpreter wants every loop vectorised.
$(BUILD)/engine/sim/%.o $(BUILD)/v3/engine/sim/%.o \
    $(BUILD)/v4/engine/sim/%.o: CFLAGS += -O3

# A suite's function is declared by the generated list of suites only.
$(BUILD)/tests/unit/%.o: CFLAGS += -Wno-missing-prototypes

# The helper's own files: not linked into the lab.
CONFINE_ONLY := $(wildcard engine/grade/confine_*.c)

LAB_MODULES    := base bus cc ptx trace sim time device report course grade plot cli
DEVICE_MODULES := base bus ptx trace sim time device
CUDART_MODULES := base bus cudart

not_main = $(filter-out %/main.c %/main_device.c \
           %/main_confine.c $(CONFINE_ONLY),$(1))
sources  = $(call not_main,$(foreach m,$(1),$(wildcard engine/$(m)/*.c)))
objects  = $(patsubst %.c,$(BUILD)/$(2)%.o,$(1))

TUI_SRC    := $(call not_main,$(wildcard tui/*.c))
LAB_OBJ    := $(call objects,$(call sources,$(LAB_MODULES)) $(TUI_SRC) \
                engine/cli/main.c)
DEVICE_SRC := $(call sources,$(DEVICE_MODULES)) engine/device/main_device.c
DEVICE_OBJ := $(call objects,$(DEVICE_SRC))
CONFINE_OBJ := $(call objects,$(call sources,base) $(CONFINE_ONLY) \
                 engine/grade/main_confine.c)
V3_OBJ     := $(call objects,$(DEVICE_SRC),v3/)
V4_OBJ     := $(call objects,$(DEVICE_SRC),v4/)
CUDART_OBJ := $(call objects,$(call sources,$(CUDART_MODULES)),pic/)
ALL_SRC    := $(wildcard engine/*/*.c tui/*.c)
ALL_HDR    := $(wildcard engine/*/*.h tui/*.h tests/*.h)
ALL_DEF    := $(wildcard engine/*/*.def tui/*.def)
TEST_SRC   := $(wildcard tests/*.c tests/unit/*.c tests/unit/*/*.c)

NCURSES_LIBS := $(shell pkg-config --libs ncursesw 2>/dev/null)
LAB_LIBS     := $(NCURSES_LIBS) -lyaml -ljansson -lm -l:libstdc++.so.6
DEVICE_LIBS  := -lyaml -lm -l:libstdc++.so.6

# More devices, for CPUs with AVX2 and FMA (v3) or AVX-512 (v4); the lab picks
# one at start.
FLAGS_v3 := -march=x86-64-v3
FLAGS_v4 := -march=x86-64-v4 -mprefer-vector-width=512
LEVELS   := $(if $(SAN),,$(foreach v,v3 v4,$(shell echo 'int x;' | \
              $(CC) $(FLAGS_$(v)) -fsyntax-only -x c - 2>/dev/null && \
              echo $(v))))

PROGRAMS := $(BUILD)/warplings $(BUILD)/warplings-device \
            $(BUILD)/warplings-confine \
            $(BUILD)/libcudart.so.13 $(BUILD)/libcudart.so \
            $(LEVELS:%=$(BUILD)/warplings-device-%)

# One short line a step; V=1 shows the commands.
V ?=
quiet = $(if $(V),,@echo '  $(1)  $@';)

.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: all lab test unit e2e wrong test-full lint headers san bench validate book \
        golden install uninstall format setup setup-test setup-grade setup-book pictures dist help clean
all: $(PROGRAMS) ## build everything into $(BUILD)/

$(BUILD)/warplings: $(LAB_OBJ)
	$(call quiet,LD)$(CC) $(ALL_LDFLAGS) -o $@ $^ $(LAB_LIBS)

$(BUILD)/warplings-device: $(DEVICE_OBJ)
	$(call quiet,LD)$(CC) $(ALL_LDFLAGS) -o $@ $^ $(DEVICE_LIBS)

$(BUILD)/warplings-confine: $(CONFINE_OBJ)
	$(call quiet,LD)$(CC) $(ALL_LDFLAGS) -o $@ $^

$(BUILD)/warplings-device-v3: $(V3_OBJ)
$(BUILD)/warplings-device-v4: $(V4_OBJ)
$(BUILD)/warplings-device-v3 $(BUILD)/warplings-device-v4:
	$(call quiet,LD)$(CC) $(ALL_LDFLAGS) -o $@ $^ $(DEVICE_LIBS)

$(BUILD)/libcudart.so.13: $(CUDART_OBJ) engine/cudart/cudart.map
	$(call quiet,LD)$(CC) -pthread $(LDFLAGS) -shared -Wl,-soname,libcudart.so.13 \
	    -Wl,--version-script=engine/cudart/cudart.map -o $@ $(CUDART_OBJ) -ldl

$(BUILD)/libcudart.so: | $(BUILD)/libcudart.so.13
	@ln -sf libcudart.so.13 $@

$(BUILD)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(call quiet,CC)$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/v3/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(call quiet,CC)$(CC) $(ALL_CFLAGS) $(FLAGS_v3) -MMD -MP -c -o $@ $<

$(BUILD)/v4/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(call quiet,CC)$(CC) $(ALL_CFLAGS) $(FLAGS_v4) -MMD -MP -c -o $@ $<

# The runtime is loaded into the learner's program: never sanitized itself.
$(BUILD)/pic/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(call quiet,CC)$(CC) $(CSTD) $(WARN) $(INCLUDE) -ffp-contract=off \
	    -pthread $(CFLAGS) \
	    -fPIC -fvisibility=hidden -MMD -MP -c -o $@ $<

# ---- unit tests: one runner per module, tests/unit/MODULE/test_*.c ---------
UNIT_MODULES := $(notdir $(patsubst %/,%,$(sort $(dir $(wildcard \
                  tests/unit/*/test_*.c)))))
UNIT_RUN     := $(if $(M),$(M),$(UNIT_MODULES))
# What a module's tests link: the module and all that it may include.
links = $(shell awk '$$1 == "$(1)" { for (i = 2; i <= NF; i++) print $$i }' \
          tests/layers.txt) $(1)

define unit_rules
$(BUILD)/tests/unit/$(1)/suites.def: $$(wildcard tests/unit/$(1)/test_*.c)
	@mkdir -p $$(@D)
	@printf '' > $$@
	@for f in $$(patsubst tests/unit/$(1)/test_%.c,%,$$^); do \
	    echo "SUITE($$$$f)" >> $$@; done
$(BUILD)/unit-$(1): $$(call objects,$$(wildcard tests/unit/$(1)/test_*.c) \
    $$(call sources,$$(call links,$(1))) \
    $$(if $$(filter tui,$$(call links,$(1))),$$(TUI_SRC))) \
    $(BUILD)/tests/unit/$(1)/suites.def tests/unit/main.c
	$$(call quiet,LD)$$(CC) $$(ALL_CFLAGS) $$(ALL_LDFLAGS) -I$(BUILD)/tests/unit/$(1) -o $$@ \
	    tests/unit/main.c $$(filter %.o,$$^) \
	    $$(shell pkg-config --libs check) $$(LAB_LIBS)
endef
$(foreach m,$(UNIT_MODULES),$(eval $(call unit_rules,$(m))))

unit: $(UNIT_RUN:%=$(BUILD)/unit-%) ## unit tests (M=module for one)
	@tests/run-unit.sh $(UNIT_RUN:%=$(BUILD)/unit-%)

# ---- whole-product tests ---------------------------------------------------
setup:
	@engine/setup.sh

setup-test:
	@engine/setup.sh test

setup-grade: ## install what only grading submissions needs
	@engine/setup.sh grade

setup-book: ## install what only the book needs
	@engine/setup.sh book

lab: setup ## install what is missing, build, open the lab
	@$(MAKE) --no-print-directory -j2 all
	@tests/lab.sh $(BUILD)

test: setup-test ## every test but the long ones (under 12 minutes)
	@$(MAKE) --no-print-directory -j2 all
	@tests/run-all.sh $(BUILD)

test-full: setup-test setup-book ## the long tests: all cards, fuzz, the book
	@$(MAKE) --no-print-directory -j2 all
	@tests/run-full.sh $(BUILD)

validate: all ## published experiments under the model; rewrites book/validation.md
	@tests/validation/validate.py $(BUILD) --book book/validation.md

bench: all ## how fast the lab is; rewrites nothing
	@tests/bench.sh $(BUILD)

golden: all ## rewrite tests/golden from what the product does now
	@WARPLINGS_GOLDEN=write tests/run-all.sh $(BUILD)

san: ## all tests with ASan and UBSan
	@$(MAKE) --no-print-directory SAN=address,undefined CFLAGS='-O1 -g' -j2 all
	@SAN=address,undefined CFLAGS='-O1 -g' tests/run-san.sh build-san

# ---- style -----------------------------------------------------------------
lint: headers ## layering, format, lengths, licence lines, shell
	@tests/lint.sh

HDR_OK := $(ALL_HDR:%=$(BUILD)/%.ok)
headers: $(HDR_OK)
$(BUILD)/%.h.ok: %.h
	@mkdir -p $(@D)
	@echo '#include "$(<:engine/%=%)"' | \
	    $(CC) $(CSTD) $(WARN) $(INCLUDE) -fsyntax-only -x c -
	@touch $@

format: ## clang-format every C file
	clang-format -i $(ALL_SRC) $(ALL_HDR) $(TEST_SRC)

# ---- book, install ---------------------------------------------------------
book: setup-book ## the book as HTML, EPUB and PDF, in $(BUILD)/book/
	@$(MAKE) --no-print-directory -j2 all
	@book/build.sh $(BUILD)

pictures: all ## record the README's moving picture anew
	@tests/pictures.sh $(BUILD) $(BUILD)/pictures
	cp $(BUILD)/pictures/tour.svg book/pictures/

PREFIX  ?= /usr/local
DESTDIR ?=
MANUAL := share/man/man1/warplings.1 \
    share/bash-completion/completions/warplings \
    share/zsh/site-functions/_warplings \
    share/fish/vendor_completions.d/warplings.fish
install: all ## copy the lab to $(DESTDIR)$(PREFIX)
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/warplings \
	    $(DESTDIR)$(PREFIX)/share/warplings/engine/course
	install -m 755 $(BUILD)/warplings $(DESTDIR)$(PREFIX)/bin/
	install -m 755 $(filter-out $(BUILD)/warplings,$(PROGRAMS)) \
	    $(DESTDIR)$(PREFIX)/lib/warplings/
	cp -R lessons kernels solutions $(DESTDIR)$(PREFIX)/share/warplings/
	cp -RT engine/cudart/include $(DESTDIR)$(PREFIX)/share/warplings/cuda
	cp -RT engine/time/cards $(DESTDIR)$(PREFIX)/share/warplings/cards
	cp -R engine/base $(DESTDIR)$(PREFIX)/share/warplings/engine/
	cp engine/course/checker.* $(DESTDIR)$(PREFIX)/share/warplings/engine/course/
	for f in $(MANUAL); do install -d $$(dirname $(DESTDIR)$(PREFIX)/$$f); done
	$(BUILD)/warplings help man >$(DESTDIR)$(PREFIX)/$(word 1,$(MANUAL))
	$(BUILD)/warplings help bash >$(DESTDIR)$(PREFIX)/$(word 2,$(MANUAL))
	$(BUILD)/warplings help zsh >$(DESTDIR)$(PREFIX)/$(word 3,$(MANUAL))
	$(BUILD)/warplings help fish >$(DESTDIR)$(PREFIX)/$(word 4,$(MANUAL))

uninstall: ## remove what install copied
	rm -rf $(DESTDIR)$(PREFIX)/bin/warplings \
	    $(DESTDIR)$(PREFIX)/lib/warplings $(DESTDIR)$(PREFIX)/share/warplings
	rm -f $(MANUAL:%=$(DESTDIR)$(PREFIX)/%)

VERSION = $(shell sed -n 's/.*WARPLINGS_VERSION "\(.*\)"/\1/p' engine/cli/cli.h)
DIST    = $(BUILD)/warplings-$(VERSION).tar.gz
dist: ## the sources of the last commit as $(BUILD)/warplings-VERSION.tar.gz
	@mkdir -p $(BUILD)
	@git archive --prefix=warplings-$(VERSION)/ HEAD | gzip -n9 >$(DIST)
	@echo $(DIST)

help: ## show this list
	@awk -F':.*## ' '/^[a-z-]+:.*## / { printf "  %-10s %s\n", $$1, $$2 }' \
	    $(MAKEFILE_LIST)

clean: ## remove what was built
	rm -rf $(BUILD) build-san

-include $(LAB_OBJ:.o=.d) $(DEVICE_OBJ:.o=.d) $(V3_OBJ:.o=.d) $(V4_OBJ:.o=.d) \
         $(V4_OBJ:.o=.d) \
    $(CUDART_OBJ:.o=.d) $(TEST_SRC:%.c=$(BUILD)/%.d)
