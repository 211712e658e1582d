// Command ark runs the benchmarks of fast/bench on Ark: "list" prints their names, and "NAME N
// MILLISECONDS" prints NAME, N, the shortest time of an operation in ns, the check value, and by how
// many bytes per N the heap grows if the world is made and the benchmark runs once.
// ../README.md says how to build it.
package main

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"strconv"
	"time"
)

// body is the timed part of a benchmark, as in fast/bench.
type body struct {
	operations int
	run        func() int64
	once       bool
}

func again(operations int, run func() int64) body { return body{operations, run, false} }
func once(operations int, run func() int64) body  { return body{operations, run, true} }

// measure is like measureAt in fast/bench.
func measure(prepare func(int) body, n int, total time.Duration) (least float64, check int64, grown float64) {
	before := heap()
	work := prepare(n)
	check = work.run()
	grown = heap() - before
	shortest := time.Duration(math.MaxInt64)
	for runs, sum := 0, time.Duration(0); runs < 3 || sum < total; runs++ {
		if work.once {
			work = prepare(n)
			runtime.GC()
		}
		start := time.Now()
		got := work.run()
		took := time.Since(start)
		if got != check {
			panic(fmt.Sprintf("the runs did different work: the check is %d, not %d as in the first run", got, check))
		}
		shortest = min(shortest, took)
		sum += max(took, 1)
	}
	return float64(shortest.Nanoseconds()) / float64(work.operations), check, grown
}

// heap returns the size of the heap in bytes, without garbage.
func heap() float64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return float64(stats.HeapAlloc)
}

func main() {
	if len(os.Args) == 2 && os.Args[1] == "list" {
		for _, w := range workloads {
			fmt.Println(w.name)
		}
		return
	}
	if len(os.Args) == 4 {
		n, err := strconv.Atoi(os.Args[2])
		ms, err2 := strconv.Atoi(os.Args[3])
		for _, w := range workloads {
			if w.name == os.Args[1] && err == nil && err2 == nil {
				least, check, grown := measure(w.prepare, n, time.Duration(ms)*time.Millisecond)
				fmt.Println(w.name, n, least, check, grown/float64(n))
				return
			}
		}
	}
	fmt.Fprintln(os.Stderr, "usage: ark list | NAME N MILLISECONDS")
	os.Exit(2)
}
