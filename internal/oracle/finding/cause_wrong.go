package finding

import (
	"regexp"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// The single thing that is wrong if everything else is right.
const (
	wrongValues   = "values"               // of components
	wrongSwitches = "what is switched off" // which ids are disabled
	wrongNames    = "names"
)

var (
	values = regexp.MustCompile(` ?\{\w+=[^{}]*\}`)
	off    = regexp.MustCompile(` \(off\)`)
	names  = regexp.MustCompile(`^(\S+)  name="(?:[^"\\]|\\.)*"`)
)

// only returns the single thing in which the expected and the actual answer differ. It returns ""
// if they differ in their entities or ids, or in several things.
func (e *Evidence) only() string {
	switch {
	case e.equalBut(values, ""):
		return wrongValues
	case e.equalBut(off, ""):
		return wrongSwitches
	case e.equalBut(names, "$1"):
		return wrongNames
	}
	return ""
}

// equalBut reports whether both sides have equal lines after the matches of a pattern are replaced.
func (e *Evidence) equalBut(pattern *regexp.Regexp, with string) bool {
	lines := map[string]int{}
	met := false
	for _, line := range e.Lines {
		if len(line) < 2 {
			return false
		}
		left := pattern.ReplaceAllString(line[2:], with)
		met = met || left != line[2:]
		switch line[0] {
		case '-':
			lines[left]++
		case '+':
			lines[left]--
		default:
			return false
		}
	}
	for _, n := range lines {
		if n != 0 {
			return false
		}
	}
	return met
}

// namesTooMuch reports whether a name exists that should not: a dump shows it, a lookup finds it,
// or the engine refuses to give the name to an entity because it exists.
func (e *Evidence) namesTooMuch() bool {
	if len(e.Lines) < 2 {
		return false
	}
	want, got := e.Lines[0], e.Lines[1]
	switch {
	case strings.HasPrefix(e.Signature, string(spec.OpLookup)+" value"):
		return want == "- none" && strings.HasPrefix(got, "+ ")
	case want == "- ok":
		return strings.HasPrefix(got, "+ refused: "+string(spec.CodeExists))
	}
	return e.only() == wrongNames && !names.MatchString(want[min(2, len(want)):])
}

// afterFailure reports whether the difference is in what the engine did after the reference refused
// a command of a deferral: the engine carried out some of the other commands differently, or
// reported only the first failures. The function does not check that the refused command matters: a
// reduced trace has it only if the difference depends on it.
func (e *Evidence) afterFailure() bool {
	last := len(e.Operations) - 1
	if last < 0 || e.Operations[last].Op != spec.OpDeferEnd {
		return false
	}
	if e.inDump() {
		return e.Failures > 0 && e.deferredChanges() > e.Failures
	}
	if len(e.Lines) != 2 || !strings.HasPrefix(e.Lines[0], "- ") || !strings.HasPrefix(e.Lines[1], "+ ") {
		return false
	}
	more, is := strings.CutPrefix(e.Lines[0][2:], e.Lines[1][2:])
	return is && strings.HasPrefix(more, ", ")
}

// deferredChanges counts the changes in the outermost deferral that the last operation ends.
func (e *Evidence) deferredChanges() (n int) {
	open := 0
	for i := range e.Operations {
		switch op := e.Operations[i].Op; {
		case op == spec.OpDeferBegin:
			if open++; open == 1 {
				n = 0
			}
		case op == spec.OpDeferEnd:
			open--
		case open > 0 && !leavesWorld(op):
			n++
		}
	}
	return n
}

// keepsTarget reports whether the only error after adding a pair is that there are too many pairs
// of its relationship: an old target, or its mirror pair, was not removed.
func (e *Evidence) keepsTarget() bool {
	want, got := e.worlds()
	if !e.inDump() || len(want) != len(got) {
		return false
	}
	related := map[string]bool{}
	for id := range given(&e.Operations[len(e.Operations)-1]) {
		related["("+string(id.First)] = true
	}
	for _, ids := range want {
		for _, id := range ids {
			first, _, _ := strings.Cut(id, ", ")
			related[first] = true
		}
	}
	more := false
	for handle, ids := range got {
		right, lives := want[handle]
		if !lives || !within(right, ids) {
			return false
		}
		for _, id := range ids {
			first, _, pair := strings.Cut(id, ", ")
			switch {
			case slices.Contains(right, id):
			case !pair || !related[first]:
				return false
			default:
				more = true
			}
		}
	}
	return more
}
