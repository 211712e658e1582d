package site

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/playground"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec/ledger"
	"github.com/relspec/relspec/tools/book"
)

// statement is the page of a statement.
type statement struct {
	ledger.Statement
	Title     string          `json:"title"`
	Standing  string          `json:"standing"`
	Profiles  []string        `json:"profiles"`
	Scenarios []shown         `json:"scenarios"`
	Clauses   []string        `json:"clauses"` // clauses based on this statement
	Citations []citation      `json:"places"`
	Failures  []engineFailure `json:"failures"`
	Previous  string          `json:"previous,omitempty"`
	Next      string          `json:"next,omitempty"`
}

// shown is a scenario that cites the statement, with its text.
type shown struct {
	Name string `json:"name"`
	ID   string `json:"id"`
	File string `json:"file"`
	Line int    `json:"line"`
	Text string `json:"text"`
	// Given holds the backgrounds of the scenario: that of the feature, then that of the rule.
	Given []string `json:"given,omitempty"`
	// Play is the fragment of the address that opens the scenario in the playground.
	Play string `json:"play"`
}

// citation is a test, example, benchmark or page that cites the statement.
type citation struct {
	Kind string `json:"kind"`
	Name string `json:"name"`
	File string `json:"file"`
	Line int    `json:"line"`
}

type document struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

func documents() []document {
	var all []document
	for _, d := range ledger.Documents() {
		all = append(all, document{string(d), d.Title()})
	}
	return all
}

func statements(root string, scenarios []cited, failures map[string][]engineFailure) ([]*statement, error) {
	written, err := ledger.All()
	if err != nil {
		return nil, err
	}
	citations, err := ledger.Citations(os.DirFS(root))
	if err != nil {
		return nil, err
	}
	standing, err := ledger.Standings(citations)
	if err != nil {
		return nil, err
	}
	all := make([]*statement, len(written))
	byID := map[string]*statement{}
	for i, s := range written {
		all[i] = &statement{
			Statement: s, Title: s.Document.Title(), Standing: string(standing[s.ID]),
			Failures: failures[s.ID],
		}
		byID[s.ID] = all[i]
		if i > 0 {
			all[i].Previous, all[i-1].Next = all[i-1].ID, s.ID
		}
	}
	addScenarios(scenarios, byID)
	for _, c := range citations {
		if c.Kind == ledger.CitedByScenario || c.Kind == ledger.CitedByCode {
			continue // scenarios are handled separately, and code is not evidence
		}
		s := byID[c.ID]
		if n := len(s.Citations); n == 0 || s.Citations[n-1].Name != c.Name || s.Citations[n-1].File != c.File {
			s.Citations = append(s.Citations, citation{string(c.Kind), c.Name, c.File, c.Line})
		}
	}
	return all, nil
}

// addScenarios adds to every statement the scenarios that cite it. An outline is added once, not
// for each row.
func addScenarios(scenarios []cited, byID map[string]*statement) {
	for _, sc := range scenarios {
		for _, id := range sc.Statements {
			s := byID[string(id)]
			s.addProfile(sc.Profile)
			if n := len(s.Scenarios); n == 0 || s.Scenarios[n-1].ID != sc.shown.ID {
				s.Scenarios = append(s.Scenarios, sc.shown)
			}
		}
	}
}

// cited is a scenario of the suite, or a row of an outline, with what the site shows of it.
type cited struct {
	*scenario.Scenario
	shown
}

// scenariosOf returns all scenarios of the suite with their text.
func scenariosOf(root string) ([]cited, error) {
	scenarios, err := scenario.Embedded()
	if err != nil {
		return nil, err
	}
	all := make([]cited, len(scenarios))
	files := map[string][]string{}
	for i := range scenarios {
		sc := &scenarios[i]
		id, _, _ := strings.Cut(sc.ID, "/")
		if i > 0 && all[i-1].shown.ID == id {
			all[i] = cited{sc, all[i-1].shown}
			continue
		}
		file := filepath.Join("spec/features", sc.Path)
		if files[file] == nil {
			text, err := os.ReadFile(filepath.Join(root, file))
			if err != nil {
				return nil, err
			}
			files[file] = strings.Split(string(text), "\n")
		}
		given, text, line := book.Excerpt(files[file], id)
		play, err := playground.FromScenario(sc).Fragment()
		if err != nil {
			return nil, err
		}
		all[i] = cited{sc, shown{sc.Name, id, file, line, text, given, play}}
	}
	return all, nil
}

func (s *statement) addProfile(name string) {
	if !slices.Contains(s.Profiles, name) {
		s.Profiles = append(s.Profiles, name)
	}
}
