// Package bench has workloads of package fast, whose names and definitions are fixed, so that engines can be run side by side on the
// same work. They run as benchmarks:
//
//	go test -run '^$' -bench 'Benchmark/iter2_tab/' ./fast/bench
//	make bench                                # all, compared with baseline.txt by benchstat
//	go run -C tools ./lab bench table         # ratios to hand-written code, and to other engines in processes that take turns
//
// docs/benchmarks.md explains method and figures. Files hold the workloads by theme; baselines.go has the hand-written code to compare with.
package bench
