package mutants

// matchingFaults break how terms are matched and combined.
var matchingFaults = []Mutant{
	{
		Name: "or-gives-all", Class: "matching",
		Breaks: "every alternative of an Or chain gives its matches",
		File:   "fast/chain.go",
		Old:    `if x.matchAll(m, pc) && open == 0 || x.stop {`,
		New:    `if x.matchAll(m, pc) && open == 0 && i > 0 || x.stop {`,
	},
	{
		Name: "or-guard-skips-first", Class: "matching",
		Breaks: "a variable that a chain binds comes again by a later alternative",
		File:   "fast/chain.go",
		Old:    `if earlier {`,
		New:    `if earlier && t.index > 1 {`,
	},
	{
		Name: "optional-wildcard-filters", Class: "matching",
		Breaks: "an Optional wildcard without a match loses the row",
		File:   "fast/exec.go",
		Old:    `if x.unset(s.terms[0].needs) || !x.matchAll(&s.terms[0], pc) {`,
		New:    `if x.unset(s.terms[0].needs) || !x.matchAll(&s.terms[0], pc) && s.terms[0].second.kind != elementStar {`,
	},
	{
		Name: "not-with-unset-variable", Class: "matching",
		Breaks: "a Not term with an unset variable is not ignored",
		File:   "fast/exec.go",
		Old:    `if x.unset(s.node.needs) || !x.exists(&s.terms[0]) {`,
		New:    `if !x.exists(&s.terms[0]) {`,
	},
	{
		Name: "scope-with-unset-variable", Class: "matching",
		Breaks: "a scope with an unset variable is not ignored",
		File:   "fast/exec.go",
		Old:    `if x.unset(s.node.needs) || !x.holds(s.start) {`,
		New:    `if !x.holds(s.start) {`,
	},
	{
		Name: "prefab-by-preset", Class: "matching",
		Breaks: "a prefab or disabled entity answers where $this is bound before it is matched",
		File:   "fast/exec.go",
		Old:    `if isBuiltin(index) || x.q.excludes(t) {`,
		New:    `if isBuiltin(index) {`,
	},
	{
		Name: "disabled-answers", Class: "matching",
		Breaks: "disabled entities answer queries that name Prefab",
		File:   "fast/query.go",
		Old:    `!q.disabled && st.Has(t, store.Single(Disabled.Index()))`,
		New:    `!q.disabled && !q.prefabs && st.Has(t, store.Single(Disabled.Index()))`,
	},
	{
		Name: "empty-list-is-false", Class: "matching",
		Breaks: "and|L with an empty list is false",
		File:   "fast/list.go",
		Old:    `return s.node.oper != spec.OrFrom`,
		New:    `return s.node.oper != spec.OrFrom && (len(s.terms) > 0 || s.node.oper == spec.NotFrom)`,
	},
	{
		Name: "list-counts-dont-inherit", Class: "matching",
		Breaks: "the DontInherit ids of a list count",
		File:   "fast/list.go",
		Old:    `(traitProperty|traitDontInherit) != 0 {`,
		New:    `traitProperty != 0 {`,
	},
	{
		Name: "contains-ignores-case", Class: "matching",
		Breaks: "~= ignores case",
		File:   "fast/compare.go",
		Old:    `return strings.Contains(name, text)`,
		New:    `return strings.Contains(strings.ToLower(name), strings.ToLower(text))`,
	},
	{
		Name: "anonymous-contains", Class: "matching",
		Breaks: "entities without a name contain every text",
		File:   "fast/compare.go",
		Old: `if name == "" {
		return false`,
		New: `if name == "" {
		return compare == spec.Contains`,
	},
	{
		Name: "not-equal-filters-half", Class: "matching",
		Breaks: "!= between two variables drops pairs in one direction",
		File:   "fast/compare.go",
		Old:    `return (!m.dead && left == right) != m.negated`,
		New:    `return (!m.dead && left == right) != m.negated && (!m.negated || m.second.kind != elementVar || left < right)`,
	},
	{
		Name: "variable-twice", Class: "matching",
		Breaks: "($x, $x) matches pairs of two entities",
		File:   "fast/facts.go",
		Old:    `m.first.slot != m.second.slot || id.First() == id.Second()`,
		New:    `m.first.slot != m.second.slot || id.First() != 0`,
	},
	{
		Name: "builtin-relationship-answers", Class: "matching",
		Breaks: "a reserved entity is the value of a variable for a relationship",
		File:   "fast/facts.go",
		Old:    `if first && isBuiltin(id.First()) || second &&`,
		New:    `if second &&`,
	},
	{
		Name: "any-source-repeats", Class: "matching",
		Breaks: "_ as a source gives a row for each source",
		File:   "fast/match.go",
		Old:    `m.reported(have.id) != id || m.src.kind == elementStar && have.src != c.src {`,
		New:    `m.reported(have.id) != id || have.src != c.src {`,
	},
	{
		Name: "not-before-its-variable", Class: "matching",
		Breaks: "a Not term is tested before its variable is bound",
		File:   "fast/plan.go",
		Old:    `uses&^p.bound == 0 &&`,
		New:    `(uses&^p.bound == 0 || len(s.terms) == 1) &&`,
	},
	{
		Name: "or-variable-not-conditional", Class: "matching",
		Breaks: "a variable of one alternative is taken as bound by the chain",
		File:   "fast/analyse.go",
		Old:    `return n.binding() &^ n.common()`,
		New:    `return n.binding() &^ n.binding()`,
	},
	{
		Name: "and-terms-in-written-order", Class: "matching",
		Breaks: "what an And term that may be ignored uses is conditional for the And terms written behind it",
		File:   "fast/analyse.go",
		Old: `			left |= n.leaves()
		}
	}
	seen := given`,
		New: `			left |= n.leaves()
			if n.isCore() && n.binding()&left&^settled != 0 {
				left |= n.binding()
			}
		}
	}
	seen := given`,
	},
	{
		Name: "equality-binds-after-optional", Class: "matching",
		Breaks: "an equality binds a variable that an Optional term before it may leave unset",
		File:   "fast/analyse.go",
		Old:    `return src &^ left`,
		New:    `return src`,
	},
	{
		Name: "anonymous-rows-twice", Class: "matching",
		Breaks: "rows that differ in an anonymous variable only come twice",
		File:   "fast/query_rows.go",
		Old:    `if !x.q.hidden {`,
		New:    `if !x.q.hidden || len(x.q.variables) > 2 {`,
	},
	{
		Name: "two-way-target-count", Class: "matching",
		Breaks: "of two pairs of an entity to one target only one is found by (*, T)",
		File:   "fast/internal/store/find.go",
		Old:    `column, count = p, count+1`,
		New:    `return p, 1`,
	},
	{
		Name: "preset-builtin-answers", Class: "matching",
		Breaks: "a variable that is preset to a reserved entity gives rows",
		File:   "fast/exec.go",
		Old: `if isBuiltin(index) {
		return false
	}
	if slot`,
		New: `if isBuiltin(index) && slot == thisSlot {
		return false
	}
	if slot`,
	},
	{
		Name: "inherited-is-writable", Class: "matching",
		Breaks: "a field that is matched on a base is inout",
		File:   "fast/engine_rows.go",
		Old: `return spec.AccessIn
`,
		New: `return spec.AccessInOut
`,
	},
}
