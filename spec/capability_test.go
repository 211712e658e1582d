package spec_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
)

func TestNeedsAreCapabilities(t *testing.T) {
	for _, op := range sampleOperations() {
		for _, c := range op.Needs() {
			require.True(t, slices.Contains(spec.Capabilities(), c), c)
		}
	}
	op := spec.Operation{Op: spec.OpAdd, Entity: "a", ID: spec.Pair(spec.OnDelete, spec.PanicAction)}
	require.Equal(t, []spec.Capability{spec.CapPairs, spec.CapCleanup, spec.CapEntities}, op.Needs())
	op.ID = spec.Pair(spec.ChildOf, "p")
	require.Equal(t, []spec.Capability{spec.CapChildOf, spec.CapEntities}, op.Needs(),
		"an engine that declares child_of but not pairs can move an entity")
	for _, id := range []spec.ID{
		spec.Pair(spec.ChildOf, "*"), spec.Pair(spec.ChildOf, spec.ChildOf),
		spec.Pair("R", "p"), spec.Pair("R", spec.ChildOf),
	} {
		op.ID = id
		require.Contains(t, op.Needs(), spec.CapPairs, id)
	}
	q := spec.Query{Terms: []spec.Term{{
		First: spec.EntityRef("R"), Second: spec.EntityRef("_"), Src: spec.VarRef("x"),
		Oper: spec.Not,
	}}}
	require.Equal(t, []spec.Capability{spec.CapQuery, spec.CapPairs, spec.CapNot, spec.CapAny, spec.CapVariables},
		q.Needs())
	for text, needs := range map[string]bool{
		"(Likes, $x)": false, `$this == "größe"`: false, "`Tag A`": true, "Größe": true, "$this == \"a\", `b`": true,
	} {
		require.Equal(t, needs, slices.Contains((&spec.Query{Expr: text}).Needs(), spec.CapQuoted), text)
		require.Equal(t, needs, slices.Contains((&spec.Operation{Op: spec.OpDefine, Text: text}).Needs(),
			spec.CapQuoted), text)
	}
}
