package mutants

// savedMutants lose something when a world is written to a file and read back.
var savedMutants = []Mutant{
	{
		Name: "saved-without-toggles", Class: "saved worlds", Stands: true,
		Breaks: "ids that were off are on in a world that was saved and loaded",
		File:   "fast/internal/save/write.go",
		Old:    `	s.lists(sectionOff, s.w.Off)`,
		New:    `	s.lists(sectionOff, func(uint32) []store.ID { return nil })`,
	},
}
