package exhaust

import (
	"errors"
	"fmt"
	"slices"

	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/internal/oracle/shard"
	"github.com/relspec/relspec/oracle"
)

// Format is the first field of a progress file.
const Format = "relspec-exhaust-3"

// Report is the progress of an exhaustive search, with its counts and findings. It is also the
// content of the progress file: a killed run resumes from it without skipping or repeating a world.
type Report struct {
	Format string       `json:"format"`
	Bound  Bound        `json:"bound"`
	Shard  oracle.Shard `json:"shard"`
	// Worlds are compared in batches. All batches of this shard with a number below Next are done.
	// Done lists the later batches that are done.
	Next     uint64   `json:"next"`
	Done     []uint64 `json:"done"`
	From     Cursor   `json:"from"`     // a cursor before Next, from which worlds are enumerated when the run is resumed
	Complete bool     `json:"complete"` // every world of the shard was compared
	// Open lists, in a merged report, the shards that are missing or incomplete.
	Open []oracle.Shard `json:"open,omitempty"`

	Queries  int    `json:"queries"`  // of the bound; each runs in each world
	Alphabet string `json:"alphabet"` // a hash of them
	Worlds   uint64 `json:"worlds"`
	// Abandoned counts worlds with so many differences that the rest was skipped.
	Abandoned uint64        `json:"abandoned"`
	Counts    oracle.Counts `json:"counts"`
	Seconds   float64       `json:"seconds"` // of all resumed runs together
	Findings  []Finding     `json:"findings"`
}

// Cursor is the start of a family: the number of families, batches and worlds before it.
type Cursor struct {
	Family int    `json:"family"`
	Batch  uint64 `json:"batch"`
	World  uint64 `json:"world"`
}

// Finding is a group of differences that probably have the same cause.
type Finding struct {
	Group     string `json:"group"`
	Hash      string `json:"hash"` // of the first difference; the name of its folder
	Label     string `json:"label"`
	Signature string `json:"signature"`
	Origin    string `json:"place"`
	Repeats   uint64 `json:"repeats"`
	Text      string `json:"text"`
}

func newReport(b Bound, s oracle.Shard) *Report {
	return &Report{Format: Format, Bound: b, Shard: s, Done: []uint64{}, Counts: cover.NewCounts(), Findings: []Finding{}}
}

// Read reads the saved progress of a shard from a folder.
func Read(dir string, s oracle.Shard) (*Report, error) {
	path := FileOf(dir, s)
	r := newReport(Bound{}, oracle.Shard{})
	if err := shard.Read(path, r); err != nil {
		return nil, err
	}
	switch {
	case r.Format != Format:
		return nil, fmt.Errorf("%s is not the progress of an exhaustion", path)
	case r.Shard.String() != s.String():
		return nil, fmt.Errorf("%s contains the progress of shard %s", path, r.Shard)
	}
	return r, nil
}

// resumed reads the progress of a shard and checks that it has the same bound.
func resumed(dir string, b Bound, s oracle.Shard) (*Report, error) {
	r, err := Read(dir, s)
	if err == nil && r.Bound != b {
		err = fmt.Errorf("%s is about another bound: %s", FileOf(dir, s), r.Bound)
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// finished records that a batch was compared.
func (r *Report) finished(index uint64) {
	r.Done = append(r.Done, index)
	slices.Sort(r.Done)
	for len(r.Done) > 0 {
		// skip batches of other shards
		for !r.Shard.Has(r.Next) {
			r.Next++
		}
		if r.Done[0] != r.Next {
			return
		}
		r.Done = r.Done[1:]
		r.Next++
	}
}

func (r *Report) isDone(index uint64) bool {
	return index < r.Next || slices.Contains(r.Done, index)
}

// found records a difference and reports whether it is the first of its group.
func (r *Report) found(f Finding) bool {
	i := slices.IndexFunc(r.Findings, func(o Finding) bool { return o.Group == f.Group })
	if i >= 0 {
		r.Findings[i].Repeats += 1 + f.Repeats
		return false
	}
	r.Findings = append(r.Findings, f)
	return true
}

// Merge joins the reports of the shards of one bound and groups all findings again. If shards are
// missing, the result is incomplete.
func Merge(reports []*Report) (*Report, error) {
	if len(reports) == 0 {
		return nil, errors.New("there is nothing to merge")
	}
	out := newReport(reports[0].Bound, oracle.Shard{})
	out.Queries, out.Alphabet = reports[0].Queries, reports[0].Alphabet
	seen, complete := map[uint64]bool{}, map[uint64]bool{}
	for _, r := range reports {
		switch {
		case r.Bound != out.Bound:
			return nil, fmt.Errorf("the bounds differ: %s; %s", out.Bound, r.Bound)
		case r.Alphabet != out.Alphabet:
			return nil, fmt.Errorf("shard %s was made by a version of diffcheck with other queries than %s", r.Shard,
				reports[0].Shard)
		case r.Shard.Of != reports[0].Shard.Of:
			return nil, fmt.Errorf("the shards %s and %s have different totals; pass shards of one campaign", r.Shard, reports[0].Shard)
		case seen[r.Shard.Index]:
			return nil, fmt.Errorf("shard %s occurs twice; pass each folder once", r.Shard)
		}
		seen[r.Shard.Index] = true
		complete[r.Shard.Index] = r.Complete
		out.Worlds += r.Worlds
		out.Abandoned += r.Abandoned
		out.Counts.Add(r.Counts)
		out.Seconds += r.Seconds
		for _, f := range r.Findings {
			out.found(f)
		}
	}
	for i := range reports[0].Shard.Parts() {
		if !complete[i] {
			out.Open = append(out.Open, oracle.Shard{Index: i, Of: reports[0].Shard.Of})
		}
	}
	out.Complete = len(out.Open) == 0
	return out, nil
}
