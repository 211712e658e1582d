package declared

import (
	"strconv"

	"github.com/relspec/relspec/fuzz/internal/draft"
	"github.com/relspec/relspec/internal/expected/edges"
	"github.com/relspec/relspec/spec"
)

// Source provides the decisions of a trace; see package fuzz.
type Source = draft.Source

// Options are the settings of a trace.
type Options struct {
	Profile    spec.Profile
	Operations int
	Min        int  // make entities while fewer are alive
	Max        int  // maximum number of alive entities
	Arbitrary  bool // operations need not be valid
	// Step and Pattern choose from [Steps] and [Patterns].
	Step, Pattern func() int
	// Deferral, Observers and Snapshots allow these operations in patterns.
	Deferral, Observers, Snapshots bool
}

// builder makes one trace from decisions.
type builder struct {
	Options
	draft.Draft
	world *edges.World

	entities, declared, components int // made so far
	watches                        int
	observers                      []string
}

// Build makes the operations of a trace. The trace ends when the source is spent, or when it has
// Operations operations.
func Build(o Options, src Source) []spec.Entry {
	world := edges.New()
	b := &builder{Options: o, Draft: draft.New(src, o.Operations, world.Expect), world: world}
	b.prologue()
	for !b.Full() {
		switch {
		case b.repopulate():
		case b.Deferred > 0 && b.oneIn(5): // keep deferrals short, so that later operations see the effects
			b.Defer()
		default:
			steps[b.Step()].run(b)
		}
	}
	return b.Entries()
}

// prologue declares a few relationships and components, makes entities, and half of the time prepares a
// query.
func (b *builder) prologue() {
	shape := int(b.Next())
	for range 1 + shape%3 {
		b.declare()
	}
	for range 1 + shape/3%2 {
		b.component()
	}
	for range 2 + shape/6%6 {
		b.create()
	}
	if b.oneIn(2) {
		b.prepare()
	}
}

// repopulate makes an entity if fewer than Min, or fewer than two, are alive. It reports whether it
// did.
func (b *builder) repopulate() bool {
	if len(b.world.Live) >= max(b.Min, 2) {
		return false
	}
	b.create()
	return true
}

func (b *builder) emit(op spec.Operation) { b.Emit(op) }

func (b *builder) below(n int) int { return b.Below(n) }

func (b *builder) oneIn(n int) bool { return b.OneIn(n) }

func number(n int) string { return strconv.Itoa(n) }

func from[T any](b *builder, list []T) T { return list[b.below(len(list))] }

// ask begins an operation about an entity.
func ask(kind spec.OpKind, e spec.Handle) spec.Operation { return spec.Operation{Op: kind, Entity: e} }

// about begins an operation about an entity and a relationship.
func about(kind spec.OpKind, e, r spec.Handle) spec.Operation {
	return spec.Operation{Op: kind, Entity: e, Relationship: r}
}
