package finding

import (
	"regexp"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// The one thing that is wrong where all else is right.
const (
	wrongValues   = "values"               // of components
	wrongSwitches = "what is switched off" // which ids of an entity are
	wrongNames    = "names"
)

var (
	values = regexp.MustCompile(` ?\{\w+=[^{}]*\}`)
	off    = regexp.MustCompile(` \(off\)`)
	names  = regexp.MustCompile(`^(\S+)  name="(?:[^"\\]|\\.)*"`)
)

// only names the one thing in which both sides differ, "" where they differ in their entities or ids, or in more than one.
func (e *Evidence) only() string {
	for _, what := range []struct {
		name string
		form *regexp.Regexp
		with string
	}{{wrongValues, values, ""}, {wrongSwitches, off, ""}, {wrongNames, names, "$1"}} {
		if e.equalBut(what.form, what.with) {
			return what.name
		}
	}
	return ""
}

// equalBut reports whether both sides have the same lines if the parts of a form are left out.
func (e *Evidence) equalBut(form *regexp.Regexp, with string) bool {
	lines := map[string]int{}
	met := false
	for _, line := range e.Lines {
		if len(line) < 2 {
			return false
		}
		left := form.ReplaceAllString(line[2:], with)
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

// namesTooMuch reports whether a name is where none should be: in the world, for a lookup, or in the way of another.
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

// keepsTarget reports whether all that is wrong of the world is that something has a pair beside one with another target of the
// same relationship, which is right.
func (e *Evidence) keepsTarget() bool {
	if !strings.HasSuffix(e.Signature, " dump") || len(e.Lines) != 2 || !strings.HasPrefix(e.Lines[0], "- ") || !strings.HasPrefix(e.Lines[1], "+ ") {
		return false
	}
	ofWant, want, _ := strings.Cut(e.Lines[0][2:], ":  ")
	ofGot, got, _ := strings.Cut(e.Lines[1][2:], ":  ")
	if ofWant != ofGot {
		return false
	}
	right, all := strings.Split(values.ReplaceAllString(want, ""), "  "), strings.Split(values.ReplaceAllString(got, ""), "  ")
	if len(all) != len(right)+1 || !within(right, all) {
		return false
	}
	extra := slices.IndexFunc(all, func(id string) bool { return !slices.Contains(right, id) })
	first, _, pair := strings.Cut(all[max(extra, 0)], ", ")
	return extra >= 0 && pair && slices.ContainsFunc(right, func(id string) bool { return strings.HasPrefix(id, first+", ") })
}
