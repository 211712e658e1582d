package suite

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// Report is what a run found out about a subject.
type Report struct {
	// OK: nothing failed that is not known, and what is known still fails.
	OK   bool      `json:"ok"`
	Info spec.Info `json:"info"`
	// Command is how the subject was started, "" for an engine of this process.
	Command  string          `json:"command,omitempty"`
	Declared int             `json:"declared"` // capabilities
	Areas    []Area          `json:"areas"`
	Cases    []CaseResult    `json:"cases"`
	Campaign *CampaignResult `json:"campaign,omitempty"`
	Findings []*Finding      `json:"findings"`
	Known    []KnownUse      `json:"known,omitempty"`
	// Failures are sentences about what is wrong beside cases and findings.
	Failures []string `json:"failures"`

	mu sync.Mutex
}

func newReport(info spec.Info) *Report {
	return &Report{Info: info, Declared: declared(&info), Findings: []*Finding{}, Failures: []string{}}
}

func (r *Report) fail(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.Failures = append(r.Failures, fmt.Sprintf(format, args...))
}

// Area counts the cases of a feature by how they ended.
type Area struct {
	Name  string         `json:"area"`
	Count map[Status]int `json:"count"`
}

// KnownUse says what a known failure explained in a run.
type KnownUse struct {
	ID       string `json:"id"`
	Reason   string `json:"reason"`
	Cases    int    `json:"cases"`
	Findings int    `json:"findings"` // divergences that were reduced to findings that it fits
}

// areasOf counts results by area, in the order of the cases.
func areasOf(results []CaseResult) []Area {
	var out []Area
	at := map[string]int{}
	for _, r := range results {
		i, ok := at[r.Area]
		if !ok {
			i = len(out)
			at[r.Area] = i
			out = append(out, Area{Name: r.Area, Count: map[Status]int{}})
		}
		out[i].Count[r.Status]++
	}
	return out
}

// Total counts the cases of all areas.
func (r *Report) Total() Area {
	total := Area{Name: "total", Count: map[Status]int{}}
	for _, a := range r.Areas {
		for _, s := range Statuses() {
			total.Count[s] += a.Count[s]
		}
	}
	return total
}

// New are the findings that no known failure explains.
func (r *Report) New() []*Finding {
	var out []*Finding
	for _, f := range r.Findings {
		if f.Known == "" {
			out = append(out, f)
		}
	}
	return out
}

// uses counts what each entry explained.
func (k *Known) uses(r *Report) []KnownUse {
	var out []KnownUse
	for _, e := range k.Entries {
		u := KnownUse{ID: e.ID, Reason: e.Reason}
		for _, c := range r.Cases {
			for _, id := range strings.Split(c.Known, ", ") {
				if id == e.ID {
					u.Cases++
				}
			}
		}
		for _, f := range r.Findings {
			if f.Known == e.ID {
				u.Findings += f.Seen
			}
		}
		out = append(out, u)
	}
	return out
}

// MarshalJSON writes a finding as data: its name, its size, its trace (the header, then the operations), what a drawing
// of it needs, and where it was saved.
func (f *Finding) MarshalJSON() ([]byte, error) {
	trace := []any{f.Trace.Header}
	for _, e := range f.Trace.Entries {
		trace = append(trace, e)
	}
	return json.Marshal(struct {
		Name           string             `json:"name"`
		Signature      string             `json:"signature"`
		Implementation string             `json:"implementation"`
		Known          string             `json:"known,omitempty"`
		Seen           int                `json:"seen"`
		Operation      int                `json:"operation"` // from 1
		Operations     int                `json:"operations"`
		From           int                `json:"reduced_from,omitempty"`
		Place          string             `json:"place,omitempty"`
		Want           string             `json:"want"`
		Got            string             `json:"got"`
		Lines          []string           `json:"lines"`
		Why            []string           `json:"why,omitempty"`
		Statements     []spec.StatementID `json:"statements,omitempty"`
		Trace          []any              `json:"trace"`
		Picture        *oracle.Picture    `json:"picture,omitempty"`
		Saved          string             `json:"saved,omitempty"`
		Again          string             `json:"again,omitempty"`
	}{
		f.Name, f.Divergence.Difference.Signature(), f.Divergence.Implementation, f.Known, f.Seen, f.Divergence.Index + 1, len(f.Trace.Entries), f.From, f.Place,
		f.Divergence.Difference.Want, f.Divergence.Difference.Got, f.Divergence.Difference.Lines, f.Why, f.Statements, trace,
		f.Picture, f.Saved, f.again,
	})
}
