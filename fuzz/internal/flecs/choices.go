package flecs

import "github.com/relspec/relspec/fuzz/content"

// Features lists the features that a trace may use.
type Features = content.Features

// Choice is one entry of a weighted group: its name in weight lists, its default weight and the
// feature that it needs, nil for none.
type Choice struct {
	Name   string
	Weight int
	Needs  func(*Features) bool
}

type choice = Choice

// option is a choice and what it makes.
type option[T any] struct {
	choice
	makes T
}

// Group is a list of choices with weights. Package fuzz makes a table of each group, which maps a
// byte to a choice.
type Group struct {
	// Name is the prefix of keys in weight lists; steps have none.
	Name string
	// Choices are in the order of the bytes that select them, the simplest first.
	Choices []Choice
}

// Groups lists the groups of choices. The function choose of [Build] is called with an index in
// this list.
func Groups() []Group {
	of := func(name string, choices []choice) Group { return Group{Name: name, Choices: choices} }
	return []Group{
		groupStep:      of("", choicesOf(steps[:], func(s *step) choice { return s.choice })),
		groupFragment:  of("fragment", choicesOf(fragments, func(f **fragment) choice { return (*f).choice })),
		groupInvalid:   of("invalid", choicesIn(refusals[:])),
		groupRole:      of("role", roleChoices),
		groupBirth:     of("birth", choicesIn(births[:])),
		groupAdd:       of("add", choicesIn(additions[:])),
		groupProperty:  propertyGroup(),
		groupPolicy:    of("policy", policyChoices),
		groupPattern:   of("pattern", choicesIn(widenings[:])),
		groupSize:      of("size", sizeChoices),
		groupTerm:      of("term", termChoices),
		groupFirst:     of("first", firstChoices),
		groupSecond:    of("second", secondChoices),
		groupSource:    of("source", choicesIn(sources[:])),
		groupTraversal: of("traversal", choicesIn(traversals[:])),
		groupKind:      of("kind", kindChoices),
		groupNotation:  of("form", notationChoices),
		groupPreset:    of("preset", presetChoices),
		groupSet:       of("set", choicesIn(setShapes[:])),
		groupDepth:     of("depth", depthChoices),
		groupAlong:     of("along", alongChoices),
	}
}

func choicesOf[T any](list []T, of func(*T) choice) []choice {
	out := make([]choice, len(list))
	for i := range list {
		out[i] = of(&list[i])
	}
	return out
}

func choicesIn[T any](list []option[T]) []choice {
	return choicesOf(list, func(o *option[T]) choice { return o.choice })
}

// group numbers the groups of choices.
type group uint8

const (
	groupStep group = iota
	groupFragment
	groupInvalid
	groupRole
	groupBirth
	groupAdd
	groupProperty
	groupPolicy
	groupPattern
	groupSize
	groupTerm
	groupFirst
	groupSecond
	groupSource
	groupTraversal
	groupKind
	groupNotation
	groupPreset
	groupSet
	groupDepth
	groupAlong
	groupCount

	// GroupCount is the length of [Groups].
	GroupCount = int(groupCount)
)
