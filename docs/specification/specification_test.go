package specification_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/docs/specification"
	"github.com/relspec/relspec/spec/ledger"
)

func TestAClauseIsFoundByItsName(t *testing.T) {
	c := specification.Find("query.hidden-entities")
	require.NotNil(t, c)
	require.Equal(t, "Prefabs and disabled entities are left out", c.Title)
	require.Equal(t, "docs/specification/query-terms.md#query.hidden-entities", c.Address)
	require.Contains(t, c.Rule, "An entity that owns Prefab or Disabled is not a value of `$this`")
	require.NotContains(t, c.Rule, "Scenario")
	require.NotContains(t, c.Rule, "<!--")
	require.Equal(t, []string{"components-11", "having-21"}, c.Examples)
	require.Contains(t, specification.Find("cleanup.panic").Rule, "| | flecs-3 | flecs-4 |")
	require.Nil(t, specification.Find("query.hidden"))
}

func TestClausesComeInTheOrderOfTheBook(t *testing.T) {
	all := specification.Clauses()
	require.Equal(t, "entities.identity", all[0].Name)
	require.Equal(t, "declared.restore-events", all[len(all)-1].Name)
	names := map[string]bool{}
	for _, c := range all {
		require.False(t, names[c.Name], c.Name)
		names[c.Name] = true
		require.NotEmpty(t, c.Rule, c.Name)
		for _, id := range c.Statements {
			_, err := ledger.ByID(id)
			require.NoError(t, err, c.Name)
		}
	}
}

func TestClausesRestOnStatements(t *testing.T) {
	var names []string
	for _, c := range specification.RestingOn("REL-131") {
		names = append(names, c.Name)
	}
	require.Contains(t, names, "cleanup.on-delete-target")
	require.Empty(t, specification.RestingOn("no statement"))
	for want, statements := range map[string][]string{
		"query.hidden-entities": {"QRY-472", "QRY-285"},
		"facts.transitive":      {"QRY-592"},            // facts.reported rests on it too, and is decided here
		"with.adds":             {"REL-231", "REL-232"}, // data.added rests on others, too
		"operator.and":          {"QRY-200"},
	} {
		require.Equal(t, want, specification.Deciding(statements).Name)
	}
	require.Nil(t, specification.Deciding([]string{"no statement"}))
}

func TestATextCitesClauses(t *testing.T) {
	require.Equal(t, []string{"operator.not", "scope.this"},
		specification.CitedIn("operator.not and scope.this, operator.not, fast.go, QRY-246"))
}
