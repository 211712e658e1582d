package oracle_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// Each engine is broken in one thing that a comparison could pass over.
func TestTheComparatorNoticesBrokenEngines(t *testing.T) {
	values := query(terms(tag("Mass")))
	values.Values = true
	fields := func(change func(*spec.Field)) func(*spec.Operation, *spec.Outcome) {
		return func(_ *spec.Operation, out *spec.Outcome) {
			for i := range out.Rows {
				out.Rows[i].Fields = slices.Clone(out.Rows[i].Fields)
				for k := range out.Rows[i].Fields {
					change(&out.Rows[i].Fields[k])
				}
			}
		}
	}
	ships := trace(
		component("Mass", spec.Member{Name: "x", Type: spec.F64}), named("Docked"), named("harbour"), named("ship"), named("boat"),
		add("ship", "Mass"), add("ship", spec.ChildOf, "harbour"), add("boat", spec.ChildOf, "ship"), add("boat", "Docked"), add("ship", "Docked"), add("harbour", "Docked"),
		values, query(text("ChildOf($this, $place)")),
		spec.Operation{Op: spec.OpOverride, Entity: "harbour", ID: spec.Single("Docked")},
		spec.Operation{Op: spec.OpDeferBegin}, add("harbour", "Docked"), add("harbour", spec.ChildOf, "boat"), add("ship", spec.IsA, "ship"), spec.Operation{Op: spec.OpDeferEnd},
		spec.Operation{Op: spec.OpObserve, As: "deaths", Query: text("Docked"), Events: []spec.EventKind{spec.OnRemove}},
		spec.Operation{Op: spec.OpDelete, Entity: "harbour"}, spec.Operation{Op: spec.OpEvents},
	)
	failures := func(change func(*spec.Failure)) func(*spec.Operation, *spec.Outcome) {
		return func(_ *spec.Operation, out *spec.Outcome) {
			out.Failures = slices.Clone(out.Failures)
			for i := range out.Failures {
				change(&out.Failures[i])
			}
		}
	}
	cases := []struct {
		name    string
		spoil   func(*spec.Operation, *spec.Outcome)
		op      spec.OpKind
		foreign bool // noticed of a foreign engine too
	}{
		{"a value is left out", fields(func(f *spec.Field) { f.Value = nil }), spec.OpQuery, true},
		{"an access modifier is left out", fields(func(f *spec.Field) { f.Access = spec.AccessDefault }), spec.OpQuery, false},
		{"a row has a variable that the query has not", func(_ *spec.Operation, out *spec.Outcome) {
			for i := range out.Rows {
				out.Rows[i].Vars = map[string]spec.Handle{"place": out.Rows[i].Vars["place"], "more": "ship"}
			}
		}, spec.OpQuery, true},
		{"overrides are forgotten", func(_ *spec.Operation, out *spec.Outcome) {
			for i := range dumpOf(out).Entities {
				out.Dump.Entities[i].Overrides = nil
			}
		}, spec.OpOverride, true},
		{"a parent tells of its death before its child", func(_ *spec.Operation, out *spec.Outcome) {
			out.Events = slices.Clone(out.Events)
			slices.Reverse(out.Events)
		}, spec.OpEvents, true},
		{"another operation is said to have failed", failures(func(f *spec.Failure) { f.Op = spec.OpRemove }), spec.OpDeferEnd, true},
		{"another entity is said to have failed", failures(func(f *spec.Failure) { f.Entity = "raft" }), spec.OpDeferEnd, true},
		{"another id is said to have failed", failures(func(f *spec.Failure) { f.ID = spec.Single("Docked") }), spec.OpDeferEnd, true},
		{"a command is said to have failed in another way", failures(func(f *spec.Failure) { f.Err = spec.Errorf(spec.CodeLocked, "") }), spec.OpDeferEnd, false},
		{"what failed is left out", failures(func(f *spec.Failure) { *f = spec.Failure{Err: f.Err} }), spec.OpDeferEnd, false},
		{"a failure is left out", func(_ *spec.Operation, out *spec.Outcome) {
			if len(out.Failures) > 0 {
				out.Failures = out.Failures[1:]
			}
		}, spec.OpDeferEnd, true},
	}
	require.Empty(t, run(t, ships, sound("engine"), oracle.RunOptions{}).Divergences)
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			im := faulty("engine", c.spoil)
			for _, im.Foreign = range []bool{false, true} {
				found := run(t, ships, im, oracle.RunOptions{}).Divergences
				if im.Foreign && !c.foreign {
					require.Empty(t, found)
					continue
				}
				require.Len(t, found, 1)
				require.Equal(t, c.op, found[0].Op.Op)
			}
		})
	}
}

// The numbers of commands depend on what an engine makes of one operation, and who has none says how many failed.
func TestNumbersOfCommandsAreNotCompared(t *testing.T) {
	tr := trace(
		named("R"), named("ship"), spec.Operation{Op: spec.OpDeferBegin}, add("ship", spec.IsA, "ship"),
		spec.Operation{Op: spec.OpEntity, Entity: "boat", Parent: "ship", IDs: []spec.ID{spec.Single("R")}},
		add("boat", spec.IsA, "boat"), add("boat", spec.ChildOf, "boat"), spec.Operation{Op: spec.OpDeferEnd},
	)
	var seen []spec.Failure
	numbered := func(bare bool) oracle.Implementation {
		return faulty("engine", func(_ *spec.Operation, out *spec.Outcome) {
			out.Failures = slices.Clone(out.Failures)
			for i := range out.Failures {
				if out.Failures[i].Command = i; bare {
					out.Failures[i] = spec.Failure{Command: i, Err: out.Failures[i].Err}
				}
			}
			seen = append(seen, out.Failures...)
		})
	}
	require.Empty(t, run(t, tr, numbered(false), oracle.RunOptions{}).Divergences)
	require.Len(t, seen, 3)
	require.Equal(t, spec.Failure{Command: 1, Err: seen[1].Err, Op: spec.OpAdd, Entity: "boat", ID: spec.Pair(spec.IsA, "boat")}, seen[1])
	foreign := numbered(true)
	foreign.Foreign = true
	require.Empty(t, run(t, tr, foreign, oracle.RunOptions{}).Divergences)
}

func dumpOf(out *spec.Outcome) *spec.Dump {
	if out.Dump == nil {
		return &spec.Dump{}
	}
	return out.Dump
}

// Ruling 22 fixes the order of a tree only: what two take along may tell of its death at any time.
func TestTheOrderOfDeathsIsOpenWhereTheyAreNoTree(t *testing.T) {
	deletes := spec.Pair(spec.OnDeleteTarget, spec.DeleteAction)
	tr := trace(
		named("Tied"), spec.Operation{Op: spec.OpAdd, Entity: "Tied", ID: deletes}, named("Docked"), named("ship"), named("boat"), named("raft"),
		add("boat", "Tied", "ship"), add("raft", "Tied", "ship"), add("raft", "Tied", "boat"),
		add("ship", "Docked"), add("boat", "Docked"), add("raft", "Docked"),
		spec.Operation{Op: spec.OpObserve, As: "deaths", Query: text("Docked"), Events: []spec.EventKind{spec.OnRemove}},
		spec.Operation{Op: spec.OpDelete, Entity: "ship"}, spec.Operation{Op: spec.OpEvents},
	)
	order := func(names ...spec.Handle) oracle.Implementation {
		return faulty("engine", func(_ *spec.Operation, out *spec.Outcome) {
			slices.SortFunc(out.Events, func(a, b spec.Event) int { return slices.Index(names, a.Entity) - slices.Index(names, b.Entity) })
		})
	}
	require.Empty(t, run(t, tr, order("raft", "boat", "ship"), oracle.RunOptions{}).Divergences)
	require.Empty(t, run(t, tr, order("boat", "ship", "raft"), oracle.RunOptions{}).Divergences, "ship and boat both take the raft")
	require.Len(t, run(t, tr, order("ship", "raft", "boat"), oracle.RunOptions{}).Divergences, 1, "only the ship takes the boat")
}
