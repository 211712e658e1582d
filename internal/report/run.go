package report

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// Status is the result of a case in one word.
type Status string

// The results, in the order of columns.
const (
	Passed      Status = "passed"
	Failed      Status = "failed"
	Known       Status = "known"       // failed, but in the list of known failures
	Unsupported Status = "unsupported" // needs a capability that the implementation lacks
	NotRun      Status = "not run"
)

// Statuses returns all results in the order of columns.
func Statuses() []Status { return []Status{Passed, Failed, Known, Unsupported, NotRun} }

// Run is one saved run, or several merged ones.
type Run struct {
	Implementations []*Implementation
	Findings        []*Finding
	Campaigns       []Campaign
	Transcripts     []Transcripts
	// Failures describes failures other than cases and findings.
	Failures []string
	// Elapsed is the time of all runs, in seconds.
	Elapsed float64
}

// OK reports whether every failure is known.
func (r *Run) OK() bool {
	fresh := func(f *Finding) bool { return f.Known == "" }
	return len(r.Failures) == 0 && !slices.ContainsFunc(r.Findings, fresh) && r.Count(Failed) == 0
}

// Count returns the number of cases with a result, over all implementations.
func (r *Run) Count(s Status) int {
	n := 0
	for _, im := range r.Implementations {
		n += im.Count(s)
	}
	return n
}

// Implementation is an engine with its results, in the order in which its cases ran.
type Implementation struct {
	Name     string
	About    string // version and language
	Results  []Result
	Declared string // the number of declared capabilities

	at map[string]int // results by name
}

// Count returns the number of cases with a result.
func (im *Implementation) Count(s Status) int {
	n := 0
	for _, r := range im.Results {
		if r.Status == s {
			n++
		}
	}
	return n
}

// Result returns the result of a case, or nil.
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

// Result is the result of a case: a scenario with its profile, such as "pairs-01 (flecs-3)", or a
// transcript.
type Result struct {
	Name   string `json:"name"`
	Area   string `json:"area"`
	Status Status `json:"status"`
	// Reason describes the difference or the missing capability. It is empty for a case that
	// passed.
	Reason string `json:"reason,omitempty"`
	// Known is the id of the known failure that explains the result. KnownClass is its class:
	// defect, differs, adapter or flaky.
	Known      string `json:"known,omitempty"`
	KnownClass string `json:"known_class,omitempty"`
	// Findings are the names of its reduced divergences. Unexamined is set if there was no time to
	// reduce others.
	Findings   []string `json:"findings,omitempty"`
	Unexamined bool     `json:"unexamined,omitempty"`
	// Otherwise is set if the engine's own profile changes the answer of the scenario. The result
	// was then compared with the reference.
	Otherwise bool `json:"otherwise,omitempty"`
}

// Finding is a divergence, reduced if possible. The name of its implementation includes the variant
// or law.
type Finding struct {
	oracle.FindingData
	KnownReason string
	KnownClass  string
	Trace       *spec.Trace // complete, as in the saved run
}

// key is equal for equal findings of different runs.
func (f *Finding) key() string {
	ops, err := json.Marshal(f.Trace.Operations())
	if err != nil {
		ops = []byte(err.Error())
	}
	return f.Implementation + "\n" + f.Signature + "\n" + f.Trace.Header.Profile + "\n" + string(ops)
}

// Campaign is the result of random traces.
type Campaign struct {
	Implementations []string      `json:"-"`
	Seed            uint64        `json:"seed"`
	Traces          uint64        `json:"traces"`
	Elapsed         time.Duration `json:"elapsed_ns"`
	Counts          oracle.Counts `json:"counts"`
	Divergences     uint64        `json:"divergences"` // including repeated ones; of diffcheck test
	// Findings are the divergences that another command kept.
	Findings []json.RawMessage `json:"findings"`
}

// Transcripts counts the transcripts of a released version of Flecs or Tecs for an engine, by the worst
// verdict of each.
type Transcripts struct {
	Engine  string
	Version string
	Files   map[transcript.Verdict]int
}

// Join merges runs. If several runs contain the same implementation, it keeps the first result of
// each case in a run that ran the case.
func Join(runs ...*Run) *Run {
	all := &Run{}
	for _, r := range runs {
		for _, im := range r.Implementations {
			all.add(im)
		}
		all.Findings = append(all.Findings, r.Findings...)
		all.Campaigns = append(all.Campaigns, r.Campaigns...)
		all.Transcripts = append(all.Transcripts, r.Transcripts...)
		for _, f := range r.Failures { // shards may report the same failure
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
			into.at[result.Name] = len(into.Results)
			into.Results = append(into.Results, result)
		case old.Status == NotRun:
			*old = result
		}
	}
}

// distinct merges equal findings and adds their counts.
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
