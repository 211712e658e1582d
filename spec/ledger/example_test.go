package ledger_test

import (
	"fmt"
	"log"
	"testing/fstest"

	"github.com/relspec/relspec/spec/ledger"
)

func ExampleByID() {
	statement, err := ledger.ByID("QRY-210")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(statement.Document.Title(), "·", statement.Section)
	fmt.Println(statement.Check)
	// Output:
	// Flecs Queries manual (v3.2) · And Operator
	// scenario
}

func ExampleSections() {
	sections, err := ledger.Sections()
	if err != nil {
		log.Fatal(err)
	}
	for _, section := range sections[:3] {
		fmt.Printf("%s  %s (%d)\n", section.Document, section.Heading, len(section.Statements))
	}
	// Output:
	// REL  Relationships (3)
	// REL  Definitions (8)
	// REL  Examples (1)
}

func ExampleCitations() {
	repository := fstest.MapFS{"spec/features/pairs.feature": {Data: []byte(`
Feature: Pairs
  @REL-002 @pairs-01
  Scenario: A pair has two elements
`)}}
	citations, err := ledger.Citations(repository)
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range citations {
		fmt.Printf("%s:%d %s %s (%s)\n", c.File, c.Line, c.ID, c.Kind, c.Name)
	}
	// Output:
	// spec/features/pairs.feature:3 REL-002 scenario (A pair has two elements)
}

func ExampleCoverage() {
	repository := fstest.MapFS{"spec/features/pairs.feature": {Data: []byte(`
Feature: Pairs
  @REL-002 @REL-007
  Scenario: A tag is a component or pair without data
`)}}
	report, err := ledger.Coverage(repository)
	if err != nil {
		log.Fatal(err)
	}
	for _, document := range report.Documents {
		fmt.Printf("%-4s %d of %d\n", document.Document, document.Shown, document.Total)
	}
	// Output:
	// REL  2 of 288
	// QRY  0 of 650
	// FQL  0 of 159
	// F41  0 of 174
	// SET  0 of 295
	// TECS 0 of 150
}
