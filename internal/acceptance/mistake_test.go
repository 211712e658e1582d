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

// mistaken is a model that takes queries for others: their terms are read, and changed, before it sees them.
type mistaken struct {
	spec.Engine
	dialect spec.Dialect
	query   func(*spec.Query)
	after   func(op spec.Operation, out *spec.Outcome)
}

func (m mistaken) on(e spec.Engine, p spec.Profile) spec.Engine {
	m.Engine, m.dialect = e, p.Dialect
	return m
}

func (m mistaken) Apply(op spec.Operation) spec.Outcome {
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

// readTerms replaces the text of a query by its terms; a text that is wrong stays.
func (m mistaken) readTerms(q *spec.Query) bool {
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
func edit(change func(*spec.Term)) mistaken {
	return mistaken{query: func(q *spec.Query) { q.Walk(change) }}
}

// refs changes each element of each term.
func refs(change func(*spec.Ref)) mistaken {
	return edit(func(t *spec.Term) {
		for _, r := range t.Refs() {
			change(r)
		}
	})
}

// lists changes each list of terms: the query's own, and those of chains and scopes.
func lists(change func([]spec.Term) []spec.Term) mistaken {
	var all func([]spec.Term) []spec.Term
	all = func(terms []spec.Term) []spec.Term {
		for i := range terms {
			terms[i].Terms = all(terms[i].Terms)
		}
		return change(terms)
	}
	return mistaken{query: func(q *spec.Query) { q.Terms = all(q.Terms) }}
}

// dropping leaves terms out, but for the last one.
func dropping(left func(spec.Term) bool) mistaken {
	return lists(func(terms []spec.Term) []spec.Term {
		rest := slices.DeleteFunc(slices.Clone(terms), left)
		if len(rest) == 0 {
			return terms
		}
		return rest
	})
}

func operator(from, to spec.Operator) mistaken {
	return edit(func(t *spec.Term) {
		if t.Oper == from && t.Kind != spec.TermScope {
			t.Oper = to
		}
	})
}

func kindOf(from, to spec.RefKind) mistaken {
	return refs(func(r *spec.Ref) {
		if r.Kind == from {
			r.Kind, r.Name = to, ""
		}
	})
}

func anyKind(kind spec.QueryKind) mistaken {
	return mistaken{query: func(q *spec.Query) { q.Kind = kind }}
}

func query(change func(*spec.Query)) mistaken { return mistaken{query: change} }

func answer(change func(spec.Operation, *spec.Outcome)) mistaken { return mistaken{after: change} }

// mistakes are ways to be wrong about what a query says, each by a name that testdata/mistakes.yaml has too.
func mistakes() map[string]mistaken {
	all := mistakesOfTerms()
	for _, more := range []map[string]mistaken{mistakesOfSources(), mistakesOfVariables(), mistakesOfAnswers()} {
		for name, m := range more {
			all[name] = m
		}
	}
	return all
}

// mistake makes something wrong of an engine.
type mistake interface {
	on(e spec.Engine, p spec.Profile) spec.Engine
}

// TestStatementsNoticeMistakes: for each statement that testdata/mistakes.yaml names beside a mistake, a scenario that
// cites it fails on a model that makes it. (The ids stand in a file of testdata, since an id in a test is a citation.)
func TestStatementsNoticeMistakes(t *testing.T) {
	all := map[string]mistake{}
	for name, m := range mistakes() {
		all[name] = m
	}
	noticed := readNoticed(t, "testdata/mistakes.yaml")
	requireNoticed(t, noticed, all)
	for name := range all {
		require.NotEmpty(t, noticed[name], "%q is no mistake for any statement", name)
	}
}

// readNoticed gives the statements beside each mistake.
func readNoticed(t *testing.T, file string) map[string]string {
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var noticed map[string]string
	require.NoError(t, yaml.Unmarshal(text, &noticed))
	return noticed
}

func requireNoticed(t *testing.T, noticed map[string]string, all map[string]mistake) {
	scenarios, err := load()
	require.NoError(t, err)
	citing := map[string][]scenario.Scenario{}
	for _, one := range scenarios {
		for _, id := range one.Statements {
			citing[string(id)] = append(citing[string(id)], one)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(noticed)) {
		require.True(t, all[name] != nil, "no mistake is called %q", name)
		t.Run(name, func(t *testing.T) {
			failed := map[string]bool{}
			for _, id := range strings.Fields(noticed[name]) {
				require.NotEmpty(t, citing[id], "no scenario cites %s", id)
				if !slices.ContainsFunc(citing[id], func(one scenario.Scenario) bool { return notices(failed, one, all[name]) }) {
					t.Errorf("no scenario that cites %s fails", id)
				}
			}
		})
	}
}

func notices(known map[string]bool, one scenario.Scenario, m mistake) bool {
	if failed, is := known[one.Key()]; is {
		return failed
	}
	report := scenario.Run(one, func(p spec.Profile) spec.Engine { return m.on(model.New(p), p) })
	known[one.Key()] = report.Status != scenario.Passed
	return known[one.Key()]
}
