package bench

import (
	"bytes"
	"flag"
	"math"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var (
	sizesFlag = flag.String("sizes", "",
		"measure at these sizes, such as 1000,1000000, instead of those of each benchmark")
	moreFlag  = flag.Bool("more", false, "measure benchmarks of 1e3 and 1e5 at 1e4 and 1e6 too")
	checkFlag = flag.Bool("check", false,
		"report the proof of the work as check, and the growth of the heap by the first run as heapB/N")
)

var (
	sizesAll   = []int{1_000, 100_000}
	sizesCold  = []int{1_000, 10_000, 100_000}
	sizesDepth = []int{10, 100, 1_000}
)

// body is the timed part of a benchmark.
type body struct {
	// run does the work and returns a count or sum as a check. It depends only on the benchmark and n.
	run func() int64
	// operations is the number of operations in one run.
	operations int
	// once is set if a run changes the world, so that each run needs a new one.
	once bool
}

// again returns a body that can run any number of times.
func again(operations int, run func() int64) body { return body{run: run, operations: operations} }

// once returns a body that needs a new world for each run.
func once(operations int, run func() int64) body {
	return body{run: run, operations: operations, once: true}
}

// measure runs a benchmark at each size. prepare creates a world of size n and returns the body, which
// is not timed. The result is the time per operation of the fastest run, because on a shared machine
// the mean depends on other programs. Functions that return a prepare function must not be inlined;
// otherwise the compiler would not inline calls in the body.
func measure(b *testing.B, sizes []int, prepare func(n int) body) {
	if *moreFlag && slices.Equal(sizes, sizesAll) {
		sizes = []int{1_000, 10_000, 100_000, 1_000_000}
	}
	if *sizesFlag != "" {
		sizes = nil
		for word := range strings.SplitSeq(*sizesFlag, ",") {
			n, err := strconv.Atoi(word)
			if err != nil || n <= 0 {
				b.Fatalf("-sizes: %q is not a positive number", word)
			}
			sizes = append(sizes, n)
		}
	}
	for _, n := range sizes {
		b.Run(strconv.Itoa(n), func(b *testing.B) { measureAt(b, n, prepare) })
	}
}

func measureAt(b *testing.B, n int, prepare func(n int) body) {
	b.ReportAllocs()
	before := heap()
	work := prepare(n)
	check := work.run() // warms the caches
	grown := max(0, heap()-before)
	least := time.Duration(math.MaxInt64)
	fresh := func() {
		if work.once {
			work = prepare(n)
			runtime.GC()
		}
	}
	run := func() {
		start := time.Now()
		got := work.run()
		least = min(least, time.Since(start))
		if got != check {
			b.Fatalf("the runs did different work: the check is %d, not %d as in the first run", got, check)
		}
	}
	for b.Loop() {
		if work.once {
			b.StopTimer()
			fresh()
			b.StartTimer()
		}
		run()
	}
	for range 3 - b.N { // the first run also allocates memory from the system
		fresh()
		run()
	}
	b.ReportMetric(float64(least.Nanoseconds())/float64(work.operations), "ns/op")
	if *checkFlag {
		b.ReportMetric(float64(check), "check")
		b.ReportMetric(grown/float64(n), "heapB/N")
	}
}

// heap returns the number of heap bytes in use.
func heap() float64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}

// The check of every benchmark is right at a small size.
func TestChecks(t *testing.T) {
	const n = 40
	want := map[string]int64{
		"Create2": n, "Create2Naive": n, "Create2Bulk": n, "CreateRel": n, "BuildTree": n - 1,
		"BuildTreeBulk": n - 1, "PairCold": n, "PairMulti8": n, "PairsOnOne": n, "PairsOnOneBulk": n,
		"ArchCombos": 102, // set bits of 1 to 40
		"AddRem":     n, "PairAddRemT10": n, "PairAddRemFrag": n, "SparseAddRem": n,
		"ReparentT100": n, "ReparentFrag": n, "ReparentChildOfT100": n, "UnionReparentT100": n,
		"UnionReparentFrag": n,
		"Iter1":             n, "Iter1Tab": n, "Iter2": n, "Iter2Tab": n, "Iter5": n, "Iter5Tab": n,
		"Iter2Frag": n, "Iter2FragTab": n, "Iter2FragUnc": n,
		"TargetQ": n, "TargetQBadOrder": n, "UnionTargetQ": n, "Up": n, "UpUnc": n, "TransDown": n - 1,
		"TransCheck": tests, "TransCheckQ": tests,
		"JoinTyped": n / 2,
		"IsAGet":    n, "IsAGetD8": n, "IsAQuery": n, "Instantiate": n,
		"DelTarget": n, "DelTargets": n, "DelTargets2": n, "DelTree": 0, "DelTreeBulk": 0,
		"DeferAddRem": n, "ObserveAddRem": 2 * n, "ObserveOther": 1, "Toggle": n, "Override": n,
		"Churn": n, "Has": n / 2, "HasFrag": n / 2, "HasPair": n - 2, "Get": n * (n - 1) / 2, "GetFrag": n * (n - 1) / 2,
		"GetOwn": n * (n - 1) / 2,
		"Set":    n - 1, "QueryNewCached": 10 * n, "QueryNewCachedLazy": 10, "QueryNewUnc": 10, "GcRel": n,
		"ObserveNone": 2 * n, "ObserveOne": 2 * n, "ObserversOther": 200, "PairsWide": 50, "PairsOneWide": n,
		"ReadersMany": 1_001, "Shrink": 1, "TagsMany": 1, "SaveLoad": n,
		"SortedTouch": 2, "SortedSpawn": 1, "FragWild": n, "NoFragWild": n, "FragNot": n / 2, "NoFragNot": n / 2,
		"Diamond": tests, "ChainDown": n, "DiamondDown": n, "DagDown": n - 1, "ChainGrow": n, "UpDeep": n,
		"UpDeepMoved": n,
		"TecsPacked":  n, "TecsTargeting": n, "TecsFragmented": n, "TecsUnfragmented": n, "TecsAnyDense": n,
		"TecsAnySparse": n,
		"TecsRows":      n, "TecsLookups": n, "TecsSources": n, "TecsSourcesDense": n, "TecsWalkUp": 50,
		"Hand1": n, "Hand2": n, "Hand5": n, "TwoHop": n * (n - 1) / 2, "MapInsert": n, "Chase": n,
	}
	command := exec.Command(os.Args[0], "-test.run=^$", "-test.bench=.", "-test.benchtime=2x", "-sizes=40", "-check")
	out, err := command.CombinedOutput()
	require.NoError(t, err, "%s", out)
	names := bytes.Count(out, []byte("\nBenchmark"))
	lines := regexp.MustCompile(`(?m)^Benchmark(\w+)/40(?:-\d+)?\s.*\s(\S+) check\b`).FindAllSubmatch(out, -1)
	require.GreaterOrEqual(t, len(lines), names-1, "each but Endure reports its check\n%s", out)
	for _, line := range lines {
		name := string(line[1])
		check, err := strconv.ParseFloat(string(line[2]), 64)
		require.NoError(t, err)
		if expected, ok := want[name]; ok {
			require.Equal(t, float64(expected), check, name)
		} else {
			require.NotZero(t, check, name)
		}
		delete(want, name)
	}
	require.Empty(t, want)
}
