package compare

import (
	"cmp"
	"slices"

	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec"
)

// Dumps compares two worlds. It creates text only if they differ. after is the operation that led
// to them.
func Dumps(after spec.OpKind, want, got *spec.Dump) *Difference {
	if want == nil || got == nil {
		return nil
	}
	if want.Scope == got.Scope && slices.EqualFunc(want.Entities, got.Entities, sameDumpEntity) {
		return nil
	}
	d := &Difference{Kind: DiffDump, Op: after, Worlds: [2]*spec.Dump{want, got}}
	missing := func(e spec.DumpEntity) { d.Lines = append(d.Lines, "- "+dumpLine(e)) }
	extra := func(e spec.DumpEntity) { d.Lines = append(d.Lines, "+ "+dumpLine(e)) }
	i, j := 0, 0
	for i < len(want.Entities) || j < len(got.Entities) {
		switch {
		case j == len(got.Entities) || i < len(want.Entities) && want.Entities[i].Handle < got.Entities[j].Handle:
			missing(want.Entities[i])
			i++
		case i == len(want.Entities) || got.Entities[j].Handle < want.Entities[i].Handle:
			extra(got.Entities[j])
			j++
		default:
			if !sameDumpEntity(want.Entities[i], got.Entities[j]) {
				missing(want.Entities[i])
				extra(got.Entities[j])
			}
			i++
			j++
		}
	}
	if want.Scope != got.Scope {
		d.Lines = append(d.Lines, "- scope "+show.Handle(want.Scope), "+ scope "+show.Handle(got.Scope))
	}
	d.Want = show.Plural(len(want.Entities), "entity", "entities")
	d.Got = show.Plural(len(got.Entities), "entity", "entities")
	return d
}

// dumpLine returns an entity with its ids and values, or with the word "nothing" if it has no ids
// and no overrides.
func dumpLine(e spec.DumpEntity) string {
	text := show.DumpEntity(e)
	if len(e.IDs) == 0 && len(e.Overrides) == 0 {
		text += "  nothing"
	}
	return text
}

// sameDumpEntity compares ids and overrides as sets, and members in order.
func sameDumpEntity(w, g spec.DumpEntity) bool {
	return w.Handle == g.Handle && w.Name == g.Name && w.Component == g.Component && w.Open == g.Open &&
		slices.Equal(w.Members, g.Members) && SameSet(w.Overrides, g.Overrides) && sameDumpIDs(w.IDs, g.IDs)
}

func sameDumpIDs(w, g []spec.DumpID) bool {
	if slices.EqualFunc(w, g, sameDumpID) {
		return true
	}
	return len(w) == len(g) && slices.EqualFunc(byID(w), byID(g), sameDumpID)
}

func byID(ids []spec.DumpID) []spec.DumpID {
	return slices.SortedStableFunc(slices.Values(ids), func(a, b spec.DumpID) int {
		return cmp.Or(cmp.Compare(a.ID.First, b.ID.First), cmp.Compare(a.ID.Second, b.ID.Second))
	})
}

func sameDumpID(w, g spec.DumpID) bool {
	return w.ID == g.ID && w.Off == g.Off && (w.Value == nil && g.Value == nil || sameValue(w.Value, g.Value))
}
