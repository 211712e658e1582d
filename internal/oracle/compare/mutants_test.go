package compare_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/oracle/build"
	"github.com/relspec/relspec/internal/oracle/oracletest"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/spec"
)

// Each engine is broken in one thing that a comparison could pass over.
func TestTheComparatorNoticesBrokenEngines(t *testing.T) {
	values := build.Query(build.Terms(build.Tag("Mass")))
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
	ships := build.Trace(
		build.Component("Mass", spec.Member{Name: "x", Type: spec.F64}), build.Named("Docked"), build.Named("harbour"), build.Named("ship"), build.Named("boat"),
		build.Add("ship", "Mass"), build.Add("ship", spec.ChildOf, "harbour"), build.Add("boat", spec.ChildOf, "ship"), build.Add("boat", "Docked"), build.Add("ship", "Docked"), build.Add("harbour", "Docked"),
		values, build.Query(build.Text("ChildOf($this, $place)")),
		spec.Operation{Op: spec.OpOverride, Entity: "harbour", ID: spec.Single("Docked")},
		spec.Operation{Op: spec.OpDeferBegin}, build.Add("harbour", "Docked"), build.Add("harbour", spec.ChildOf, "boat"), build.Add("ship", spec.IsA, "ship"), spec.Operation{Op: spec.OpDeferEnd},
		spec.Operation{Op: spec.OpObserve, As: "deaths", Query: build.Text("Docked"), Events: []spec.EventKind{spec.OnRemove}},
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
	require.Empty(t, oracletest.Run(t, ships, oracletest.Sound("engine"), runner.Options{}).Divergences)
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			im := oracletest.NewMutant("engine", c.spoil)
			for _, im.Foreign = range []bool{false, true} {
				found := oracletest.Run(t, ships, im, runner.Options{}).Divergences
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
	tr := build.Trace(
		build.Named("R"), build.Named("ship"), spec.Operation{Op: spec.OpDeferBegin}, build.Add("ship", spec.IsA, "ship"),
		spec.Operation{Op: spec.OpEntity, Entity: "boat", Parent: "ship", IDs: []spec.ID{spec.Single("R")}},
		build.Add("boat", spec.IsA, "boat"), build.Add("boat", spec.ChildOf, "boat"), spec.Operation{Op: spec.OpDeferEnd},
	)
	var seen []spec.Failure
	numbered := func(bare bool) runner.Implementation {
		return oracletest.NewMutant("engine", func(_ *spec.Operation, out *spec.Outcome) {
			out.Failures = slices.Clone(out.Failures)
			for i := range out.Failures {
				if out.Failures[i].Command = i; bare {
					out.Failures[i] = spec.Failure{Command: i, Err: out.Failures[i].Err}
				}
			}
			seen = append(seen, out.Failures...)
		})
	}
	require.Empty(t, oracletest.Run(t, tr, numbered(false), runner.Options{}).Divergences)
	require.Len(t, seen, 3)
	require.Equal(t, spec.Failure{Command: 1, Err: seen[1].Err, Op: spec.OpAdd, Entity: "boat", ID: spec.Pair(spec.IsA, "boat")}, seen[1])
	foreign := numbered(true)
	foreign.Foreign = true
	require.Empty(t, oracletest.Run(t, tr, foreign, runner.Options{}).Divergences)
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
	tr := build.Trace(
		build.Named("Tied"), spec.Operation{Op: spec.OpAdd, Entity: "Tied", ID: deletes}, build.Named("Docked"), build.Named("ship"), build.Named("boat"), build.Named("raft"),
		build.Add("boat", "Tied", "ship"), build.Add("raft", "Tied", "ship"), build.Add("raft", "Tied", "boat"),
		build.Add("ship", "Docked"), build.Add("boat", "Docked"), build.Add("raft", "Docked"),
		spec.Operation{Op: spec.OpObserve, As: "deaths", Query: build.Text("Docked"), Events: []spec.EventKind{spec.OnRemove}},
		spec.Operation{Op: spec.OpDelete, Entity: "ship"}, spec.Operation{Op: spec.OpEvents},
	)
	order := func(names ...spec.Handle) runner.Implementation {
		return oracletest.NewMutant("engine", func(_ *spec.Operation, out *spec.Outcome) {
			slices.SortFunc(out.Events, func(a, b spec.Event) int { return slices.Index(names, a.Entity) - slices.Index(names, b.Entity) })
		})
	}
	require.Empty(t, oracletest.Run(t, tr, order("raft", "boat", "ship"), runner.Options{}).Divergences)
	require.Empty(t, oracletest.Run(t, tr, order("boat", "ship", "raft"), runner.Options{}).Divergences, "ship and boat both take the raft")
	require.Len(t, oracletest.Run(t, tr, order("ship", "raft", "boat"), runner.Options{}).Divergences, 1, "only the ship takes the boat")
}
