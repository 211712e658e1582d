package flecs

import (
	"strconv"

	"github.com/relspec/relspec/fuzz/internal/draft"
	"github.com/relspec/relspec/internal/expected"
	"github.com/relspec/relspec/spec"
)

// Source provides the decisions of a trace; see package fuzz.
type Source = draft.Source

// Options are the settings of a trace.
type Options struct {
	Profile    spec.Profile
	Features   Features
	Operations int
	Min        int  // if fewer user entities are alive, the trace makes more
	Max        int  // if so many are alive, the trace makes another only if a role, such as tag, has none
	Arbitrary  bool // operations need not be valid
	Start      *expected.World
}

// builder makes one trace from decisions.
type builder struct {
	*Options
	draft.Draft
	pick     func(group int) int
	features *Features
	world    *expected.World

	created   [roleRelationship + 1]int
	observers []string         // by name, the oldest first
	listened  []spec.EventKind // events of the program that an observer has listened to
	watches   int
	iterator  string
	iterators int
	plan      plan
	lastQuery *spec.Query // the latest one-shot query
	lastThis  bool        // whether lastQuery uses $this
	calm      calm

	firstComponent int    // the index in componentPool of the first component
	mix            []step // the steps of the main loop; fragments use them, too

	// played is called for each finished line of a fragment, with the index of its first operation.
	// It is nil except in tests.
	played func(n *node, from int)
}

// step is one kind of decision of the main loop: an operation, or a fragment of several.
type step struct {
	choice
	run func(*builder)
	is  calm // the kinds of the step; a trace that omits one of them omits the step
}

// calm is a set of kinds of operations that a trace omits. Without removals, for example, the world
// becomes dense, and dense worlds reveal other bugs.
type calm uint8

const (
	withoutRemoval calm = 1 << iota
	withoutDeletion
	withoutInstances
)

// steps lists the kinds of steps, with their weights in the default mix.
var steps = [...]step{
	{choice{"add", 265, nil}, (*builder).add, 0},
	{choice{"remove", 178, nil}, (*builder).remove, withoutRemoval},
	{choice{"query", 165, nil}, (*builder).ask, 0},
	{choice{"set", 85, nil}, (*builder).set, 0},
	{choice{"entity", 45, nil}, (*builder).create, 0},
	{choice{"delete", 64, nil}, (*builder).delete, withoutDeletion},
	{choice{"iterate", 50, nil}, (*builder).iterate, 0},
	{choice{"prepare", 9, nil}, (*builder).prepare, 0},
	{choice{"release", 3, nil}, (*builder).release, 0},
	{choice{"fragment", 34, nil}, (*builder).fragment, 0},
	{choice{"invalid", 80, nil}, (*builder).invalid, 0},
	{choice{"clear", 4, nil}, (*builder).clear, withoutDeletion},
	{choice{"remove_all", 3, nil}, (*builder).removeAll, withoutRemoval},
	{choice{"delete_with", 2, nil}, (*builder).deleteWith, withoutDeletion},
	{choice{"get", 10, nil}, (*builder).get, 0},
	{choice{"has", 8, nil}, (*builder).has, 0},
	{choice{"owns", 5, nil}, (*builder).ownsFact, 0},
	{choice{"ids", 4, nil}, (*builder).ids, 0},
	{choice{"target", 5, nil}, (*builder).target, 0},
	{choice{"targets", 5, nil}, (*builder).targets, 0},
	{choice{"sources", 5, nil}, (*builder).sources, 0},
	{choice{"alive", 3, nil}, (*builder).alive, 0},
	{choice{"count", 5, nil}, (*builder).count, 0},
	{choice{"type_of", 4, nil}, (*builder).typeOf, 0},
	{choice{"set_name", 8, nil}, (*builder).setName, 0},
	{choice{"lookup", 8, nil}, (*builder).lookup, 0},
	{choice{"path", 4, nil}, (*builder).path, 0},
	{choice{"scope", 4, nil}, (*builder).setScope, 0},
	{choice{"parent", 3, nil}, (*builder).parent, 0},
	{choice{"children", 4, nil}, (*builder).children, 0},
	{choice{"depth", 3, func(f *Features) bool { return f.Walks }}, (*builder).depth, 0},
	{choice{"walk_up", 3, func(f *Features) bool { return f.Walks }}, (*builder).walkUp, 0},
	{choice{"traverse", 3, func(f *Features) bool { return f.Walks }}, (*builder).traverse, 0},
	{choice{"enable", 5, nil}, (*builder).enable, 0},
	{choice{"disable", 5, nil}, (*builder).disable, 0},
	{choice{"override", 4, func(f *Features) bool { return f.Overrides }}, (*builder).override, 0},
	{choice{"copy", 8, func(f *Features) bool { return f.Copies }}, (*builder).copy, 0},
	{choice{"modified", 4, func(f *Features) bool { return f.Modified }}, (*builder).modified, 0},
	{choice{"snapshot", 2, func(f *Features) bool { return f.Snapshots }}, (*builder).snapshot, 0},
	{choice{"restore", 2, func(f *Features) bool { return f.Snapshots }}, (*builder).restore, 0},
	{choice{"reload", 2, func(f *Features) bool { return f.Saving }}, (*builder).reload, 0},
	{choice{"dump", 2, nil}, (*builder).dump, 0},
	{choice{"explain", 12, func(f *Features) bool { return f.Explain }}, (*builder).explain, 0},
	{choice{"plan", 1, func(f *Features) bool { return f.Explain }}, (*builder).showPlan, 0},
	{choice{"defer", 10, func(f *Features) bool { return f.Deferral }}, (*builder).Defer, 0},
	{choice{"observe", 5, func(f *Features) bool { return f.Observers }}, (*builder).observe, 0},
	{choice{"emit", 5, func(f *Features) bool { return f.Emit && f.Observers }}, (*builder).announce, 0},
	{choice{"events", 10, func(f *Features) bool { return f.Observers }}, (*builder).events, 0},
	{choice{"iterator", 10, func(f *Features) bool { return f.Iterators }}, (*builder).iterateStep, 0},
	{choice{"changed", 10, func(f *Features) bool { return f.Changes }}, (*builder).changed, 0},
	{choice{"teardown", 1, func(f *Features) bool { return f.Teardown }}, (*builder).teardown, 0},
	{choice{"define", 32, func(f *Features) bool { return f.Define }}, (*builder).define, 0},
	{choice{"sets", 24, func(f *Features) bool { return f.Substitution }}, (*builder).querySets, 0},
}

// Build makes the operations of a trace. The trace ends when the source is spent, or when it has
// Operations operations. choose is called with an index in [Groups] and returns the index of a
// choice.
func Build(o *Options, src Source, choose func(group int) int) []spec.Entry {
	b := newBuilder(o, src, choose)
	b.mix = steps[:]
	b.run()
	return b.Entries()
}

func newBuilder(o *Options, src Source, choose func(group int) int) *builder {
	world := o.Start.Clone()
	return &builder{
		Options: o, Draft: draft.New(src, o.Operations, world.Expect), pick: choose, features: &o.Features,
		world: world,
	}
}

// run makes the prologue and then step after step.
func (b *builder) run() {
	b.prologue()
	for !b.Full() {
		if b.repopulate() {
			continue
		}
		if b.Deferred > 0 && b.oneIn(5) { // keep deferrals short, so that later operations see the effects
			b.Defer()
			continue
		}
		if b.iterator != "" && b.oneIn(3) { // keep locks short too
			b.iterateStep()
			continue
		}
		if s := &steps[b.choose(groupStep)]; s.is&b.calm == 0 {
			s.run(b)
		} else {
			b.add()
		}
	}
}

// emit adds an operation to the trace, unless the profile lacks it.
func (b *builder) emit(op spec.Operation) {
	if b.Profile.Has(op.Op) {
		b.Emit(op)
	}
}

func (b *builder) below(n int) int { return b.Below(n) }

func (b *builder) oneIn(n int) bool { return b.OneIn(n) }

// choose makes a choice of a group.
func (b *builder) choose(g group) int { return b.pick(int(g)) }

// number is n in decimal.
func number(n int) string { return strconv.Itoa(n) }
