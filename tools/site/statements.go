package site

import (
	"path"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/playground"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
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

func (g *generator) statements(scenarios []*cited, failures map[string][]engineFailure) []*statement {
	written, err := ledger.All()
	g.fail(err)
	citations, err := ledger.Citations(g.root)
	g.fail(err)
	standing, err := ledger.Standings(citations)
	g.fail(err)
	if g.err != nil {
		return nil
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
	for _, sc := range scenarios {
		for _, id := range sc.statements {
			s := byID[string(id)]
			s.Scenarios = append(s.Scenarios, sc.shown)
			for _, name := range sc.profiles {
				if !slices.Contains(s.Profiles, name) {
					s.Profiles = append(s.Profiles, name)
				}
			}
		}
	}
	for _, c := range citations {
		if c.Kind == ledger.CitedByScenario || c.Kind == ledger.CitedByCode {
			continue // scenarios are handled separately, and code is not evidence
		}
		s := byID[c.ID]
		if n := len(s.Citations); n == 0 || s.Citations[n-1].Name != c.Name || s.Citations[n-1].File != c.File {
			s.Citations = append(s.Citations, citation{string(c.Kind), c.Name, c.File, c.Line})
		}
	}
	return all
}

// cited is a scenario of the suite with what cites it. It stands for all rows of an outline in all profiles.
type cited struct {
	shown
	statements []spec.StatementID
	clauses    []string
	profiles   []string
	plays      []play // one for each profile
}

// scenarios returns all scenarios of the suite with their text.
func (g *generator) scenarios() []*cited {
	scenarios, err := scenario.Embedded()
	g.fail(err)
	var all []*cited
	byID := map[string]*cited{}
	files := map[string][]string{}
	for i := range scenarios {
		sc := &scenarios[i]
		id, _, _ := strings.Cut(sc.ID, "/")
		c := byID[id]
		if c == nil {
			file := path.Join("spec/features", sc.Path)
			if files[file] == nil {
				files[file] = strings.Split(g.read(file), "\n")
			}
			given, text, line := book.Excerpt(files[file], id)
			c = &cited{
				shown:      shown{Name: sc.Name, ID: id, File: file, Line: line, Text: text, Given: given},
				statements: sc.Statements, clauses: sc.Clauses,
			}
			byID[id] = c
			all = append(all, c)
		}
		if slices.Contains(c.profiles, sc.Profile) {
			continue // another row
		}
		fragment, err := playground.FromScenario(sc).Fragment()
		g.fail(err)
		c.profiles = append(c.profiles, sc.Profile)
		c.plays = append(c.plays, play{spec.RequestName(sc.Profile), fragment})
		c.Play = c.plays[0].fragment
	}
	return all
}
