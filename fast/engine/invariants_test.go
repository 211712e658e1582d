package engine

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	_ "github.com/relspec/relspec/internal/heap"
	"github.com/relspec/relspec/spec"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// alphabet holds the few entities that drawn operations use, so that they interact.
var alphabet = []spec.Handle{"a", "b", "c", "d", "R", "S", "P"}

// drawID draws an id; properties and builtin relationships are frequent.
func drawID(t *rapid.T, wild bool) spec.ID {
	firsts := append([]spec.Handle{
		"ChildOf", "IsA", "Exclusive", "Symmetric", "Transitive", "Acyclic", "DontInherit", "With", "OneOf",
		"PairIsTag",
		"Union", "DontFragment", "Exclusive", "Final", "OnDelete", "OnDeleteTarget", "Disabled", "Prefab",
	}, alphabet...)
	seconds := append([]spec.Handle{"Remove", "Delete", "Panic"}, alphabet...)
	if wild {
		firsts, seconds = append(firsts, "*"), append(seconds, "*", "_")
	}
	first := rapid.SampledFrom(firsts).Draw(t, "first")
	if rapid.Bool().Draw(t, "pair") {
		return spec.Pair(first, rapid.SampledFrom(seconds).Draw(t, "second"))
	}
	return spec.Single(first)
}

func drawOperation(t *rapid.T) spec.Operation {
	kinds := []spec.OpKind{
		spec.OpAdd, spec.OpAdd, spec.OpAdd, spec.OpAdd, spec.OpAdd, spec.OpAdd, spec.OpRemove, spec.OpRemove,
		spec.OpSet,
		spec.OpSet, spec.OpEntity, spec.OpComponent, spec.OpDelete, spec.OpClear, spec.OpRemoveAll, spec.OpDeleteWith,
		spec.OpOverride, spec.OpSetName, spec.OpScope, spec.OpDisable, spec.OpSnapshot, spec.OpRestore,
	}
	entity := rapid.SampledFrom(alphabet).Draw(t, "entity")
	op := spec.Operation{Op: rapid.SampledFrom(kinds).Draw(t, "op"), Entity: entity, As: "s"}
	name := rapid.SampledFrom([]string{"", "x", "y", "IsA"}).Draw(t, "name")
	op.Name = &name
	if op.Op.Outcome() != spec.OutNone || op.Op == spec.OpDisable {
		return op
	}
	op.ID, op.Value = drawID(t, op.Op != spec.OpSet && op.Op != spec.OpAdd), spec.RawValue{"v": json.Number("7")}
	if op.Op == spec.OpEntity || op.Op == spec.OpComponent {
		op.Entity = spec.Handle(fmt.Sprintf("%s%d", entity, rapid.IntRange(0, 3).Draw(t, "number")))
		if op.Op == spec.OpEntity {
			op.IDs = []spec.ID{drawID(t, false), drawID(t, false)}
		}
	}
	return op
}

// queriesToKeep cover everything that caches depend on.
var queriesToKeep = []string{
	"P", "P, !R", "?S, P || R", "*", "(R, *)", "(*, a)", "(R, b), P", "P(a)", "!(IsA, *)", "P, Disabled", "(_, _)",
}

func TestOperationsKeepTheInvariants(t *testing.T) {
	for _, p := range []spec.Profile{spec.Flecs3(), spec.Flecs4()} {
		t.Run(p.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				options := []Option{RecycledIDs(rapid.IntRange(0, 9).Draw(t, "recycled"))}
				if rapid.Bool().Draw(t, "not fragmenting") {
					options = append(options, NotFragmenting())
				}
				if rapid.Bool().Draw(t, "trading tables") {
					options = append(options, TradingTables())
				}
				if rapid.Bool().Draw(t, "saved and loaded") {
					options = append(options, SavedAndLoaded())
				}
				e := New(p, options...)
				populate(t, e)
				for range rapid.IntRange(1, 40).Draw(t, "operations") {
					op := drawOperation(t)
					before := dumpText(e)
					if out := e.Apply(op); out.Err != nil {
						require.NotEqual(t, spec.CodeCrash, out.Err.Code, "%v: %s", op, out.Err.Message)
						require.Equal(t, before, dumpText(e), "%v was refused (%s), but changed the world",
							op, out.Err.Code)
					}
					requireInvariants(t, e)
				}
			})
		})
	}
}

// populate creates the entities of the alphabet, with the same names, and prepares the queries.
func populate(t require.TestingT, e *Engine) {
	for _, h := range alphabet {
		name := string(h)
		op := spec.Operation{Op: spec.OpEntity, Entity: h, Name: &name}
		if h == "P" || h == "S" {
			op.Op, op.Members = spec.OpComponent,
				[]spec.Member{{Name: "v", Type: spec.I32}, {Name: "s", Type: spec.String}}
		}
		require.Nil(t, e.Apply(op).Err)
	}
	for i, text := range queriesToKeep {
		query := &spec.Query{Expr: text, Kind: spec.KindCached}
		require.Nil(t, e.Apply(spec.Operation{Op: spec.OpPrepare, As: fmt.Sprint(i), Query: query}).Err)
	}
}

func dumpText(e *Engine) string {
	out, _ := e.dumpWorld(nil)
	b, err := json.Marshal(out.Dump)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

func requireInvariants(t require.TestingT, e *Engine) {
	w := e.w
	require.NoError(t, w.CheckInvariants())
	out, _ := e.dumpWorld(nil)
	requireOrder(t, out.Dump)
	for i := range queriesToKeep {
		q := e.queries[fmt.Sprint(i)]
		saved := rowTexts(t, e, q)
		anew := *q.Query
		anew.Cache = nil
		require.Equal(t, rowTexts(t, e, &trackedQuery{Query: &anew}), saved, "the cached matches of %q are stale",
			queriesToKeep[i])
	}
}

func rowTexts(t require.TestingT, e *Engine, q *trackedQuery) []string {
	out, err := e.rows(q, &spec.Operation{Op: spec.OpIterate})
	require.Nil(t, err)
	texts := []string{}
	for _, row := range out.Rows {
		b, err := json.Marshal(row)
		require.NoError(t, err)
		texts = append(texts, string(b))
	}
	slices.Sort(texts)
	return texts
}

func TestEveryOperationHasAFunction(t *testing.T) {
	known := map[spec.OpKind]bool{}
	for _, p := range spec.ProfilesOf(spec.FlecsFamily) {
		for _, kind := range p.Operations {
			known[kind] = true
			require.Contains(t, operations, kind)
		}
	}
	for kind := range operations {
		require.True(t, known[kind], kind)
	}
}

func TestMissingArgumentsAreRefused(t *testing.T) {
	e := New(spec.Flecs3())
	for _, kind := range spec.OpKinds() {
		out := e.Apply(spec.Operation{Op: kind})
		if out.Err != nil {
			require.NotEqual(t, spec.CodeCrash, out.Err.Code, "%s: %s", kind, out.Err.Message)
		}
	}
	require.Equal(t, spec.CodeUnsupported, e.Apply(spec.Operation{Op: "dance"}).Err.Code)
}
