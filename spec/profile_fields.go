package spec

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ProfileField is a field of profiles. An engine can define a profile of its own: it names a base
// and the fields that differ from the base.
type ProfileField struct {
	Key string
	// Question is the question that the field answers in [Profile.Answers].
	Question string
	// Values describes the possible values.
	Values string
	// Choices are values worth trying.
	Choices []string
	// Get returns the value in a profile.
	Get func(Profile) string

	set func(*Profile, string) bool
	in  func(base Profile) bool // the bases that have the field; nil is every base of Flecs
}

// In reports whether a profile with this base may have the field.
func (f *ProfileField) In(base Profile) bool {
	if f.in == nil {
		return base.Family == FlecsFamily
	}
	return f.in(base)
}

// ProfileFields lists the fields in which a profile may differ, in the order of the documentation.
func ProfileFields() []ProfileField { return slices.Clone(profileFields) }

var profileFields = []ProfileField{
	{
		Key: "query_text", Question: "dialect of query text", Values: "flecs-3 or flecs-4; flecs-3-beta if that is the base",
		Choices: []string{"flecs-3", "flecs-4"}, Get: func(p Profile) string { return p.Dialect.String() },
		set: setDialect,
	},
	{
		Key: "traversal", Question: "the relationship that `up`, `superset` or `cascade` follows if none is written",
		Values:  "IsA, ChildOf or DependsOn",
		Choices: []string{"IsA", "ChildOf", "DependsOn"}, Get: func(p Profile) string { return string(p.Traversal) },
		set: setTraversal,
	},
	{
		Key: "instantiation", Question: "inheritance rule of an id that declares none",
		Values:  "Inherit, Override or DontInherit",
		Choices: []string{"Inherit", "Override", "DontInherit"},
		Get:     func(p Profile) string { return p.Instantiation.String() }, set: setInstantiation,
	},
	withoutSets(words("refused_over_isa", "ids that terms cannot search over IsA (carries: ids of a DontInherit element; uninherited: ids whose rule is not Inherit)", "carries", "uninherited",
		func(p *Profile) *bool { return &p.RefusesUninherited })),
	flag("finds_uninherited", "traversal of a relationship other than IsA finds DontInherit ids",
		func(p *Profile) *bool { return &p.FindsUninherited }),
	flag("or_every", "an Or chain gives the matches of every alternative, not only of the first that matches",
		func(p *Profile) *bool { return &p.OrEvery }),
	flag("reflexive", "Reflexive exists, and IsA is Reflexive", func(p *Profile) *bool { return &p.Reflexive }),
	flag("components_final", "components are Final by default", func(p *Profile) *bool { return &p.ComponentsFinal }),
	flag("this_alias", "`$This` means `$this`", func(p *Profile) *bool { return &p.ThisAlias }),
	flag("negated_contains", "a `!` at the beginning of the text of `~=` negates the comparison",
		func(p *Profile) *bool { return &p.NegatedContains }),
	flag("singleton_second", "`$` can be the second element of a term",
		func(p *Profile) *bool { return &p.SingletonSecond }),
	flag("usage_traits", "the usage traits of Flecs 4.1 (Singleton, CanToggle, ...) have an effect, and `$` is no source",
		func(p *Profile) *bool { return &p.UsageTraits }),
	withoutSets(flag("number_targets", "the target of a pair can be a number: (R, @3)",
		func(p *Profile) *bool { return &p.NumberTargets })),
	words("on_set", "causes of OnSet (values: set values; more: also added tags, removed ids of Not terms, revealed base values)", "values", "more",
		func(p *Profile) *bool { return &p.OnSetMore }),
	flag("filter_access", "a term can have the access modifier `[filter]`",
		func(p *Profile) *bool { return &p.FilterAccess }),
	flag("change_opt_in", "change detection must be requested when the query is created",
		func(p *Profile) *bool { return &p.ChangeOptIn }),
	flag("entity_batches", "a row with a field of another entity is its own batch, unless the query is `instanced`",
		func(p *Profile) *bool { return &p.EntityBatches }),
	flag("union_wildcard", "the term (R, *) of a Union relationship reports (R, *), not the pair",
		func(p *Profile) *bool { return &p.UnionWildcard }),
	flag("auto_rule", "a query of kind `auto` that is not cached is a rule (no: a filter)", func(p *Profile) *bool { return &p.AutoRule }),
	kinds("subclasses", "kinds of query with component inheritance",
		func(p *Profile) *Kinds { return &p.ComponentInheritance }),
	kinds("transitivity", "kinds of query with transitivity and reflexivity",
		func(p *Profile) *Kinds { return &p.Transitivity }),
	kinds("variables", "kinds of query with variables other than `$this`",
		func(p *Profile) *Kinds { return &p.Variables }),
	kinds("equality", "kinds of query with `==`, `!=` and `~=`", func(p *Profile) *Kinds { return &p.Equality }),
	kinds("scopes", "kinds of query with scopes", func(p *Profile) *Kinds { return &p.Scopes }),
	kinds("lookup_variables", "kinds of query with lookup variables",
		func(p *Profile) *Kinds { return &p.LookupVariables }),
	kinds("members", "kinds of query with member matching", func(p *Profile) *Kinds { return &p.Members }),
	kinds("lists_in", "kinds of query with list operators (AndFrom, OrFrom, NotFrom)",
		func(p *Profile) *Kinds { return &p.FromLists }),
	kinds("ordering", "kinds of query with cascade, sorting and grouping", func(p *Profile) *Kinds { return &p.Ordering }),
	kinds("change_detection", "kinds of query with change detection",
		func(p *Profile) *Kinds { return &p.ChangeDetection }),
	kinds("self_on_elements", "kinds of query that accept `|self` on first and second elements (flecs-3-beta: that accept written sets)",
		func(p *Profile) *Kinds { return &p.SelfOnElements }),
	ofSets(kinds("subject_sets", "kinds of query in which a subject without a set has `self|superset`",
		func(p *Profile) *Kinds { return &p.SubjectSubstitution })),
	ofSets(kinds("sub", "kinds of query with `sub` and `subset`", func(p *Profile) *Kinds { return &p.SetsDown })),
	ofSets(kinds("all", "kinds of query with `all`", func(p *Profile) *Kinds { return &p.SetsAll })),
	words("self_pairs", "pairs of an entity with itself", "allow", "refuse",
		func(p *Profile) *bool { return &p.RefusesSelfPairs }),
	words("multi_target", "an entity can have several targets of a relationship that is not Exclusive", "yes", "no",
		func(p *Profile) *bool { return &p.SingleTargets }),
	words("dead_target", "a pair whose target is deleted (remove: is removed; zero: becomes the relationship alone)", "remove", "zero",
		func(p *Profile) *bool { return &p.ZeroesDeadTargets }),
	words("panic", "when (OnDelete, Panic) refuses a deletion (held: only while an entity has the id)", "always", "held",
		func(p *Profile) *bool { return &p.PanicsIfHeld }),
	words("panic_cascade", "a deletion whose cascade reaches an entity that Panic protects (refuse: is refused; ignore: goes on)", "refuse", "ignore",
		func(p *Profile) *bool { return &p.PanicIsDirect }),
	words("panic_relationship", "deleting a relationship with (OnDeleteTarget, Panic) (free: allowed; held: refused while it has pairs)", "free", "held",
		func(p *Profile) *bool { return &p.PanicKeepsRelationship }),
	words("prefab_children", "children of a prefab (implied: become prefabs; own: only if Prefab is added to them)", "implied", "own",
		func(p *Profile) *bool { return &p.PrefabChildrenPlain }),
	words("optional_alone", "entities that a query with only Optional terms matches", "all", "none",
		func(p *Profile) *bool { return &p.OptionalAloneIsEmpty }),
	words("lists", "when the ids of a list are read (live: in each iteration; snapshot: when the query is created)", "live", "snapshot",
		func(p *Profile) *bool { return &p.ListsSnapshot }),
	{
		Key: "without_operations", Question: "missing operations",
		Values: "none, or operations of the base joined by '.', except hello, reset, quit, note, entity, component and relationship",
		Get:    withoutOperations, set: setOperations, in: func(Profile) bool { return true },
	},
	{
		Key: "walk_up", Question: walkUpLimit,
		Values: "a number from 1 to 1000000",
		Get:    func(p Profile) string { return fmt.Sprint(p.WalkUp) }, set: setWalkUp, in: isTecs,
	},
	ofTecs(flag("only_not", "a query with only Not terms has rows",
		func(p *Profile) *bool { return &p.OnlyNot })),
	ofTecs(words("dead_entities", "reading, removing from or deleting a dead entity (answer: reads are empty, the others do nothing)", "refuse", "answer",
		func(p *Profile) *bool { return &p.AnswersDead })),
	ofTecs(words("staged_entities", "when an entity that is created in a deferral becomes alive", "at-once", "at-end",
		func(p *Profile) *bool { return &p.StagedLater })),
	ofTecs(words("staged_values", "when a value that replaces another in a deferral becomes visible", "at-end", "at-once",
		func(p *Profile) *bool { return &p.ValuesEarly })),
	ofTecs(words("scope_events", "events of a deferral (each: of each command; net: of all commands together)", "each", "net",
		func(p *Profile) *bool { return &p.NetEvents })),
	ofTecs(flag("restore_events", "monitors report events of a restore",
		func(p *Profile) *bool { return &p.RestoreEvents })),
}

// withoutSets restricts a field to Flecs profiles without substitution.
func withoutSets(f ProfileField) ProfileField {
	f.in = func(base Profile) bool { return base.Family == FlecsFamily && !base.Substitution }
	return f
}

func isTecs(base Profile) bool { return base.Family == TecsFamily }

// ofTecs restricts a field to profiles with declared relationships.
func ofTecs(f ProfileField) ProfileField {
	f.in = isTecs
	return f
}

// words returns a field with the values no and yes, which stand for false and true in the profile.
func words(key, question, no, yes string, of func(*Profile) *bool) ProfileField {
	return ProfileField{
		Key: key, Question: question, Values: no + " or " + yes, Choices: []string{no, yes},
		Get: func(p Profile) string {
			if *of(&p) {
				return yes
			}
			return no
		}, set: func(p *Profile, value string) bool {
			*of(p) = value == yes
			return value == yes || value == no
		},
	}
}

func flag(key, question string, of func(*Profile) *bool) ProfileField {
	return words(key, question, "no", "yes", of)
}

const (
	noKinds  = "none"
	anyKinds = "all"

	// kindValues describes the values of a set of kinds.
	kindValues = "all, none, or some of filter, cached and rule joined by '.'"
)

func kinds(key, question string, of func(*Profile) *Kinds) ProfileField {
	return ProfileField{
		Key: key, Question: question, Values: kindValues,
		Choices: []string{anyKinds, noKinds, "rule", "cached"}, Get: func(p Profile) string {
			return of(&p).words()
		}, set: func(p *Profile, value string) bool {
			k, ok := kindsOf(value)
			*of(p) = k
			return ok
		},
	}
}

// ofSets restricts a field to profiles with substitution.
func ofSets(f ProfileField) ProfileField {
	f.in = func(base Profile) bool { return base.Substitution }
	return f
}

// withoutOperations names the operations that the base has and the profile lacks.
func withoutOperations(p Profile) string {
	var left []string
	if base, is := makerOf()[p.Base]; is && p.Base != "" {
		for _, k := range base().Operations {
			if !p.Has(k) {
				left = append(left, string(k))
			}
		}
	}
	if len(left) == 0 {
		return noKinds
	}
	return strings.Join(left, ".")
}

// setOperations removes operations. It returns false if value names one that every profile must
// have, such as reset or entity.
func setOperations(p *Profile, value string) bool {
	if value == noKinds {
		return true
	}
	p.Operations = slices.Clone(p.Operations)
	for _, name := range strings.Split(value, ".") {
		at := slices.Index(p.Operations, OpKind(name))
		if at < 0 || slices.Contains([]OpKind{OpHello, OpReset, OpQuit, OpNote, OpEntity, OpComponent, OpRelationship},
			OpKind(name)) {
			return false
		}
		p.Operations = slices.Delete(p.Operations, at, at+1)
	}
	return true
}

func setWalkUp(p *Profile, value string) bool {
	n, err := strconv.Atoi(value)
	p.WalkUp = n
	return err == nil && n > 0 && n <= 1_000_000 && value == strconv.Itoa(n)
}

// words returns a set of kinds in the form of a profile field, for example filter.cached.
func (s Kinds) words() string {
	if s == AllKinds {
		return anyKinds
	}
	if s == Nowhere {
		return noKinds
	}
	return strings.ReplaceAll(s.String(), ", ", ".")
}

func kindsOf(value string) (Kinds, bool) {
	switch value {
	case anyKinds:
		return AllKinds, true
	case noKinds:
		return Nowhere, true
	}
	set := Nowhere
	for _, word := range strings.Split(value, ".") {
		switch word {
		case KindFilter.String():
			set |= InFilter
		case KindCached.String():
			set |= InCached
		case KindRule.String():
			set |= InRule
		default:
			return Nowhere, false
		}
	}
	return set, true
}

func setDialect(p *Profile, value string) bool {
	for _, other := range ProfilesOf(FlecsFamily) {
		if other.Dialect.String() == value && other.Substitution == p.Substitution {
			p.Dialect = other.Dialect
			return true
		}
	}
	return false
}

func setTraversal(p *Profile, value string) bool {
	p.Traversal = Handle(value)
	return slices.Contains([]Handle{IsA, ChildOf, DependsOn}, p.Traversal)
}

func setInstantiation(p *Profile, value string) bool {
	for _, i := range []Instantiation{Inherit, Override, DontInherit} {
		if i.String() == value {
			p.Instantiation = i
			return true
		}
	}
	return false
}

func fieldOf(key string) *ProfileField {
	i := slices.IndexFunc(profileFields, func(f ProfileField) bool { return f.Key == key })
	if i < 0 {
		return nil
	}
	return &profileFields[i]
}

// fieldKeys names the fields that a base has.
func fieldKeys(base Profile) []string {
	var out []string
	for i := range profileFields {
		if profileFields[i].In(base) {
			out = append(out, profileFields[i].Key)
		}
	}
	return out
}
