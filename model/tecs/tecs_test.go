package tecs_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/model/tecs"
	"github.com/relspec/relspec/spec"
)

// flock returns a world in which n children follow a duck.
func flock(t *testing.T, many int, l spec.Limits) *tecs.World {
	t.Helper()
	w := tecs.New(spec.Tecs(), l.Or(limits))
	require.Nil(t, w.Apply(spec.Operation{Op: spec.OpEntity, Entity: "duck"}).Err)
	for n := range many {
		op := spec.Operation{
			Op: spec.OpEntity, Entity: spec.Handle(fmt.Sprint("child", n)),
			IDs: []spec.ID{spec.Pair(spec.ChildOf, "duck")},
		}
		require.Nil(t, w.Apply(op).Err)
	}
	return w
}

// A world slightly above a limit is refused; a smaller one is not.
func TestLimitsRefuseMoreThanTheyAllow(t *testing.T) {
	q := &spec.Query{Terms: []spec.Term{{First: spec.EntityRef("ChildOf")}}}
	observed := func(w *tecs.World) {
		w.Apply(spec.Operation{Op: spec.OpObserve, As: "o", Query: q, Monitor: true, YieldExisting: true})
	}
	watched := func(w *tecs.World) {
		w.Apply(spec.Operation{Op: spec.OpObserve, As: "o", Query: q, Monitor: true})
		w.Apply(spec.Operation{Op: spec.OpClear, Entity: "child0"})
	}
	for _, c := range []struct {
		name   string
		limits spec.Limits
		first  func(*tecs.World)
		op     spec.Operation
	}{
		{"work", spec.Limits{Work: 12}, nil, spec.Operation{Op: spec.OpQuery, Query: q}},
		{"work of a walk", spec.Limits{Work: 15}, nil, spec.Operation{Op: spec.OpTraverse, Entity: "duck"}},
		{"work of an observer", spec.Limits{Work: 25}, watched, spec.Operation{Op: spec.OpEvents}},
		{"work of a proof", spec.Limits{Work: 12}, nil, spec.Operation{Op: spec.OpExplain, Query: q}},
		{"rows", spec.Limits{Rows: 6}, nil, spec.Operation{Op: spec.OpQuery, Query: q}},
		{
			"elements",
			spec.Limits{Elements: 6},
			nil,
			spec.Operation{Op: spec.OpSources, Entity: "duck", Relationship: spec.ChildOf},
		},
		{"elements of a world", spec.Limits{Elements: 12}, nil, spec.Operation{Op: spec.OpDump}},
		{"events", spec.Limits{Events: 6}, observed, spec.Operation{Op: spec.OpEvents}},
		{
			"snapshots",
			spec.Limits{Snapshots: spec.SnapshotBase + 16},
			nil,
			spec.Operation{Op: spec.OpSnapshot, As: "s"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, many := range []int{4, 9} {
				w := flock(t, many, c.limits)
				if c.first != nil {
					c.first(w)
				}
				out := w.Apply(c.op)
				require.Equal(t, many == 9, out.Err != nil, "%d children: %v", many, out.Err)
				if out.Err != nil {
					require.Equal(t, spec.CodeLimit, out.Err.Code)
					require.True(t, out.Err.Exhausted)
				}
			}
		})
	}
}

func TestEdgesOfAnEntityAreLimited(t *testing.T) {
	w := flock(t, 3, spec.Limits{IDs: 2})
	require.Nil(t, w.Apply(spec.Operation{Op: spec.OpRelationship, Entity: "Likes"}).Err)
	for n, refused := range []bool{false, false, true} {
		op := spec.Operation{
			Op: spec.OpSet, Entity: "duck",
			ID: spec.Pair("Likes", spec.Handle(fmt.Sprint("child", n))),
		}
		require.Equal(t, refused, w.Apply(op).Err != nil)
	}
	require.EqualValues(t, 1, w.Apply(spec.Operation{Op: spec.OpCount, ID: spec.Single("Likes")}).Number)
	require.Len(t, w.Apply(spec.Operation{Op: spec.OpTargets, Entity: "duck", Relationship: "Likes"}).Entities, 2)
}

// Every operation of the profile works, except those about the engine. All other operations of the
// protocol are refused.
func TestTheProfileHasItsOperations(t *testing.T) {
	p := spec.Tecs()
	engine := []spec.OpKind{spec.OpHello, spec.OpReset, spec.OpQuit, spec.OpNote}
	for _, kind := range spec.OpKinds() {
		out := flock(t, 1, spec.Limits{}).Apply(spec.Operation{Op: kind})
		refused := out.Err != nil && out.Err.Code == spec.CodeUnsupported
		if kind == spec.OpObserve {
			continue // without arguments, act is refused because the observer does not exist
		}
		require.Equal(t, !p.Has(kind) || slices.Contains(engine, kind), refused, "%s: %v", kind, out.Err)
	}
}

func TestObserversDoNotAct(t *testing.T) {
	op := spec.Operation{
		Op: spec.OpObserve, As: "o", Monitor: true, Acts: []spec.Operation{{Op: spec.OpDelete, Entity: "duck"}},
		Query: &spec.Query{Terms: []spec.Term{{First: spec.EntityRef(spec.ChildOf)}}},
	}
	out := flock(t, 1, spec.Limits{}).Apply(op)
	require.NotNil(t, out.Err)
	require.Equal(t, spec.CodeUnsupported, out.Err.Code)
}

// Options of an iteration are refused before the terms and the entity are looked at, by every
// operation that has a query.
func TestOptionsAreRefusedFirst(t *testing.T) {
	unknown := &spec.Query{Terms: []spec.Term{{First: spec.EntityRef("Nobody")}}}
	known := &spec.Query{Terms: []spec.Term{{First: spec.EntityRef(spec.ChildOf)}}}
	w := flock(t, 1, spec.Limits{})
	require.Nil(t, w.Apply(spec.Operation{Op: spec.OpEntity, Entity: "gone"}).Err)
	require.Nil(t, w.Apply(spec.Operation{Op: spec.OpDelete, Entity: "gone"}).Err)
	require.Nil(t, w.Apply(spec.Operation{Op: spec.OpPrepare, As: "p", Query: known}).Err)
	for _, op := range []spec.Operation{
		{Op: spec.OpQuery, Query: unknown},
		{Op: spec.OpPrepare, As: "q", Query: known},
		{Op: spec.OpObserve, As: "o", Query: known, Monitor: true},
		{Op: spec.OpExplain, Query: known, Entity: "gone"},
		{Op: spec.OpIterate, On: "p"},
	} {
		op.Vars = map[string]spec.Handle{"x": "duck"}
		out := w.Apply(op)
		require.NotNil(t, out.Err, op.Op)
		require.Equal(t, spec.CodeUnsupported, out.Err.Code, op.Op)
	}
}

// Work is proportional to entities and edges, so the default limits allow worlds with far more than
// 1,500 entities.
func TestLargeWorldsAreWithinTheLimits(t *testing.T) {
	w := flock(t, 1500, spec.Limits{})
	require.Len(t, w.Apply(spec.Operation{Op: spec.OpTraverse, Entity: "duck"}).Entities, 1500)
	q := &spec.Query{Terms: []spec.Term{{First: spec.EntityRef("ChildOf")}}}
	require.Len(t, w.Apply(spec.Operation{Op: spec.OpQuery, Query: q}).Rows, 1500)
	require.Len(t, w.Apply(spec.Operation{Op: spec.OpExplain, Query: q}).Explanation.Matches, 1500)
}

// Children are in the order of their creation, also after some were deleted.
func TestSiblingsComeInOrderOfCreation(t *testing.T) {
	w := flock(t, 4, spec.Limits{})
	require.Nil(t, w.Apply(spec.Operation{Op: spec.OpDelete, Entity: "child1"}).Err)
	require.Nil(t, w.Apply(spec.Operation{Op: spec.OpRemove, Entity: "child0", ID: spec.Single(spec.ChildOf)}).Err)
	require.Nil(t, w.Apply(spec.Operation{Op: spec.OpSet, Entity: "child0", ID: spec.Pair(spec.ChildOf, "duck")}).Err)
	out := w.Apply(spec.Operation{Op: spec.OpTraverse, Entity: "duck"})
	require.Equal(t, []spec.Handle{"child0", "child2", "child3"}, out.Entities)
	require.False(t, out.AnyOrder)
}

// The order of a walk is unspecified if several paths lead to an entity, and in a cycle.
func TestTheOrderOfSomeWalksIsUnspecified(t *testing.T) {
	w := flock(t, 2, spec.Limits{})
	require.Nil(t, w.Apply(spec.Operation{Op: spec.OpSet, Entity: "duck", ID: spec.Pair(spec.ChildOf, "child0")}).Err)
	require.True(t, w.Apply(spec.Operation{Op: spec.OpTraverse, Entity: "duck"}).AnyOrder)
	require.Nil(t, w.Apply(spec.Operation{
		Op: spec.OpRelationship, Entity: "Likes",
		Declared: spec.Declaration{ReverseIndex: true},
	}).Err)
	require.True(t, w.Apply(spec.Operation{Op: spec.OpTraverse, Entity: "duck", Relationship: "Likes"}).AnyOrder)
}

// doc.go lists the files of the package, and the rules cite their statements.
func TestTheWorldCitesItsStatements(t *testing.T) {
	index, err := os.ReadFile("doc.go")
	require.NoError(t, err)
	paths, err := filepath.Glob("*.go")
	require.NoError(t, err)
	engine := []string{"arguments.go", "operations.go"}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") || path == "doc.go" {
			continue
		}
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Contains(t, string(index), path+":")
		require.True(t, slices.Contains(engine, path) || regexp.MustCompile(`TECS-\d+`).Match(text), path)
	}
}
