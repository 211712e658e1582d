package flecs

import (
	"github.com/relspec/relspec/spec"
)

// fragment is a pattern of operations that has broken real engines, inserted as a whole.
type fragment struct {
	choice
	make func(*builder)
}

var fragments = [...]fragment{
	{choice{"two_pairs", 12, nil}, (*builder).twoPairs},
	{choice{"recycle", 12, nil}, (*builder).recycle},
	{choice{"held", 10, nil}, (*builder).holdAndChange},
	{choice{"held_source", 12, nil}, (*builder).heldSource},
	{choice{"cascade", 10, nil}, (*builder).cascade},
	{choice{"exclusive_override", 8, nil}, (*builder).exclusiveOverride},
	{choice{"diamond", 8, nil}, (*builder).diamond},
	{choice{"subclass", 10, nil}, (*builder).subclass},
	{choice{"inherited_pairs", 6, nil}, (*builder).inheritedPairs},
	{choice{"negated_wildcard", 8, nil}, (*builder).negatedWildcard},
	{choice{"leaf", 8, nil}, (*builder).leaf},
	{choice{"web", 8, nil}, (*builder).web},
	{choice{"branch", 14, nil}, (*builder).branch},
	{choice{"not_variable", 6, nil}, (*builder).notVariable},
	{choice{"conditional", 8, nil}, (*builder).conditional},
	{choice{"sharing", 24, nil}, (*builder).sharing},
	{choice{"policy_cycle", 5, nil}, (*builder).policyCycle},
	{choice{"readd", 8, nil}, (*builder).readd},
	{choice{"chain_of_pairs", 5, nil}, (*builder).chainOfPairs},
	{choice{"hidden", 5, nil}, (*builder).hidden},
	{choice{"prefabs", 6, nil}, (*builder).prefabs},
	{choice{"starting", 8, nil}, (*builder).starting},
	{choice{"any_target", 6, needsProperty(spec.Union)}, (*builder).anyTarget},
	{choice{"name_reuse", 4, nil}, (*builder).nameReuse},
	{choice{"rewind", 4, func(f *Features) bool { return f.Snapshots }}, (*builder).rewind},
	{choice{"two_ways_up", 6, func(f *Features) bool { return f.Traversal }}, (*builder).twoWaysUp},
	{choice{"nearest", 8, func(f *Features) bool { return f.Traversal }}, (*builder).nearest},
	{choice{"uprooted", 6, func(f *Features) bool { return f.Traversal }}, (*builder).uprooted},
	{choice{"disinherited", 6, func(f *Features) bool { return f.Traversal }}, (*builder).disinherited},
	{choice{"mirror", 5, needsProperty(spec.Symmetric)}, (*builder).mirror},
	{choice{"watched", 24, func(f *Features) bool { return f.Observers }}, (*builder).watched},
	{choice{"acting", 24, func(f *Features) bool { return f.Acts && f.Observers }}, (*builder).acting},
	{choice{"together", 100, func(f *Features) bool { return f.Together }}, (*builder).together},
	{choice{"toggled", 10, func(f *Features) bool { return f.Toggles }}, (*builder).toggled},
	{choice{"marked", 10, func(f *Features) bool { return f.Overrides }}, (*builder).marked},
	{choice{"waiting", 10, func(f *Features) bool { return f.Deferral }}, (*builder).waiting},
	{choice{"sorted", 16, func(f *Features) bool { return f.Ordering }}, (*builder).sorted},
	{choice{"tracked", 12, func(f *Features) bool { return f.Changes }}, (*builder).tracked},
	{choice{"locked", 10, func(f *Features) bool { return f.Iterators }}, (*builder).locked},
	{choice{"family", 8, func(f *Features) bool { return f.LookupVariables }}, (*builder).family},
	{choice{"membership", 16, func(f *Features) bool { return f.Members }}, (*builder).membership},
	{choice{"substituted", 240, func(f *Features) bool { return f.Substitution }}, (*builder).substituted},
	{choice{"subsets", 140, func(f *Features) bool { return f.Substitution }}, (*builder).subsets},
	{choice{"distant", 140, func(f *Features) bool { return f.Substitution }}, (*builder).distant},
	{choice{"rings", 120, func(f *Features) bool { return f.Substitution }}, (*builder).rings},
	{choice{"reused_relationship", 26, nil}, (*builder).reusedRelationship},
	{choice{"joint_deletion", 22, nil}, (*builder).jointDeletion},
	{choice{"late_refusal", 26, needsProperty(spec.With)}, (*builder).lateRefusal},
	{choice{"long_ancestry", 36, nil}, (*builder).longAncestry},
	{choice{"besides", 40, func(f *Features) bool { return f.Properties.Has(spec.Union) || f.Properties.Has(spec.DontFragment) }}, (*builder).besides},
	{choice{"outdated", 40, nil}, (*builder).outdated},
	{choice{"reader", 30, func(f *Features) bool { return f.Changes }}, (*builder).reader},
	{choice{"refused_move", 18, needsProperty(spec.With)}, (*builder).refusedMove},
	{choice{"refused_death", 8, nil}, (*builder).refusedDeath},
	{choice{"inherited_way", 20, nil}, (*builder).inheritedWay},
	{choice{"reused_beneath", 12, func(f *Features) bool { return f.Traversal }}, (*builder).reusedBeneath},
	{choice{"masses", 0, nil}, (*builder).masses},
	{choice{"wide", 0, nil}, (*builder).wide},
	{choice{"long_chain", 0, nil}, (*builder).longChain},
	{choice{"rebased", 10, func(f *Features) bool { return f.Observers }}, (*builder).rebased},
	{choice{"two_indexes", 12, nil}, (*builder).twoIndexes},
	{choice{"many_copies", 0, func(f *Features) bool { return f.Overrides }}, (*builder).manyCopies},
	{choice{"arranged", 40, needsProperty(spec.Ordered)}, (*builder).arranged},
	{choice{"reloaded", 20, func(f *Features) bool { return f.Saving }}, (*builder).reloaded},
	{choice{"rewound_numbers", 14, func(f *Features) bool { return f.Snapshots }}, (*builder).rewoundNumbers},
	{choice{"predicates", 140, func(f *Features) bool { return f.Substitution }}, (*builder).predicates},
	{choice{"instances", 100, func(f *Features) bool { return f.Substitution }}, (*builder).instances},
	{choice{"named_deaths", 8, nil}, (*builder).namedDeaths},
	{choice{"retyped", 12, nil}, (*builder).retyped},
	{choice{"many_tables", 8, nil}, (*builder).manyTables},
	{choice{"heard", 12, func(f *Features) bool { return f.Observers }}, (*builder).heard},
	{choice{"displaced", 20, needsProperty(spec.With)}, (*builder).displaced},
}

func fragmentChoices() []choice {
	out := make([]choice, len(fragments))
	for i, f := range fragments {
		out[i] = f.choice
	}
	return out
}

func (b *builder) fragment() { fragments[b.choose(groupFragment)].make(b) }

// Building blocks of fragments.

// room reports whether the world may get another entity.
func (b *builder) room() bool { return len(b.world.Live) < b.Most }

// fresh is a new plain entity where the world has room, or an existing one.
func (b *builder) fresh() ref {
	if b.room() {
		return b.birth(rolePlain, nil)
	}
	return b.plain()
}

// other is a plain entity that is not e where there is one.
func (b *builder) other(e ref) ref {
	plain := b.world.Of[rolePlain]
	x := b.plain()
	for i := range plain {
		if x != e {
			break
		}
		x = plain[i]
	}
	return x
}

func (b *builder) refTo(e ref) spec.Ref { return spec.EntityRef(b.world.Handle(e)) }

// pairTerm is a term (r, t) on $this; e of either may be a wildcard.
func (b *builder) pairTerm(oper spec.Operator, r, t ref) spec.Term {
	return spec.Term{Oper: oper, First: b.refTo(r), Second: b.refTo(t)}
}

func (b *builder) tagTerm(oper spec.Operator, t ref) spec.Term {
	return spec.Term{Oper: oper, First: b.refTo(t)}
}

// variableTerm is a term (r, $name) on $this.
func (b *builder) variableTerm(oper spec.Operator, r ref, name string) spec.Term {
	return spec.Term{Oper: oper, First: b.refTo(r), Second: spec.VarRef(name)}
}

// on gives a term another source.
func on(t spec.Term, src spec.Ref) spec.Term {
	t.Src = src
	return t
}

// attach adds an id if that is allowed.
func (b *builder) attach(e ref, f fact) {
	if b.allows(e, f) {
		b.addFact(e, f)
	}
}
