# The commands of the project. `make help` lists them.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

SWIFT ?= swift
FORMATTED := Package.swift Client/Package.swift Client/Sources Client/Tests Benchmarks Examples \
  Sources Tests sql

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: packages
packages: ## Install the system packages that are missing, with apt
	@.ci/packages

.PHONY: build
build: packages ## Build everything, debug
	$(SWIFT) build

.PHONY: demo
demo: packages ## Run the whole product here until Ctrl-C; ONCE=1 stops after showing it
	@SWIFT="$(SWIFT)" ONCE="$(ONCE)" .ci/demo

.PHONY: test
test: packages ## Run all tests, on their own PostgreSQL
	@SWIFT="$(SWIFT)" .ci/test

.PHONY: test-release
test-release: packages ## Run all tests in release builds, as before each release
	@SWIFT="$(SWIFT)" .ci/test-release

.PHONY: test-client-release
test-client-release: packages ## Run the tests of GiftKit, its example and snippets in release builds
	@SWIFT="$(SWIFT)" .ci/test-release 'ClientTests ClientUnitTests' giftd watch

.PHONY: check
# Warnings are errors here, and not for whoever builds this with a compiler that warns of more.
check: export STRICT = 1
check: packages lint test test-client-release ## Run what every change must pass: format, warnings, documentation, tests
	@SWIFT="$(SWIFT)" .ci/manual .build/man

.PHONY: lint
lint: ## Check the format of the code
	$(SWIFT) format lint --strict --parallel --recursive $(FORMATTED)

.PHONY: format
format: ## Format the code
	$(SWIFT) format --in-place --parallel --recursive $(FORMATTED)

.PHONY: sanitize
# There is no XCTest in the suite, and its empty run alone leaks 144 bytes. Both sanitizers keep
# memory of their own, so that tests which bound resident memory would measure them, and reserve
# terabytes, which giftdraw's limit of memory forbids: it is built without them.
sanitize: packages ## Run all tests under the address and the thread sanitizer
	@$(SWIFT) build --product giftdraw
	@SWIFT="$(SWIFT)" GIFTDRAW=.build/debug/giftdraw PATIENCE=5 SKIP='^GiftdTests\.MemoryTests' \
	  LSAN_OPTIONS="suppressions=$(CURDIR)/Tests/Trials/lsan-suppressions:print_suppressions=0" \
	  .ci/test --sanitize=address --scratch-path .build-asan
	@SWIFT="$(SWIFT)" GIFTDRAW=.build/debug/giftdraw PATIENCE=5 SKIP='^GiftdTests\.MemoryTests' \
	  TSAN_OPTIONS="suppressions=$(CURDIR)/Tests/Trials/tsan-suppressions" \
	  .ci/test --sanitize=thread --scratch-path .build-tsan

.PHONY: check-corpus
check-corpus: packages ## List what is refused from ../shared/corpus, and check ../shared/hostile
	@SWIFT="$(SWIFT)" Tests/Trials/corpus

.PHONY: survival
survival: packages ## Draw the corpus and 20,000 damaged copies with rlottie; MUTANTS=n, SEED=n
	@SWIFT="$(SWIFT)" Tests/Trials/survival $(or $(MUTANTS),20000) $(or $(SEED),1)

.PHONY: test-postgres
test-postgres: packages ## Run the tests of the store on PostgreSQL 18; VERSION=18
	@SWIFT="$(SWIFT)" Tests/Trials/test-postgres $(or $(VERSION),18)

.PHONY: draw-corpus
draw-corpus: packages ## Draw the corpus, hostile files and 5,000 mutants in the jail; MUTANTS=n, SEED=n
	@SWIFT="$(SWIFT)" Tests/Trials/draw-corpus $(or $(MUTANTS),5000) $(or $(SEED),1)

.PHONY: players
players: packages ## Play what the check accepts with lottie-web: fixtures, corpus and variants
	@SWIFT="$(SWIFT)" Tests/Trials/players

.PHONY: schedulers
schedulers: packages ## Kill schedulers at random over 10,000 boundaries for a minute; FOR=seconds
	$(SWIFT) build --build-tests
	SCHEDULERS_FOR=$(or $(FOR),60) $(SWIFT) test --skip-build --disable-xctest \
	  --filter '^GiftAnnouncingTests\.ManySchedulers'

.PHONY: kills
kills: packages ## Kill commands that edit at random points, 42 of each verb; KILLS=n
	$(SWIFT) build --build-tests
	KILLS=$(or $(KILLS),42) $(SWIFT) test --skip-build --disable-xctest \
	  --filter '^GiftctlTests\.KillTests'

.PHONY: client-faults
client-faults: packages ## Try 1,000 schedules of faults on GiftKit, and kill it 200 times; FAULTS=n, KILLS=n, SEED=n
	$(SWIFT) build --build-tests
	FAULTS=$(or $(FAULTS),1000) KILLS=$(or $(KILLS),200) SEED=$(or $(SEED),1) \
	  $(SWIFT) test --skip-build --disable-xctest \
	  --filter '^ClientTests\.(FaultTests|KillTests)'

.PHONY: torn
torn: packages ## Compare what eight clients see while gifts are edited for a minute; FOR=seconds
	$(SWIFT) build --build-tests
	TORN_FOR=$(or $(FOR),60) $(SWIFT) test --skip-build --disable-xctest \
	  --filter '^GiftdTests\.TornTests'

.PHONY: fuzz
fuzz: packages ## Fuzz each reader of bytes from outside for half an hour; READERS="animation …", FOR=seconds
	@SWIFT="$(SWIFT)" Tests/Trials/fuzz $(or $(FOR),1800) $(READERS)

.PHONY: model
model: packages ## Compare connections with their model, a million times; SEQUENCES=n, SEED=n
	ONLY_TESTS=DeliveryTests SEQUENCES=$(or $(SEQUENCES),1000000) SEED=$(or $(SEED),1) \
	  $(SWIFT) test -c release -Xswiftc -enable-testing --disable-xctest \
	  --filter '^DeliveryTests\.ModelTests'

.PHONY: rules
rules: packages ## Write RULES.md, which lists all rules of the check
	$(SWIFT) build --product giftctl
	@"$$($(SWIFT) build --show-bin-path)/giftctl" check --rules --markdown >RULES.md.new
	@mv RULES.md.new RULES.md

.PHONY: release
release: packages ## Build giftctl, giftd and giftdraw for production, and print where they are
	@SWIFT="$(SWIFT)" .ci/release giftctl giftd giftdraw

.PHONY: gallery
gallery: packages ## Check the gallery in Chromium; screenshots are kept in .build/screenshots
	@SWIFT="$(SWIFT)" Tests/Trials/gallery

.PHONY: screenshots
screenshots: gallery ## The same

.PHONY: container
container: ## Try the last stage of deploy/Containerfile, check deploy/kubernetes; BIN=, BASE=
	@SWIFT="$(SWIFT)" BIN="$(BIN)" BASE="$(BASE)" Tests/Trials/container

.PHONY: manual
manual: packages ## Write the manual pages to .build/man, and check them with mandoc
	@SWIFT="$(SWIFT)" .ci/manual --lint .build/man

.PHONY: docs
docs: packages ## Write the pages of GiftKit, Lottie and Postgres with DocC, as HTML into .build/docs
	@SWIFT="$(SWIFT)" .ci/docs

.PHONY: client-package
client-package: ## Split the Swift package for apps off into the branch gift-kit, to be pushed
	git subtree split --prefix Client --branch gift-kit

.PHONY: install
install: ## Install release programs, manual pages, completions, docs; PREFIX=, DESTDIR=, BIN=
	@SWIFT="$(SWIFT)" PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" BIN="$(BIN)" .ci/install

.PHONY: uninstall
uninstall: ## Remove what make install installed; PREFIX=, DESTDIR=
	@PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" .ci/install remove

.PHONY: bench
bench: packages ## Measure against psql, SQL, rlottie, JSONSerialization, sorting and cwebp
	@SWIFT="$(SWIFT)" Benchmarks/bench
	@SWIFT="$(SWIFT)" Benchmarks/bench-rotation
	@SWIFT="$(SWIFT)" Benchmarks/bench-edits
	@SWIFT="$(SWIFT)" Benchmarks/bench-pictures

.PHONY: bench-delivery
bench-delivery: packages ## Measure giftd against nginx, HAProxy, Varnish and h2o; ROUNDS=n, FOR=seconds, AUDIENCES=n
	@SWIFT="$(SWIFT)" ROUNDS="$(ROUNDS)" FOR="$(FOR)" AUDIENCES="$(AUDIENCES)" Benchmarks/bench-delivery

.PHONY: bench-client
bench-client: packages ## Count what GiftKit costs, and simulate 10,000 clients; ROUNDS=n, CLIENTS=n
	@SWIFT="$(SWIFT)" ROUNDS="$(ROUNDS)" CLIENTS="$(CLIENTS)" Benchmarks/bench-client

.PHONY: bench-growth
bench-growth: packages ## Measure what giftd costs with 10,000 gifts; GIFTS=n, EDITS=n, AUDIENCES=n
	@SWIFT="$(SWIFT)" GIFTS="$(GIFTS)" EDITS="$(EDITS)" AUDIENCES="$(AUDIENCES)" Benchmarks/bench-growth

.PHONY: bench-size
bench-size: packages ## Measure commands and giftd with 100,000 gifts; GIFTS=n
	@SWIFT="$(SWIFT)" GIFTS="$(GIFTS)" Benchmarks/bench-size

.PHONY: bench-restore
bench-restore: packages ## Measure a backup and a restore of 300,000 changes; CHANGES=n
	@SWIFT="$(SWIFT)" CHANGES="$(CHANGES)" Benchmarks/bench-restore

.PHONY: attack
attack: packages ## Measure what hostile clients cost the others; FOR=seconds
	@SWIFT="$(SWIFT)" Benchmarks/attack

.PHONY: web
web: packages ## Have Chromium play the page of the docs over 1,000 changes of price and version
	@SWIFT="$(SWIFT)" Tests/Trials/web

.PHONY: generated
generated: packages ## Generate clients of openapi.yaml in three languages, and let them talk to a giftd
	@SWIFT="$(SWIFT)" Tests/Trials/generated

.PHONY: conformance
conformance: packages ## Compare openapi.yaml with a running giftd, by schemathesis; EXAMPLES=n, SEED=n
	@SWIFT="$(SWIFT)" Tests/Trials/conformance $(or $(EXAMPLES),100) $(or $(SEED),1)

.PHONY: manifest-schema
manifest-schema: packages ## Compare docs/manifest.schema.json with giftctl import
	@SWIFT="$(SWIFT)" Tests/Trials/manifest-schema

.PHONY: completions
completions: packages ## Test Tab completion in zsh, fish and bash, with a private PostgreSQL
	@SWIFT="$(SWIFT)" Tests/Trials/completions

.PHONY: edge
edge: packages ## Test deploy/nginx.conf, with a real nginx in front of two giftd
	@SWIFT="$(SWIFT)" Tests/Trials/edge

.PHONY: alerts
alerts: ## Check deploy/alerts.yml and deploy/dashboard.json, and test each alert
	@Tests/Trials/alerts

.PHONY: soak
soak: packages ## Repeat the tests of what clients talk to 50 times, on a busy machine; TIMES=n
	@SWIFT="$(SWIFT)" Tests/Trials/soak $(or $(TIMES),50)

.PHONY: outage
outage: packages ## Take the database away in many ways, while a million reads are checked; READS=n
	@SWIFT="$(SWIFT)" READS="$(READS)" Tests/Trials/outage

.PHONY: failover
failover: packages ## Kill a primary and promote its standby, while reads are checked
	@SWIFT="$(SWIFT)" Tests/Trials/failover

.PHONY: pooler
pooler: packages ## Test Debian's PgBouncer in front of the database
	@SWIFT="$(SWIFT)" Tests/Trials/pooler

.PHONY: pipe
pipe: packages ## Send 5 GB of animations from one database through a pipe into another; GIFTS=n
	@SWIFT="$(SWIFT)" GIFTS="$(GIFTS)" Tests/Trials/pipe

.PHONY: upgrade
upgrade: packages ## Replace giftd on one port, while requests are counted; ROUNDS=n, CLIENTS=n
	@SWIFT="$(SWIFT)" ROUNDS="$(ROUNDS)" CLIENTS="$(CLIENTS)" Tests/Trials/upgrade

.PHONY: clean
clean: ## Delete build products and the demo's data
	@.ci/demo clean
	rm -rf .build .build-asan .build-tsan .build-fuzz
