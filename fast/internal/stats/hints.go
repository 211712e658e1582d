package stats

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// Thresholds of the hints: many tables with few sources each, few targets with many sources, and
// unused bytes.
const (
	manyTables  = 64
	fewSources  = 8
	fewTargets  = 16
	manySources = 1000
	manyBytes   = 1 << 20
)

// hint adds advice on how to store the world better, the largest relationship first.
func (s *World) hint(w *rules.World) {
	for i := range s.Relationships {
		r := &s.Relationships[i]
		traits := w.TraitsOf(r.Index)
		switch {
		case r.fragments() && (r.values || traits&rules.TraitNonFragmenting == 0):
			if hint := s.fragments(w, r); hint != "" {
				s.Hints = append(s.Hints, hint)
			}
		case r.NonFragmenting && r.Targets <= fewTargets && r.Sources >= r.Targets*manySources:
			s.Hints = append(s.Hints, fmt.Sprintf(
				"%s has %s targets for %s sources, beside the tables; without %s a query for one target would go table by table, not entity by entity",
				w.EntityText(w.Entity(r.Index)), number(r.Targets), number(r.Sources), nonFragmentingBy(traits)))
		}
	}
	if s.Empty >= manyTables && 2*s.Empty >= s.Tables {
		s.Hints = append(s.Hints, fmt.Sprintf("%s of %s tables are empty; Shrink drops them", number(s.Empty),
			number(s.Tables)))
	}
	if s.Memory.Capacity >= manyBytes && s.Memory.Capacity >= 4*s.Memory.Used {
		s.Hints = append(s.Hints, fmt.Sprintf("rows use %s of %s allocated bytes; Shrink frees the rest",
			number(int(s.Memory.Used)), number(int(s.Memory.Capacity))))
	}
}

// fragments reports whether a relationship spreads its sources over many tables.
func (r *Relationship) fragments() bool {
	full := r.Tables - r.Empty
	return full >= manyTables && r.Sources < full*fewSources
}

// nonFragmentingBy returns the property that makes a relationship non-fragmenting.
func nonFragmentingBy(t rules.Traits) string {
	if t&rules.TraitUnion != 0 {
		return "Union"
	}
	return "DontFragment"
}

// fragments returns the hint about a relationship that spreads its sources over many tables, or ""
// if nothing would reduce them.
func (s *World) fragments(w *rules.World, r *Relationship) string {
	full := r.Tables - r.Empty
	text := fmt.Sprintf("%s has %s tables for %s sources; ", w.EntityText(w.Entity(r.Index)), number(full),
		number(r.Sources))
	traits := w.TraitsOf(r.Index)
	switch {
	case !canBeBeside(r.Index):
		if traits&rules.TraitDontFragment != 0 {
			text += "DontFragment changes how pairs of ChildOf are stored and of no other reserved relationship; "
		}
		return text + "a relationship of your own that is Exclusive and DontFragment makes no table per target"
	case r.values:
		return text + "its pairs have values, which lie in tables also with DontFragment: a component that holds the target makes one table"
	case traits&rules.TraitExclusive == 0 && r.maxTargets > 1:
		return text + "each set of targets is a table: a component that holds the targets makes one"
	}
	property := "DontFragment"
	if traits&rules.TraitExclusive == 0 {
		property = "Exclusive and DontFragment"
	}
	on, tables := "", without(w, r.Index, func(other uint32) bool { return other == r.Index })
	if tables >= full {
		on, tables = " on each relationship with many tables", without(w, r.Index, s.couldBeNonFragmenting(w))
	}
	if tables >= full {
		return ""
	}
	return text + fmt.Sprintf("with %s%s, added before the first pair, it would have %s", property, on, number(tables))
}

// canBeBeside reports whether DontFragment changes how the pairs of a relationship are stored.
func canBeBeside(relationship uint32) bool {
	return !rules.IsBuiltin(relationship) || relationship == rules.ChildOf.Index()
}

// couldBeNonFragmenting returns a test for relationships that could be made non-fragmenting.
func (s *World) couldBeNonFragmenting(w *rules.World) func(uint32) bool {
	var list []uint32
	for i := range s.Relationships {
		r := &s.Relationships[i]
		exclusive := w.TraitsOf(r.Index)&rules.TraitExclusive != 0 || r.maxTargets <= 1
		if r.fragments() && exclusive && !r.values && canBeBeside(r.Index) {
			list = append(list, r.Index)
		}
	}
	return func(relationship uint32) bool { return slices.Contains(list, relationship) }
}

// without counts the non-empty tables that a relationship would have if the relationships for which
// nonFragmenting returns true did not create tables per target.
func without(w *rules.World, relationship uint32, nonFragmenting func(uint32) bool) int {
	sets := map[string]struct{}{}
	var key []byte
	for _, p := range w.Store.Lookup(store.Pair(relationship, store.Wildcard)) {
		if w.Store.Count(p.Table) == 0 {
			continue
		}
		key = key[:0]
		for _, id := range w.Store.IDs(p.Table) {
			if !id.IsPair() || !nonFragmenting(id.First()) {
				key = strconv.AppendUint(append(key, ' '), uint64(id), 36)
			}
		}
		sets[string(key)] = struct{}{}
	}
	return len(sets)
}

// number formats n with commas.
func number(n int) string {
	digits := []byte(strconv.Itoa(n))
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = slices.Insert(digits, at, ',')
	}
	return string(digits)
}
