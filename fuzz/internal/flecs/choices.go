package flecs

import "github.com/relspec/relspec/fuzz/content"

// Features lists the features that a trace may use.
type Features = content.Features

// Choice is one entry of a weighted group: its name in weight lists, its default weight and the feature that it
// needs, nil for none.
type Choice struct {
	Name   string
	Weight int
	Needs  func(*Features) bool
}

type choice = Choice

// Group is a list of choices with weights; one table selects among them.
type Group struct {
	// Name is the prefix of keys in weight lists; steps have none.
	Name string
	// Choices are in the order of the bytes that select them, the simplest first.
	Choices []Choice
	// Later marks the choices that were added after the byte seeds. It is nil for groups that do
	// not grow with the catalogue.
	Later []bool
}

// Groups lists the groups of choices. The function choose of [Build] is called with an index in
// this list.
func Groups() []Group {
	out := make([]Group, groupCount)
	for g := range out {
		out[g] = Group{Name: groupNames[g], Choices: choicesOf(group(g))}
	}
	out[groupProperty].Later = make([]bool, len(relProperties))
	for i, row := range relProperties {
		out[groupProperty].Later[i] = row.Later
	}
	return out
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

// groupNames are the prefixes of keys in weight lists; steps have none.
var groupNames = [groupCount]string{
	groupStep: "", groupFragment: "fragment", groupInvalid: "invalid", groupRole: "role", groupBirth: "birth",
	groupAdd: "add", groupProperty: "property", groupPolicy: "policy", groupPattern: "pattern", groupSize: "size",
	groupTerm: "term", groupFirst: "first", groupSecond: "second", groupSource: "source",
	groupTraversal: "traversal", groupKind: "kind", groupNotation: "form", groupPreset: "preset", groupSet: "set",
	groupDepth: "depth", groupAlong: "along",
}

// choicesOf lists the choices of a group in the order of the bytes that select them, the simplest
// first.
func choicesOf(g group) []choice {
	switch g {
	case groupStep:
		return stepChoices()
	case groupFragment:
		return fragmentChoices()
	case groupInvalid:
		return invalidChoices()
	case groupRole:
		return roleChoices
	case groupBirth:
		return birthChoices
	case groupAdd:
		return addChoices
	case groupProperty:
		return propertyChoices()
	case groupPolicy:
		return policyChoices
	case groupPattern:
		return patternChoices
	case groupSize:
		return sizeChoices
	case groupTerm:
		return termChoices
	case groupFirst:
		return firstChoices
	case groupSecond:
		return secondChoices
	case groupSource:
		return sourceChoices
	case groupTraversal:
		return traversalChoices
	case groupKind:
		return kindChoices
	case groupNotation:
		return notationChoices
	case groupPreset:
		return presetChoices
	case groupSet:
		return setChoices()
	case groupDepth:
		return depthChoices
	case groupAlong:
		return alongChoices
	case groupCount:
	}
	return nil
}
