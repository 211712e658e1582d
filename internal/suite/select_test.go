package suite

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/spec"
)

func ops(t *spec.Trace) []spec.OpKind {
	var kinds []spec.OpKind
	for _, e := range t.Entries {
		kinds = append(kinds, e.Op.Op)
	}
	return kinds
}

// What remains of a trace needs only declared capabilities, and is never empty.
func TestSelectedTracesNeedOnlyDeclaredCapabilities(t *testing.T) {
	info := fewCapabilities()
	saved := 0
	for seed := range uint64(200) {
		trace := fuzz.Generate(seed, spec.Flecs3())
		kinds := map[string]string{}
		for _, e := range Select(trace, info).Entries {
			saved++
			op := e.Op
			kind := kinds[op.On]
			if op.Query != nil {
				terms, err := capability.Terms(spec.Flecs3(), op.Query)
				require.Nil(t, err)
				kind = capability.Kind(spec.Flecs3(), op.Query, terms).String()
			}
			kinds[op.As] = kind
			for _, c := range op.Needs() {
				where := "world"
				if c.OfQueries() {
					where = kind
				}
				require.True(t, capability.Declares(&info, where, c), "seed %d: %s needs %s for %q", seed, op.Op, c,
					where)
			}
		}
	}
	require.Greater(t, saved, 200*20)
}

func TestSelectKeepsEverythingWithoutDeclarations(t *testing.T) {
	trace := fuzz.Generate(7, spec.Flecs3())
	require.Equal(t, trace, Select(trace, spec.Info{Implementation: "all"}))
}

func TestSelect(t *testing.T) {
	name := "n"
	tests := []struct {
		name     string
		in, want spec.Operation
	}{
		{
			"name is removed",
			spec.Operation{Op: spec.OpEntity, Entity: "a", Name: &name},
			spec.Operation{Op: spec.OpEntity, Entity: "a"},
		},
		{
			"parent is removed",
			spec.Operation{Op: spec.OpEntity, Entity: "a", Parent: "p"},
			spec.Operation{Op: spec.OpEntity, Entity: "a"},
		},
		{
			"property is removed",
			spec.Operation{
				Op: spec.OpEntity, Entity: "R",
				IDs: []spec.ID{spec.Single(spec.Transitive), spec.Single(spec.Exclusive)},
			},
			spec.Operation{Op: spec.OpEntity, Entity: "R", IDs: []spec.ID{spec.Single(spec.Exclusive)}},
		},
		{
			"component becomes entity",
			spec.Operation{Op: spec.OpComponent, Entity: "P", Members: []spec.Member{{Name: "x", Type: spec.F32}}},
			spec.Operation{Op: spec.OpEntity, Entity: "P"},
		},
		{
			"term is removed", query(spec.Term{First: spec.EntityRef("T")},
				spec.Term{First: spec.EntityRef("T"), Oper: spec.Optional}),
			query(spec.Term{First: spec.EntityRef("T")}),
		},
		{
			"chain of one becomes a term", query(chain(spec.Term{First: spec.EntityRef("T")},
				spec.Term{First: spec.VarRef("x")})),
			query(spec.Term{First: spec.EntityRef("T")}),
		},
	}
	info := fewCapabilities()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Select(spec.NewTrace("flecs-3", tt.in), info)
			require.Equal(t, spec.NewTrace("flecs-3", tt.want), got)
		})
	}
}

func TestSelectLeavesOut(t *testing.T) {
	trace := spec.NewTrace("flecs-3",
		spec.Operation{Op: spec.OpSetName, Entity: "a"},
		query(spec.Term{First: spec.VarRef("x")}),
		spec.Operation{Op: spec.OpPrepare, As: "q", Query: &spec.Query{Terms: []spec.Term{{First: spec.VarRef("x")}}}},
		spec.Operation{Op: spec.OpIterate, On: "q"},
		spec.Operation{
			Op: spec.OpPrepare, As: "r",
			Query: &spec.Query{Terms: []spec.Term{{First: spec.EntityRef("T")}}},
		},
		spec.Operation{Op: spec.OpIterate, On: "r", Values: true},
		spec.Operation{Op: spec.OpSet, Entity: "a", ID: spec.Single("P")},
	)
	got := Select(trace, fewCapabilities())
	require.Equal(t, []spec.OpKind{spec.OpPrepare, spec.OpIterate}, ops(got))
	require.False(t, got.Entries[1].Op.Values)
}

// An auto query that is sorted or uses cascade is cached (query.auto). If the engine declares what
// it needs for cached queries, the query is unchanged. Otherwise only the part that an uncached
// query supports remains, if the engine declares that part for uncached queries.
func TestSelectOfAutoQueriesThatAreCached(t *testing.T) {
	tag := spec.Term{First: spec.EntityRef("T")}
	cascades := spec.Term{First: spec.EntityRef("T"), Src: spec.Ref{Trav: &spec.Traversal{Flags: spec.TravCascade}}}
	sorted := func(terms ...spec.Term) spec.Operation {
		op := query(terms...)
		op.Query.OrderBy = &spec.OrderBy{}
		return op
	}
	all := []spec.Capability{spec.CapQuery, spec.CapTraversal, spec.CapOrder}
	tests := []struct {
		name         string
		cached, rule []spec.Capability
		in           spec.Operation
		want         *spec.Operation
	}{
		{"all of it", all, nil, sorted(cascades), new(sorted(cascades))},
		{"a rule of it", nil, all[:1], sorted(tag, cascades), new(query(tag))},
		{"no rule is sorted", nil, all, sorted(tag), nil},
		{"a cached query of it", all[:2], nil, sorted(tag), nil},
		{"a part of the terms", all, nil, sorted(spec.Term{First: spec.VarRef("x")}, tag), new(sorted(tag))},
		{"nothing", nil, nil, sorted(tag), nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Select(spec.NewTrace("flecs-3", tt.in),
				spec.Info{Capabilities: map[string][]spec.Capability{"cached": tt.cached, "rule": tt.rule}})
			want := spec.NewTrace("flecs-3")
			if tt.want != nil {
				want = spec.NewTrace("flecs-3", *tt.want)
			}
			require.Equal(t, want, got)
		})
	}
}

func query(terms ...spec.Term) spec.Operation {
	return spec.Operation{Op: spec.OpQuery, Query: &spec.Query{Terms: terms}}
}

func chain(alternatives ...spec.Term) spec.Term {
	return spec.Term{Kind: spec.TermOr, Terms: alternatives}
}

// Every weight in weightNeeds exists.
func TestWeightsAreThoseOfTheGenerator(t *testing.T) {
	keys := fuzz.WeightKeys()
	for _, c := range spec.Capabilities() {
		for _, key := range weightNeeds[c] {
			require.Contains(t, keys, key)
		}
	}
	for _, m := range mixes {
		_, err := m.generator(&spec.Info{}, spec.Flecs3(), 30)
		require.NoError(t, err)
		for key := range m.weights {
			require.Contains(t, keys, key, m.name)
		}
	}
}
