package engine

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/internal/bridge"
	"github.com/relspec/relspec/spec"
)

// kinds are the declarations of relationships in the test, except for their storage.
var kinds = []spec.Declaration{
	{ReverseIndex: true},
	{ReverseIndex: true, Fields: []string{"delay", "note"}, Defaults: []spec.Scalar{{Type: spec.F64, Num: 0.5}}},
	{ReverseIndex: true, Exclusive: true},
	{ReverseIndex: true, Exclusive: true, Fields: []string{"delay"}, Require: []string{"delay"}},
	{ReverseIndex: true, Exclusive: true, CascadeDelete: true},
	{ReverseIndex: true, Exclusive: true, CascadeDelete: true, Fields: []string{"slot"}},
	{ReverseIndex: true, Transient: true, Fields: []string{"x"}},
	{ReverseIndex: true, Transient: true, Exclusive: true, Fields: []string{"x"}},
}

// operationOf draws an operation on ten entities.
func operationOf(random *rand.Rand, n int) spec.Operation {
	entity := func() spec.Handle { return spec.Handle(fmt.Sprintf("e%d", random.IntN(n))) }
	r := random.IntN(len(kinds))
	relationship := spec.Handle(fmt.Sprintf("R%d", r))
	pair := spec.ID{First: relationship, Second: entity()}
	switch random.IntN(28) {
	case 0, 1, 2, 3, 4, 5, 6, 7:
		op := spec.Operation{Op: spec.OpSet, Entity: entity(), ID: pair}
		if fields := kinds[r].Fields; len(fields) > 0 && random.IntN(3) > 0 {
			op.Args = []spec.Scalar{{Type: spec.F64, Num: float64(random.IntN(5))}}
		} else if len(fields) > 0 && random.IntN(2) > 0 {
			op.Value = spec.RawValue{fields[0]: "text"}
		}
		return op
	case 8, 9:
		return spec.Operation{Op: spec.OpRemove, Entity: entity(), ID: pair}
	case 10:
		return spec.Operation{Op: spec.OpRemove, Entity: entity(), ID: spec.ID{First: relationship}}
	case 11:
		return spec.Operation{Op: spec.OpDelete, Entity: entity()}
	case 12:
		return spec.Operation{Op: spec.OpClear, Entity: entity()}
	case 13:
		return spec.Operation{Op: spec.OpSet, Entity: entity(), ID: spec.ID{First: "Mass"}}
	case 14:
		return spec.Operation{Op: spec.OpSnapshot, As: "s"}
	case 15:
		return spec.Operation{Op: spec.OpRestore, As: "s"}
	case 16:
		return spec.Operation{Op: spec.OpDeferBegin}
	case 17, 18:
		return spec.Operation{Op: spec.OpDeferEnd}
	case 19:
		return spec.Operation{Op: spec.OpGet, Entity: entity(), ID: spec.ID{First: relationship}}
	case 20:
		return spec.Operation{Op: spec.OpTraverse, Entity: entity(), Relationship: relationship}
	case 21:
		return spec.Operation{
			Op: spec.OpWalkUp, Entity: entity(), Relationship: relationship,
			MaxDepth: 1 + random.IntN(4), Take: random.IntN(3),
		}
	case 22:
		return spec.Operation{Op: spec.OpQuery, Query: &spec.Query{Terms: []spec.Term{
			{First: spec.EntityRef(relationship)}, {First: spec.EntityRef("Mass"), Oper: spec.Not},
		}}}
	case 23:
		return spec.Operation{Op: spec.OpCount, ID: pair}
	case 24:
		return spec.Operation{Op: spec.OpSources, Entity: entity(), Relationship: relationship}
	case 25:
		return spec.Operation{Op: spec.OpEvents}
	case 26:
		return spec.Operation{Op: spec.OpHas, Entity: entity(), ID: pair}
	}
	return spec.Operation{Op: spec.OpEntity, Entity: spec.Handle(fmt.Sprintf("e%d", n)), IDs: []spec.ID{pair}}
}

// worldOf declares the relationships with the given storages.
func worldOf(t *testing.T, sparse bool) *Engine {
	e := New(spec.Tecs(), spec.DefaultLimits())
	ops := []spec.Operation{{
		Op: spec.OpComponent, Entity: "Mass",
		Members: []spec.Member{{Name: "value", Type: spec.F32}},
	}}
	for i, d := range kinds {
		d.Sparse = sparse
		ops = append(ops, spec.Operation{
			Op: spec.OpRelationship, Entity: spec.Handle(fmt.Sprintf("R%d", i)),
			Declared: d,
		})
	}
	for i := range kinds {
		ops = append(ops, spec.Operation{
			Op: spec.OpObserve, As: fmt.Sprintf("m%d", i), Monitor: true,
			Query: &spec.Query{Terms: []spec.Term{{First: spec.EntityRef(spec.Handle(fmt.Sprintf("R%d", i)))}}},
		})
	}
	for i := range 10 {
		ops = append(ops, spec.Operation{Op: spec.OpEntity, Entity: spec.Handle(fmt.Sprintf("e%d", i))})
	}
	for _, op := range ops {
		require.Nil(t, e.Apply(op).Err)
	}
	return e
}

// text formats an answer for comparison. Sets and rows are sorted.
func text(t *testing.T, op *spec.Operation, out spec.Outcome) string {
	if out.Err != nil {
		return string(out.Err.Code)
	}
	if op.Op == spec.OpSources {
		return fmt.Sprint(sorted(out.Entities))
	}
	if op.Op == spec.OpQuery {
		var rows []spec.Handle
		for _, row := range out.Rows {
			rows = append(rows, row.This)
		}
		return fmt.Sprint(sorted(rows))
	}
	b, err := out.MarshalJSON()
	require.NoError(t, err)
	return string(b)
}

func sorted(list []spec.Handle) []string {
	counts := map[spec.Handle]int{}
	for _, h := range list {
		counts[h]++
	}
	out := []string{}
	for i := range 200 {
		h := spec.Handle(fmt.Sprintf("e%d", i))
		for range counts[h] {
			out = append(out, string(h))
		}
	}
	return out
}

// Answers do not depend on the storage of edges, except for tables and terms with a target
// (declared.tables).
func TestAnswersDoNotDependOnTheStorage(t *testing.T) {
	deaths, events := 0, 0
	for seed := range uint64(20) {
		random := rand.New(rand.NewPCG(seed, 1))
		dense, sparse := worldOf(t, false), worldOf(t, true)
		n := 10
		for step := range 120 {
			op := operationOf(random, n)
			want, got := dense.Apply(op), sparse.Apply(op)
			require.Equal(t, text(t, &op, want), text(t, &op, got), "seed %d step %d: %+v", seed, step, op)
			a, b := dense.Apply(spec.Operation{Op: spec.OpDump}), sparse.Apply(spec.Operation{Op: spec.OpDump})
			require.Equal(t, text(t, &op, a), text(t, &op, b), "seed %d step %d: %+v", seed, step, op)
			if op.Op == spec.OpEntity && want.Err == nil {
				n++
			}
			if op.Op == spec.OpDelete && want.Err == nil {
				deaths++
			}
			events += len(want.Events)
		}
	}
	require.Greater(t, deaths, 30)
	require.Greater(t, events, 30)
}

func TestTablesCountTargetsOfDenseRelationships(t *testing.T) {
	for _, sparse := range []bool{false, true} {
		for i, d := range kinds {
			e := New(spec.Tecs(), spec.DefaultLimits(), bridge.RecycledIndices(8).(fast.Option))
			d.Sparse, d.Require = sparse, nil
			e.Apply(spec.Operation{Op: spec.OpRelationship, Entity: "R", Declared: d})
			require.EqualValues(t, 0, e.Apply(spec.Operation{Op: spec.OpTables}).Number)
			for j := range 4 {
				e.Apply(spec.Operation{Op: spec.OpEntity, Entity: spec.Handle(fmt.Sprintf("t%d", j))})
			}
			for j := range 4 {
				id := spec.ID{First: "R", Second: spec.Handle(fmt.Sprintf("t%d", j))}
				require.Nil(t, e.Apply(spec.Operation{
					Op: spec.OpEntity, Entity: spec.Handle(fmt.Sprintf("s%d", j)),
					IDs: []spec.ID{id},
				}).Err)
			}
			want := 1 + 4
			if sparse {
				want = 1 + 1
			}
			require.EqualValues(t, want, e.Apply(spec.Operation{Op: spec.OpTables}).Number, "kind %d, sparse %v", i,
				sparse)
		}
	}
}
