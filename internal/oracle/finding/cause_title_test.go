package finding_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Titles of findings of two engines by others. The numbers are severities.
func TestTitlesDescribeTheEffect(t *testing.T) {
	for _, tt := range []struct {
		engine, finding string
		severity        int
		title           string
	}{
		{
			"gaia", "delete dump: entity a; entity R; add a R; entity b; entity c; add b (R, c); entity S; entity d;", 1,
			"deleting a relationship that is also a tag removes an id that should remain",
		},
		{
			"gaia", "delete dump: entity R (OnDeleteTarget, Delete); entity a; entity b (R, a); delete R", 0,
			"deleting a relationship deletes entities that should stay alive, with (OnDeleteTarget, Delete)",
		},
		{
			"gaia", "delete dump: entity R (OnDelete, Delete); entity a (R, R); delete R", 0,
			"deleting a relationship that is also a target does not delete an entity that should be deleted too, with (OnDelete, Delete)",
		},
		{
			"gaia", `delete dump: entity R; entity a; entity b (ChildOf, a); entity c (R, b); delete a`, 1,
			"deleting a target leaves an id of a deleted entity",
		},
		{
			"gaia", "crash: gaia.h:52124", 2,
			"the engine crashes: gaia.h:52124: assertion owner != EntityBad",
		},
		{
			"gaia", "delete error refused: policy / ok: entity a; entity b (ChildOf, a) (OnDelete, Panic)", 5,
			"delete succeeds, but should return the error policy with OnDelete",
		},
		{
			"jecs", `iterate rows missing: entity P; prepare q "P"; iterate q; entity a P; iterate q`, 3,
			"a query that is iterated again misses rows",
		},
		{
			"jecs", "add dump: entity a (OnDeleteTarget, Delete); add a (OnDeleteTarget, Remove)", 3,
			"add leaves too many pairs with OnDeleteTarget",
		},
		{"jecs", "add dump, intermittent", 3, "sometimes: add dump"},
	} {
		met := false
		for _, s := range readSaved(t, "testdata/causes/"+tt.engine+".jsonl") {
			if !strings.HasPrefix(s.Finding.Name, tt.finding) {
				continue
			}
			met = true
			e := s.evidence(t)
			require.Equal(t, tt.title, e.Title())
			require.Equal(t, tt.severity, e.Severity(), tt.title)
			break
		}
		require.True(t, met, tt.finding)
	}
}
