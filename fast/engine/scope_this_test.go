package engine

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
)

// answerIn runs a query in a new flecs-4 world with the entities a, R and e, where e has (R, a).
func answerIn(t *testing.T, expr string) spec.Outcome {
	t.Helper()
	e, names := New(spec.Flecs4()), [...]string{"a", "R", "e"}
	for _, op := range []spec.Operation{
		{Op: spec.OpEntity, Entity: "a", Name: &names[0]},
		{Op: spec.OpEntity, Entity: "R", Name: &names[1]},
		{Op: spec.OpEntity, Entity: "e", Name: &names[2], IDs: []spec.ID{{First: "R", Second: "a"}}},
	} {
		require.Nil(t, e.Apply(op).Err)
	}
	return e.Apply(spec.Operation{Op: spec.OpQuery, Query: &spec.Query{Text: true, Expr: expr}})
}

// If $this occurs only in scopes, its values are all entities of the user, or none if it occurs
// only under Not (scope.this).
func TestThisComparedInAScopeOnly(t *testing.T) {
	for compares, matches := range map[string]bool{
		`$this ~= "!e"`:                       true,
		`$this ~= "!"`:                        false,
		`$this ~= "zz"`:                       false,
		`$this != "e"`:                        true,
		`$this != e`:                          true,
		`$this != $x`:                         true,
		`$x != $this`:                         true,
		`$this == $x`:                         true,
		`$x == $this`:                         true,
		`$this == $this`:                      true,
		`$this != $this`:                      false,
		`R($this, a), $this != e`:             false,
		`$this != e, !{ $this ~= "a" }`:       true,
		`$this ~= "e", !{ $this == $x }`:      false,
		`!(R, a), $this ~= "!a", $this != $x`: true,
		`!$this == e`:                         false,
		`!$this ~= "e"`:                       false,
		`!$this ~= "zz"`:                      true,
		`!$this == e, !(R, a)`:                false,
		`!(R, a), $this != e`:                 true,
		`$this == $x || $this ~= "zz"`:        true,
		`$this ~= "zz" || $this == $x`:        true,
		`(R, $y) || $this ~= "zz", !(R, a)`:   false,
		`?(R, a), $this == a`:                 true,
		`?(R, a), !$this ~= "e"`:              false,
		`!{ $this == e }, !$this == a`:        false,
		`!{ !$this == e }`:                    true,
		`!{ !{ !$this == e } }`:               false,
	} {
		out := answerIn(t, "*($x, a), !{ "+compares+" }")
		require.Nil(t, out.Err, compares)
		require.Equal(t, matches, len(out.Rows) == 0, compares)
	}
}

func TestOtherVariablesMustBeBoundInAScope(t *testing.T) {
	for _, compares := range []string{`$y ~= "!e"`, `$y != e`, `$this == $y`, `$this != $y`} {
		out := answerIn(t, "*($x, a), !{ "+compares+" }")
		require.NotNil(t, out.Err, compares)
		require.Equal(t, spec.CodeInvalid, out.Err.Code, compares)
		require.Equal(t, [2]int{1, 14}, [2]int{out.Err.Line, out.Err.Column}, compares)
	}
}
