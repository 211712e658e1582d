package mutants

// reuseMutants keep facts that must end with a relationship, component or tag, so that the next owner of its number gets them, and break
// the numbers that are used again after a restore.
var reuseMutants = []Mutant{
	{
		Name: "plain-cache-of-reused", Class: "reuse",
		Breaks: "a held query for single ids matches the tag that takes over the number of one that has died",
		File:   "fast/internal/query/cache_match.go",
		Old:    `if count == 0 || !x.Store.Alive(term.First.Entity) {`,
		New:    `if count == 0 {`,
	},
	{
		Name: "dead-element-by-number", Class: "reuse",
		Breaks: "a held query that mentions something dead matches by what has taken over its number",
		File:   "fast/internal/query/plan.go",
		Old:    `m.Dead = m.Dead || !x.Store.Alive(e.Entity)`,
		New: `_, alive := x.Store.At(e.Entity.Index())
		m.Dead = m.Dead || !alive`,
	},
	{
		Name: "order-of-reused", Class: "reuse", Released: "bitecs 0.4.0",
		Breaks: "what takes over a number takes over its place in type order, too",
		File:   "fast/internal/rules/raw.go",
		Old: `w.clock++
	w.Entities[index] = EntityInfo{Order: w.clock, Traits: w.plainTraits}`,
		New: `order := w.Entities[index].Order
	if w.clock++; order == 0 {
		order = w.clock
	}
	w.Entities[index] = EntityInfo{Order: order, Traits: w.plainTraits}`,
	},
	{
		Name: "restore-forgets-numbers", Class: "reuse",
		Breaks: "what is created after a restore can be taken for what the restore has undone, if that had used a number again",
		File:   "fast/internal/rules/snapshot.go",
		Old:    `least := max(w.Floor(), s.floor)`,
		New:    `least := max(w.floor, s.floor)`,
	},
	{
		Name: "floor-of-later-deaths", Class: "reuse",
		Breaks: "after a restore, a number that becomes free is used again as if there had been no restore",
		File:   "fast/internal/rules/raw.go",
		Old: `	if w.floor > 0 {
		w.Store.RaiseGeneration(index, w.floor)
	}`,
		New: ``,
	},
	{
		Name: "pairs-keep-type-of-reused", Class: "reuse",
		Breaks: "pairs keep the type that they had by a relationship whose number is used again",
		File:   "fast/internal/store/purge.go",
		Old: `	s.removeTables(Single(index))
	s.removeTables(Pair(index, Wildcard))
	for {`,
		New: `	s.removeTables(Single(index))
	for _, p := range s.Lookup(Pair(index, Wildcard)) {
		if s.tables[p.Table].width > 1 {
			s.removeTables(Pair(index, Wildcard))
			break
		}
	}
	for {`,
	},
	{
		Name: "toggle-outlives-relationship", Class: "reuse",
		Breaks: "an id that was off stays off for the relationship or component that takes over its number",
		File:   "fast/internal/rules/toggle.go",
		Old:    `if id := ids[i]; !w.OwnsID(t, index, id) {`,
		New:    `if id := ids[i]; !w.OwnsID(t, index, id) && w.TraitsOf(id.First())&TraitDoomed == 0 {`,
	},
	{
		Name: "mark-outlives-relationship", Class: "reuse",
		Breaks: "instances get a copy of an id whose first element has taken over the number of a marked one",
		File:   "fast/internal/rules/override.go",
		Old:    `return id.First() == index || id.IsPair() && id.Second() == index`,
		New:    `return id.IsPair() && id.Second() == index`,
	},
	{
		Name: "group-of-reused", Class: "reuse",
		Breaks: "a held query is in the groups of the relationship that takes over the number of its own",
		File:   "fast/internal/query/ordered.go",
		Old:    `	case index == 0 || o.Relation == 0 || !w.Store.Alive(o.Relation):`,
		New:    `	case index == 0 || o.Relation == 0:`,
	},
	{
		Name: "up-along-reused", Class: "reuse", Stands: true,
		Breaks: "a held query goes up along the relationship that takes over the number of its own",
		File:   "fast/internal/rules/traits.go",
		Old:    `	return w.Store.Alive(relation) && w.TraitsOf(relation.Index())&(TraitTraversable|TraitTransitive) != 0`,
		New:    `	return w.TraitsOf(relation.Index())&(TraitTraversable|TraitTransitive) != 0`,
	},
	{
		Name: "observed-reused", Class: "reuse",
		Breaks: "an observer with something dead under Not hears of what takes over its number",
		File:   "fast/internal/change/events.go",
		Old:    `if elements[i] = e.Entity.Index(); !w.Store.Alive(e.Entity) {`,
		New:    `if elements[i] = e.Entity.Index(); !w.Store.Alive(e.Entity) && i > 0 {`,
	},
}
