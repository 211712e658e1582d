package model_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/spec"
)

// world builds a world from lines such as "Bob (Likes, Alice)" or "Bob Position". Entities are
// created when first mentioned, with their handles as names.
func world(t testing.TB, p spec.Profile, facts ...string) *model.World {
	t.Helper()
	w := model.New(p)
	known := map[string]bool{}
	for _, b := range spec.Builtins(p) {
		known[string(b.Handle)] = true
	}
	mention := func(h string) {
		if !known[h] {
			known[h] = true
			ok(t, w, spec.Operation{Op: spec.OpEntity, Entity: spec.Handle(h), Name: &h})
		}
	}
	for _, f := range facts {
		e, rest, found := strings.Cut(f, " ")
		mention(e)
		if !found {
			continue
		}
		var id spec.ID
		if r, target, isPair := strings.Cut(strings.Trim(rest, "()"), ", "); isPair {
			mention(r)
			mention(target)
			id = spec.Pair(spec.Handle(r), spec.Handle(target))
		} else {
			mention(rest)
			id = spec.Single(spec.Handle(rest))
		}
		ok(t, w, spec.Operation{Op: spec.OpAdd, Entity: spec.Handle(e), ID: id})
	}
	return w
}

func ok(t testing.TB, w spec.Engine, op spec.Operation) spec.Outcome {
	t.Helper()
	out := w.Apply(op)
	require.Nil(t, out.Err, "%s: %v", op.Op, out.Err)
	return out
}

// rows runs a rule and returns its rows as sorted text: $this, variables, then set fields.
func rows(t testing.TB, w spec.Engine, expr string) []string {
	t.Helper()
	out := ok(t, w, spec.Operation{Op: spec.OpQuery, Query: &spec.Query{Expr: expr, Text: true, Kind: spec.KindRule}})
	var lines []string
	for _, r := range out.Rows {
		line := string(r.This)
		var vars []string
		for v, e := range r.Vars {
			vars = append(vars, fmt.Sprintf(" $%s=%s", v, e))
		}
		slices.Sort(vars)
		line += strings.Join(vars, "")
		for _, f := range r.Fields {
			switch {
			case !f.Set:
				line += " -"
			case f.Src != "":
				line += " " + f.ID.String() + "@" + string(f.Src)
			default:
				line += " " + f.ID.String()
			}
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return lines
}

func BenchmarkThreeVariables(b *testing.B) {
	var facts []string
	for i := range 47 {
		facts = append(facts, fmt.Sprintf("e%d (R%d, e%d)", i, i%3, (i*7)%47))
	}
	w := world(b, spec.Flecs3(), facts...)
	op := spec.Operation{
		Op:    spec.OpQuery,
		Query: &spec.Query{Expr: "$r($x, $y), $r($y, $z)", Text: true, Kind: spec.KindRule},
	}
	for b.Loop() {
		w.Apply(op)
	}
}

func TestFlagsOfATermDoNotAffectOthers(t *testing.T) {
	w := world(t, spec.Flecs4(), "R Transitive", "R (OnInstantiate, Inherit)", "d (R, a)", "a (IsA, b)", "b (R, c)",
		"c (R, a)")
	require.Equal(t, []string{
		"a (R, *)@b (R, a)@b",
		"a (R, *)@b (R, c)@b",
	}, rows(t, w, "R(up IsA, _), (R, *)"))
	require.Equal(t, []string{
		"b (R, *) (R, a)",
		"b (R, *) (R, c)",
		"c (R, *) (R, a)",
		"c (R, *) (R, c)",
		"d (R, *) (R, a)",
		"d (R, *) (R, c)",
	}, rows(t, w, "R(self, _), (R, *)"))
}
