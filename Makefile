.DEFAULT_GOAL := help
.PHONY: help test test-tools race lint fmt fuzz fuzz-long bench play site report report-demo diffcheck mutation release ci tools

FUZZTIME ?= 10s
BENCH    ?= .
OLD      ?= main
COUNT    ?= 6
PACKAGES ?= ./...
SAMPLE   ?= 300

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

test: ## run all tests, without those of tools/
	go test $(PACKAGES)

test-tools: ## run the tests of tools/: mutants, pages of results, the site's content
	go -C tools test -count=1 ./...

race: ## run the tests of packages with goroutines under the race detector, the rest of them cut short
	.ci/run race

lint: tools ## static analysis, format and exhaustiveness checks
	bin/golangci-lint run $(PACKAGES)

fmt: tools ## format all Go files
	bin/golangci-lint fmt $(PACKAGES)

fuzz: ## fuzz each target for FUZZTIME (10s)
	.ci/fuzz $(FUZZTIME)

fuzz-long: ## fuzz each target for ten minutes
	.ci/fuzz 10m

bench: tools ## measure BENCH (.) of fast/bench in the commit OLD (main) and here, in turns, COUNT (6) times, and compare by benchstat
	go run -C tools ./lab bench turns --old '$(OLD)' --run '$(BENCH)' --count $(COUNT)
	bin/benchstat bin/bench/old.txt bin/bench/new.txt

play: ## build the page of the playground into play/page (commit it) and play/dist; needs Node 20 with npm
	npm ci --no-audit --no-fund --prefix play
	npm run build --prefix play

site: play ## build the site into site/dist: docs, statements, engines and the playground; a broken link fails
	npm ci --no-audit --no-fund --prefix site
	go run -C tools ./lab site site/bin/content
	npm run build --prefix site
	cp -r play/dist site/dist/play
	npm run check --prefix site

report: ## which statements of the documents are covered, and which are not
	go run ./cmd/diffcheck statements

report-demo: ## a report of a mutant and the adapters, in bin/report-demo
	.ci/report-demo

diffcheck: ## scenarios, transcripts and a random campaign, model against fast
	go run ./cmd/diffcheck

mutation: ## try SAMPLE (300; 0 is all) small changes of fast and list what nothing notices
	go run -C tools ./lab mutation --sample $(SAMPLE)

release: ## the command for the usual systems, in bin/release
	.ci/release

ci: ## everything that a change must pass
	.ci/run

tools: ## build the pinned linters into bin/
	@.ci/tools
