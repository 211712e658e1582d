package ledger_test

import (
	"testing"

	"github.com/relspec/relspec/spec/ledger"
	"github.com/stretchr/testify/require"
)

func TestEveryDocumentIsComplete(t *testing.T) {
	want := map[ledger.Document]int{
		ledger.REL: 288, ledger.QRY: 650, ledger.FQL: 159, ledger.F41: 174, ledger.SET: 295,
		ledger.TECS: 150,
	}

	statements, err := ledger.All()
	require.NoError(t, err)
	got := map[ledger.Document]int{}
	for _, statement := range statements {
		got[statement.Document]++
	}
	require.Equal(t, want, got)

	sections, err := ledger.Sections()
	require.NoError(t, err)
	wantSections := map[ledger.Document]int{
		ledger.REL: 50, ledger.QRY: 107, ledger.FQL: 29, ledger.F41: 75, ledger.SET: 51, ledger.TECS: 25,
	}
	gotSections := map[ledger.Document]int{}
	for _, section := range sections {
		gotSections[section.Document]++
	}
	require.Equal(t, wantSections, gotSections)
}

func TestStatementsStandInTheOrderOfTheDocuments(t *testing.T) {
	statements, err := ledger.All()
	require.NoError(t, err)
	var documents []ledger.Document
	for i, statement := range statements {
		if i == 0 || statement.Document != statements[i-1].Document {
			documents = append(documents, statement.Document)
			continue
		}
		require.Less(t, statements[i-1].ID, statement.ID)
	}
	require.Equal(t, ledger.Documents(), documents)
}

func TestByIDGivesTheWholeStatement(t *testing.T) {
	statement, err := ledger.ByID("REL-136")
	require.NoError(t, err)
	require.NotEmpty(t, statement.Text)
	statement.Text = ""
	require.Equal(t, ledger.Statement{
		ID: "REL-136", Document: ledger.REL, Section: "(OnDelete, Remove)", Parent: "Examples",
		Kind: ledger.KindAPI, Check: ledger.CheckAPI,
	}, statement)
}

func TestByIDRefusesUnknownIDs(t *testing.T) {
	for _, id := range []string{"", "REL-000", "REL-289", "REL-1", "rel-001", "XYZ-001"} {
		_, err := ledger.ByID(id)
		require.ErrorIs(t, err, ledger.ErrUnknownID, id)
		require.ErrorContains(t, err, `"`+id+`"`)
	}
}

func TestSectionsHaveEachStatementOnceInOrder(t *testing.T) {
	sections, err := ledger.Sections()
	require.NoError(t, err)
	var fromSections []ledger.Statement
	for _, section := range sections {
		for _, statement := range section.Statements {
			require.Equal(t, section.Heading, statement.Section, statement.ID)
			require.Equal(t, section.Parent, statement.Parent, statement.ID)
			require.Equal(t, section.Document, statement.Document, statement.ID)
		}
		fromSections = append(fromSections, section.Statements...)
	}
	all, err := ledger.All()
	require.NoError(t, err)
	require.Equal(t, all, fromSections)
}

func TestSectionsWithEqualHeadingsAreSeparate(t *testing.T) {
	sections, err := ledger.Sections()
	require.NoError(t, err)
	var parents []string
	for _, section := range sections {
		if section.Document == ledger.REL && section.Heading == "Introduction" {
			parents = append(parents, section.Parent)
		}
	}
	require.Equal(t, []string{"Relationships", "Relationship performance"}, parents)
}

func TestEveryParentIsAHeadingOfItsDocument(t *testing.T) {
	sections, err := ledger.Sections()
	require.NoError(t, err)
	type place struct {
		document ledger.Document
		heading  string
	}
	seen := map[place]bool{}
	for _, section := range sections {
		if section.Parent != "" && section.Document != ledger.F41 { // the heading is the manual itself
			require.True(t, seen[place{section.Document, section.Parent}],
				"%s: parent %q of %q comes later or never", section.Document, section.Parent, section.Heading)
		}
		seen[place{section.Document, section.Heading}] = true
	}
}

func TestCallersCannotChangeTheLedger(t *testing.T) {
	statements, err := ledger.All()
	require.NoError(t, err)
	statements[0].Text = "changed"
	sections, err := ledger.Sections()
	require.NoError(t, err)
	sections[0].Statements[0].Text = "changed"

	first, err := ledger.ByID(statements[0].ID)
	require.NoError(t, err)
	require.NotEqual(t, "changed", first.Text)
}

func TestEveryKindAndCheckIsInUse(t *testing.T) {
	statements, err := ledger.All()
	require.NoError(t, err)
	kinds, checks := map[ledger.Kind]bool{}, map[ledger.Check]bool{}
	for _, statement := range statements {
		kinds[statement.Kind] = true
		checks[statement.Check] = true
	}
	require.Len(t, kinds, len(ledger.Kinds()))
	require.Len(t, checks, len(ledger.Checks()))
}

func TestEveryDocumentHasATitle(t *testing.T) {
	for _, document := range ledger.Documents() {
		require.NotEqual(t, string(document), document.Title())
	}
}
