package mutants

// savedMutants lose something when a world is written to a file and read back, or do that where it is refused.
var savedMutants = []Mutant{
	{
		Name: "saved-without-toggles", Class: "saved worlds", Stands: true,
		Breaks: "ids that were off are on in a world that was saved and loaded",
		File:   "fast/internal/save/write.go",
		Old:    `	s.lists(sectionOff, s.w.Off)`,
		New:    `	s.lists(sectionOff, func(uint32) []store.ID { return nil })`,
	},
	{
		Name: "loaded-clock-begins-anew", Class: "saved worlds",
		Breaks: "what is made after a world was loaded is older than what the file has, in type order",
		File:   "fast/internal/rules/snapshot.go",
		Old:    `w.clock = max(w.clock, s.clock)`,
		New:    `w.clock = max(w.clock, 0)`,
	},
	{
		Name: "saved-without-generations-of-the-dead", Class: "saved worlds",
		Breaks: "an entity that was dead before the world was saved lives again when a new one gets its number",
		File:   "fast/internal/save/write.go",
		Old:    `s.uint(uint64(w.Floor()))`,
		New:    `s.uint(0)`,
	},
	{
		Name: "saved-without-marks", Class: "saved worlds",
		Breaks: "instances get no copies of what was marked before the world was saved",
		File:   "fast/internal/save/write.go",
		Old:    `return s.w.Marks[index] })`,
		New:    `return s.w.Marks[index][:0] })`,
	},
	{
		Name: "loaded-component-is-final", Class: "saved worlds",
		Breaks: "a component that was no longer Final by default is so again in a world that was loaded",
		File:   "fast/internal/rules/fill.go",
		Old: `	if declared.Open {
		c.Open = true`,
		New: `	if declared.Open && declared.GoType != nil {
		c.Open = true`,
	},
	{
		Name: "reload-under-an-iterator", Class: "saved worlds",
		Breaks: "a world is saved and loaded while an iterator is open, which ends",
		File:   "fast/engine/snapshot.go",
		Old: `	case len(e.iterators) > 0:
		return spec.Fail(spec.Errorf(spec.CodeInvalid, "the world cannot be saved`,
		New: `	case len(e.iterators) > 1:
		return spec.Fail(spec.Errorf(spec.CodeInvalid, "the world cannot be saved`,
	},
}
