package acceptance

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/engine"
	"github.com/relspec/relspec/spec"
)

// The plan of a rule (QRY-034) depends on the number of matches of its terms, not on their order. It
// begins with the rarest term, has each term once, and tests Not terms once their variables are
// bound.
func TestPlansBeginWithTheRarestTerm(t *testing.T) {
	for _, profile := range []spec.Profile{spec.Flecs3(), spec.Flecs4()} {
		t.Run(profile.Name, func(t *testing.T) {
			e := engine.New(profile)
			for _, h := range []spec.Handle{"Common", "Half", "Rare", "R", "Sun"} {
				require.Nil(t, e.Apply(spec.Operation{Op: spec.OpEntity, Entity: h}).Err)
			}
			for i := range 40 {
				ids := []spec.ID{spec.Single("Common"), spec.Single(spec.Handle(fmt.Sprintf("Kind%d", i)))}
				require.Nil(t, e.Apply(spec.Operation{Op: spec.OpEntity, Entity: ids[1].First}).Err)
				if i%2 == 0 {
					ids = append(ids, spec.Single("Half"), spec.Pair("R", "Sun"))
				}
				if i == 8 {
					ids = append(ids, spec.Single("Rare"))
				}
				require.Nil(t, e.Apply(spec.Operation{
					Op: spec.OpEntity, Entity: spec.Handle(fmt.Sprintf("e%d", i)),
					IDs: ids,
				}).Err)
			}
			term := func(h spec.Handle) spec.Term { return spec.Term{First: spec.EntityRef(h)} }
			pair := spec.Term{First: spec.EntityRef("R"), Second: spec.VarRef("x")}
			not := spec.Term{Oper: spec.Not, First: spec.EntityRef("Sun"), Src: spec.VarRef("x")}
			orders := [][]spec.Term{
				{term("Common"), term("Half"), term("Rare"), pair, not},
				{not, pair, term("Common"), term("Rare"), term("Half")},
				{term("Half"), not, term("Rare"), pair, term("Common")},
			}
			var plans []string
			for _, terms := range orders {
				q := &spec.Query{Kind: spec.KindRule, Terms: terms}
				plan := e.Apply(spec.Operation{Op: spec.OpPlan, Query: q})
				require.Nil(t, plan.Err)
				require.NotNil(t, plan.Text)
				plans = append(plans, *plan.Text)
				rows := e.Apply(spec.Operation{Op: spec.OpQuery, Query: q})
				require.Nil(t, rows.Err)
				require.Len(t, rows.Rows, 1)
				require.Equal(t, spec.Handle("e8"), rows.Rows[0].This)
			}
			for _, plan := range plans {
				lines := strings.Split(plan, "\n")
				require.Contains(t, lines[0], "Rare", plan)
				before, _, found := strings.Cut(plan, "R(")
				require.True(t, found, plan)
				require.NotContains(t, before, "Sun", plan)
				for _, name := range []string{"Common", "Half", "R(", "Sun"} {
					require.Equal(t, 1, strings.Count(plan, name), plan)
				}
			}
		})
	}
}
