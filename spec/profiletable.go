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
		{"default limit on the number of ancestors in walk_up", p.walkUp()},
		{"dialect of query text", p.Dialect.String()},
		{"the relationship that `up`, `superset` or `cascade` follows if none is written", string(p.Traversal)},
		{"inheritance rule of an id that declares none", p.Instantiation.String()},
		{overIsA, refused(p)},
		{"traversal of a relationship other than IsA finds DontInherit ids", yesNo(p.FindsUninherited)},
		{"every id but DontInherit is found through IsA by substitution", yesNo(p.Substitution)},
		{"an Or chain gives the matches of every alternative, not only of the first that matches", yesNo(p.OrEvery)},
		{"Reflexive exists, and IsA is Reflexive", yesNo(p.Reflexive)},
		{"components are Final by default", yesNo(p.ComponentsFinal)},
		{"`$This` means `$this`", yesNo(p.ThisAlias)},
		{"a `!` at the beginning of the text of `~=` negates the comparison", yesNo(p.NegatedContains)},
		{"`$` can be the second element of a term", yesNo(p.SingletonSecond)},
		{usageTraits, yesNo(p.UsageTraits)},
		{numberTargets, yesNo(p.NumberTargets)},
		{onSetCauses, map[bool]string{false: "values", true: "more"}[p.OnSetMore]},
		{"a term can have the access modifier `[filter]`", yesNo(p.FilterAccess)},
		{"change detection must be requested when the query is created", yesNo(p.ChangeOptIn)},
		{"a row with a field of another entity is its own batch, unless the query is `instanced`", yesNo(p.EntityBatches)},
		{"the term (R, *) of a Union relationship reports (R, *), not the pair", yesNo(p.UnionWildcard)},
		{"a query of kind `auto` is a rule", yesNo(p.AutoRule)},
		{"kinds of query with component inheritance", p.ComponentInheritance.String()},
		{"kinds of query with transitivity and reflexivity", p.Transitivity.String()},
		{"kinds of query with variables other than `$this`", p.Variables.String()},
		{"kinds of query with `==`, `!=` and `~=`", p.Equality.String()},
		{"kinds of query with scopes", p.Scopes.String()},
		{"kinds of query with lookup variables", p.LookupVariables.String()},
		{"kinds of query with member matching", p.Members.String()},
		{"kinds of query with list operators (AndFrom, OrFrom, NotFrom)", p.FromLists.String()},
		{"kinds of query with cascade, sorting and grouping", p.Ordering.String()},
		{"kinds of query with change detection", p.ChangeDetection.String()},
		{onElements, p.SelfOnElements.String()},
		{"kinds of query in which a subject without a set has `self|superset`", p.SubjectSubstitution.String()},
		{"kinds of query with `sub` and `subset`", p.SetsDown.String()},
		{"kinds of query with `all`", p.SetsAll.String()},
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
const onElements = "kinds of query with `|self` on first and second elements (with substitution: sets)"

// refused describes which first elements a term that traverses IsA must not have
// (traversal.uninherited).
func refused(p Profile) string {
	if p.RefusesUninherited {
		return "ids that are not Inherit"
	}
	return "ids that carry DontInherit"
}
