package model_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/spec"
)

// The consequences of an operation, and the reason for a refusal, are listed with their statements.
func TestStepsSayWhy(t *testing.T) {
	cases := map[string]struct {
		ops   []spec.Operation
		claim string
		cites []spec.StatementID
	}{
		"exclusive": {
			[]spec.Operation{
				single("R", spec.Exclusive), pair(spec.OpAdd, "a", "R", "b"),
				pair(spec.OpAdd, "a", "R", "c"),
			},
			"R allows one target on a: (R, b) is replaced by (R, c)",
			[]spec.StatementID{"REL-212", "REL-220"},
		},
		"with": {
			[]spec.Operation{pair(spec.OpAdd, "R", spec.With, "c"), pair(spec.OpAdd, "a", "R", "b")},
			"R comes with c: a gets (c, b)",
			[]spec.StatementID{"REL-231", "REL-232"},
		},
		"symmetric": {
			[]spec.Operation{single("R", spec.Symmetric), pair(spec.OpAdd, "a", "R", "b")},
			"R is Symmetric: b gets (R, a)",
			[]spec.StatementID{"REL-229"},
		},
		"mirror removed": {
			[]spec.Operation{
				single("R", spec.Symmetric), pair(spec.OpAdd, "a", "R", "b"),
				pair(spec.OpRemove, "b", "R", "a"),
			},
			"R is Symmetric: a loses (R, b)",
			[]spec.StatementID{"REL-230"},
		},
		"cascade": {
			[]spec.Operation{pair(spec.OpAdd, "a", spec.ChildOf, "b"), {Op: spec.OpDelete, Entity: "b"}},
			"a has (ChildOf, b), so the policy deletes it together with b",
			[]spec.StatementID{"REL-130", "REL-131", "REL-138"},
		},
		"dangling": {
			[]spec.Operation{pair(spec.OpAdd, "a", "R", "b"), {Op: spec.OpDelete, Entity: "b"}},
			"a loses (R, b), which mentions what was deleted",
			[]spec.StatementID{"REL-118", "REL-125"},
		},
		"shared": {
			[]spec.Operation{
				pair(spec.OpAdd, "b", "R", "c"), pair(spec.OpAdd, "a", spec.IsA, "b"),
				pair(spec.OpHas, "a", "R", "c"),
			},
			"a gets (R, c) from its base b",
			[]spec.StatementID{"REL-088", "REL-090", "REL-095"},
		},
		"prefab": { // from prefab.spreads; no document has a statement
			[]spec.Operation{single("b", spec.Prefab), pair(spec.OpAdd, "a", spec.ChildOf, "b")},
			"a is a child of the prefab b: it gets Prefab",
			nil,
		},
		"refused": {
			[]spec.Operation{single("b", spec.Final), pair(spec.OpAdd, "a", spec.IsA, "b")},
			"refused: b is Final, nothing can be an instance of it",
			[]spec.StatementID{"REL-174", "REL-179"},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			w := model.New(spec.Flecs3())
			for _, e := range []spec.Handle{"R", "a", "b", "c"} {
				require.Nil(t, w.Apply(spec.Operation{Op: spec.OpEntity, Entity: e}).Err)
				require.Empty(t, w.Steps())
			}
			for _, op := range c.ops {
				w.Apply(op)
			}
			require.Contains(t, w.Steps(), spec.Proof{Claim: c.claim, Cites: c.cites})
		})
	}
}

func single(e, first spec.Handle) spec.Operation {
	return spec.Operation{Op: spec.OpAdd, Entity: e, ID: spec.Single(first)}
}

func pair(op spec.OpKind, e, first, second spec.Handle) spec.Operation {
	return spec.Operation{Op: op, Entity: e, ID: spec.ID{First: first, Second: second}}
}
