package suite

import (
	"cmp"
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
	counts := map[string]map[Status]int{}
	for _, r := range results {
		if counts[r.Area] == nil {
			counts[r.Area] = map[Status]int{}
			out = append(out, Area{Name: r.Area, Count: counts[r.Area]})
		}
		counts[r.Area][r.Status]++
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

// Next is a capability that the subject lacks, or a profile such as "profile flecs-4", with the
// number of unsupported cases that need nothing else.
type Next struct {
	What  string `json:"what"`
	Cases int    `json:"cases"`
}

// next returns the missing capabilities, the one that would allow the most additional cases first.
func next(results []CaseResult) []Next {
	counts := map[string]int{}
	for _, r := range results {
		if r.Status == Unsupported {
			counts[lone(r.Reason)]++
		}
	}
	delete(counts, "")
	var out []Next
	for what, n := range counts {
		out = append(out, Next{what, n})
	}
	slices.SortFunc(out, func(a, b Next) int {
		return cmp.Or(cmp.Compare(b.Cases, a.Cases), cmp.Compare(a.What, b.What))
	})
	return out
}

// lone returns the capability or profile that a reason names, or "" if it names none or several.
// The same capability for several kinds of query, such as "cached: order, rule: order", counts as
// one.
func lone(reason string) string {
	found := ""
	for _, lack := range strings.Split(reason, ", ") {
		_, what, ofKind := strings.Cut(lack, ": ")
		if !ofKind {
			what = lack
		}
		isProfile := strings.HasPrefix(what, "profile ")
		if !isProfile && !slices.Contains(spec.Capabilities(), spec.Capability(what)) || found != "" && found != what {
			return ""
		}
		found = what
	}
	return found
}

// Refused counts how often the subject answered an operation with `unsupported`, by its messages.
type Refused struct {
	Op       spec.OpKind    `json:"op"`
	Answers  int            `json:"answers"`
	Messages map[string]int `json:"messages"`
}

// refusals counts the answers `unsupported` of all workers. The zero value is ready to use.
type refusals struct {
	mu sync.Mutex
	of map[spec.OpKind]map[string]int
}

// count counts an answer, if it is `unsupported`.
func (r *refusals) count(op spec.OpKind, err *spec.Error) {
	if r == nil || err == nil || err.Code != spec.CodeUnsupported {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of == nil {
		r.of = map[spec.OpKind]map[string]int{}
	}
	if r.of[op] == nil {
		r.of[op] = map[string]int{}
	}
	message := err.Message
	if _, known := r.of[op][message]; !known && len(r.of[op]) >= keptMessages {
		message = otherMessages
	}
	r.of[op][message]++
}

// An engine may write a new message for each answer, so the first messages of an operation are
// counted apart and all others together.
const (
	keptMessages  = 100
	otherMessages = "other messages"
)

// list returns the operations, the one with the most answers first.
func (r *refusals) list() []Refused {
	var out []Refused
	for op, messages := range r.of {
		all := Refused{Op: op, Messages: messages}
		for _, n := range messages {
			all.Answers += n
		}
		out = append(out, all)
	}
	slices.SortFunc(out, func(a, b Refused) int {
		return cmp.Or(cmp.Compare(b.Answers, a.Answers), cmp.Compare(a.Op, b.Op))
	})
	return out
}
