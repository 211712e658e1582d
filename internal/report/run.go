package report

import (
	"encoding/json"
	"slices"

	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// Status is how a case ended.
type Status string

// The ways to end, in the order of columns.
const (
	Passed      Status = "passed"
	Failed      Status = "failed"
	Known       Status = "known"       // failed, as a list of known failures says
	Unsupported Status = "unsupported" // needs a capability that the implementation has not got
	NotRun      Status = "not run"
)

// Statuses lists all ways to end in the order of columns.
func Statuses() []Status { return []Status{Passed, Failed, Known, Unsupported, NotRun} }

// Run is one saved run, or several put together.
type Run struct {
	Implementations []*Implementation `json:"implementations"`
	Findings        []*Finding        `json:"findings"`
	Campaigns       []Campaign        `json:"campaigns"`
	Transcripts     []Transcripts     `json:"transcripts"`
	// Failures are sentences about failures beside cases and findings.
	Failures []string `json:"failures"`
	// Elapsed is the time of all runs, in seconds.
	Elapsed float64 `json:"elapsed_s"`
}

// OK reports whether nothing failed that is not known.
func (r *Run) OK() bool {
	fresh := func(f *Finding) bool { return f.Known == "" }
	return len(r.Failures) == 0 && !slices.ContainsFunc(r.Findings, fresh) && r.Count(Failed) == 0
}

// Count is the number of results of all implementations that ended so.
func (r *Run) Count(s Status) int {
	n := 0
	for _, im := range r.Implementations {
		n += im.Count(s)
	}
	return n
}

// Implementation is an engine with its results, in the order in which its cases were run.
type Implementation struct {
	Name     string   `json:"name"`
	About    string   `json:"about,omitempty"`   // version and language
	Command  string   `json:"command,omitempty"` // how an adapter was started
	Results  []Result `json:"results"`
	Declared string   `json:"declared,omitempty"` // how much of the capabilities

	at map[string]int // results by name
}

// Count is the number of results that ended so.
func (im *Implementation) Count(s Status) int {
	n := 0
	for _, r := range im.Results {
		if r.Status == s {
			n++
		}
	}
	return n
}

// Result is that of the case with a name, nil where it has none.
func (im *Implementation) Result(name string) *Result {
	if im.at == nil {
		im.at = map[string]int{}
		for i, r := range im.Results {
			im.at[r.Name] = i
		}
	}
	i, ok := im.at[name]
	if !ok {
		return nil
	}
	return &im.Results[i]
}

// Result is how a case ended: a scenario with its profile, such as "pairs-01 (flecs-3)", or a transcript.
type Result struct {
	Name   string `json:"name"`
	Area   string `json:"area"`
	Status Status `json:"status"`
	// Reason names the difference or the missing capability; empty for a case that passed.
	Reason string `json:"reason,omitempty"`
	// Known is the id of the known failure that explains it, KnownClass whose fault that is:
	// defect, differs, adapter or flaky.
	Known      string `json:"known,omitempty"`
	KnownClass string `json:"known_class,omitempty"`
	// Findings are the names of its reduced divergences; Unexamined: it showed others, for which there was no time.
	Findings   []string `json:"findings,omitempty"`
	Unexamined bool     `json:"unexamined,omitempty"`
	// Otherwise: the engine's own profile answers otherwise than the scenario states, and the
	// reference's answers under it counted.
	Otherwise bool `json:"otherwise,omitempty"`
}

// Finding is a divergence, reduced where that was possible. Its implementation has the variant or the law in its name.
type Finding struct {
	oracle.FindingData
	KnownReason string
	KnownClass  string
	Trace       *spec.Trace // as it was read
}

// key is equal for findings that are the same in another run.
func (f *Finding) key() string {
	ops, err := json.Marshal(f.Trace.Operations())
	if err != nil {
		ops = []byte(err.Error())
	}
	return f.Implementation + "\n" + f.Signature + "\n" + f.Trace.Header.Profile + "\n" + string(ops)
}

// Campaign is the result of random traces.
type Campaign struct {
	Implementations []string      `json:"implementations"`
	Seed            uint64        `json:"seed"`
	Traces          uint64        `json:"traces"`
	Seconds         float64       `json:"seconds"`
	Counts          oracle.Counts `json:"counts"`
	Divergences     uint64        `json:"divergences"` // repeats included
}

// Transcripts counts, for an engine, how transcripts of released versions of Flecs compare, by the worst line of each.
type Transcripts struct {
	Engine  string                     `json:"engine"`
	Version string                     `json:"version"`
	Files   map[transcript.Verdict]int `json:"files"`
}

// Join puts several runs into one: implementations side by side. One that stands in several keeps the results of the
// first in which a case ran.
func Join(runs ...*Run) *Run {
	all := &Run{}
	for _, r := range runs {
		for _, im := range r.Implementations {
			all.add(im)
		}
		all.Findings = append(all.Findings, r.Findings...)
		all.Campaigns = append(all.Campaigns, r.Campaigns...)
		all.Transcripts = append(all.Transcripts, r.Transcripts...)
		for _, f := range r.Failures { // shards may have equal ones
			if !slices.Contains(all.Failures, f) {
				all.Failures = append(all.Failures, f)
			}
		}
		all.Elapsed += r.Elapsed
	}
	all.Findings = distinct(all.Findings)
	return all
}

func (r *Run) add(im *Implementation) {
	i := slices.IndexFunc(r.Implementations, func(o *Implementation) bool { return o.Name == im.Name })
	if i < 0 {
		own := *im
		own.Results, own.at = slices.Clone(im.Results), nil
		r.Implementations = append(r.Implementations, &own)
		return
	}
	into := r.Implementations[i]
	for _, result := range im.Results {
		old := into.Result(result.Name)
		switch {
		case old == nil:
			into.Results, into.at = append(into.Results, result), nil
		case old.Status == NotRun:
			*old = result
		}
	}
}

// distinct keeps the first of equal findings and counts how often they were seen.
func distinct(all []*Finding) []*Finding {
	var out []*Finding
	first := map[string]*Finding{}
	for _, f := range all {
		if old := first[f.key()]; old != nil {
			old.Seen += f.Seen
			continue
		}
		own := *f
		first[f.key()] = &own
		out = append(out, &own)
	}
	return out
}
