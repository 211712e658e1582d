package main

import (
	"fmt"
	"runtime"
	"slices"
	"syscall"
	"time"
)

const (
	minRepetitions  = 5
	minDuration     = 3 * time.Millisecond
	maxPreparations = 20 * time.Second
)

// result is what one measurement gives.
type result struct {
	name        string
	n           int
	median, min float64 // ns per operation
	samples     int
	check       int64
	maxRSS      int64 // kB
}

func (r result) String() string {
	return fmt.Sprintf("%s %d %.3f %.3f %d %d %d", r.name, r.n, r.median, r.min, r.samples, r.check, r.maxRSS)
}

// measure times a workload.
func (w *workload) measure(n, repetitions int) result {
	r := result{name: w.name, n: n}
	b := w.prepare(n)
	r.check = b.run() // warms what can be warm
	samples := make([]float64, 0, repetitions)
	for range repetitions {
		samples = append(samples, w.sample(n, &b))
	}
	slices.Sort(samples)
	r.samples, r.min, r.median = len(samples), samples[0], samples[len(samples)/2]
	if len(samples)%2 == 0 {
		r.median = (r.median + samples[len(samples)/2-1]) / 2
	}
	r.maxRSS = maxRSS()
	return r
}

// sample is the time per operation over one repetition. A body that destroys its world gets a fresh one for each run;
// then only the runs are timed, and the repetition is cut short if the preparations take too long.
func (w *workload) sample(n int, b *body) float64 {
	var timed time.Duration
	operations := 0
	if !b.once {
		runtime.GC()
	}
	for begin := time.Now(); timed < minDuration; {
		if b.once {
			if operations > 0 && time.Since(begin) > maxPreparations {
				break
			}
			*b = w.prepare(n)
			runtime.GC()
		}
		start := time.Now()
		b.run()
		timed += time.Since(start)
		operations += b.operations
	}
	return float64(timed.Nanoseconds()) / float64(operations)
}

// maxRSS is the largest resident set of the process so far, in kB.
func maxRSS() int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return usage.Maxrss
}
