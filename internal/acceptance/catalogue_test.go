package acceptance

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/engine"
	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/exhaust"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/features"
	"github.com/relspec/relspec/spec/lang"
)

// Every property of the catalogue is generated, enumerated in small worlds, and used by a scenario, or apart has a
// reason. A row with a reason must not be covered.
func TestCatalogueRowsAreWalked(t *testing.T) {
	generated, scenarios := generatedHandles(), featureTexts(t)
	for _, row := range spec.Catalogue() {
		if !row.Property {
			continue
		}
		walked := map[walk]bool{
			generate:  row.Weight > 0,
			enumerate: len(row.Forms) > 0,
			describe:  strings.Contains(scenarios, string(row.Handle)),
		}
		require.True(t, generated[row.Handle], "no generated trace adds %s", row.Handle)
		for walk, done := range walked {
			requireWalked(t, string(row.Handle), walk, done)
		}
	}
}

// Some scenario needs each capability and each operation.
func TestCatalogueCapabilitiesHaveScenarios(t *testing.T) {
	needed := map[spec.Capability]bool{}
	used := map[spec.OpKind]bool{}
	all, err := scenario.Embedded()
	require.NoError(t, err)
	for _, s := range all {
		for _, op := range s.Trace().Operations() {
			used[op.Op] = true
			for _, c := range append(op.Needs(), needsOfText(s.Profile, op.Query)...) {
				needed[c] = true
			}
		}
	}
	// No single operation needs recycling. In text, a member looks like the name of an entity.
	notOfScenarios := []spec.Capability{spec.CapRecycling, spec.CapDump, spec.CapExplain, spec.CapMembers}
	for _, c := range allCapabilities() {
		require.True(t, needed[c] || slices.Contains(notOfScenarios, c), "no scenario needs %s", c)
	}
	for _, row := range spec.Operations() {
		requireWalked(t, string(row.Op), describe, used[row.Op])
	}
}

// allCapabilities returns the capabilities of all profiles.
func allCapabilities() []spec.Capability {
	has := map[spec.Capability]bool{}
	for _, p := range spec.Profiles() {
		for _, list := range p.Capabilities() {
			for _, c := range list {
				has[c] = true
			}
		}
	}
	return slices.DeleteFunc(spec.Capabilities(), func(c spec.Capability) bool { return !has[c] })
}

// walk names code that must cover each row of the catalogue, unless apart has a reason.
type walk string

const (
	generate  walk = "generate"  // fuzz
	enumerate walk = "enumerate" // small worlds
	describe  walk = "describe"  // spec/features
)

// apart has the operations and properties that code does not cover, by the reason.
var apart = map[walk]map[string]string{
	generate: {
		"it belongs to a session":                           "hello quit note",
		"the pattern settle gives it":                       "Module System Observer",
		"add.with chooses what it brings":                   "With",
		"the weights of policy choose condition and action": "OnDelete OnDeleteTarget",
		"add.instantiate chooses the rule":                  "OnInstantiate",
	},
	enumerate: {
		"it belongs to a session":                              "hello reset quit note",
		"no profile with declared relationships is enumerated": "relationship tables",
		"small worlds have no values":                          "component set get modified type_of",
		"small worlds have no names that change":               "define scope lookup path set_name",
		"small worlds have no observers":                       "observe emit events",
		"every query is iterated in every world": "changed release iter_begin iter_next iter_end explain " +
			"plan",
		"worlds are compared whole, and a dump has no order of sources": "ordered reorder",
		"it means something at teardown only":                           "Module System Observer",
		"compared with every dump and query": "alive count has owns ids target targets sources parent children depth " +
			"walk_up traverse",
		"what it does is done by the operations on single ids, or by a property that is enumerated": "clone instantiate " +
			"remove_all delete_with override enable disable teardown",
	},
	describe: {
		"it belongs to a session":               "hello quit note",
		"the oracle asks it after every change": "dump",
		"its answer is never compared":          "plan",
	},
}

// requireWalked checks that a walk covers a row if apart has no reason, and does not cover it if
// apart has one.
func requireWalked(t *testing.T, row string, walk walk, done bool) {
	t.Helper()
	reason := ""
	for why, rows := range apart[walk] {
		if slices.Contains(strings.Fields(rows), row) {
			reason = why
		}
	}
	require.True(t, done || reason != "", "%s: %s does not cover it; cover it, or give a reason in apart", row, walk)
	require.False(t, done && reason != "", "%s: %s covers it; remove it from apart: %s", row, walk, reason)
}

// Every operation is generated, or apart has a reason.
func TestCatalogueOperationsAreGenerated(t *testing.T) {
	made := map[spec.OpKind]bool{}
	for _, p := range spec.Profiles() {
		for _, kind := range fuzz.New(p).Operations() {
			made[kind] = true
		}
	}
	for _, row := range spec.Operations() {
		requireWalked(t, string(row.Op), generate, made[row.Op])
	}
}

// Every operation is applied in small worlds, or apart has a reason.
func TestCatalogueOperationsAreExhausted(t *testing.T) {
	applied := map[spec.OpKind]bool{}
	report, err := exhaust.Run(t.Context(), exhaust.Options{
		Bound:     exhaust.Bound{Profile: "flecs-3", Entities: 1, Relationships: 1, Operations: 2, Terms: 1},
		Workers:   1,
		Reference: engines.Model(),
		Implementations: []oracle.Implementation{{Name: "fast", New: func(p spec.Profile) (spec.Engine, error) {
			return noted{engine.New(p), applied}, nil
		}}},
	})
	require.NoError(t, err)
	require.Empty(t, report.Findings)
	for _, row := range spec.Operations() {
		requireWalked(t, string(row.Op), enumerate, applied[row.Op])
	}
}

// noted is an engine that records its operations.
type noted struct {
	spec.Engine
	applied map[spec.OpKind]bool
}

func (n noted) Apply(op spec.Operation) spec.Outcome {
	n.applied[op.Op] = true
	return n.Engine.Apply(op)
}

// Every operator is generated, enumerated in small worlds, and used by a scenario, or apart has a reason.
func TestCatalogueOperatorsAreWalked(t *testing.T) {
	walked := map[walk]map[spec.Feature]bool{generate: {}, enumerate: {}, describe: {}}
	note := func(walk walk, profile string, q *spec.Query) {
		terms := spec.Query{Terms: termsOf(profile, q)}
		terms.Walk(func(term *spec.Term) {
			for _, row := range spec.Operators() {
				walked[walk][row.Feature] = walked[walk][row.Feature] || row.In(term)
			}
		})
	}
	all, err := scenario.Embedded()
	require.NoError(t, err)
	for _, s := range all {
		for _, op := range s.Trace().Operations() {
			note(describe, s.Profile, op.Query)
		}
	}
	for _, p := range spec.Profiles() {
		g := fuzz.New(p)
		for seed := range uint64(100) {
			for _, e := range g.Generate(seed).Entries {
				note(generate, p.Name, e.Op.Query)
			}
		}
	}
	for _, q := range exhaust.Queries(exhaust.Bound{Profile: "flecs-3", Entities: 1, Relationships: 1, Terms: 2}) {
		note(enumerate, "flecs-3", q)
	}
	for _, row := range spec.Operators() {
		for walk, done := range walked {
			requireWalked(t, "operator "+string(row.Feature), walk, done[row.Feature])
		}
	}
}

// needsOfText returns the capabilities that the text of a query needs.
func needsOfText(profile string, q *spec.Query) []spec.Capability {
	if q == nil || !q.IsText() {
		return nil
	}
	return (&spec.Query{Terms: termsOf(profile, q)}).Needs()
}

// termsOf returns the terms of a query, and parses its text if needed. It returns none for an invalid
// query.
func termsOf(profile string, q *spec.Query) []spec.Term {
	p, err := spec.ProfileByName(profile)
	switch {
	case q == nil || err != nil:
		return nil
	case !q.IsText():
		return q.Terms
	}
	terms, err := lang.Parse(p.Dialect, q.Expr)
	if err != nil {
		return nil
	}
	return terms
}

// generatedHandles returns the first elements of ids in generated traces of all profiles.
func generatedHandles() map[spec.Handle]bool {
	out := map[spec.Handle]bool{}
	for _, p := range spec.Profiles() {
		g := fuzz.New(p)
		for seed := range uint64(400) {
			for _, e := range g.Generate(seed).Entries {
				out[e.Op.ID.First] = true
				for _, id := range e.Op.IDs {
					out[id.First] = true
				}
			}
		}
	}
	return out
}

func featureTexts(t *testing.T) string {
	var b strings.Builder
	require.NoError(t, fs.WalkDir(features.FS, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(features.FS, path)
		b.Write(text)
		return err
	}))
	return b.String()
}
