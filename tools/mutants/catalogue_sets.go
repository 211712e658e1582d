package mutants

// setsMutants break sets of candidates, those that are implied where none is written, chains whose alternatives all count, and define.
var setsMutants = []Mutant{
	{
		Name: "walk-enters-once", Class: "sets",
		Breaks: "a walk with bounds enters an entity once, so that one at two depths counts for the first alone",
		File:   "fast/internal/query/set_walk.go",
		Old:    `return uint64(depth)<<32 | uint64(at)`,
		New:    `return uint64(at)`,
	},
	{
		Name: "walk-skips-the-start", Class: "sets",
		Breaks: "a way that leads back to the start does not reach it",
		File:   "fast/internal/query/set_walk.go",
		Old:    `w := walker{x: x, s: s, visit: func(at uint32) bool { return visit(at, true) }}`,
		New:    `w := walker{x: x, s: s, visit: func(at uint32) bool { return at == index || visit(at, true) }}`,
	},
	{
		Name: "walk-without-minimum", Class: "sets",
		Breaks: "the minimum depth of a set is not looked at",
		File:   "fast/internal/query/set_walk.go",
		Old:    `if depth >= w.s.Min && (w.s.Max == 0`,
		New:    `if depth > 0 && (w.s.Max == 0`,
	},
	{
		Name: "walk-one-too-deep", Class: "sets",
		Breaks: "a maximum depth lets one more step through",
		File:   "fast/internal/query/set_walk.go",
		Old:    `(w.s.Max == 0 || depth < w.s.Max)`,
		New:    `(w.s.Max == 0 || depth <= w.s.Max)`,
	},
	{
		Name: "walk-follows-what-is-off", Class: "sets",
		Breaks: "sets follow pairs that are switched off",
		File:   "fast/internal/query/set_walk.go",
		Old:    `if source == 0 || !x.W.IsOff(`,
		New:    `if source > 0 || !x.W.IsOff(`,
	},
	{
		Name: "walk-down-by-storage", Class: "sets",
		Breaks: "sub goes through entities in the order of their tables in place of type order",
		File:   "fast/internal/query/set_walk.go",
		Old: `	x.W.SortEntities(to[from:])
`,
		New: `	slices.Reverse(to[from:])
`,
	},
	{
		Name: "walk-takes-the-last-first", Class: "sets",
		Breaks: "steps are taken in the reverse of type order",
		File:   "fast/internal/query/set_walk.go",
		Old:    `for i, last := first, len(x.level); i < last && more; i++ {`,
		New: `slices.Reverse(x.level[first:])
	for i, last := first, len(x.level); i < last && more; i++ {`,
	},
	{
		Name: "walk-stops-at-a-candidate", Class: "sets",
		Breaks: "a walk does not go on from an entity that is a candidate",
		File:   "fast/internal/query/set_walk.go",
		Old: `			more = w.visit(at)
		}`,
		New: `			more = w.visit(at)
			continue
		}`,
	},
	{
		Name: "dual-of-a-set-is-itself", Class: "sets",
		Breaks: "the values of a variable with a set are looked for in the direction of the set",
		File:   "fast/internal/query/set.go",
		Old:    `Up: s.Down, Down: s.Up, All`,
		New:    `Up: s.Up, Down: s.Down, All`,
	},
	{
		Name: "isa-looks-at-bases", Class: "sets",
		Breaks: "a term for IsA in a rule finds the pairs of bases as those of a base",
		File:   "fast/internal/query/set.go",
		Old:    `case !q.Searches, q.Transitive && t.First.Is(rules.IsA):`,
		New:    `case !q.Searches:`,
	},
	{
		Name: "cached-looks-at-bases", Class: "sets",
		Breaks: "a cached query finds ids of bases though no set is written",
		File:   "fast/internal/query/set.go",
		Old:    `case !q.Searches, q.Transitive && t.First.Is(rules.IsA):`,
		New:    `case q.Transitive && t.First.Is(rules.IsA):`,
	},
	{
		Name: "subsets-without-all", Class: "sets",
		Breaks: "an implied set of subsets takes the first",
		File:   "fast/internal/query/set.go",
		Old:    `itsSubsets  = &Set{Self: true, Down: true, All: true,`,
		New:    `itsSubsets  = &Set{Self: true, Down: true,`,
	},
	{
		Name: "targets-of-wildcards-stand-alone", Class: "sets",
		Breaks: "a constant target is not substituted where the relationship is a wildcard",
		File:   "fast/internal/query/set.go",
		Old:    `case q.Subclasses && t.Second.Kind == ElementConst:`,
		New:    `case q.Subclasses && t.Second.Kind == ElementConst && t.First.Kind == ElementConst:`,
	},
	{
		Name: "self-keeps-transitivity", Class: "sets",
		Breaks: "[self] on the target does not switch transitivity off",
		File:   "fast/internal/query/set.go",
		Old: `	case t.Sets.Second != nil:
		return itself, false
`,
		New: `	case t.Sets.Second != nil && !q.Transitive:
		return itself, false
`,
	},
	{
		Name: "self-keeps-subsets", Class: "sets",
		Breaks: "[self] on the first element does not switch subsets off",
		File:   "fast/internal/query/set.go",
		Old: `	case t.Sets.First != nil:
		return t.Sets.First
`,
		New: `	case t.Sets.First != nil && !t.Sets.First.alone():
		return t.Sets.First
`,
	},
	{
		Name: "written-predicate-as-implied", Class: "sets",
		Breaks: "the candidates of a written predicate follow from the pairs of the predicate",
		File:   "fast/internal/query/set_plan.go",
		Old:    `t.Sets.First == nil || t.Sets.Second != nil || first.alone() {`,
		New:    `!first.alone() || first.alone() {`,
	},
	{
		Name: "subsets-from-the-start-only", Class: "sets",
		Breaks: "an element that became a class after the first plan is matched alone",
		File:   "fast/internal/query/set_plan.go",
		Old:    `return len(x.Store.Lookup(store.Pair(rules.IsA.Index(), index)))`,
		New:    `return x.W.TraitsOf(index)&rules.TraitBase != 0 || len(x.Store.Lookup(store.Pair(rules.IsA.Index(), index)))`,
	},
	{
		Name: "upward-as-downward", Class: "sets",
		Breaks: "where few pairs can match, their targets are followed in the direction of the set",
		File:   "fast/internal/query/set_upward.go",
		Old:    `upward := s.inverse()`,
		New:    `upward := *s`,
	},
	{
		Name: "upward-first-target-of-a-table", Class: "sets",
		Breaks: "where few pairs can match, the first target of each table is tested alone",
		File:   "fast/internal/query/set_upward.go",
		Old:    `[column:][:count] {`,
		New:    `[column:][:min(count, 1)] {`,
	},
	{
		Name: "upward-to-the-first-step", Class: "sets",
		Breaks: "where few pairs can match, a target is asked for the first that it leads to alone",
		File:   "fast/internal/query/set_upward.go",
		Old: `		return !found
`,
		New: `		return false
`,
	},
	{
		Name: "first-predicate-and-the-next", Class: "sets",
		Breaks: "without all, every candidate of the first element that matches counts",
		File:   "fast/internal/query/set_match.go",
		Old:    `case first >= 0 && c.first != first && !l.firstAll:`,
		New:    `case first >= 0 && c.first != first && !l.firstAll && l.parts != nil:`,
	},
	{
		Name: "first-target-and-the-next", Class: "sets",
		Breaks: "without all, every candidate of the second element that matches counts",
		File:   "fast/internal/query/set_match.go",
		Old:    `case c.first == first && c.second != second && !l.secondAll:`,
		New:    `case c.first == first && c.second != second && !l.secondAll && l.parts != nil:`,
	},
	{
		Name: "all-stops", Class: "sets",
		Breaks: "all on the source stops at the first that shows the id",
		File:   "fast/internal/query/set_match.go",
		Old:    `return (src.All || len(x.found) == from) && !s.ended`,
		New:    `return len(x.found) == from && !s.ended`,
	},
	{
		Name: "last-source-counts", Class: "sets",
		Breaks: "without all, the last candidate of the source that shows the id counts",
		File:   "fast/internal/query/set_match.go",
		Old: `			x.found = append(x.found, candidate{id: id, stored: id, src: h.Base})
		}
		x.held = x.held[:held]
		return (src.All || len(x.found) == from) && !s.ended`,
		New: `			if x.found = append(x.found, candidate{id: id, stored: id, src: h.Base}); !src.All {
				x.found = append(x.found[:from], x.found[len(x.found)-1])
			}
		}
		x.held = x.held[:held]
		return !s.ended`,
	},
	{
		Name: "wildcards-share-a-candidate", Class: "sets",
		Breaks: "all values of a wildcard share the first candidate",
		File:   "fast/internal/query/set_match.go",
		Old: `	return value, 0, 0
`,
		New: `	return 0, 0, 0
`,
	},
	{
		Name: "wildcards-take-every-candidate", Class: "sets",
		Breaks: "each value of a wildcard takes every candidate of the first element",
		File:   "fast/internal/query/set_match.go",
		Old:    `if otherFirst && !l.firstAll || otherSecond`,
		New:    `if otherFirst && l.first != nil || otherSecond`,
	},
	{
		Name: "any-is-every", Class: "sets",
		Breaks: "_ gives a match for each value",
		File:   "fast/internal/query/set_match.go",
		Old: `		id := m.reported(c.id)
		for i := range x.found[from:saved] {
			have := &x.found[from+i]
			if m.reported(have.id) != id ||`,
		New: `		for i := range x.found[from:saved] {
			have := &x.found[from+i]
			if have.id != c.id ||`,
	},
	{
		Name: "any-is-the-last", Class: "sets",
		Breaks: "of the values of _ the last in type order says whose it is",
		File:   "fast/internal/query/set_match.go",
		Old:    `x.W.CompareIDs(c.id, have.id) < 0 ||`,
		New:    `x.W.CompareIDs(c.id, have.id) > 0 ||`,
	},
	{
		Name: "visited-show-their-own", Class: "sets",
		Breaks: "what is visited along another relationship than IsA shows own ids only",
		File:   "fast/internal/query/set_match.go",
		Old:    `if visited && s.src.Relation != rules.IsA {`,
		New:    `if visited && s.src.Relation == 0 {`,
	},
	{
		Name: "visited-show-dont-inherit", Class: "sets",
		Breaks: "what is visited shows ids that are DontInherit",
		File:   "fast/internal/query/set_match.go",
		Old:    `|| visited && w.TraitsOf(h.ID.First())&rules.TraitInherited == 0 {`,
		New:    `|| visited && w.TraitsOf(h.ID.First()) == 0 {`,
	},
	{
		Name: "further-holders-show", Class: "sets",
		Breaks: "along IsA every holder of an exclusive relationship shows its pair",
		File:   "fast/internal/query/set_match.go",
		Old:    `	return s.hidden.n > 0 &&`,
		New:    `	return s.src.All &&`,
	},
	{
		Name: "all-hides", Class: "sets",
		Breaks: "along IsA with all the first holder of an exclusive relationship hides the others",
		File:   "fast/internal/query/set_match.go",
		Old:    `if s.src.Relation == rules.IsA && !s.src.All && (`,
		New:    `if s.src.Relation == rules.IsA && (`,
	},
	{
		Name: "leaders-skip-the-target", Class: "sets",
		Breaks: "a way back to the target of a transitive relationship is not walked on",
		File:   "fast/internal/query/set_closed.go",
		Old:    `	return x.lead([]uint32{target}, m, target, &seen)`,
		New: `	seen.Add(target)
	return x.lead([]uint32{target}, m, target, &seen)`,
	},
	{
		Name: "asked-pair-reported", Class: "sets",
		Breaks: "a constant target of a transitive relationship reports the pair as asked",
		File:   "fast/internal/query/set_plan.go",
		Old:    `m.storedPair = closed && t.Second.Kind == ElementConst`,
		New:    `m.storedPair = closed && t.Second.Kind == ElementNone`,
	},
	{
		Name: "isa-gives-the-first", Class: "sets",
		Breaks: "(IsA, target) gives one stored pair that leads there",
		File:   "fast/internal/query/set_plan.go",
		Old:    `l.secondAll = m.FirstID == rules.IsA.Index()`,
		New:    `l.secondAll = m.FirstID == 0`,
	},
	{
		Name: "all-gives-one-source", Class: "sets",
		Breaks: "with all on the source a target that follows has one source",
		File:   "fast/internal/query/set_closed.go",
		Old: `	if !m.lists.src.All {
		list = x.nearest`,
		New: `	if len(list) > 0 {
		list = x.nearest`,
	},
	{
		Name: "leaders-own-their-pairs", Class: "sets",
		Breaks: "what leads to a target by an inherited pair is not found",
		File:   "fast/internal/query/set_closed.go",
		Old:    `if x.AnyBases && traits&rules.TraitInherited != 0 {`,
		New:    `if x.AnyBases && traits&rules.TraitInherited == 0 {`,
	},
	{
		Name: "variables-begin-where-they-end", Class: "sets",
		Breaks: "a variable with a set has the value whose pair was found",
		File:   "fast/internal/query/set_match.go",
		Old: `			if isFirst || l.both {
				c.first = start`,
		New: `			if isFirst && l.both {
				c.first = start`,
	},
	{
		Name: "sub-begins-at-parents", Class: "sets",
		Breaks: "an open source with sub is looked for among those that own the pairs",
		File:   "fast/internal/query/set_tables.go",
		Old: `		if s.Up {
`,
		New: `		if s.Up || s.Max == 1 {
`,
	},
	{
		Name: "up-needs-its-own", Class: "sets",
		Breaks: "an open source without self is looked for where the ids are",
		File:   "fast/internal/query/set_tables.go",
		Old:    `	if !l.src.alone() && x.W.CanFollow(`,
		New:    `	if l.src.Self && !l.src.alone() && x.W.CanFollow(`,
	},
	{
		Name: "or-takes-the-first", Class: "sets",
		Breaks: "an Or chain stops at the first alternative that matches",
		File:   "fast/internal/query/chain.go",
		Old:    `if x.matchAll(m, pc) && open == 0 && !every || x.stop {`,
		New:    `if x.matchAll(m, pc) && (open == 0 || every) || x.stop {`,
	},
	{
		Name: "or-tells-twice", Class: "sets",
		Breaks: "alternatives with the same match give a row each",
		File:   "fast/internal/query/chain_every.go",
		Old:    `		if m.lists != nil || m.storedPair || m.Compares ||`,
		New:    `		if m.Compares ||`,
	},
	{
		Name: "or-forgets-the-source", Class: "sets",
		Breaks: "alternatives with the same id and other sources give one row",
		File:   "fast/internal/query/chain_every.go",
		Old: `			key = binary.LittleEndian.AppendUint32(key, x.Source(n.Field, x.Values[ThisSlot]))
`,
		New: ``,
	},
	{
		Name: "or-remembers-too-long", Class: "sets",
		Breaks: "an Or chain gives a match once for all that comes before it",
		File:   "fast/internal/query/chain.go",
		Old: `	s.told = nil
`,
		New: ``,
	},
	{
		Name: "cached-sets-stay", Class: "sets cached",
		Breaks: "a cached query keeps what its sets found until a table comes or goes",
		File:   "fast/internal/query/cache.go",
		Old:    `if c.distant && c.changes != w.Store.Changes() {`,
		New:    `if c.distant && c.changes > w.Store.Changes() {`,
	},
	{
		Name: "cached-cycles-by-table", Class: "sets cached",
		Breaks: "a cached query along a relationship with cycles keeps matches by table",
		File:   "fast/internal/query/cache.go",
		Old:    `if !t.Sets.simple() && q.mayReturn(t.Sets.Src) {`,
		New:    `if !t.Sets.simple() && t.Sets.Src.Down && q.mayReturn(t.Sets.Src) {`,
	},
	{
		Name: "lists-forget-the-set", Class: "sets",
		Breaks: "the ids of a list are looked for on the source itself",
		File:   "fast/internal/query/list.go",
		Old:    `, Sets: Sets{Src: t.Sets.Src}}`,
		New:    `}`,
	},
	{
		Name: "bounds-do-not-help", Class: "sets",
		Breaks: "a maximum depth does not make a relationship one that can be followed",
		File:   "fast/internal/rules/traits.go",
		Old:    `(bounded || w.TraitsOf(`,
		New:    `(w.TraitsOf(`,
	},
	{
		Name: "acyclic-is-not-followed", Class: "sets",
		Breaks: "a relationship that is Acyclic alone cannot be followed",
		File:   "fast/internal/rules/traits.go",
		Old:    `(TraitAcyclic|TraitTraversable|TraitTransitive) != 0)`,
		New:    `(TraitTraversable|TraitTransitive) != 0)`,
	},
	{
		Name: "define-keeps-half", Class: "define",
		Breaks: "a text with a fault leaves what came before it",
		File:   "fast/engine/define.go",
		Old:    `		return e.w.End(mark, err)`,
		New: `		_ = e.w.End(mark, nil)
		return err`,
	},
	{
		Name: "define-reads-down", Class: "define",
		Breaks: "a fact may speak of the subjects before it only",
		File:   "fast/engine/define.go",
		Old: `	for i := range facts {
		if err := e.subject(&facts[i].Src, made); err != nil {
			return err
		}
	}
	owners, ids := make([]Entity, len(facts)), make([]store.ID, len(facts))
	for i := range facts {
		var err *spec.Error
`,
		New: `	owners, ids := make([]Entity, len(facts)), make([]store.ID, len(facts))
	for i := range facts {
		err := e.subject(&facts[i].Src, made)
		if err != nil {
			return err
		}
`,
	},
	{
		Name: "define-takes-used-handles", Class: "define",
		Breaks: "a subject may take the handle of an entity that died",
		File:   "fast/engine/define.go",
		Old:    `if _, err := e.handles.known(handle); err == nil ||`,
		New:    `if _, err := e.handles.living(handle); err == nil ||`,
	},
	{
		Name: "define-forgets-the-scope", Class: "define",
		Breaks: "subjects are created at the root",
		File:   "fast/engine/define.go",
		Old:    `&rules.Birth{Name: src.Name}`,
		New:    `&rules.Birth{Name: src.Name, Unscoped: true}`,
	},
}
