package fuzz

import "slices"

// choice is one entry of a weighted group: its name in weight lists, its default weight and the feature that it
// needs, nil for none.
type choice struct {
	name   string
	weight int
	needs  func(*Features) bool
}

// growing says which choices of a group came later than the byte seeds; nil for a group that does not grow by rows of
// the catalogue.
func growing(g group) []bool {
	switch g { //nolint:exhaustive // the others do not grow
	case groupDeclared, groupDeclaredPattern: // of profiles that came later
		return slices.Repeat([]bool{true}, len(choicesOf(g)))
	case groupProperty:
	default:
		return nil
	}
	later := make([]bool, len(relProperties))
	for i, row := range relProperties {
		later[i] = row.Later
	}
	return later
}

// group numbers the groups of choices that weights decide.
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
	groupForm
	groupPreset
	groupSet
	groupDepth
	groupAlong
	groupDeclared
	groupDeclaredPattern
	groupCount
)

// groupNames are the prefixes of keys in weight lists; steps have none.
var groupNames = [groupCount]string{
	groupStep: "", groupFragment: "fragment", groupInvalid: "invalid", groupRole: "role", groupBirth: "birth",
	groupAdd: "add", groupProperty: "property", groupPolicy: "policy", groupPattern: "pattern", groupSize: "size",
	groupTerm: "term", groupFirst: "first", groupSecond: "second", groupSource: "source",
	groupTraversal: "traversal", groupKind: "kind", groupForm: "form", groupPreset: "preset", groupSet: "set", groupDepth: "depth", groupAlong: "along",
	groupDeclared: "declared", groupDeclaredPattern: "declared_pattern",
}

// choicesOf lists the choices of a group in the order in which bytes are given to them: the simplest first.
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
	case groupForm:
		return formChoices
	case groupPreset:
		return presetChoices
	case groupSet:
		return setChoices()
	case groupDepth:
		return depthChoices
	case groupAlong:
		return alongChoices
	case groupDeclared:
		return declaredSteps
	case groupDeclaredPattern:
		return declaredPatterns
	case groupCount:
	}
	return nil
}
