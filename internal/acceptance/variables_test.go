package acceptance

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
)

// FQL-078: rows contain the variables of a query, except those whose names begin with '_', and
// $this as their entity.
func TestRowsHaveNoAnonymousVariables(t *testing.T) {
	for _, engine := range everyEngine {
		for _, profile := range []spec.Profile{spec.Flecs3(), spec.Flecs4()} {
			t.Run(engine.name+" "+profile.Name, func(t *testing.T) {
				e := engine.fresh(profile)
				for _, h := range []spec.Handle{"Likes", "Eats", "Pizza", "bob"} {
					name := string(h)
					require.Nil(t, e.Apply(spec.Operation{Op: spec.OpEntity, Entity: h, Name: &name}).Err)
				}
				for _, r := range []spec.Handle{"Likes", "Eats"} {
					require.Nil(t, e.Apply(spec.Operation{
						Op: spec.OpAdd, Entity: "bob",
						ID: spec.Pair(r, "Pizza"),
					}).Err)
				}
				out := e.Apply(spec.Operation{Op: spec.OpQuery, Query: &spec.Query{
					Expr: "($_r, $_food), (Eats, $food), Likes($this, $_food)", Kind: spec.KindRule,
				}})
				require.Nil(t, out.Err)
				require.Len(t, out.Rows, 2, "one row for each value of $_r")
				for _, row := range out.Rows {
					require.Equal(t, spec.Handle("bob"), row.This)
					require.Equal(t, map[string]spec.Handle{"food": "Pizza"}, row.Vars)
				}
			})
		}
	}
}
