package playground

import (
	"github.com/relspec/relspec/internal/playground/link"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/ledger"
)

// Listed is a scenario of the suite that the page can open.
type Listed struct {
	ID         string             `json:"id"`
	Name       string             `json:"name"`
	Feature    string             `json:"feature"`
	Statements []spec.StatementID `json:"statements,omitempty"`
	State      *link.State        `json:"state"`
}

// Scenarios returns the scenarios of the suite, which the page reads as scenarios.json.
func Scenarios() ([]Listed, error) {
	all, err := scenario.Embedded()
	if err != nil {
		return nil, err
	}
	listed := make([]Listed, len(all))
	for i := range all {
		s := &all[i]
		listed[i] = Listed{s.ID, s.Name, s.Feature, s.Statements, FromScenario(s)}
	}
	return listed, nil
}

// Statement is a statement of a document.
type Statement struct {
	Text     string `json:"text"`
	Document string `json:"document"`
	Section  string `json:"section"`
}

// Statements returns the statements of all documents by id, which the page reads as statements.json.
func Statements() (map[string]Statement, error) {
	known, err := ledger.All()
	if err != nil {
		return nil, err
	}
	texts := map[string]Statement{}
	for _, s := range known {
		texts[s.ID] = Statement{s.Text, s.Document.Title(), s.Section}
	}
	return texts, nil
}
