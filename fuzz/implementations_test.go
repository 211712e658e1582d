package fuzz_test

import (
	"hash/fnv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

var reference = engines.Model()

// traces is the number of traces to try, smaller in short mode.
func traces(n uint64) uint64 {
	if testing.Short() {
		return max(n/5, 3)
	}
	return n
}

// disagreement runs a trace on all engines, each also under one variant that depends on the trace.
// It returns the first divergence, reduced and as text, or "".
func disagreement(t require.TestingT, trace *spec.Trace) string {
	variants := oracle.Variants()
	h := fnv.New32a()
	_, err := trace.WriteTo(h)
	require.NoError(t, err)
	variant := variants[h.Sum32()%uint32(len(variants))]
	opts := oracle.RunOptions{Laws: oracle.Laws()}
	var all []oracle.Implementation
	for _, im := range engines.Tested() {
		all = append(all, im, im.With(variant))
	}
	res, err := oracle.Run(trace, reference, all, opts)
	require.NoError(t, err)
	if len(res.Divergences) == 0 {
		return ""
	}
	d := res.Divergences[0]
	found := reference // the variant may itself break a law
	for _, im := range all {
		if im.Name == d.Implementation && (im.Variant == nil) == (d.Variant == "") {
			found = im
		}
	}
	return words(t, trace, found, d, opts)
}

// words reduces a divergence and returns it as text.
func words(
	t require.TestingT, trace *spec.Trace, im oracle.Implementation, d oracle.Divergence, opts oracle.RunOptions,
) string {
	small := oracle.Reduce(trace, oracle.FailsLike(d, reference, im, opts), oracle.ReduceOptions{})
	f, err := oracle.NewFinding(small, reference, im, d.Signature(), opts)
	require.NoError(t, err)
	f.From = len(trace.Entries)
	return f.Text("") + "\n" + text(t, small)
}
