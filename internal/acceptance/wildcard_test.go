package acceptance

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// A wildcard is not an entity: every argument that needs an entity refuses it with invalid, also while changes are
// deferred (ids.wildcard-refused). The test finds the arguments by reflection, so it includes new fields of Operation.
func TestAWildcardIsNoEntity(t *testing.T) {
	slots := 0
	for _, complete := range completeOperations() {
		for _, slot := range entityArguments(complete) {
			slots++
			for _, wildcard := range []spec.Handle{spec.Wildcard, spec.Any} {
				for _, deferred := range []bool{false, true} {
					op := slot.with(complete, wildcard)
					for _, im := range append(engines.Tested(), engines.Model()) {
						engine := worldOfWildcards(t, im, deferred)
						got := engine.Apply(op)
						code := spec.ErrorCode("")
						if got.Err != nil {
							code = got.Err.Code
						}
						assert.Equal(t, spec.CodeInvalid, code, "%s: %s of %s, deferred %v", im.Name, slot.name, op.Op,
							deferred)
					}
				}
			}
		}
	}
	require.Greater(t, slots, 40)
}

// completeOperations are operations with all their entity arguments set. Without wildcards, each succeeds in
// [worldOfWildcards].
func completeOperations() []spec.Operation {
	query := &spec.Query{Expr: "(R, *)", Text: true, Kind: spec.KindCached, GroupBy: "R"}
	watch := &spec.Query{Expr: "T", Text: true}
	vars := map[string]spec.Handle{"this": "a"}
	pair := spec.Pair("R", "b")
	return []spec.Operation{
		{Op: spec.OpEntity, Entity: "n", Parent: "a", IDs: []spec.ID{pair}},
		{Op: spec.OpComponent, Entity: "n", Parent: "a"},
		{Op: spec.OpDelete, Entity: "a"},
		{Op: spec.OpClear, Entity: "a"},
		{Op: spec.OpAlive, Entity: "a"},
		{Op: spec.OpAdd, Entity: "a", ID: pair},
		{Op: spec.OpRemove, Entity: "a", ID: pair},
		{Op: spec.OpSet, Entity: "a", ID: spec.Single("C")},
		{Op: spec.OpGet, Entity: "a", ID: spec.Single("C")},
		{Op: spec.OpModified, Entity: "a", ID: spec.Single("C")},
		{Op: spec.OpHas, Entity: "a", ID: pair},
		{Op: spec.OpOwns, Entity: "a", ID: pair},
		{Op: spec.OpIDs, Entity: "a"},
		{Op: spec.OpTarget, Entity: "a", Relationship: "R"},
		{Op: spec.OpTargets, Entity: "a", Relationship: "R"},
		{Op: spec.OpSources, Entity: "b", Relationship: "R"},
		{Op: spec.OpOverride, Entity: "a", ID: spec.Single("C")},
		{Op: spec.OpScope, Entity: "a"},
		{Op: spec.OpLookup, Path: "b", From: "a"},
		{Op: spec.OpPath, Entity: "b", From: "a"},
		{Op: spec.OpSetName, Entity: "a", Name: new("z")},
		{Op: spec.OpParent, Entity: "a"},
		{Op: spec.OpChildren, Entity: "a"},
		{Op: spec.OpDepth, Entity: "a", Relationship: "ChildOf"},
		{Op: spec.OpWalkUp, Entity: "a", Relationship: "ChildOf"},
		{Op: spec.OpTraverse, Entity: "a", Relationship: "ChildOf"},
		{Op: spec.OpEnable, Entity: "a"},
		{Op: spec.OpDisable, Entity: "a"},
		{Op: spec.OpEnable, Entity: "a", ID: spec.Single("C")},
		{Op: spec.OpDisable, Entity: "a", ID: spec.Single("C")},
		{Op: spec.OpQuery, Query: query, Vars: vars, Group: new(spec.Handle("b"))},
		{Op: spec.OpPrepare, As: "p", Query: query},
		{Op: spec.OpIterate, On: "q", Vars: vars, Group: new(spec.Handle("b"))},
		{Op: spec.OpIterBegin, On: "q", As: "i"},
		{Op: spec.OpExplain, Query: query, Entity: "a", Vars: vars},
		{Op: spec.OpObserve, As: "o", Query: watch, Events: []spec.EventKind{spec.OnAdd}, Parent: "a"},
	}
}

// Each of these operations succeeds without a wildcard, so the wildcard causes the error in the test
// above.
func TestCompleteOperationsWork(t *testing.T) {
	for _, op := range completeOperations() {
		for _, im := range append(engines.Tested(), engines.Model()) {
			got := worldOfWildcards(t, im, false).Apply(op)
			require.Nil(t, got.Err, "%s: %s", im.Name, op.Op)
		}
	}
}

func worldOfWildcards(t *testing.T, im oracle.Implementation, deferred bool) spec.Engine {
	engine, err := im.Start(spec.Flecs3())
	require.NoError(t, err)
	ops := []spec.Operation{
		{Op: spec.OpComponent, Entity: "C", Members: []spec.Member{{Name: "x", Type: spec.I32}}},
		{Op: spec.OpEntity, Entity: "T"},
		{Op: spec.OpEntity, Entity: "R", Name: new("R")},
		{Op: spec.OpEntity, Entity: "a"},
		{Op: spec.OpEntity, Entity: "b", Name: new("b"), Parent: "a"},
		{Op: spec.OpSetName, Entity: "T", Name: new("T")},
		{Op: spec.OpAdd, Entity: "a", ID: spec.Single("C")},
		{Op: spec.OpAdd, Entity: "a", ID: spec.Pair("R", "b")},
		{Op: spec.OpPrepare, As: "q", Query: &spec.Query{
			Expr: "(R, *)", Text: true, Kind: spec.KindCached,
			GroupBy: "R",
		}},
	}
	if deferred {
		ops = append(ops, spec.Operation{Op: spec.OpDeferBegin})
	}
	for _, op := range ops {
		require.Nil(t, engine.Apply(op).Err, "%s %s", op.Op, op.Entity)
	}
	return engine
}

// entityArgument is a field of an operation for an entity.
type entityArgument struct {
	name string
	with func(spec.Operation, spec.Handle) spec.Operation
}

// entityArguments returns the entity arguments that an operation sets.
func entityArguments(op spec.Operation) []entityArgument {
	var out []entityArgument
	v := reflect.ValueOf(op)
	for n := range v.NumField() {
		name := v.Type().Field(n).Name
		put := func(value func(spec.Handle) any) {
			out = append(out, entityArgument{name, func(op spec.Operation, h spec.Handle) spec.Operation {
				reflect.ValueOf(&op).Elem().Field(n).Set(reflect.ValueOf(value(h)))
				return op
			}})
		}
		switch f := v.Field(n).Interface().(type) {
		case spec.Handle:
			if f != "" {
				put(func(h spec.Handle) any { return h })
			}
		case *spec.Handle:
			if f != nil {
				put(func(h spec.Handle) any { return &h })
			}
		case map[string]spec.Handle:
			for key := range f {
				put(func(h spec.Handle) any { return map[string]spec.Handle{key: h} })
			}
		case *spec.Query:
			if f != nil && f.GroupBy != "" {
				put(func(h spec.Handle) any {
					q := *f
					q.GroupBy = h
					return &q
				})
			}
		}
	}
	return out
}
