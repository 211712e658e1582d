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

// bug makes an engine wrong at one kind of operation.
type bug struct {
	name    string
	spoil   func(*spec.Operation, *spec.Outcome)
	op      spec.OpKind
	foreign bool // also detected in a foreign engine
}

// noticed checks that a trace shows exactly the divergence of each bug.
func noticed(t *testing.T, tr *spec.Trace, bugs []bug) {
	t.Helper()
	sound := oracletest.NewMutant("engine",
		func(op *spec.Operation, out *spec.Outcome) { require.Nil(t, out.Err, op.Op) })
	require.Empty(t, oracletest.Run(t, tr, sound, runner.Options{}).Divergences)
	for _, c := range bugs {
		t.Run(c.name, func(t *testing.T) {
			im := oracletest.NewMutant("engine", c.spoil)
			for _, im.Foreign = range []bool{false, true} {
				found := oracletest.Run(t, tr, im, runner.Options{}).Divergences
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

// Each engine has one bug that a comparison could miss.
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
		build.Component("Mass", spec.Member{Name: "x", Type: spec.F64}), build.Named("Docked"), build.Named("harbour"),
		build.Named("ship"), build.Named("boat"),
		build.Add("ship", "Mass"), build.Add("ship", spec.ChildOf, "harbour"), build.Add("boat", spec.ChildOf, "ship"),
		build.Add("boat", "Docked"), build.Add("ship", "Docked"), build.Add("harbour", "Docked"),
		values, build.Query(build.Text("ChildOf($this, $place)")),
		spec.Operation{Op: spec.OpOverride, Entity: "harbour", ID: spec.Single("Docked")},
		spec.Operation{Op: spec.OpDeferBegin}, build.Add("harbour", "Docked"),
		build.Add("harbour", spec.ChildOf, "boat"), build.Add("ship", spec.IsA, "ship"),
		spec.Operation{Op: spec.OpDeferEnd},
		spec.Operation{
			Op: spec.OpObserve, As: "deaths", Query: build.Text("Docked"),
			Events: []spec.EventKind{spec.OnRemove},
		},
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
	cases := []bug{
		{"a value is left out", fields(func(f *spec.Field) { f.Value = nil }), spec.OpQuery, true},
		{
			"an access modifier is left out", fields(func(f *spec.Field) { f.Access = spec.AccessDefault }), spec.OpQuery,
			false,
		},
		{"a row has a variable that the query does not have", func(_ *spec.Operation, out *spec.Outcome) {
			for i := range out.Rows {
				out.Rows[i].Vars = map[string]spec.Handle{"place": out.Rows[i].Vars["place"], "more": "ship"}
			}
		}, spec.OpQuery, true},
		{"overrides are forgotten", func(_ *spec.Operation, out *spec.Outcome) {
			for i := range dumpOf(out).Entities {
				out.Dump.Entities[i].Overrides = nil
			}
		}, spec.OpOverride, true},
		{"the event of a parent comes before that of its child", func(_ *spec.Operation, out *spec.Outcome) {
			out.Events = slices.Clone(out.Events)
			slices.Reverse(out.Events)
		}, spec.OpEvents, true},
		{
			"the failure names another operation", failures(func(f *spec.Failure) { f.Op = spec.OpRemove }),
			spec.OpDeferEnd, true,
		},
		{
			"the failure names another entity", failures(func(f *spec.Failure) { f.Entity = "raft" }),
			spec.OpDeferEnd, true,
		},
		{
			"the failure names another id", failures(func(f *spec.Failure) { f.ID = spec.Single("Docked") }),
			spec.OpDeferEnd, true,
		},
		{
			"the failure has another error code",
			failures(func(f *spec.Failure) { f.Err = spec.Errorf(spec.CodeLocked, "") }), spec.OpDeferEnd, false,
		},
		{
			"the failure does not name the operation",
			failures(func(f *spec.Failure) { *f = spec.Failure{Err: f.Err} }), spec.OpDeferEnd,
			false,
		},
		{"a failure is left out", func(_ *spec.Operation, out *spec.Outcome) {
			if len(out.Failures) > 0 {
				out.Failures = out.Failures[1:]
			}
		}, spec.OpDeferEnd, true},
	}
	noticed(t, ships, cases)
}

// Engines may split an operation into several commands, so the numbers of commands are not compared.
func TestNumbersOfCommandsAreNotCompared(t *testing.T) {
	tr := build.Trace(
		build.Named("R"), build.Named("ship"), spec.Operation{Op: spec.OpDeferBegin},
		build.Add("ship", spec.IsA, "ship"),
		spec.Operation{Op: spec.OpEntity, Entity: "boat", Parent: "ship", IDs: []spec.ID{spec.Single("R")}},
		build.Add("boat", spec.IsA, "boat"), build.Add("boat", spec.ChildOf, "boat"),
		spec.Operation{Op: spec.OpDeferEnd},
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
	require.Equal(t, spec.Failure{
		Command: 1, Err: seen[1].Err, Op: spec.OpAdd, Entity: "boat",
		ID: spec.Pair(spec.IsA, "boat"),
	}, seen[1])
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

// cleanup.event-order orders only trees: if two entities delete a third, its event may come at any
// time.
func TestTheOrderOfDeletionsIsFreeOutsideOfTrees(t *testing.T) {
	deletes := spec.Pair(spec.OnDeleteTarget, spec.DeleteAction)
	tr := build.Trace(
		build.Named("Tied"), spec.Operation{Op: spec.OpAdd, Entity: "Tied", ID: deletes}, build.Named("Docked"),
		build.Named("ship"), build.Named("boat"), build.Named("raft"),
		build.Add("boat", "Tied", "ship"), build.Add("raft", "Tied", "ship"), build.Add("raft", "Tied", "boat"),
		build.Add("ship", "Docked"), build.Add("boat", "Docked"), build.Add("raft", "Docked"),
		spec.Operation{
			Op: spec.OpObserve, As: "deaths", Query: build.Text("Docked"),
			Events: []spec.EventKind{spec.OnRemove},
		},
		spec.Operation{Op: spec.OpDelete, Entity: "ship"}, spec.Operation{Op: spec.OpEvents},
	)
	order := func(names ...spec.Handle) runner.Implementation {
		return oracletest.NewMutant("engine", func(_ *spec.Operation, out *spec.Outcome) {
			slices.SortFunc(out.Events, func(a,
				b spec.Event,
			) int {
				return slices.Index(names, a.Entity) - slices.Index(names, b.Entity)
			})
		})
	}
	require.Empty(t, oracletest.Run(t, tr, order("raft", "boat", "ship"), runner.Options{}).Divergences)
	require.Empty(t, oracletest.Run(t, tr, order("boat", "ship", "raft"), runner.Options{}).Divergences,
		"the deletions of ship and boat both delete the raft")
	require.Len(t, oracletest.Run(t, tr, order("ship", "raft", "boat"), runner.Options{}).Divergences, 1,
		"only the deletion of the ship deletes the boat")
}

// fleet is a trace with everything that a dump contains, an ordered query, change detection,
// inherited events, and a deferral in which one command fails twice and another once.
func fleet() *spec.Trace {
	changes := spec.Operation{Op: spec.OpIterate, On: "heavy", Changes: true}
	heavy := spec.Query{
		Kind: spec.KindCached, DetectChanges: true,
		Terms: []spec.Term{{First: spec.EntityRef("Mass"), Access: spec.AccessIn}},
	}
	byFleet := spec.Query{
		Kind: spec.KindCached, GroupBy: "Fleet",
		Terms: []spec.Term{{First: spec.EntityRef("Fleet"), Second: spec.Ref{Kind: spec.RefWildcard}}},
	}
	return build.Trace(
		build.Component("Mass", spec.Member{Name: "x", Type: spec.F64}), build.Named("Docked"), build.Named("Fleet"),
		build.Named("red"), build.Named("blue"),
		build.Entity("ship", spec.Single("Mass"), spec.Pair("Fleet", "red")),
		build.Entity("boat", spec.Pair("Fleet", "blue")),
		build.Entity("raft", spec.Single("Mass"), spec.Single("Docked"), spec.Pair("Fleet", "red")),
		spec.Operation{Op: spec.OpHas, Entity: "ship", ID: spec.Single("Mass")},
		spec.Operation{Op: spec.OpRemove, Entity: "Mass", ID: spec.Single(spec.Final)},
		spec.Operation{Op: spec.OpDisable, Entity: "raft", ID: spec.Single("Docked")},
		spec.Operation{Op: spec.OpScope, Entity: "red"}, spec.Operation{Op: spec.OpScope},
		spec.Operation{Op: spec.OpPrepare, As: "fleets", Query: &byFleet},
		spec.Operation{Op: spec.OpIterate, On: "fleets"},
		spec.Operation{Op: spec.OpPrepare, As: "heavy", Query: &heavy}, changes,
		spec.Operation{Op: spec.OpSet, Entity: "ship", ID: spec.Single("Mass"), Value: spec.RawValue{"x": 1.5}},
		changes,
		spec.Operation{
			Op: spec.OpObserve, As: "docking", Query: build.Text("Docked"),
			Events: []spec.EventKind{spec.OnAdd},
		},
		build.Add("boat", spec.IsA, "ship"), build.Add("ship", "Docked"), spec.Operation{Op: spec.OpEvents},
		spec.Operation{Op: spec.OpDeferBegin}, build.Add("ship", spec.ChildOf, "ship"),
		build.Add("ship", spec.ChildOf, "ship"), build.Add("boat", spec.ChildOf, "boat"),
		spec.Operation{Op: spec.OpDeferEnd},
	)
}

// Each engine gets one part of an answer wrong.
func TestTheComparatorNoticesEveryPartOfAnAnswer(t *testing.T) {
	entities := func(change func(*spec.DumpEntity)) func(*spec.Operation, *spec.Outcome) {
		return func(_ *spec.Operation, out *spec.Outcome) {
			for i := range dumpOf(out).Entities {
				change(&out.Dump.Entities[i])
			}
		}
	}
	rows := func(op spec.OpKind, change func(*spec.Row)) func(*spec.Operation, *spec.Outcome) {
		return func(asked *spec.Operation, out *spec.Outcome) {
			out.Rows = slices.Clone(out.Rows)
			for i := range out.Rows {
				if asked.Op == op {
					change(&out.Rows[i])
				}
			}
		}
	}
	cases := []bug{
		{"the other truth value", func(op *spec.Operation,
			out *spec.Outcome,
		) {
			out.Bool = out.Bool != (op.Op == spec.OpHas)
		}, spec.OpHas, true},
		{
			"a component is an entity", entities(func(e *spec.DumpEntity) { e.Component = false }), spec.OpComponent,
			true,
		},
		{"members are forgotten", entities(func(e *spec.DumpEntity) { e.Members = nil }), spec.OpComponent, true},
		{"a member has another type", entities(func(e *spec.DumpEntity) {
			if len(e.Members) > 0 {
				e.Members = []spec.Member{{Name: "x", Type: spec.F32}}
			}
		}), spec.OpComponent, true},
		{"an open component is closed", entities(func(e *spec.DumpEntity) { e.Open = false }), spec.OpRemove, true},
		{"a disabled id is enabled", entities(func(e *spec.DumpEntity) {
			e.IDs = slices.Clone(e.IDs)
			for i := range e.IDs {
				e.IDs[i].Off = false
			}
		}), spec.OpDisable, true},
		{
			"the scope is forgotten", func(_ *spec.Operation, out *spec.Outcome) { dumpOf(out).Scope = "" }, spec.OpScope,
			true,
		},
		{"all rows are one block", rows(spec.OpIterate, func(r *spec.Row) { r.Block = 0 }), spec.OpIterate, false},
		{"every row is a block", func(op *spec.Operation, out *spec.Outcome) {
			for i := range out.Rows {
				out.Rows[i].Block = i
			}
		}, spec.OpIterate, false},
		{
			"unchanged rows are changed", rows(spec.OpIterate, func(r *spec.Row) { r.Changed = true }), spec.OpIterate,
			true,
		},
		{
			"changed rows are unchanged", rows(spec.OpIterate, func(r *spec.Row) { r.Changed = false }), spec.OpIterate,
			true,
		},
		{"an event comes from the entity itself", func(_ *spec.Operation, out *spec.Outcome) {
			out.Events = slices.Clone(out.Events)
			for i := range out.Events {
				out.Events[i].Src = ""
			}
		}, spec.OpEvents, true},
		{"the failures name another command twice", func(_ *spec.Operation, out *spec.Outcome) {
			if len(out.Failures) == 3 {
				out.Failures = []spec.Failure{out.Failures[0], out.Failures[2], out.Failures[2]}
			}
		}, spec.OpDeferEnd, true},
	}
	noticed(t, fleet(), cases)
}
