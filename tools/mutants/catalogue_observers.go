package mutants

// observersMutants lose events, or tell of changes that did not happen.
var observersMutants = []Mutant{
	{
		Name: "deferred-set-untold", Class: "observers",
		Breaks: "a value that is set by a deferred command causes no event",
		File:   "fast/internal/change/defer.go",
		Old:    `return w.Operate(func() *spec.Error { return values[c.list].Set(w, c.Entity, id, c.at) })`,
		New:    `return values[c.list].Set(w, c.Entity, id, c.at)`,
	},
	{
		Name: "events-out-of-order", Class: "observers",
		Breaks: "the events of an entity come in the order of its ids in the table in place of type order",
		File:   "fast/internal/change/events.go",
		Old: `	slices.SortStableFunc(list, func(a, b sighting) int { return w.compareSightings(d.c.entity, &a, &b) })
`,
		New: `	_ = w
`,
	},
	{
		Name: "added-before-removed", Class: "observers",
		Breaks: "OnAdd comes before OnRemove of the same operation",
		File:   "fast/internal/change/events.go",
		Old: `			e.Source = s.owner
		}
`,
		New: `			e.Source = s.owner
		}
		if n := len(v.events); kind == spec.OnAdd && n > 0 && v.events[n-1].Kind == spec.OnRemove {
			v.events = slices.Insert(v.events, n-1, e)
			continue
		}
`,
	},
	{
		Name: "unheard-end-of-what-is-heard", Class: "observers",
		Breaks: "the deletion of an entity that nothing mentions passes by the observers of its ids",
		File:   "fast/internal/change/interest.go",
		Old:    `return alive && x.passes(w, t)`,
		New:    `return alive && t >= 0`,
	},
	{
		Name: "any-observer-not-asked", Class: "observers",
		Breaks: "an observer to which every id may matter hears of no id",
		File:   "fast/internal/change/interest.go",
		Old:    `[...][]*Observer{x.byFirst[id.First()], x.any}`,
		New:    `[...][]*Observer{x.byFirst[id.First()]}`,
	},
	{
		Name: "monitor-leaves-twice", Class: "observers",
		Breaks: "a monitor tells that an entity leaves which had not entered",
		File:   "fast/internal/change/events.go",
		Old:    `case !after && before && o.kinds&onRemove != 0:`,
		New:    `case !after && o.kinds&onRemove != 0:`,
	},
	{
		Name: "monitor-misses-toggles", Class: "observers",
		Breaks: "a monitor does not see that an id is switched off or on",
		File:   "fast/internal/change/capture.go",
		Old:    `case !o.monitor:`,
		New:    `case !o.monitor || !n.global:`,
	},
	{
		Name: "instances-untold", Class: "observers",
		Breaks: "what happens to a base is not told about its instances",
		File:   "fast/internal/change/capture.go",
		Old: `		v.below = w.appendSources(v.below, store.Pair(rules.IsA.Index(), at), &seen)
`,
		New: ``,
	},
	{
		Name: "children-untold", Class: "observers",
		Breaks: "what happens to an entity is not told about those below it that find it by up",
		File:   "fast/internal/change/capture.go",
		Old:    `for _, relationship := range n.relations {`,
		New:    `for _, relationship := range n.relations[:0] {`,
	},
	{
		Name: "yield-forgets-inherited", Class: "observers",
		Breaks: "yield_existing does not tell of inherited ids",
		File:   "fast/internal/change/dispatch.go",
		Old:    `v.add(d, spec.OnAdd, func(s *sighting) bool { return !d.o.triggers[s.trigger].not })`,
		New:    `v.add(d, spec.OnAdd, func(s *sighting) bool { return !d.o.triggers[s.trigger].not && s.owner == d.c.entity })`,
	},
	{
		Name: "yield-sets-tags", Class: "observers",
		Breaks: "yield_existing tells OnSet of ids without data",
		File:   "fast/internal/change/dispatch.go",
		Old:    `return !d.o.triggers[s.trigger].not && w.TypedBy(s.id) != 0 })`,
		New:    `return !d.o.triggers[s.trigger].not && w != nil })`,
	},
	{
		Name: "observer-outlives-parent", Class: "observers",
		Breaks: "an observer goes on after its parent is deleted",
		File:   "fast/internal/change/dispatch.go",
		Old:    `if !o.Ended {`,
		New:    `if o.Ended {`,
	},
	{
		Name: "becoming-an-instance-sets-nothing", Class: "observers",
		Breaks: "there is no OnSet for the data that an entity inherits when it becomes an instance",
		File:   "fast/internal/change/events.go",
		Old:    `if s.owner == d.c.entity || w.TypedBy(s.id) == 0 {`,
		New:    `if s.owner != 0 {`,
	},
	{
		Name: "deletion-untold", Class: "observers",
		Breaks: "the deletion of an entity that nothing mentions causes no OnRemove",
		File:   "fast/internal/change/capture.go",
		Old: `			} else {
				o.capture(e)
			}`,
		New: `			}`,
	},
	{
		Name: "other-owner-is-an-event", Class: "observers",
		Breaks: "an inherited id that another base now gives causes an event",
		File:   "fast/internal/change/events.go",
		Old:    `return has(in, false) && !has(notIn, s.owner != e)`,
		New:    `return has(in, false) && !has(notIn, false)`,
	},
	{
		Name: "not-does-not-trigger", Class: "observers",
		Breaks: "a Not term does not cause OnAdd when what it excludes goes",
		File:   "fast/internal/change/events.go",
		Old: `			if d.o.triggers[s.trigger].not {
				return d.lost(s)
			}
			return d.gained(s)`,
		New: `			return !d.o.triggers[s.trigger].not && d.gained(s)`,
	},
	{
		Name: "plain-events-above-instances", Class: "observers",
		Breaks: "an id of a base comes and goes in one step past the observers of its instances",
		File:   "fast/internal/change/heard.go",
		Old:    `w.Instances && (w.Store.Mentioned(e.Index()) || w.HasBases(t))`,
		New:    `w.Instances && w.HasBases(t)`,
	},
	{
		Name: "plain-events-of-toggled", Class: "observers",
		Breaks: "an id that comes and goes in one step is matched without regard to ids that are switched off",
		File:   "fast/internal/change/heard.go",
		Old:    `w.UndoLog.On() || w.Toggles.Any() ||`,
		New:    `w.UndoLog.On() ||`,
	},
	{
		Name: "plain-not-unheard", Class: "observers",
		Breaks: "an id that comes in one step to an entity that matched by Not is not told",
		File:   "fast/internal/change/heard.go",
		Old:    `case t.not == m.gained && before && o.kinds&onRemove != 0:`,
		New:    `case !t.not && !m.gained && before && o.kinds&onRemove != 0:`,
	},
	{
		Name: "plain-events-match-one-term", Class: "observers",
		Breaks: "an id that comes or goes in one step is told if its entity has any of the ids that are asked for",
		File:   "fast/internal/change/heard.go",
		Old:    `hit, _ := o.matchesShort(m.e)`,
		New: `w, index := o.w, m.e.Index()
	hit := slices.ContainsFunc(o.short, func(t shortTerm) bool { return !t.not && w.Has(w.Table(index), index, t.look) })`,
	},
	{
		Name: "plain-events-replace", Class: "observers",
		Breaks: "a pair of an exclusive relationship that comes in one step is told, and not the one that it replaces",
		File:   "fast/internal/change/heard.go",
		Old:    `known = w.TraitsOf(id.First())&rules.TraitExclusive == 0 && w.bringsNothing(id, one[:])`,
		New:    `known = w.bringsNothing(id, one[:])`,
	},
}
