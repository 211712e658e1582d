package mutants

// traversalMutants break up and self.
var traversalMutants = []Mutant{
	{
		Name: "parent-only", Class: "traversal",
		Breaks: "up goes no further than the direct target",
		File:   "fast/internal/query/traverse.go",
		Old:    `hit = x.climb(m, above, at, seen)`,
		New:    `hit = false`,
	},
	{
		Name: "self-and-up", Class: "traversal",
		Breaks: "self|up goes up also where the entity itself has the id",
		File:   "fast/internal/query/traverse.go",
		Old: `if x.fitsStart(m, t, index, at) {
			return
		}
		x.found = x.found[:at]`,
		New: `if !x.fitsStart(m, t, index, at) {
			x.found = x.found[:at]
		}`,
	},
	{
		Name: "up-sees-own-only", Class: "traversal",
		Breaks: "up does not see what the visited entities inherit",
		File:   "fast/internal/query/traverse.go",
		Old:    `x.held = x.W.Collect(x.held, t, index, m.openPattern(i), rules.TraitInherited)`,
		New:    `x.held = x.W.CollectOwn(x.held, t, index, m.openPattern(i))`,
	},
	{
		Name: "up-finds-dont-inherit", Class: "traversal",
		Breaks: "up finds DontInherit ids",
		File:   "fast/internal/rules/inherit.go",
		Old:    `if w.TraitsOf(h.ID.First())&(TraitProperty|TraitDontInherit) == 0 {`,
		New:    `if w.TraitsOf(h.ID.First())&TraitProperty == 0 {`,
	},
	{
		Name: "climb-goes-on", Class: "traversal",
		Breaks: "up goes on to further targets after a match",
		File:   "fast/internal/query/traverse.go",
		Old:    `for i := from; i < len(x.level) && !hit; i++ {`,
		New:    `for i := from; i < len(x.level); i++ {`,
	},
	{
		Name: "variable-narrows-the-climb", Class: "traversal",
		Breaks: "up stops only where the variable's value is found",
		File:   "fast/internal/query/traverse.go",
		Old: `if m.Second.Kind == ElementConst {
		second = m.secondID`,
		New: `if m.Second.Kind == ElementConst || m.Second.Kind == ElementVar {
		second = m.secondID`,
	},
	{
		Name: "depth-of-the-last", Class: "traversal",
		Breaks: "depth is that of the last path in place of the longest",
		File:   "fast/internal/rules/depth.go",
		Old:    `longest = max(longest, 1+depth)`,
		New:    `longest = 1 + depth`,
	},
	{
		Name: "traverse-one-short", Class: "traversal",
		Breaks: "traverse leaves out the deepest level",
		File:   "fast/hierarchy.go",
		Old:    `depth <= maxDepth`,
		New:    `depth < maxDepth`,
	},
}
