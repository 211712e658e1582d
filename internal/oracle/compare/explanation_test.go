package compare_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/oracle/build"
	"github.com/relspec/relspec/internal/oracle/oracletest"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/spec"
)

func why(e spec.Handle, text string) spec.Operation {
	return spec.Operation{Op: spec.OpExplain, Entity: e, Query: build.Text(text)}
}

// docks is a world with a ship and a boat docked at the harbour, and a prefab hulk. The ship and
// the harbour are Big.
func docks(questions ...spec.Operation) *spec.Trace {
	return build.Trace(append([]spec.Operation{
		build.Named("Docked"), build.Named("Big"), build.Named("Fast"), build.Named("harbour"), build.Named("ship"),
		build.Named("boat"), build.Named("hulk"),
		build.Add("ship", "Docked", "harbour"), build.Add("boat", "Docked", "harbour"), build.Add("ship", "Big"),
		build.Add("harbour", "Big"),
		build.Add("hulk", "Big"), build.Add("hulk", spec.Prefab),
	}, questions...)...)
}

func explainers(change func(op *spec.Operation, e *spec.Explanation)) runner.Implementation {
	return oracletest.NewMutant("engine", func(op *spec.Operation, out *spec.Outcome) {
		if out.Explanation != nil {
			change(op, out.Explanation)
		}
	})
}

// Each engine gives wrong explanations in one way. A foreign engine may omit which term fails, and
// may omit parts of the explanation of a row.
func TestTheComparatorNoticesFalseExplanations(t *testing.T) {
	blames := func(index int) func(*spec.Operation, *spec.Explanation) {
		return func(_ *spec.Operation, e *spec.Explanation) {
			for i := range e.Misses {
				e.Misses[i].TermNumber = index
			}
		}
	}
	cases := []struct {
		name     string
		question spec.Operation
		spoil    func(*spec.Operation, *spec.Explanation)
		differs  bool
		foreign  bool // whether the comparison also fails for foreign engines
	}{
		{"the term that fails", why("boat", "(Docked, harbour), Big"), blames(2), false, false},
		{"a term that matches", why("boat", "(Docked, harbour), Big"), blames(1), true, true},
		{"either of two that fail", why("boat", "Fast, Big"), blames(1), false, false},
		{"either of two that fail, the other", why("boat", "Fast, Big"), blames(2), false, false},
		{"no term", why("boat", "(Docked, harbour), Big"), blames(0), true, false},
		{"a term that does not exist", why("boat", "(Docked, harbour), Big"), blames(3), true, true},
		{"a Not with a variable", why("ship", "(Docked, $x), Big, !Big($x)"), blames(3), false, false},
		{
			"a term before a Not that alone has more values", why("ship", "(Docked, $x), Big, !Big($x)"), blames(2), true,
			true,
		},
		{
			"a Not that fails only with a value that another term excludes",
			why("ship", "(Docked, $x), Fast($x), !Fast($x)"), blames(3), true, true,
		},
		{"a comparison", why("ship", "(Docked, $x), $x != harbour"), blames(2), false, false},
		{
			"the term that gives the compared value", why("ship", "(Docked, $x), Fast, $x != harbour"), blames(1), true,
			true,
		},
		{"a scope", why("ship", "Big, !{ (Docked, $x), Big($x) }"), blames(2), false, false},
		{"a term next to a scope", why("ship", "Big, !{ (Docked, $x), Big($x) }"), blames(1), true, true},
		{"a term for an entity that queries ignore", why("hulk", "Big"), blames(1), true, true},
		{"no reason", why("boat", "Big"), func(_ *spec.Operation, e *spec.Explanation) { e.Misses = nil }, true, true},
		{
			"no reason without an entity", why("", "Fast(boat)"),
			func(_ *spec.Operation, e *spec.Explanation) { e.Misses = nil }, true, true,
		},
		{
			"no reason for any entity", why("", "Big"), func(_ *spec.Operation, e *spec.Explanation) { e.Misses = nil },
			false, false,
		},
		{
			"a reason for an entity that has a row", why("", "Big"),
			func(_ *spec.Operation, e *spec.Explanation) { e.Misses[0].Entity = "ship" }, true, true,
		},
		{"no proof", why("ship", "Big"), func(_ *spec.Operation, e *spec.Explanation) { e.Matches = nil }, true, true},
		{"a proof of a row that does not exist", why("boat", "Big"), func(_ *spec.Operation, e *spec.Explanation) {
			e.Matches = []spec.MatchProof{{
				Row:   build.Row("boat", build.Set("Big")),
				Terms: []spec.Proof{{Claim: "boat has Big"}},
			}}
		}, true, true},
		{"a proof of another row", why("ship", "(Docked, $x)"), func(_ *spec.Operation, e *spec.Explanation) {
			e.Matches[0].Row.Vars = map[string]spec.Handle{"x": "boat"}
		}, true, true},
		{"a proof that leaves out a term", why("ship", "Big, !Fast"), func(_ *spec.Operation, e *spec.Explanation) {
			e.Matches[0].Terms = e.Matches[0].Terms[:1]
		}, true, false},
		{"other words", why("boat", "Big"), func(_ *spec.Operation, e *spec.Explanation) {
			e.Misses[0].Reason, e.Misses[0].Nearest = spec.Proof{Claim: "so be it"}, ""
		}, false, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			c.question.Query.Kind = spec.KindRule
			im := explainers(func(op *spec.Operation, e *spec.Explanation) {
				e.Misses, e.Matches = slices.Clone(e.Misses), slices.Clone(e.Matches)
				c.spoil(op, e)
			})
			for _, im.Foreign = range []bool{false, true} {
				res := oracletest.Run(t, docks(c.question), im, runner.Options{})
				require.Equal(t, c.differs && (c.foreign || !im.Foreign), len(res.Divergences) > 0, "%v",
					res.Divergences)
			}
		})
	}
}

// Explanations with renamed handles are about the same entities and terms.
func TestExplanationsAreComparedUnderVariants(t *testing.T) {
	tr := docks(why("boat", "(Docked, harbour), Big"), why("ship", "(Docked, $x), Big"))
	for i := range tr.Entries[len(tr.Entries)-2:] {
		tr.Entries[len(tr.Entries)-1-i].Op.Query.Kind = spec.KindRule
	}
	for _, im := range runner.WithVariants(oracletest.Sound("engine")) {
		require.Empty(t, oracletest.Run(t, tr, im, runner.Options{}).Divergences, im.Label())
	}
	false1 := explainers(func(_ *spec.Operation, e *spec.Explanation) {
		if len(e.Misses) > 0 {
			e.Misses = []spec.Miss{{Entity: e.Misses[0].Entity, TermNumber: 1}}
		}
	})
	found := 0
	for _, im := range runner.WithVariants(false1) {
		found += len(oracletest.Run(t, tr, im, runner.Options{}).Divergences)
	}
	require.Greater(t, found, 1)
}
