package census

import (
	"fmt"
	"io"
	"slices"

	"github.com/relspec/relspec/spec"
)

// Census counts the content of traces, read from the traces themselves, so that a generator that stops making
// something is noticed. The zero Census is empty.
type Census struct {
	Traces     uint64
	Operations map[spec.OpKind]uint64
	Queries    uint64
	// Features counts queries by their features; see [QueryFeatures].
	Features map[string]uint64
	// Pairs counts queries by two features that they use together, in the order of [QueryFeatures].
	Pairs map[[2]string]uint64
}

// Count adds a trace.
func (c *Census) Count(t *spec.Trace) {
	if c.Operations == nil {
		c.Operations = map[spec.OpKind]uint64{}
		c.Features, c.Pairs = map[string]uint64{}, map[[2]string]uint64{}
	}
	c.Traces++
	r := newReader(t.Header.Profile)
	for i := range t.Entries {
		op := &t.Entries[i].Op
		c.Operations[op.Op]++
		if op.Query != nil {
			c.countQuery(r.features(op))
		}
		r.Follow(op)
	}
}

func (c *Census) countQuery(features []string) {
	c.Queries++
	for i, f := range features {
		c.Features[f]++
		for _, g := range features[i+1:] {
			c.Pairs[[2]string{f, g}]++
		}
	}
}

// Total is the number of operations.
func (c *Census) Total() uint64 {
	total := uint64(0)
	for _, kind := range spec.OpKinds() {
		total += c.Operations[kind]
	}
	return total
}

// MissingFeatures lists the features that no query uses, in the order of [QueryFeatures].
func (c *Census) MissingFeatures() []string {
	return slices.DeleteFunc(QueryFeatures(), func(f string) bool { return c.Features[f] > 0 })
}

// MissingPairs lists the pairs of features that no query uses together although other queries use each.
func (c *Census) MissingPairs() [][2]string {
	var out [][2]string
	all := QueryFeatures()
	for i, f := range all {
		for _, g := range all[i+1:] {
			if c.Features[f] > 0 && c.Features[g] > 0 && c.Pairs[[2]string{f, g}] == 0 {
				out = append(out, [2]string{f, g})
			}
		}
	}
	return out
}

// WriteTo prints shares of operations and of queries by feature, most frequent first.
func (c *Census) WriteTo(w io.Writer) (int64, error) {
	written := int64(0)
	var err error
	line := func(format string, args ...any) {
		if err == nil {
			var n int
			n, err = fmt.Fprintf(w, format, args...)
			written += int64(n)
		}
	}
	line("traces %d, operations %d, queries %d\n", c.Traces, c.Total(), c.Queries)
	kinds := spec.OpKinds()
	slices.SortStableFunc(kinds, func(a, b spec.OpKind) int { return order(c.Operations[a], c.Operations[b]) })
	for _, kind := range kinds {
		if n := c.Operations[kind]; n > 0 {
			line("operation  %-26s %6.2f %%\n", kind, percent(n, c.Total()))
		}
	}
	features := QueryFeatures()
	slices.SortStableFunc(features, func(a, b string) int { return order(c.Features[a], c.Features[b]) })
	for _, f := range features {
		line("query      %-26s %6.2f %%\n", f, percent(c.Features[f], c.Queries))
	}
	return written, err
}

func order(a, b uint64) int {
	switch {
	case a > b:
		return -1
	case a < b:
		return 1
	}
	return 0
}

func percent(n, of uint64) float64 { return 100 * float64(n) / float64(max(of, 1)) }
