package main

import (
	"fmt"
	"io"
	"math"
	"regexp"
)

// report is one workload at all its sizes.
type report struct {
	workload
	results []result
	ratio   float64 // of the last result to its baseline, 0 for none
}

// table measures the workloads and prints each with the ratio of its least time to that of its baseline at the same
// size, whose repetitions alternate with its own, so that both see the same machine; and with the exponent of its
// growth: the time of all operations grows with N to that power, so that 1 is linear.
func table(out io.Writer, quick bool, pattern string) error {
	match, err := regexp.Compile(pattern)
	if err != nil {
		return err
	}
	repetitions := 15
	if quick {
		repetitions = minRepetitions
	}
	_, _ = fmt.Fprintf(out, "%-22s %-10s %9s %12s %12s %8s %9s  %s\n",
		"workload", "per", "N", "median ns", "min ns", "ratio", "exponent", "baseline")
	for _, w := range workloads() {
		if !match.MatchString(w.name) {
			continue
		}
		repetitions := repetitions
		r := report{workload: w}
		for _, n := range w.sizes {
			if quick && n > 100_000 {
				continue
			}
			if n >= 1_000_000 {
				repetitions = minRepetitions
			}
			r.measure(n, repetitions)
			r.print(out)
		}
	}
	if pattern == "" {
		memory(out, 100_000)
	}
	return nil
}

// measure times the workload at a size, and its baseline in between.
func (r *report) measure(n, repetitions int) {
	m := r.start(n)
	var base *measurement
	if w := find(r.workload.baseline); w != nil {
		base = w.start(n)
	}
	for range repetitions {
		m.repeat()
		if base != nil {
			base.repeat()
		}
	}
	r.results = append(r.results, m.result())
	r.ratio = 0
	if base != nil {
		r.ratio = m.result().min / base.result().min
	}
}

// print writes the last result.
func (r *report) print(out io.Writer) {
	last := r.results[len(r.results)-1]
	ratio, exponent := "", ""
	if r.ratio > 0 {
		ratio = fmt.Sprintf("%.2f", r.ratio)
	}
	if i := len(r.results) - 2; i >= 0 {
		before := r.results[i]
		growth := math.Log(last.min/before.min) / math.Log(float64(last.n)/float64(before.n))
		if operations(&r.workload, last.n) > operations(&r.workload, before.n) {
			growth++
		}
		exponent = fmt.Sprintf("%.2f", growth)
	}
	_, _ = fmt.Fprintf(out, "%-22s %-10s %9d %12.2f %12.2f %8s %9s  %s\n",
		r.name, r.operation, last.n, last.median, last.min, ratio, exponent, r.baseline)
}

// operations is how many operations one run of a workload does at a size; those that do not grow with it are one.
func operations(w *workload, n int) int {
	switch w.operation {
	case "test", "collection":
		return 1
	case "query":
		if w.name == "query_new_cached" || w.name == "query_new_unc" {
			return 1
		}
	}
	return n
}
