package mutants

// matchingMutants break how terms are matched and combined.
var matchingMutants = []Mutant{
	{
		Name: "or-gives-all", Class: "matching",
		Breaks: "every alternative of an Or chain gives its matches",
		File:   "fast/internal/query/chain.go",
		Old:    `if x.matchAll(m, pc) && open == 0 && !every || x.stop {`,
		New:    `if x.matchAll(m, pc) && open == 0 && !every && i > 0 || x.stop {`,
	},
	{
		Name: "or-guard-skips-first", Class: "matching",
		Breaks: "a variable that a chain binds comes again by a later alternative",
		File:   "fast/internal/query/chain.go",
		Old:    `if earlier {`,
		New:    `if earlier && t.index > 1 {`,
	},
	{
		Name: "optional-wildcard-filters", Class: "matching",
		Breaks: "an Optional wildcard without a match loses the row",
		File:   "fast/internal/query/exec.go",
		Old:    `if x.unset(s.Terms[0].needs) || !x.matchAll(&s.Terms[0], pc) {`,
		New:    `if x.unset(s.Terms[0].needs) || !x.matchAll(&s.Terms[0], pc) && s.Terms[0].Second.Kind != ElementStar {`,
	},
	{
		Name: "not-with-unset-variable", Class: "matching",
		Breaks: "a Not term with an unset variable is not ignored",
		File:   "fast/internal/query/exec.go",
		Old:    `if x.unset(s.Node.Needs) || !x.exists(&s.Terms[0]) {`,
		New:    `if !x.exists(&s.Terms[0]) {`,
	},
	{
		Name: "scope-with-unset-variable", Class: "matching",
		Breaks: "a scope with an unset variable is not ignored",
		File:   "fast/internal/query/exec.go",
		Old:    `if x.unset(s.Node.Needs) || !x.holds(s.start) {`,
		New:    `if !x.holds(s.start) {`,
	},
	{
		Name: "prefab-by-preset", Class: "matching",
		Breaks: "a prefab or disabled entity answers where $this is bound before it is matched",
		File:   "fast/internal/query/exec.go",
		Old:    `if rules.IsBuiltin(index) || x.Q.Excludes(t) {`,
		New:    `if rules.IsBuiltin(index) {`,
	},
	{
		Name: "disabled-answers", Class: "matching",
		Breaks: "disabled entities answer queries that name Prefab",
		File:   "fast/internal/query/query.go",
		Old:    `	if !q.Disabled {`,
		New:    `	if !q.Disabled && !q.Prefabs {`,
	},
	{
		Name: "empty-list-is-false", Class: "matching",
		Breaks: "and|L with an empty list is false",
		File:   "fast/internal/query/list.go",
		Old:    `return s.Node.Oper != spec.OrFrom`,
		New:    `return s.Node.Oper != spec.OrFrom && (len(s.Terms) > 0 || s.Node.Oper == spec.NotFrom)`,
	},
	{
		Name: "list-counts-dont-inherit", Class: "matching",
		Breaks: "the DontInherit ids of a list count",
		File:   "fast/internal/query/list.go",
		Old:    `(rules.TraitProperty|rules.TraitDontInherit) != 0 {`,
		New:    `rules.TraitProperty != 0 {`,
	},
	{
		Name: "contains-ignores-case", Class: "matching",
		Breaks: "~= ignores case",
		File:   "fast/internal/query/compare.go",
		Old:    `return strings.Contains(name, text)`,
		New:    `return strings.Contains(strings.ToLower(name), strings.ToLower(text))`,
	},
	{
		Name: "anonymous-contains", Class: "matching",
		Breaks: "entities without a name contain every text",
		File:   "fast/internal/query/compare.go",
		Old: `if name == "" {
		return false`,
		New: `if name == "" {
		return compare == spec.Contains`,
	},
	{
		Name: "not-equal-filters-half", Class: "matching",
		Breaks: "!= between two variables drops pairs in one direction",
		File:   "fast/internal/query/compare.go",
		Old:    `return (!m.Dead && left == right) != m.negated`,
		New:    `return (!m.Dead && left == right) != m.negated && (!m.negated || m.Second.Kind != ElementVar || left < right)`,
	},
	{
		Name: "variable-twice", Class: "matching",
		Breaks: "($x, $x) matches pairs of two entities",
		File:   "fast/internal/query/facts.go",
		Old:    `m.First.Slot != m.Second.Slot || id.First() == id.Second()`,
		New:    `m.First.Slot != m.Second.Slot || id.First() != 0`,
	},
	{
		Name: "builtin-relationship-answers", Class: "matching",
		Breaks: "a reserved entity is the value of a variable for a relationship",
		File:   "fast/internal/query/facts.go",
		Old:    `if first && rules.IsBuiltin(id.First()) || second &&`,
		New:    `if second &&`,
	},
	{
		Name: "any-source-repeats", Class: "matching",
		Breaks: "_ as a source gives a row for each source",
		File:   "fast/internal/query/match.go",
		Old:    `m.reported(have.id) != id || have.first != c.first || have.second != c.second || m.Src.Kind == ElementStar && have.src != c.src {`,
		New:    `m.reported(have.id) != id || have.src != c.src {`,
	},
	{
		Name: "not-before-its-variable", Class: "matching",
		Breaks: "a Not term is tested before its variable is bound",
		File:   "fast/internal/query/plan.go",
		Old:    `uses&^p.bound == 0 &&`,
		New:    `(uses&^p.bound == 0 || len(s.Terms) == 1) &&`,
	},
	{
		Name: "or-variable-not-conditional", Class: "matching",
		Breaks: "a variable of one alternative is taken as bound by the chain",
		File:   "fast/internal/query/analyse.go",
		Old:    `return n.binding() &^ n.common()`,
		New:    `return n.binding() &^ n.binding()`,
	},
	{
		Name: "and-terms-in-written-order", Class: "matching",
		Breaks: "what an And term that may be ignored uses is conditional for the And terms written behind it",
		File:   "fast/internal/query/analyse.go",
		Old: `			left |= n.leaves()
		}
	}
	seen := given`,
		New: `			left |= n.leaves()
			if n.IsCore() && n.binding()&left&^settled != 0 {
				left |= n.binding()
			}
		}
	}
	seen := given`,
	},
	{
		Name: "equality-binds-after-optional", Class: "matching",
		Breaks: "an equality binds a variable that an Optional term before it may leave unset",
		File:   "fast/internal/query/analyse.go",
		Old:    `return src &^ left`,
		New:    `return src`,
	},
	{
		Name: "anonymous-rows-twice", Class: "matching",
		Breaks: "rows that differ in an anonymous variable only come twice",
		File:   "fast/internal/query/rows.go",
		Old:    `if !x.Q.Hidden {`,
		New:    `if !x.Q.Hidden || len(x.Q.Variables) > 2 {`,
	},
	{
		Name: "two-way-target-count", Class: "matching", Released: "bitecs 0.4.0",
		Breaks: "of two pairs of an entity to one target only one is found by (*, T)",
		File:   "fast/internal/store/find.go",
		Old:    `if count++; count == 1 {`,
		New:    `if count = 1; true {`,
	},
	{
		Name: "preset-builtin-answers", Class: "matching",
		Breaks: "a variable that is preset to a reserved entity gives rows",
		File:   "fast/internal/query/exec.go",
		Old: `if rules.IsBuiltin(index) {
		return false
	}
	if slot`,
		New: `if rules.IsBuiltin(index) && slot == ThisSlot {
		return false
	}
	if slot`,
	},
	{
		Name: "inherited-is-writable", Class: "matching",
		Breaks: "a field that is matched on a base is inout",
		File:   "fast/internal/query/rows.go",
		Old: `return spec.AccessIn
`,
		New: `return spec.AccessInOut
`,
	},
}
