package acceptance

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// queryMutant is a model that gets changed queries: their terms are parsed and changed before.
type queryMutant struct {
	spec.Engine
	dialect spec.Dialect
	query   func(*spec.Query)
	after   func(op spec.Operation, out *spec.Outcome)
}

func (m queryMutant) on(e spec.Engine, p spec.Profile) spec.Engine {
	m.Engine, m.dialect = e, p.Dialect
	return m
}

func (m queryMutant) Apply(op spec.Operation) spec.Outcome {
	asked := op
	if op.Query != nil && m.query != nil {
		if q := op.Query.Clone(); m.readTerms(q) {
			m.query(q)
			op.Query = q
		}
	}
	out := m.Engine.Apply(op)
	if m.after != nil {
		m.after(asked, &out)
	}
	return out
}

// readTerms replaces the text of a query by its terms. An invalid text stays.
func (m queryMutant) readTerms(q *spec.Query) bool {
	if !q.IsText() {
		return true
	}
	dialect := q.Syntax
	if dialect == spec.DialectDefault {
		dialect = m.dialect
	}
	terms, err := lang.ParseChecked(dialect, q.Expr)
	if err != nil {
		return false
	}
	q.Terms, q.Expr, q.Text = terms, "", false
	return true
}

// edit changes each term of a query, terms in scopes and chains included.
func edit(change func(*spec.Term)) queryMutant {
	return queryMutant{query: func(q *spec.Query) { q.Walk(change) }}
}

// refs changes each element of each term.
func refs(change func(*spec.Ref)) queryMutant {
	return edit(func(t *spec.Term) {
		for _, r := range t.Refs() {
			change(r)
		}
	})
}

// lists changes each list of terms: that of the query, and those of chains and scopes.
func lists(change func([]spec.Term) []spec.Term) queryMutant {
	var all func([]spec.Term) []spec.Term
	all = func(terms []spec.Term) []spec.Term {
		for i := range terms {
			terms[i].Terms = all(terms[i].Terms)
		}
		return change(terms)
	}
	return queryMutant{query: func(q *spec.Query) { q.Terms = all(q.Terms) }}
}

// dropping removes terms, but keeps at least one.
func dropping(left func(spec.Term) bool) queryMutant {
	return lists(func(terms []spec.Term) []spec.Term {
		rest := slices.DeleteFunc(slices.Clone(terms), left)
		if len(rest) == 0 {
			return terms
		}
		return rest
	})
}

func operator(from, to spec.Operator) queryMutant {
	return edit(func(t *spec.Term) {
		if t.Oper == from && t.Kind != spec.TermScope {
			t.Oper = to
		}
	})
}

func kindOf(from, to spec.RefKind) queryMutant {
	return refs(func(r *spec.Ref) {
		if r.Kind == from {
			r.Kind, r.Name = to, ""
		}
	})
}

func anyKind(kind spec.QueryKind) queryMutant {
	return queryMutant{query: func(q *spec.Query) { q.Kind = kind }}
}

func query(change func(*spec.Query)) queryMutant { return queryMutant{query: change} }

func answer(change func(spec.Operation, *spec.Outcome)) queryMutant {
	return queryMutant{after: change}
}

// mutants are mutants of the semantics of queries, by their names in testdata/mutants_queries.yaml.
func mutants() map[string]queryMutant {
	all := mutantsOfTerms()
	for _, more := range []map[string]queryMutant{mutantsOfSources(), mutantsOfVariables(), mutantsOfAnswers()} {
		for name, m := range more {
			all[name] = m
		}
	}
	return all
}

// mutant adds a bug to an engine.
type mutant interface {
	on(e spec.Engine, p spec.Profile) spec.Engine
}

// TestStatementsNoticeMutants: for each statement next to a mutant in
// testdata/mutants_queries.yaml, a scenario that cites it fails on that mutant of the model. The
// ids are in a file in testdata, because an id in a test counts as a citation.
func TestStatementsNoticeMutants(t *testing.T) {
	all := map[string]mutant{}
	for name, m := range mutants() {
		all[name] = m
	}
	noticed := readNoticed(t, "testdata/mutants_queries.yaml")
	requireNoticed(t, noticed, all)
	for name := range all {
		require.NotEmpty(t, noticed[name], "mutant %q is not used by any statement", name)
	}
}

// readNoticed returns the statements next to each mutant.
func readNoticed(t *testing.T, file string) map[string]string {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var noticed map[string]string
	require.NoError(t, yaml.Unmarshal(text, &noticed))
	return noticed
}

func requireNoticed(t *testing.T, noticed map[string]string, all map[string]mutant) {
	scenarios, err := scenario.Embedded()
	require.NoError(t, err)
	citing := map[string][]scenario.Scenario{}
	for _, one := range scenarios {
		for _, id := range one.Statements {
			citing[string(id)] = append(citing[string(id)], one)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(noticed)) {
		require.True(t, all[name] != nil, "no mutant is called %q", name)
		t.Run(name, func(t *testing.T) {
			failed := map[string]bool{}
			for _, id := range strings.Fields(noticed[name]) {
				require.NotEmpty(t, citing[id], "no scenario cites %s", id)
				if !slices.ContainsFunc(citing[id],
					func(one scenario.Scenario) bool { return notices(failed, one, all[name]) }) {
					t.Errorf("no scenario that cites %s fails on the mutant", id)
				}
			}
		})
	}
}

func notices(known map[string]bool, one scenario.Scenario, m mutant) bool {
	if failed, is := known[one.Key()]; is {
		return failed
	}
	report := scenario.Run(one, func(p spec.Profile) spec.Engine {
		return m.on(model.New(p), p)
	})
	known[one.Key()] = report.Status != scenario.Passed
	return known[one.Key()]
}
