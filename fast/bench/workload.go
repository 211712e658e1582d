package main

import "math/rand/v2"

// workload is something to measure. prepare builds a world of size n, untimed, and gives the body to time. Functions
// that return a prepare are not inlined, since the compiler would then not inline calls in the bodies any more, which
// is not so in a program.
type workload struct {
	name      string
	operation string // the unit that the time is divided by
	what      string
	sizes     []int // of the table
	baseline  string
	prepare   func(n int) body
}

// body is the timed part.
type body struct {
	// run does the work and gives the check.
	run func() int64
	// operations is how many one run does.
	operations int
	// once is set if a run leaves another world than it found: then each needs a fresh one.
	once bool
}

var (
	sizesAll   = []int{1_000, 100_000, 1_000_000}
	sizesCold  = []int{1_000, 10_000, 100_000}
	sizesDepth = []int{10, 100, 1_000}
)

// workloads lists all of them in the order of docs/benchmarks.md.
func workloads() []workload {
	var all []workload
	for _, group := range [][]workload{
		creation(), moves(), reparenting(), iteration(), traversal(), inheritance(), deletion(), changing(), access(), queries(),
		churning(), growing(), reaching(), collection(), relating(), substituting(), baselines(),
	} {
		all = append(all, group...)
	}
	return all
}

// find finds a workload by name.
func find(name string) *workload {
	for _, w := range workloads() {
		if w.name == name {
			return &w
		}
	}
	return nil
}

// again is a body that can be run any number of times; it is run once before the measurement.
func again(operations int, run func() int64) body {
	return body{run: run, operations: operations}
}

// once is a body that needs a fresh world each time.
func once(operations int, run func() int64) body {
	return body{run: run, operations: operations, once: true}
}

// shuffled is a list in an order that is random, but always the same.
func shuffled[T any](list []T) []T {
	random := rand.New(rand.NewPCG(1, 2))
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}
