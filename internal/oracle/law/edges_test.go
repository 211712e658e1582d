package law_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/oracle/build"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/law"
	"github.com/relspec/relspec/internal/oracle/oracletest"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/spec"
)

// edgeMutants each violate one law.
var edgeMutants = map[string]func(*spec.Operation, *spec.Outcome){
	"inverse": func(op *spec.Operation, out *spec.Outcome) { // omits the first source of b
		if op.Op == spec.OpSources && op.Entity == "b" {
			out.Entities = out.Entities[1:]
		}
	},
	"closure": func(op *spec.Operation, out *spec.Outcome) { // omits entities two levels below
		if op.Op == spec.OpTraverse {
			out.Entities, out.Depths = out.Entities[:1], out.Depths[:1]
		}
	},
	"preorder": func(op *spec.Operation, out *spec.Outcome) { // returns everything as a child of the root
		if op.Op == spec.OpTraverse {
			out.Depths = make([]int, len(out.Entities))
		}
	},
	"ascent": func(op *spec.Operation, out *spec.Outcome) { // skips one step
		if op.Op == spec.OpWalkUp {
			out.Entities = out.Entities[1:]
		}
	},
	"living": func(op *spec.Operation, out *spec.Outcome) { // keeps an edge to a dead entity
		if op.Op == spec.OpDump && out.Dump != nil {
			for i := range out.Dump.Entities {
				out.Dump.Entities[i].IDs = append(out.Dump.Entities[i].IDs, spec.DumpID{ID: spec.Pair("L", "d")})
			}
		}
	},
	"membership": func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpCount {
			out.Number++
		}
	},
	"replay": func(op *spec.Operation, out *spec.Outcome) { // does not report entities that stop matching
		out.Events = slices.DeleteFunc(out.Events, func(e spec.Event) bool { return e.Event == spec.OnRemove })
	},
}

func TestLawsOfEdgesFindContradictions(t *testing.T) {
	set := func(e, r, target spec.Handle) spec.Operation {
		return spec.Operation{Op: spec.OpSet, Entity: e, ID: spec.Pair(r, target)}
	}
	ask := func(kind spec.OpKind, e spec.Handle) spec.Operation {
		return spec.Operation{Op: kind, Entity: e, Relationship: "L"}
	}
	events := spec.Operation{Op: spec.OpEvents}
	tr := spec.NewTrace("tecs",
		spec.Operation{
			Op: spec.OpRelationship, Entity: "L",
			Declared: spec.Declaration{Exclusive: true, ReverseIndex: true},
		},
		build.Entity("a"), build.Entity("b"), build.Entity("c"), build.Entity("d"),
		spec.Operation{Op: spec.OpObserve, As: "o", Query: build.Terms(build.Tag("L")), Monitor: true}, events,
		set("b", "L", "a"), set("c", "L", "b"), set("d", "L", "c"), ask(spec.OpTargets, "c"), ask(spec.OpTraverse, "a"),
		ask(spec.OpWalkUp, "c"),
		build.Query(build.Terms(build.Tag("L"))), spec.Operation{Op: spec.OpDelete, Entity: "d"}, events,
	)
	for _, l := range law.All() {
		change, is := edgeMutants[l.Name]
		if !is {
			require.True(t, l.Needs == nil || !l.Needs(new(spec.Tecs())), "a law without a mutant: %s", l.Name)
			continue
		}
		t.Run(l.Name, func(t *testing.T) {
			require.Empty(t, oracletest.Run(t, tr, oracletest.Sound("engine"),
				runner.Options{Laws: []*law.Law{l}}).Divergences)
			d := oracletest.Run(t, tr, oracletest.NewMutant("model", change),
				runner.Options{Laws: []*law.Law{l}, DumpEvery: -1}).Divergences
			require.NotEmpty(t, d)
			res, err := runner.Run(tr, oracletest.NewMutant("model", change), nil,
				runner.Options{Laws: []*law.Law{l}, DumpEvery: -1})
			require.NoError(t, err)
			require.Len(t, res.Divergences, 1, "without a reference")
			require.Equal(t, l.Name, res.Divergences[0].Law)
			require.Equal(t, compare.DiffLaw, res.Divergences[0].Difference.Kind)
			require.NotEmpty(t, l.Summary)
		})
	}
}
