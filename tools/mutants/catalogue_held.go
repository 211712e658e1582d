package mutants

// heldMutants leave a held query behind by changes that come in another way than one entity's own.
var heldMutants = []Mutant{
	{
		Name: "second-fixed-source", Class: "held", Stands: true,
		Breaks: "of two fixed sources of a held query only the first is known to move",
		File:   "fast/internal/query/cache.go",
		Old:    `holds = holds && i < len(c.fixed) && c.fixed[i] == q.tableOf(t.Src.Entity)`,
		New:    `holds = holds && (i > 0 || len(c.fixed) > 0 && c.fixed[i] == q.tableOf(t.Src.Entity))`,
	},
	{
		Name: "base-of-fixed-source", Class: "held",
		Breaks: "a held query does not learn that a base of its fixed source has changed",
		File:   "fast/internal/query/cache_match.go",
		Old:    `if len(bases) > 0 && x.Q.hasFixed() {`,
		New:    `if len(bases) > 2 && x.Q.hasFixed() {`,
	},
	{
		Name: "other-bases-of-a-table", Class: "held",
		Breaks: "a held query for single ids does not learn of a table of instances that comes back with another base",
		File:   "fast/internal/query/cache_match.go",
		Old:    `if c.singles && item&rules.OtherTargets != 0 && !x.Store.Has(t, rules.AnyBase) {`,
		New:    `if c.singles && item&rules.OtherTargets != 0 {`,
	},
	{
		Name: "not-pair-as-single", Class: "held",
		Breaks: "a held query with a pair under Not does not look at tables that come back with other targets",
		File:   "fast/internal/query/cache.go",
		Old:    `t.First.Kind == ElementConst && t.Second.Kind == ElementNone && t.Src.Kind == ElementVar`,
		New:    `t.First.Kind == ElementConst && (t.Second.Kind == ElementNone || n.Oper == spec.Not) && t.Src.Kind == ElementVar`,
	},
	{
		Name: "distant-by-tables", Class: "held",
		Breaks: "a held query that goes up is matched anew for tables that come or go, and not for entities that move",
		File:   "fast/internal/query/cache.go",
		Old:    `	if c.distant && c.changes != w.Store.Changes() {`,
		New:    `	if c.distant && c.changes != w.Store.Changes() && c.tables != w.TableLog.End() {`,
	},
	{
		Name: "stripped-bases-unlogged", Class: "held",
		Breaks: "a held query does not learn that a base has lost a pair because the target has died",
		File:   "fast/internal/rules/cleanup.go",
		Old: `			d.w.refreshTraits(e.Index())
		}
		d.w.Changed(e.Index())`,
		New: `			d.w.refreshTraits(e.Index())
		}
		if t := d.w.Entities[e.Index()].Traits; t&(TraitBase|TraitToggled) == TraitBase && !properties {
			d.w.Touch(e.Index())
			continue
		}
		d.w.Changed(e.Index())`,
	},
	{
		Name: "versions-after-restore", Class: "held",
		Breaks: "a sorted query that is held over a restore takes tables for unchanged that have the number of changes that they had",
		File:   "fast/internal/query/cached_order.go",
		Old: `	before := k.state
	if before.changes = now.changes; before != now {`,
		New: `	before := k.state
	before.epoch, before.traits, before.matches = now.epoch, now.traits, now.matches
	if before.changes = now.changes; before != now {`,
	},
	{
		Name: "direct-instances-of-an-instance", Class: "held",
		Breaks: "a held query learns of the change of a base on what inherits from it, unless the base is an instance",
		File:   "fast/internal/query/cache_match.go",
		Old: `	for _, p := range x.Store.Lookup(store.Pair(rules.IsA.Index(), base)) {
		c.again(x, b, p.Table)`,
		New: `	for _, p := range x.Store.Lookup(store.Pair(rules.IsA.Index(), base)) {
		if seen.Add(base) == x.W.HasBases(x.W.Table(base)) {
			c.again(x, b, p.Table)
		}`,
	},
}
