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
}

// table measures the workloads and prints each with its ratio to the baseline of the same size and the exponent of its
// growth: the time of all operations grows with N to that power, so that 1 is linear.
func table(out io.Writer, quick bool, pattern string) error {
	match, err := regexp.Compile(pattern)
	if err != nil {
		return err
	}
	repetitions := 9
	if quick {
		repetitions = minRepetitions
	}
	baseline := map[string]map[int]float64{}
	measured := func(w workload, n int) result {
		r := w.measure(n, repetitions)
		if w.baseline == "" {
			if baseline[w.name] == nil {
				baseline[w.name] = map[int]float64{}
			}
			baseline[w.name][n] = r.min
		}
		return r
	}
	fmt.Fprintf(out, "%-22s %-10s %9s %12s %12s %8s %9s  %s\n",
		"workload", "per", "N", "median ns", "min ns", "ratio", "exponent", "baseline")
	for _, w := range workloads() {
		if !match.MatchString(w.name) {
			continue
		}
		r := report{workload: w}
		for _, n := range w.sizes {
			if quick && n > 100_000 {
				continue
			}
			if w.baseline != "" && baseline[w.baseline][n] == 0 {
				measured(*find(w.baseline), n)
			}
			r.results = append(r.results, measured(w, n))
			r.print(out, baseline[w.baseline][n])
		}
	}
	if pattern == "" {
		memory(out, 100_000)
	}
	return nil
}

// print writes the last result.
func (r *report) print(out io.Writer, baseline float64) {
	last := r.results[len(r.results)-1]
	ratio, exponent := "", ""
	if baseline > 0 {
		ratio = fmt.Sprintf("%.2f", last.min/baseline)
	}
	if i := len(r.results) - 2; i >= 0 {
		before := r.results[i]
		growth := math.Log(last.min/before.min) / math.Log(float64(last.n)/float64(before.n))
		if operations(&r.workload, last.n) > operations(&r.workload, before.n) {
			growth++
		}
		exponent = fmt.Sprintf("%.2f", growth)
	}
	fmt.Fprintf(out, "%-22s %-10s %9d %12.2f %12.2f %8s %9s  %s\n",
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
