package spec

import (
	"fmt"
	"slices"
	"strings"
)

// String names the kinds in the set.
func (s Kinds) String() string {
	if s == AllKinds {
		return "all kinds"
	}
	var names []string
	for _, k := range []QueryKind{KindFilter, KindCached, KindRule} {
		if s.Has(k) {
			names = append(names, k.String())
		}
	}
	if len(names) == 0 {
		return "no"
	}
	return strings.Join(names, ", ")
}

// String returns the name of the rule in the manuals.
func (i Instantiation) String() string {
	switch i {
	case Inherit:
		return "Inherit"
	case Override:
		return "Override"
	case DontInherit:
		return "DontInherit"
	}
	return fmt.Sprintf("Instantiation(%d)", uint8(i))
}

// Answer is a question to which the documents give different answers, and the answer of one
// profile.
type Answer struct {
	Question string
	Answer   string
}

// Answers lists the profile's answer to each question, in the order of `diffcheck list profiles`.
func (p Profile) Answers() []Answer {
	yesNo := func(b bool) string { return string(yesNo(b)) }
	all := []Answer{
		{"built: both engines implement it", yesNo(p.Built)},
		{"library", p.Family.String()},
		{"missing operations", p.lacks()},
		{"capabilities", p.only()},
		{"default limit of the ancestors of walk_up", p.walkUp()},
		{"query text", p.Dialect.String()},
		{"relationship of a bare up, superset or cascade", string(p.Traversal)},
		{"rule for an id of a base that declares none", p.Instantiation.String()},
		{"refused where a term traverses IsA", refused(p)},
		{"traversal of other relationships finds ids that are DontInherit", yesNo(p.FindsUninherited)},
		{"every id but DontInherit is found through IsA by substitution", yesNo(p.Substitution)},
		{"an Or chain gives the matches of every alternative", yesNo(p.OrEvery)},
		{"relationships can be Reflexive; IsA is", yesNo(p.Reflexive)},
		{"components are Final by default", yesNo(p.ComponentsFinal)},
		{"`$This` is the default source variable", yesNo(p.ThisAlias)},
		{"a leading `!` in the text of `~=` negates", yesNo(p.NegatedContains)},
		{"`$` may be a second element", yesNo(p.SingletonSecond)},
		{"the traits of 4.1 act: Singleton, OnlyTarget, CanToggle, ...; no `$` source", yesNo(p.UsageTraits)},
		{numberTargets, yesNo(p.NumberTargets)},
		{onSetCauses, map[bool]string{false: "values", true: "more"}[p.OnSetMore]},
		{"`[filter]` exists", yesNo(p.FilterAccess)},
		{"change detection must be requested when the query is created", yesNo(p.ChangeOptIn)},
		{"a result with a field of another entity holds one entity, unless instanced", yesNo(p.EntityBatches)},
		{"a term for a Union relationship and any target reports (R, *)", yesNo(p.UnionWildcard)},
		{"kind auto means rule", yesNo(p.AutoRule)},
		{"component inheritance", p.ComponentInheritance.String()},
		{"transitivity and reflexivity", p.Transitivity.String()},
		{"variables other than `$this`", p.Variables.String()},
		{"equality", p.Equality.String()},
		{"scopes", p.Scopes.String()},
		{"lookup variables", p.LookupVariables.String()},
		{"member matching", p.Members.String()},
		{"AndFrom, OrFrom, NotFrom", p.FromLists.String()},
		{"cascade, sorting, grouping", p.Ordering.String()},
		{"change detection", p.ChangeDetection.String()},
		{onElements, p.SelfOnElements.String()},
		{"a subject without a set is `self|superset`", p.SubjectSubstitution.String()},
		{"`sub`, `subset`", p.SetsDown.String()},
		{"`all`", p.SetsAll.String()},
	}
	if p.Family != FlecsFamily {
		for i := range all[shared:] {
			all[shared+i].Answer = "-"
		}
	}
	for _, question := range []string{
		selfPairs, multiTarget, deadTarget, panicIf, panicCascade, panicRelationship, stickyProperties, prefabChildren,
		optionalAlone, listsRead, onlyNot, deadEntities, stagedEntities, stagedValues, scopeEvents, restoreEvents,
	} {
		i := slices.IndexFunc(profileFields, func(f ProfileField) bool { return f.Question == question })
		answer := "-"
		if profileFields[i].In(p) {
			answer = profileFields[i].Get(p)
		}
		all = append(all, Answer{question, answer})
	}
	return all
}

// shared is how many questions apply to every family; the others are about the documents of Flecs.
const shared = 5

// String returns the name of the library.
func (f Family) String() string {
	switch f {
	case FlecsFamily:
		return "Flecs"
	case TecsFamily:
		return "Tecs"
	}
	return fmt.Sprintf("Family(%d)", uint8(f))
}

// lacks lists the operations of the protocol that a profile does not have.
func (p Profile) lacks() string {
	var names []string
	for _, k := range OpKinds() {
		if !p.Has(k) {
			names = append(names, string(k))
		}
	}
	return strings.Join(names, " ")
}

// only lists the capabilities of a profile that names them.
func (p Profile) only() string {
	if p.Only == nil {
		return "those of its rows"
	}
	names := make([]string, len(p.Only))
	for i, c := range p.Only {
		names[i] = string(c)
	}
	return strings.Join(names, " ")
}

func (p Profile) walkUp() string {
	if p.WalkUp == 0 {
		return "any number"
	}
	return fmt.Sprint(p.WalkUp)
}

// onElements is the question about sets on elements other than the source: |self, or any set if the
// profile has sets.
const onElements = "`|self` on first and second elements (with substitution: sets)"

// refused describes which first elements a term that traverses IsA must not have
// (traversal.uninherited).
func refused(p Profile) string {
	if p.RefusesUninherited {
		return "ids that are not Inherit"
	}
	return "ids that carry DontInherit"
}
