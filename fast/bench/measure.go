package main

import (
	"fmt"
	"runtime"
	"slices"
	"time"
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
	maxRSS      int64 // kB
	operations  int   // of one run
}

func (r result) String() string {
	return fmt.Sprintf("%s %d %.3f %.3f %d %d %d", r.name, r.n, r.median, r.min, r.samples, r.check, r.maxRSS)
}

// measurement is a workload being timed.
type measurement struct {
	*workload
	n       int
	body    body
	check   int64
	samples []float64
}

// start prepares a workload and runs it once, to warm the caches.
func (w *workload) start(n int) *measurement {
	m := &measurement{workload: w, n: n, body: w.prepare(n)}
	m.check = m.body.run()
	return m
}

// measure times a workload.
func (w *workload) measure(n, repetitions int) result {
	m := w.start(n)
	for range repetitions {
		m.repeat()
	}
	return m.result()
}

// repeat times one repetition.
func (m *measurement) repeat() { m.samples = append(m.samples, m.sample(m.n, &m.body)) }

func (m *measurement) result() result {
	s := slices.Sorted(slices.Values(m.samples))
	r := result{name: m.name, n: m.n, samples: len(s), min: s[0], median: s[len(s)/2], check: m.check, maxRSS: maxRSS(), operations: m.body.operations}
	if len(s)%2 == 0 {
		r.median = (r.median + s[len(s)/2-1]) / 2
	}
	return r
}

// sample is the time per operation over one repetition. A body that destroys its world gets a fresh one for each run;
// then only the runs are timed, of which the one in the middle counts, since they can be so short that one interruption
// outweighs hundreds of them, and the repetition is cut short if the preparations take too long.
func (w *workload) sample(n int, b *body) float64 {
	if b.once {
		return w.sampleFresh(n, b)
	}
	runtime.GC()
	var timed time.Duration
	operations := 0
	for timed < minDuration {
		start := time.Now()
		b.run()
		timed += time.Since(start)
		operations += b.operations
	}
	return float64(timed.Nanoseconds()) / float64(operations)
}

func (w *workload) sampleFresh(n int, b *body) float64 {
	var timed time.Duration
	var runs []float64
	for begin := time.Now(); timed < minDuration; {
		if len(runs) > 0 && time.Since(begin) > maxPreparations {
			break
		}
		*b = w.prepare(n)
		runtime.GC()
		start := time.Now()
		b.run()
		run := time.Since(start)
		timed += run
		runs = append(runs, float64(run.Nanoseconds())/float64(b.operations))
	}
	slices.Sort(runs)
	return runs[len(runs)/2]
}
