// Package bench has benchmarks of package fast, whose names and definitions are fixed, so that
// engines can be compared on the same work:
//
//	go test -run '^$' -bench 'Iter2Tab$' ./fast/bench
//	make bench OLD=main BENCH=Iter2                       # old and new in turns, compared by benchstat
//	go run -C tools ./lab bench table --run '^Iter2'      # ratios to hand-written code and to other engines
//
// docs/benchmarks.md explains the method. baselines_test.go has the hand-written code to compare with.
package bench
