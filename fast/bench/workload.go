package bench

import "math/rand/v2"

// Workload is something to measure.
type Workload struct {
	Name      string
	Operation string // the unit that the time is divided by
	What      string
	Sizes     []int  // of the table that "lab bench table" prints
	Baseline  string // the workload to compare with in one run, "" for none
	// Prepare builds a world of size n, untimed, and gives the body to time. Functions that return one are not inlined, since the compiler
	// would then not inline calls in the bodies any more, which is not so in a program.
	Prepare func(n int) Body
}

// Body is the timed part of a workload.
type Body struct {
	// Run does the work and gives the check: a count or sum that proves it, and depends on the workload and n only.
	Run func() int64
	// Operations is how many one run does.
	Operations int
	// Once is set if a run leaves another world than it found: then each run needs a fresh one.
	Once bool
}

var (
	sizesAll   = []int{1_000, 100_000, 1_000_000}
	sizesCold  = []int{1_000, 10_000, 100_000}
	sizesDepth = []int{10, 100, 1_000}
)

// Workloads lists all of them in the order of docs/benchmarks.md.
func Workloads() []Workload {
	var all []Workload
	for _, group := range [][]Workload{
		creation(), moves(), reparenting(), iteration(), traversal(), inheritance(), deletion(), changing(), access(), queries(),
		churning(), growing(), reaching(), collection(), relating(), substituting(), baselines(),
	} {
		all = append(all, group...)
	}
	return all
}

// Find finds a workload by name; nil if there is none.
func Find(name string) *Workload {
	for _, w := range Workloads() {
		if w.Name == name {
			return &w
		}
	}
	return nil
}

// again is a body that can be run any number of times; it is run once before the measurement.
func again(operations int, run func() int64) Body {
	return Body{Run: run, Operations: operations}
}

// once is a body that needs a fresh world each time.
func once(operations int, run func() int64) Body {
	return Body{Run: run, Operations: operations, Once: true}
}

// shuffled is a list in an order that is random, but always the same.
func shuffled[T any](list []T) []T {
	random := rand.New(rand.NewPCG(1, 2))
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}
