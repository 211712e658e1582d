package ledger_test

import (
	"slices"
	"testing"

	"github.com/relspec/relspec/docs/specification"
	"github.com/relspec/relspec/spec/ledger"
	"github.com/stretchr/testify/require"
)

// One statement for each kind of check.
const (
	aScenario = "REL-002"
	aProperty = "REL-001"
	anAPI     = "REL-003"
	aBench    = "QRY-002"
	aDoc      = "FQL-001"
)

func TestSamplesHaveTheRightCheck(t *testing.T) {
	for id, want := range map[string]ledger.Check{
		aScenario: ledger.CheckScenario, aProperty: ledger.CheckProperty, anAPI: ledger.CheckAPI,
		aBench: ledger.CheckBench, aDoc: ledger.CheckDoc,
	} {
		statement, err := ledger.ByID(id)
		require.NoError(t, err)
		require.Equal(t, want, statement.Check, id)
	}
}

func TestOnlyTheRightSortOfCitationCovers(t *testing.T) {
	const page, apiMap = "docs/page.md", "docs/api-map.md"
	cases := []struct {
		kind ledger.CitationKind
		file string
		want []string
	}{
		{ledger.CitedByScenario, "x.feature", []string{aScenario, aProperty, anAPI}},
		{ledger.CitedByTest, "x_test.go", []string{aScenario, aProperty, anAPI}},
		{ledger.CitedByExample, "x_test.go", []string{aScenario, aProperty, anAPI}},
		{ledger.CitedByBenchmark, "x_test.go", []string{aBench}},
		{ledger.CitedByDoc, page, []string{aDoc}},
		{ledger.CitedByDoc, apiMap, []string{anAPI, aDoc}},
		{ledger.CitedByCode, "x.go", nil},
	}
	for _, c := range cases {
		t.Run(string(c.kind)+" in "+c.file, func(t *testing.T) {
			var covered []string
			for _, id := range []string{aScenario, aProperty, anAPI, aBench, aDoc} {
				report, err := ledger.CoverageOf([]ledger.Citation{{ID: id, Kind: c.kind, File: c.file, Line: 1}})
				require.NoError(t, err)
				covers := report.Shown+report.Documented > 0
				require.Equal(t, !covers, slices.Contains(report.Open, id))
				if covers {
					covered = append(covered, id)
				}
			}
			require.Equal(t, c.want, covered)
		})
	}
}

func TestAWeakCitationDoesNotUndoAStrongOne(t *testing.T) {
	strong := ledger.Citation{ID: aScenario, Kind: ledger.CitedByScenario, File: "x.feature", Line: 1}
	weak := ledger.Citation{ID: aScenario, Kind: ledger.CitedByCode, File: "x.go", Line: 1}
	for _, citations := range [][]ledger.Citation{{strong, weak}, {weak, strong}, {strong, strong}} {
		report, err := ledger.CoverageOf(citations)
		require.NoError(t, err)
		require.Equal(t, 1, report.Shown)
	}
}

// A statement overruled by a clause counts separately, and only if a test or scenario cites the
// clause.
func TestAnOverruledStatementIsNotCovered(t *testing.T) {
	for _, id := range []string{"REL-224", "QRY-404", "QRY-405"} {
		statement, err := ledger.ByID(id)
		require.NoError(t, err)
		require.NotEmpty(t, statement.Overruled, id)
		for kind, overruled := range map[ledger.CitationKind]int{
			ledger.CitedByScenario: 1, ledger.CitedByDoc: 0,
			ledger.CitedByCode: 0,
		} {
			report, err := ledger.CoverageOf([]ledger.Citation{{ID: id, Kind: kind, File: "docs/a.md", Line: 1}})
			require.NoError(t, err)
			require.Zero(t, report.Shown+report.Documented, id)
			require.Equal(t, overruled, report.Overruled, "%s by %s", id, kind)
			require.Equal(t, overruled == 0, slices.Contains(report.Open, id), "%s by %s", id, kind)
		}
	}
}

// A partly overruled statement counts by the evidence for the part that still applies.
func TestAStatementOverruledInPartCounts(t *testing.T) {
	for id, clause := range map[string]string{
		"REL-207": "traversal.relationship", "QRY-374": "traversal.relationship",
		"QRY-378": "traversal.other-relationships",
	} {
		statement, err := ledger.ByID(id)
		require.NoError(t, err)
		require.Equal(t, clause, statement.OverruledInPart, id)
		report, err := ledger.CoverageOf([]ledger.Citation{{
			ID: id, Kind: ledger.CitedByScenario, File: "a.feature",
			Line: 1,
		}})
		require.NoError(t, err)
		require.Equal(t, 1, report.Shown, id)
		require.Zero(t, report.Overruled, id)
	}
}

// A statement that is overruled names a clause of the specification.
func TestOverruledStatementsNameAClause(t *testing.T) {
	all, err := ledger.All()
	require.NoError(t, err)
	for _, s := range all {
		if clause := s.Overruled + s.OverruledInPart; clause != "" {
			require.NotNil(t, specification.Find(clause), "%s: %s", s.ID, clause)
		}
	}
}

func TestCoverageTalliesAgree(t *testing.T) {
	report, err := ledger.Coverage(tree(map[string]string{
		"features/a.feature": "@REL-002 @FQL-001 @TECS-001\nFeature: A\n  Scenario: S\n",
		"docs/a.md":          "FQL-002",
	}))
	require.NoError(t, err)
	require.Equal(t, 1716, report.Total)
	require.Equal(t, 2, report.Shown, "FQL-001 needs a page, so a scenario does not cover it")
	require.Equal(t, 1, report.Documented)
	require.Len(t, report.Open, report.Total-3)

	var documents, sections, checks ledger.Tally
	for _, document := range report.Documents {
		join(&documents, document.Tally)
		for _, section := range document.Sections {
			join(&sections, section.Tally)
		}
	}
	for _, check := range report.Checks {
		join(&checks, check.Tally)
	}
	require.Equal(t, report.Tally, documents)
	require.Equal(t, report.Tally, sections)
	slices.Sort(checks.Open)
	slices.Sort(documents.Open)
	require.Equal(t, documents, checks)
}

func join(sum *ledger.Tally, part ledger.Tally) {
	sum.Add(part)
}

func TestCoverageNamesTheSection(t *testing.T) {
	report, err := ledger.Coverage(tree(map[string]string{
		"a.feature": "@REL-134\nFeature: A\n  Scenario: S\n",
	}))
	require.NoError(t, err)
	var got []ledger.SectionCoverage
	for _, section := range report.Documents[0].Sections {
		if section.Shown > 0 {
			got = append(got, section)
		}
	}
	require.Equal(t, []ledger.SectionCoverage{{
		Heading: "(OnDelete, Remove)", Parent: "Examples", First: "REL-134", Last: "REL-136",
		Tally: ledger.Tally{Total: 3, Shown: 1, Open: []string{"REL-135", "REL-136"}},
	}}, got)
}

func TestCoverageRefusesUnknownIDs(t *testing.T) {
	_, err := ledger.Coverage(tree(map[string]string{"docs/a.md": "REL-289"}))
	require.ErrorIs(t, err, ledger.ErrUnknownID)
	_, err = ledger.CoverageOf([]ledger.Citation{{ID: "REL-289"}})
	require.ErrorIs(t, err, ledger.ErrUnknownID)
}

func TestOnlyPagesDoNotRun(t *testing.T) {
	var resting []ledger.Check
	for _, check := range ledger.Checks() {
		if !check.Runs() {
			resting = append(resting, check)
		}
	}
	require.Equal(t, []ledger.Check{ledger.CheckDoc}, resting)
}
