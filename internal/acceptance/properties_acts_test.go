package acceptance

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/relspec/relspec/spec"
)

// Acts of an observer have the same effect and events as the same operations after the one that
// triggers it. Acts are ordered by entity, and the consequences of one act come before the next act
// (acts.operations, acts.order).
func TestActsEqualOperationsAfterTheTrigger(t *testing.T) {
	onEngines(t, 10, func(t *rapid.T, e spec.Engine, _ spec.Profile) {
		acts := rapid.SliceOfN(rapid.SampledFrom(actsToDraw), 1, 3).Draw(t, "acts")
		var changes []spec.Operation
		for range rapid.IntRange(1, 5).Draw(t, "heard") {
			changes = append(changes, drawChange(t))
		}
		acted, byHand := actsWrittenOut(t, e, acts, changes)
		require.Equal(t, byHand, acted)
	}, spec.CapObservers, spec.CapActs, spec.CapSnapshot)
}

// actsToDraw are the acts that the test draws from. They cannot trigger each other forever, because
// none adds the observed ids.
var actsToDraw = []spec.Operation{
	{Op: spec.OpAdd, Entity: spec.ActThis, ID: spec.Pair("Plain", spec.ActSecond)},
	{Op: spec.OpAdd, Entity: spec.ActSecond, ID: spec.Pair("Both", spec.ActThis)},
	{Op: spec.OpAdd, Entity: "d", ID: spec.Pair("One", spec.ActThis)}, // the last one stays
	{Op: spec.OpRemove, Entity: spec.ActSecond, ID: spec.Pair("Plain", spec.Wildcard)},
	{Op: spec.OpRemove, Entity: "d", ID: spec.Pair(spec.ActFirst, spec.Wildcard)},
	{Op: spec.OpClear, Entity: spec.ActSecond},
	{Op: spec.OpDelete, Entity: spec.ActSecond},
}

// actsWrittenOut makes the same changes twice: with an observer of (Alone, *) that has the acts, and
// with one that has none. The second time it applies the acts itself. It returns both worlds and
// their events.
func actsWrittenOut(t require.TestingT, e spec.Engine, acts, changes []spec.Operation) (acted, byHand string) {
	do := func(op spec.Operation) spec.Outcome {
		out := e.Apply(op)
		require.Nil(t, out.Err, fmt.Sprint(op.Op))
		return out
	}
	observe := spec.Operation{
		Op: spec.OpObserve, As: "o", Events: []spec.EventKind{spec.OnAdd, spec.OnRemove},
		Query: &spec.Query{Terms: []spec.Term{{
			First: spec.EntityRef("Alone"), Second: spec.EntityRef(spec.Wildcard),
			Src: spec.VarRef(spec.This),
		}}},
	}
	run := func(change func(spec.Operation) []spec.Event) string {
		do(observe)
		written := ""
		for _, op := range changes {
			written += fmt.Sprintln(change(op))
		}
		do(spec.Operation{Op: spec.OpRelease, On: "o"})
		return written + textOf(t, dumpOf(t, e))
	}
	do(spec.Operation{Op: spec.OpSnapshot, As: "before"})
	observe.Acts = acts
	acted = run(func(op spec.Operation) []spec.Event {
		e.Apply(op)
		return do(spec.Operation{Op: spec.OpEvents}).Events
	})
	do(spec.Operation{Op: spec.OpRestore, As: "before"})
	observe.Acts = nil
	var carry func(spec.Operation) []spec.Event
	carry = func(op spec.Operation) []spec.Event {
		e.Apply(op)
		written := do(spec.Operation{Op: spec.OpEvents}).Events
		given := slices.Clone(written)
		slices.SortStableFunc(given, func(a,
			b spec.Event,
		) int {
			return slices.Index(entityNames, a.Entity) - slices.Index(entityNames, b.Entity)
		})
		for _, event := range given {
			for _, act := range acts {
				written = append(written, carry(ofEvent(act, event))...)
			}
		}
		return written
	}
	return acted, run(carry)
}

// ofEvent returns an act with the placeholders for its event filled in.
func ofEvent(act spec.Operation, event spec.Event) spec.Operation {
	fill := func(h spec.Handle) spec.Handle {
		switch h {
		case spec.ActThis:
			return event.Entity
		case spec.ActFirst:
			return event.ID.First
		case spec.ActSecond:
			return event.ID.Second
		}
		return h
	}
	act.Entity = fill(act.Entity)
	act.ID = spec.ID{First: fill(act.ID.First), Second: fill(act.ID.Second)}
	return act
}

// forgetsAct performs only the first act of an observer.
type forgetsAct struct{ spec.Engine }

func (f forgetsAct) Apply(op spec.Operation) spec.Outcome {
	if len(op.Acts) > 1 {
		op.Acts = op.Acts[:1]
	}
	return f.Engine.Apply(op)
}

func TestAForgottenActIsFound(t *testing.T) {
	changes := []spec.Operation{
		{Op: spec.OpAdd, Entity: "a", ID: spec.Pair("Alone", "b")},
		{Op: spec.OpAdd, Entity: "a", ID: spec.Pair("Alone", "c")},
	}
	for _, engine := range everyEngine {
		e := engine.fresh(spec.Flecs3())
		worldOfProperties(t, e)
		acted, byHand := actsWrittenOut(t, e, actsToDraw[:2], changes)
		require.Equal(t, byHand, acted)
		wrong := forgetsAct{engine.fresh(spec.Flecs3())}
		worldOfProperties(t, wrong)
		acted, byHand = actsWrittenOut(t, wrong, actsToDraw[:2], changes)
		require.NotEqual(t, byHand, acted, engine.name)
	}
}
