package fuzz

import (
	"strconv"

	"github.com/relspec/relspec/spec"
)

// builder turns decisions into one trace.
type builder struct {
	g        *Generator
	src      Source
	features *Features
	world    *world
	out      []spec.Entry

	created   [roleRelationship + 1]int
	held      []heldQuery
	queries   int
	snapshots []snapshot
	deferred  bool
	observers int
	iterator  string
	iterators int
	plan      plan
	chosen    *chosen
}

// chosen counts choices by group and number.
type chosen [groupCount][64]int

// step is one kind of decision of the main loop: an operation, or a fragment of several.
type step struct {
	choice
	run func(*builder)
}

// steps lists the kinds in the order of docs/fuzzing.md. Weights are per mille of the default mix.
var steps = [...]step{
	{choice{"add", 310, nil}, (*builder).add},
	{choice{"remove", 135, nil}, (*builder).remove},
	{choice{"query", 165, nil}, (*builder).ask},
	{choice{"set", 85, nil}, (*builder).set},
	{choice{"entity", 45, nil}, (*builder).create},
	{choice{"delete", 45, nil}, (*builder).delete},
	{choice{"iterate", 50, nil}, (*builder).iterate},
	{choice{"prepare", 9, nil}, (*builder).prepare},
	{choice{"release", 3, nil}, (*builder).release},
	{choice{"fragment", 12, nil}, (*builder).fragment},
	{choice{"invalid", 80, nil}, (*builder).invalid},
	{choice{"clear", 4, nil}, (*builder).clear},
	{choice{"remove_all", 3, nil}, (*builder).removeAll},
	{choice{"delete_with", 2, nil}, (*builder).deleteWith},
	{choice{"get", 10, nil}, (*builder).get},
	{choice{"has", 8, nil}, (*builder).has},
	{choice{"owns", 5, nil}, (*builder).ownsFact},
	{choice{"ids", 4, nil}, (*builder).ids},
	{choice{"target", 5, nil}, (*builder).target},
	{choice{"targets", 5, nil}, (*builder).targets},
	{choice{"sources", 5, nil}, (*builder).sources},
	{choice{"alive", 3, nil}, (*builder).alive},
	{choice{"count", 5, nil}, (*builder).count},
	{choice{"type_of", 4, nil}, (*builder).typeOf},
	{choice{"set_name", 8, nil}, (*builder).setName},
	{choice{"lookup", 8, nil}, (*builder).lookup},
	{choice{"path", 4, nil}, (*builder).path},
	{choice{"scope", 4, nil}, (*builder).setScope},
	{choice{"parent", 3, nil}, (*builder).parent},
	{choice{"children", 4, nil}, (*builder).children},
	{choice{"depth", 3, func(f *Features) bool { return f.Walks }}, (*builder).depth},
	{choice{"walk_up", 3, func(f *Features) bool { return f.Walks }}, (*builder).walkUp},
	{choice{"traverse", 3, func(f *Features) bool { return f.Walks }}, (*builder).traverse},
	{choice{"enable", 5, nil}, (*builder).enable},
	{choice{"disable", 5, nil}, (*builder).disable},
	{choice{"override", 4, func(f *Features) bool { return f.Overrides }}, (*builder).override},
	{choice{"modified", 4, func(f *Features) bool { return f.Modified }}, (*builder).modified},
	{choice{"snapshot", 2, func(f *Features) bool { return f.Snapshots }}, (*builder).snapshot},
	{choice{"restore", 2, func(f *Features) bool { return f.Snapshots }}, (*builder).restore},
	{choice{"dump", 2, nil}, (*builder).dump},
	{choice{"explain", 2, func(f *Features) bool { return f.Explain }}, (*builder).explain},
	{choice{"plan", 1, func(f *Features) bool { return f.Explain }}, (*builder).showPlan},
	{choice{"defer", 10, func(f *Features) bool { return f.Deferral }}, (*builder).deferral},
	{choice{"observe", 5, func(f *Features) bool { return f.Observers }}, (*builder).observe},
	{choice{"events", 10, func(f *Features) bool { return f.Observers }}, (*builder).events},
	{choice{"iterator", 10, func(f *Features) bool { return f.Iterators }}, (*builder).iterateStep},
	{choice{"changed", 10, func(f *Features) bool { return f.Changes }}, (*builder).changed},
}

func stepChoices() []choice {
	out := make([]choice, len(steps))
	for i, s := range steps {
		out[i] = s.choice
	}
	return out
}

// run makes the prologue and then one step after the other.
func (b *builder) run() {
	b.prologue()
	for !b.full() {
		if !b.repopulate() {
			steps[b.choose(groupStep)].run(b)
		}
	}
}

// full reports whether no further operation is wanted.
func (b *builder) full() bool {
	return b.src.Spent() || len(b.out) >= b.g.options.operations
}

// emit adds an operation, unless the decisions ended before it was complete.
func (b *builder) emit(op spec.Operation) {
	if !b.full() {
		b.out = append(b.out, spec.Entry{Op: op})
	}
}

// below is a decision between n, one byte, or two where n is large. 0 for n below 2, without reading.
func (b *builder) below(n int) int {
	switch {
	case n < 2:
		return 0
	case n <= 256:
		return int(b.src.Next()) % n
	}
	return (int(b.src.Next())<<8 | int(b.src.Next())) % n
}

// choose makes a choice of a group.
func (b *builder) choose(g group) int {
	i := b.g.tables[g].pick(b.src)
	if b.chosen != nil && !b.src.Spent() {
		b.chosen[g][i]++
	}
	return i
}

// oneIn is true for one of n bytes.
func (b *builder) oneIn(n int) bool { return int(b.src.Next())%n == n-1 }

// number is n in decimal.
func number(n int) string { return strconv.Itoa(n) }
