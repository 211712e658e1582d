package suite

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/relspec/relspec/internal/report"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// Report is the result of a run on a subject.
type Report struct {
	// OK is set if every failure is known and every known failure still fails.
	OK bool `json:"ok"`
	// Suite is the version of the suite that was run.
	Suite string    `json:"suite"`
	Info  spec.Info `json:"info"`
	// Command is how the subject was started, "" for an engine of this process.
	Command  string          `json:"command,omitempty"`
	Declared int             `json:"declared"` // number of capabilities
	Areas    []Area          `json:"areas"`
	Cases    []CaseResult    `json:"cases"`
	Campaign *CampaignResult `json:"campaign,omitempty"`
	Findings []*Finding      `json:"findings"`
	// CauseList counts the new findings by their most likely causes.
	CauseList []Cause `json:"causes,omitempty"`
	// Shard is the part of the run that this report covers; nil for a whole run.
	Shard *oracle.Shard `json:"shard,omitempty"`
	// Without are capabilities that the run left out.
	Without []spec.Capability `json:"without,omitempty"`
	// Unexamined counts divergences that are in no finding because there was no time to reduce
	// them.
	Unexamined int `json:"unexamined,omitempty"`
	// Interrupted says that the run was cancelled before its end.
	Interrupted bool `json:"interrupted,omitempty"`
	// Next lists capabilities that would allow more cases if the subject declared them.
	Next []Next `json:"next,omitempty"`
	// Refused counts the answers `unsupported` of the subject, the most frequent operation first.
	Refused []Refused  `json:"refused,omitempty"`
	Known   []KnownUse `json:"known,omitempty"`
	// Failures describes failures that are neither cases nor findings.
	Failures []string `json:"failures"`

	mu     sync.Mutex
	cutOff int // selected cases for which there was no time
	own    bool
}

// cut counts a chosen case for which there was no time.
func (r *Report) cut() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.cutOff++
}

func newReport(info spec.Info) *Report {
	return &Report{
		Suite: spec.SuiteVersion, Info: info, Declared: declared(&info), Findings: []*Finding{},
		Failures: []string{},
	}
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

// KnownUse counts the cases that a known failure explained in a run.
type KnownUse struct {
	ID       string `json:"id"`
	Class    Class  `json:"class"`
	Reason   string `json:"reason"`
	Cases    int    `json:"cases"`
	Findings int    `json:"findings"` // divergences whose findings match it

	described bool // the list entry describes a behaviour, so it may match nothing
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
		for _, s := range report.Statuses() {
			total.Count[s] += a.Count[s]
		}
	}
	return total
}

// New returns the findings that no known failure explains.
func (r *Report) New() []*Finding {
	var out []*Finding
	for _, f := range r.Findings {
		if f.Known == "" {
			out = append(out, f)
		}
	}
	return out
}

// uses counts the cases that each entry explained.
func (k *Known) uses(r *Report) []KnownUse {
	var out []KnownUse
	for _, e := range k.Entries {
		u := KnownUse{ID: e.ID, Class: e.Class, Reason: e.Reason, described: e.Describes()}
		for _, c := range r.Cases {
			if slices.Contains(strings.Split(c.Known, ", "), e.ID) {
				u.Cases++
			}
		}
		for _, f := range r.Findings {
			if slices.Contains(strings.Split(f.Known, ", "), e.ID) {
				u.Findings += f.Seen
			}
		}
		out = append(out, u)
	}
	return out
}
