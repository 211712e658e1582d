package fuzz_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/fuzz/census"
	"github.com/relspec/relspec/spec"
)

func counted(g *fuzz.Generator, count uint64) *census.Census {
	c := &census.Census{}
	for seed := range count {
		c.Count(g.Generate(seed))
	}
	return c
}

// notGenerated are query features that a profile does not have, by its fields.
func notGenerated(p spec.Profile) (out []string) {
	for feature, has := range map[string]bool{
		"reflexive":        p.Reflexive,
		"first member":     p.Members != spec.Nowhere,
		"second singleton": p.SingletonSecond,
		"second lookup":    p.LookupVariables != spec.Nowhere,
		"self on element":  p.SelfOnElements != spec.Nowhere,
	} {
		if !has {
			out = append(out, feature)
		}
	}
	return out
}

func TestEveryOperationIsReached(t *testing.T) {
	never := []spec.OpKind{spec.OpHello, spec.OpQuit, spec.OpNote}
	for _, p := range spec.Profiles() {
		c := counted(fuzz.New(p, fuzz.WithFeatures(everything(t))), 100)
		for _, kind := range p.Operations {
			require.Equal(t, !slices.Contains(never, kind), c.Operations[kind] > 0, "%s in %s", kind, p.Name)
		}
	}
}

func TestEveryQueryFeatureIsReached(t *testing.T) {
	for _, p := range spec.ProfilesOf(spec.FlecsFamily) {
		c := counted(fuzz.New(p, fuzz.WithFeatures(everything(t))), 300)
		require.ElementsMatch(t, notGenerated(p), c.MissingFeatures(), p.Name)
	}
}

func TestQueryFeaturesMeetEachOther(t *testing.T) {
	if testing.Short() {
		t.Skip("needs many traces")
	}
	g, c := fuzz.New(spec.Flecs4(), fuzz.WithFeatures(everything(t))), &census.Census{}
	var missing [][2]string
	for part := range uint64(8) { // the rarest pairs are met in some of a thousand traces, whatever the seeds
		for seed := range uint64(500) {
			c.Count(g.Generate(part<<32 + seed))
		}
		missing = slices.DeleteFunc(c.MissingPairs(), func(pair [2]string) bool { return cannotMeet(pair[0], pair[1]) })
		if len(missing) == 0 {
			break
		}
	}
	require.Empty(t, missing)
}

// cannotMeet reports whether two features exclude each other.
func cannotMeet(f, g string) bool {
	if f == "cascade" && g == "group" { // ruling 25
		return true
	}
	for _, prefix := range []string{"terms ", "kind ", "preset "} {
		if strings.HasPrefix(f, prefix) && strings.HasPrefix(g, prefix) {
			return true
		}
	}
	either := func(name string) bool { return f == name || g == name }
	both := func(a, b string) bool { return either(a) && either(b) }
	return either("broken text") || both("text", "names") || both("text", "first member") ||
		both("conditional variable", "terms 1") || both("shared variable", "terms 1") || both("equality", "terms 1")
}

func TestDefaultFeaturesReachWhatBothEnginesHave(t *testing.T) {
	for _, p := range []spec.Profile{spec.Flecs3(), spec.Flecs4()} {
		c := counted(fuzz.New(p), 300)
		for _, f := range []string{
			"and", "not", "optional", "or", "first *", "first _", "first variable", "first this", "second *", "second _",
			"second variable", "second this", "source fixed", "source variable", "source singleton", "source *", "source _",
			"shared variable", "variable only negated", "conditional variable", "wildcard under not",
			"wildcard under optional", "wildcard in or", "data", "transitive", "reflexive", "exclusive", "isa", "childof",
			"prefab", "disabled", "dead", "terms 5", "kind auto", "kind filter", "kind cached", "kind rule", "text", "names",
			"preset variable", "preset this", "values", "limit",
		} {
			require.NotZero(t, c.Features[f], "%s in %s", f, p.Name)
		}
	}
}

func TestCensusPrintsShares(t *testing.T) {
	var c census.Census
	c.Count(spec.NewTrace("flecs-3",
		spec.Operation{Op: spec.OpEntity, Entity: "R", IDs: []spec.ID{spec.Single(spec.Transitive)}},
		spec.Operation{Op: spec.OpQuery, Query: &spec.Query{Terms: []spec.Term{
			{First: spec.EntityRef("R"), Second: spec.VarRef("x")}, {First: spec.EntityRef("*"), Src: spec.VarRef("x"), Oper: spec.Not},
		}}},
	))
	var out strings.Builder
	_, err := c.WriteTo(&out)
	require.NoError(t, err)
	require.Contains(t, out.String(), "traces 1, operations 2, queries 1")
	require.Regexp(t, `operation  query +50.00 %`, out.String())
	for _, f := range []string{"transitive", "shared variable", "wildcard under not", "source variable", "terms 2"} {
		require.Regexp(t, `query      `+f+` +100.00 %`, out.String())
	}
	require.EqualValues(t, 1, c.Pairs[[2]string{"not", "transitive"}])
	require.NotContains(t, c.MissingFeatures(), "not")
	require.Contains(t, c.MissingFeatures(), "or")
}
