package finding

import (
	"regexp"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// Evidence is the part of a reduced finding that hints at its cause.
type Evidence struct {
	// Operations are the operations of its trace, up to the one that differs.
	Operations []spec.Operation
	Profile    spec.Profile
	// Signature and Lines are from the difference.
	Signature string
	Lines     []string
	// Refused is the code with which the reference refused the operation after which the worlds
	// differ.
	Refused spec.ErrorCode
	// Failures is the number of commands that the reference refused at the end of the deferral
	// after which the worlds differ.
	Failures int
	// Intermittent is set if the divergence occurs only in some runs, so that its trace says
	// little.
	Intermittent bool
}

// Evidence returns the evidence of a finding.
func (f *Finding) Evidence() *Evidence {
	p, err := spec.ProfileByName(f.Trace.Header.Profile)
	if err != nil {
		p = spec.Flecs3()
	}
	d := &f.Divergence.Difference
	return &Evidence{
		Operations: f.Trace.Operations()[:min(f.Divergence.Index+1, len(f.Trace.Entries))], Profile: p,
		Signature: d.Signature(), Lines: d.Lines, Refused: d.Refused, Failures: d.Failures, Intermittent: f.Runs > 0,
	}
}

// Causes groups the findings of one engine by their most likely cause. It returns the number of the
// group for each finding, from 0 in order of first occurrence. All intermittent findings form one
// group, and so do all findings in which a refused operation changed the world. Two other findings
// share a group if any of these is equal, ignoring names and numbers: 1. the refusal; 2. the
// operations, also ignoring order and profile; 3. the query, if the operations only create entities
// and add ids without reserved handles such as Exclusive; 4. the one detail that is wrong, such as
// values, disabled ids, an additional name, an old target that was kept, or the effect of a refused
// command in a deferral. A finding also joins the group of a slightly smaller one whose operations
// and query are all contained in its own. The result is a guess. It affects which findings are
// shown together, and which new findings count as a known failure that has the field "alike".
func Causes(all []*Evidence) []int {
	marks, of := make([]*marks, len(all)), make(groups, len(all))
	for i, e := range all {
		marks[i], of[i] = e.marks(), i
	}
	of.joinEqual(marks)
	of.joinLarger(marks)
	return of.numbers()
}

// marks are features that findings of one cause share.
type marks struct {
	keys         []string // findings with a common key have the same cause
	deeds        []string // see [Evidence.deeds], sorted
	observations []string // how the difference is observed, sorted
	// about says what the difference concerns, if that is change detection, the state that a query
	// keeps between two iterations, or a deletion; otherwise it is "". Equal deeds or observations
	// join two findings only if about is equal, too.
	about string
	// answers is set if an answer or a world is wrong and nothing was refused.
	answers bool
}

func (e *Evidence) marks() *marks {
	switch {
	case e.Intermittent:
		return &marks{keys: []string{"intermittent"}}
	case e.Refused != "":
		return &marks{keys: e.notUndone("changes what it refuses")}
	case e.afterFailure():
		return &marks{keys: []string{"goes on otherwise after a refused command"}}
	}
	m := &marks{deeds: e.deeds(), observations: e.observedBy(), about: e.about()}
	if only := e.only(); (only == wrongValues || only == wrongSwitches) && !slices.Contains(m.deeds, reuse) {
		return &marks{keys: []string{"only " + only}}
	}
	key, alone := e.refusal(m)
	if key != "" {
		m.keys = append(m.keys, key)
	}
	m.answers = key == ""
	switch {
	case alone:
		return &marks{keys: m.keys}
	case len(m.deeds) > 0:
		m.keys = append(m.keys, "deeds "+m.about+strings.Join(m.deeds, ", "))
	default:
		m.keys = append(m.keys, "asks "+m.about+strings.Join(m.observations, ", "))
	}
	if from, to := e.restored(); from < to {
		m.keys = e.notUndone(m.keys...)
	}
	if e.namesTooMuch() {
		m.keys = append(m.keys, "a name too much")
	}
	if e.keepsTarget() {
		m.keys = append(m.keys, "a target beside the right one")
	}
	return m
}

// notUndone adds a key to keys if exactly one thing, such as the names, was not undone. Restores
// and refused operations then share a key, because they use the same undo code.
func (e *Evidence) notUndone(keys ...string) []string {
	if only := e.only(); only != "" {
		return append(keys, "does not take back "+only)
	}
	return keys
}

var (
	quoted   = regexp.MustCompile(`"[^"]*"|'[^']*'|\([^()]*\)`)
	numbered = regexp.MustCompile(`[0-9]+`)
	refused  = regexp.MustCompile(`^[-+] refused: (\w+)(.*)$`)
	deferred = regexp.MustCompile(`^- .* (\w+)$`)
)

// refusal returns a key for a wrong or missing refusal. For a wrong refusal it is the engine's
// message without names and numbers; for a missing refusal it is the expected code, which says more
// about the cause than the operations do. It returns "" if the difference is not about a refusal,
// or if the lock of an iterator caused the refusal. alone is set if the finding needs no other key.
func (e *Evidence) refusal(m *marks) (key string, alone bool) {
	if len(e.Lines) < 2 || len(e.Operations) == 0 || e.locks() {
		return "", false
	}
	want, got := refused.FindStringSubmatch(e.Lines[0]), refused.FindStringSubmatch(e.Lines[1])
	if strings.HasSuffix(e.Signature, string(spec.OpDeferEnd)+" value") && want == nil && got == nil {
		if lack := deferred.FindStringSubmatch(e.Lines[0]); lack != nil {
			want = lack
		}
	}
	switch {
	case strings.HasPrefix(e.Signature, string(spec.CodeCrash)+": "):
		return e.Signature, true
	case got != nil && spec.ErrorCode(got[1]).IsHarness():
		return "breaks by " + got[1] + ": " + e.lastWords(got[2], m), true
	case got != nil:
		if words := e.bare(got[2]); words != "" {
			return "refuses " + got[1] + ": " + words, false
		}
		return "refuses " + got[1] + " at " + m.observations[0], false
	case want == nil:
		return "", false
	}
	return "accepts " + want[1], spec.ErrorCode(want[1]) != spec.CodeNotAlive
}

// lastWords returns the message of a harness error without names and numbers. If the message is
// only a signal, such as a segmentation fault, it says nothing about the cause. Then lastWords
// appends the first observation, for example the family of the last operation.
func (e *Evidence) lastWords(message string, m *marks) string {
	words := e.bare(message)
	if strings.Contains(message, "ended with") && !strings.Contains(message, "last words") {
		words += " at " + m.observations[0]
	}
	return words
}

// bare removes names, quotes and numbers from a message. For example, "Bob has 2 targets" and "Ann
// has 3 targets" both become "x has 0 targets".
func (e *Evidence) bare(message string) string {
	message = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(message), "("), ")")
	message = numbered.ReplaceAllString(quoted.ReplaceAllString(message, "x"), "0")
	words := strings.Fields(message)
	for i, w := range words {
		if e.makes(spec.Handle(strings.Trim(w, ",.;:"))) {
			words[i] = "x"
		}
	}
	return strings.Join(words, " ")
}

func (e *Evidence) makes(h spec.Handle) bool {
	return spec.IsReserved(h) || slices.ContainsFunc(e.Operations,
		func(op spec.Operation) bool { return op.Entity == h })
}

// joinLarger joins each finding to the groups of smaller findings whose operations and observations
// it contains. A reduced trace has nothing superfluous, so the larger one probably reaches the same
// bug in another way. If the larger finding has more than two additional deeds or observations, it
// counts as another bug. If the smaller finding has no deeds, the limit is one, and the two are
// joined only if the query of the smaller finding has an operator, an order or a kind, or is
// iterated again.
func (g groups) joinLarger(all []*marks) {
	for i, larger := range all {
		for k, m := range all {
			if k != i && m.answers && larger.answers && m.inside(larger) {
				g.join(k, i)
			}
		}
	}
}

func (m *marks) inside(larger *marks) bool {
	near := 2
	if len(m.deeds) == 0 {
		near = 1 // only the words of its query distinguish the larger finding
	}
	return m.about == larger.about && larger.size()-m.size() <= near &&
		within(m.deeds, larger.deeds) && within(m.observations, larger.observations) &&
		(len(m.deeds) > 0 || len(m.observations) > 1 || m.about == aboutHeld)
}

func (m *marks) size() int { return len(m.deeds) + len(m.observations) }

func (g groups) joinEqual(all []*marks) {
	first := map[string]int{}
	for i, m := range all {
		for _, key := range m.keys {
			if k, met := first[key]; met {
				g.join(k, i)
			} else {
				first[key] = i
			}
		}
	}
}

func within(some, all []string) bool {
	return !slices.ContainsFunc(some, func(s string) bool { return !slices.Contains(all, s) })
}

// groups is a union-find structure: each finding points to one of its group, and the first one
// points to itself.
type groups []int

func (g groups) root(i int) int {
	for g[i] != i {
		i = g[i]
	}
	return i
}

func (g groups) join(a, b int) {
	a, b = g.root(a), g.root(b)
	g[max(a, b)] = min(a, b)
}

// numbers numbers the groups in the order of their first members.
func (g groups) numbers() []int {
	out, number := make([]int, len(g)), map[int]int{}
	for i := range g {
		r := g.root(i)
		if _, met := number[r]; !met {
			number[r] = len(number)
		}
		out[i] = number[r]
	}
	return out
}
