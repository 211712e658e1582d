package scenario

import (
	"slices"
	"strconv"

	"github.com/relspec/relspec/spec"
)

// Changes expects exactly these differences between the worlds before and after an operation. Its
// lines are those of a dump: "Bob" for the entity itself, "Bob (Likes, Alice)" or "Bob Position {x:
// 1}" for its ids, "Bob named \"Robert\"", "Bob without a name", "Bob off Position" for a disabled
// id, "Base override Position" for a mark. Ids of a deleted entity are not listed. If there are no
// lines, nothing may change.
type Changes struct {
	Added, Removed []string
}

func (e Changes) judge(r ran) []string {
	if r.before == nil || r.after == nil {
		return nil
	}
	added, removed := changedFacts(r.before, r.after)
	text := func(l dumpLine) string { return l.text }
	lines := append(
		differences(e.Added, each(added, text), "should appear   ", "should not appear   "),
		differences(e.Removed, each(removed, text), "should disappear", "should not disappear")...)
	if lines == nil {
		return nil
	}
	return append([]string{"the world changes differently"}, lines...)
}

func differences(want, got []string, missing, extra string) []string {
	var lines []string
	for _, w := range want {
		if !slices.Contains(got, w) {
			lines = append(lines, "  - "+missing+" "+w)
		}
	}
	for _, g := range got {
		if !slices.Contains(want, g) {
			lines = append(lines, "  + "+extra+" "+g)
		}
	}
	return lines
}

// changedFacts returns the facts that only the later world has, and those that only the earlier
// world has. It omits the ids of deleted entities.
func changedFacts(before, after *spec.Dump) (added, removed []dumpLine) {
	old, recent := dumpLines(before), dumpLines(after)
	for _, l := range recent {
		if !slices.Contains(old, l) {
			added = append(added, l)
		}
	}
	alive := map[spec.Handle]bool{}
	for _, e := range after.Entities {
		alive[e.Handle] = true
	}
	for _, l := range old {
		if !slices.Contains(recent, l) && (l.whole || l.of == "" || alive[l.of]) {
			removed = append(removed, l)
		}
	}
	return added, removed
}

// dumpLine is one fact of a world. whole marks the line of the entity itself.
type dumpLine struct {
	of    spec.Handle
	whole bool
	text  string
}

func dumpLines(d *spec.Dump) []dumpLine {
	lines := []dumpLine{{text: "scope " + handleText(d.Scope)}}
	for _, e := range d.Entities {
		entity := nameText(e.Handle)
		lines = append(lines, dumpLine{e.Handle, true, entity})
		add := func(text string) { lines = append(lines, dumpLine{e.Handle, false, entity + " " + text}) }
		switch e.Name {
		case string(e.Handle):
		case "":
			add("without a name")
		default:
			add("named " + strconv.Quote(e.Name))
		}
		if e.Component {
			add("component")
		}
		if e.Open {
			add("open")
		}
		for _, id := range e.IDs {
			add(factText(id.ID, id.Value))
			if id.Off {
				add("off " + idText(id.ID))
			}
		}
		for _, id := range e.Overrides {
			add("override " + idText(id))
		}
	}
	return lines
}

// factText formats an id, with its value if that is not zero.
func factText(id spec.ID, v spec.Value) string {
	text := idText(id)
	if value := valueText(v); value != "{}" {
		text += " " + value
	}
	return text
}
