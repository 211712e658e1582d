package mutants

// fieldsInFast is a profile of an engine's own with the two fields of which fast keeps something.
const fieldsInFast = "mine=flecs-3+dead_target:zero+properties:sticky"

// ownMutants break rules that only fields of an engine's own profile ask for. Their campaigns are of such a profile.
var ownMutants = []Mutant{
	{
		Name: "stuck-not-taken-back", Class: "own profiles", Profile: fieldsInFast,
		Breaks: "a tag property that a refused operation had added acts on",
		File:   "fast/internal/rules/own.go",
		Old:    `	if w.UndoLog.notes(index) {`,
		New:    `	if w.UndoLog.notes(index) && index == 0 {`,
	},
	{
		Name: "stuck-lost-by-restore", Class: "own profiles", Profile: fieldsInFast,
		Breaks: "tag properties that were removed do not act after a restore and the next change of their entity's properties",
		File:   "fast/internal/rules/snapshot.go",
		Old:    `	w.Stuck = maps.Clone(s.stuck)`,
		New:    `	w.Stuck = nil`,
	},
	{
		Name: "stuck-lost-by-files", Class: "own profiles", Profile: fieldsInFast,
		Breaks: "a world that was read from a file has forgotten the tag properties that were removed",
		File:   "fast/internal/save/write.go",
		Old:    `	for _, index := range s.w.StuckEntities() {`,
		New:    `	for _, index := range s.w.StuckEntities()[:0] {`,
	},
	{
		Name: "stuck-outlives-its-entity", Class: "own profiles", Profile: fieldsInFast,
		Breaks: "the tag properties of a deleted entity act on the next one with its number that gets some",
		File:   "fast/internal/rules/raw.go",
		Old:    `		delete(w.Stuck, index)`,
		New:    `		_ = w.Stuck`,
	},
	{
		Name: "one-of-tag-unstuck", Class: "own profiles", Profile: fieldsInFast,
		Breaks: "OneOf as a tag stops acting when it is removed",
		File:   "fast/internal/rules/own.go",
		Old:    ` || w.Stuck[index]&(1<<property.Index()) != 0`,
		New:    ` || property != OneOf && w.Stuck[index]&(1<<property.Index()) != 0`,
	},
	{
		Name: "alone-beside-pair", Class: "own profiles", Profile: fieldsInFast,
		Breaks: "a relationship that was left alone stays when its entity gets a pair",
		File:   "fast/internal/rules/own.go",
		Old:    `	if w.isAlone(e, id) {`,
		New:    `	if w.isAlone(e, id) && w.HasBases(w.Table(e.Index())) {`,
	},
	{
		Name: "zeroed-target-by-target", Class: "own profiles", Profile: fieldsInFast,
		Breaks: "of pairs whose targets die together the value of the first in type order stays",
		File:   "fast/internal/rules/own.go",
		Old:    `		w.SortIDs(ids)`,
		New: `		w.SortIDs(ids)
		slices.Reverse(ids)`,
	},
	{
		Name: "zeroed-stays-off", Class: "own profiles", Profile: fieldsInFast,
		Breaks: "a relationship alone that was owned before keeps its value, and whether it is off, when a target dies",
		File:   "fast/internal/rules/own.go",
		Old:    `		w.rawRemove(index, alone) // with its value, and switched on`,
		New:    `		return`,
	},
	{
		Name: "zeroed-without-value", Class: "own profiles", Profile: fieldsInFast,
		Breaks: "the value of a pair is lost where its relationship becomes alone",
		File:   "fast/internal/rules/own.go",
		Old:    `	if w.TypedBy(id) == w.TypedBy(alone) {`,
		New:    `	if w.TypedBy(id) == 0 {`,
	},
}
