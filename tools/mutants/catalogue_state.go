package mutants

// stateMutants break refusals, names, scopes and snapshots.
var stateMutants = []Mutant{
	{
		Name: "undo-leaves-first", Class: "state", Released: "an engine whose author compared it",
		Breaks: "an operation that fails leaves its first change",
		File:   "fast/internal/rules/undo.go",
		Old:    `i >= mark; i--`,
		New:    `i > mark; i--`,
	},
	{
		Name: "long-cycles-pass", Class: "state",
		Breaks: "a cycle of an Acyclic relationship is refused only where an entity points to itself",
		File:   "fast/internal/rules/check.go",
		Old:    `if traits&TraitAcyclic != 0 && w.reaches(target, first, index) {`,
		New:    `if traits&TraitAcyclic != 0 && target == index {`,
	},
	{
		Name: "cycle-by-second-target", Class: "state",
		Breaks: "a cycle through the second target of an entity is not seen",
		File:   "fast/internal/rules/check.go",
		Old: `if count > 1 {
			break`,
		New: `if count > 2 {
			break`,
	},
	{
		Name: "default-final-ignored", Class: "state",
		Breaks: "components that are Final by default can be inherited from",
		File:   "fast/internal/rules/traits.go",
		Old:    `return w.TraitsOf(index)&(TraitFinal|TraitDefaultFinal) != 0`,
		New:    `return w.TraitsOf(index)&TraitFinal != 0`,
	},
	{
		Name: "one-of-tag-ignored", Class: "state",
		Breaks: "OneOf as a tag does not restrict targets",
		File:   "fast/internal/rules/check.go",
		Old:    `if w.ActsAlone(relationship, OneOf) && parent != relationship {`,
		New:    `if w.ActsAlone(relationship, OneOf) && parent == 0 {`,
	},
	{
		Name: "exclusive-in-use", Class: "state",
		Breaks: "Exclusive can be added while pairs exist",
		File:   "fast/internal/rules/check.go",
		Old:    `case Exclusive.Index(), PairIsTag.Index(),`,
		New:    `case PairIsTag.Index(),`,
	},
	{
		Name: "siblings-share-a-name", Class: "state",
		Breaks: "an entity moves to a parent that has a child of its name",
		File:   "fast/internal/rules/check.go",
		Old:    `name != "" && w.Taken(target, name, index) {`,
		New:    `name != "" && target == 0 && w.Taken(target, name, index) {`,
	},
	{
		Name: "lookup-stops-below-root", Class: "state",
		Breaks: "a relative lookup does not look at the root",
		File:   "fast/internal/rules/names.go",
		Old:    `if at == 0 || !recursive {`,
		New:    `if at == 0 || !recursive || w.ParentOf(at) == 0 {`,
	},
	{
		Name: "snapshot-shares-names", Class: "state",
		Breaks: "names change in a snapshot that was taken before",
		File:   "fast/internal/rules/snapshot.go",
		Old:    `names: w.names.clone(), scope`,
		New:    `names: w.names, scope`,
	},
	{
		Name: "snapshot-shares-loose", Class: "state",
		Breaks: "pairs beside the tables change in a snapshot that was taken before",
		File:   "fast/internal/rules/snapshot.go",
		Old:    `NonFragmenting: w.NonFragmenting.clone(),`,
		New:    `NonFragmenting: w.NonFragmenting,`,
	},
	{
		Name: "moved-name-stays", Class: "state", Released: "Flecs 4.0.5",
		Breaks: "the name of an entity that moves stays below its old parent",
		File:   "fast/internal/rules/names.go",
		Old:    `delete(w.names.by, nameKey{from, name})`,
		New:    `_ = from`,
	},
	{
		Name: "final-with-instances", Class: "state",
		Breaks: "Final can be added to an entity that has instances",
		File:   "fast/internal/rules/check.go",
		Old:    `if added && w.Store.CountOf(store.Pair(IsA.Index(), index)) > 0 {`,
		New:    `if added && w.Store.CountOf(store.Pair(IsA.Index(), index)) > 1 {`,
	},
}
