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

// walkUpLimit is the question about [Profile.WalkUp].
const walkUpLimit = "default limit on the number of ancestors in walk_up"

// Answers lists the profile's answer to each question, in the order of `diffcheck list profiles`.
// The answer to a question about another family is "-".
func (p Profile) Answers() []Answer {
	all := []Answer{
		{"library", p.Family.String()},
		{"missing operations", p.lacks()},
		{"capabilities", p.only()},
		{walkUpLimit, p.walkUp()},
	}
	add := func(question string, has bool, answer string) {
		if !has {
			answer = "-"
		}
		all = append(all, Answer{question, answer})
	}
	for i := range profileFields {
		f := &profileFields[i]
		switch f.Key {
		case "without_operations", "walk_up": // are above
			continue
		case "or_every": // comes after a question that no field answers
			add("every id but DontInherit is found through IsA by substitution", p.Family == FlecsFamily,
				string(yesNo(p.Substitution)))
		}
		add(f.Question, slices.ContainsFunc(ProfilesOf(p.Family), f.In), f.shown(p))
	}
	return all
}

// shown returns the value of a field in a list for people.
func (f *ProfileField) shown(p Profile) string {
	if k, is := kindsOf(f.Get(p)); is && f.Values == kindValues {
		return k.String()
	}
	return f.Get(p)
}

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
		return "all that apply to it"
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
