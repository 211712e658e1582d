package bench

import (
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/relspec/relspec/fast/bench"
)

const (
	minRepetitions  = 5
	minDuration     = 3 * time.Millisecond
	maxPreparations = 20 * time.Second
)

// result is the result of one measurement.
type result struct {
	name        string
	n           int
	median, min float64 // ns per operation
	samples     int
	check       int64
	operations  int // of one run
}

func (r result) String() string {
	return fmt.Sprintf("%s %d %.3f %.3f %d %d", r.name, r.n, r.median, r.min, r.samples, r.check)
}

// measurement is a workload being timed.
type measurement struct {
	*bench.Workload
	n       int
	body    bench.Body
	check   int64
	samples []float64
}

// start prepares a workload and runs it once, to warm the caches.
func start(w *bench.Workload, n int) *measurement {
	m := &measurement{Workload: w, n: n, body: w.Prepare(n)}
	m.check = m.body.Run()
	return m
}

// repeat times one repetition.
func (m *measurement) repeat() {
	if m.body.Once {
		m.samples = append(m.samples, m.sampleFresh())
		return
	}
	runtime.GC()
	var timed time.Duration
	operations := 0
	for timed < minDuration {
		start := time.Now()
		m.body.Run()
		timed += time.Since(start)
		operations += m.body.Operations
	}
	m.samples = append(m.samples, float64(timed.Nanoseconds())/float64(operations))
}

// sampleFresh is the time per operation over one repetition of a body that destroys its world. Only the runs are timed, each in a fresh world.
// The one in the middle counts, since runs can be so short that one interruption outweighs hundreds of them. The repetition ends early if
// the preparations take too long.
func (m *measurement) sampleFresh() float64 {
	var timed time.Duration
	var runs []float64
	for begin := time.Now(); timed < minDuration; {
		if len(runs) > 0 && time.Since(begin) > maxPreparations {
			break
		}
		m.body = m.Prepare(m.n)
		runtime.GC()
		start := time.Now()
		m.body.Run()
		run := time.Since(start)
		timed += run
		runs = append(runs, float64(run.Nanoseconds())/float64(m.body.Operations))
	}
	slices.Sort(runs)
	return runs[len(runs)/2]
}

func (m *measurement) result() result {
	s := slices.Sorted(slices.Values(m.samples))
	r := result{name: m.Name, n: m.n, samples: len(s), min: s[0], median: s[len(s)/2], check: m.check, operations: m.body.Operations}
	if len(s)%2 == 0 {
		r.median = (r.median + s[len(s)/2-1]) / 2
	}
	return r
}
