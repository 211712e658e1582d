package site

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/relspec/relspec/docs/specification"
	"github.com/relspec/relspec/internal/playground"
	"github.com/relspec/relspec/spec"
)

// clause is the page of a clause of the specification.
type clause struct {
	Name     string `json:"name"`
	Title    string `json:"title"`
	Chapter  string `json:"chapter"`
	Document string `json:"document"` // the page of its chapter
	// Scenarios are the examples of the clause and the scenarios tagged with it. Traces are
	// regressions that cite it.
	Scenarios []shown         `json:"scenarios"`
	Traces    []savedTrace    `json:"traces"`
	Overrules []overruling    `json:"overrules"`
	Failures  []engineFailure `json:"failures"`
	Previous  string          `json:"previous,omitempty"`
	Next      string          `json:"next,omitempty"`

	page string
	text string
}

// savedTrace is a trace of an earlier finding, or evidence for one.
type savedTrace struct {
	File string `json:"file"`
	Note string `json:"note"`
	// Play is the fragment of the address that opens the trace in the playground.
	Play string `json:"play"`
}

type overruling struct {
	ID   string `json:"id"`
	Part bool   `json:"part"` // the clause covers only a part of the statement, or for another profile
}

// clauses returns the clauses of the specification with their scenarios and traces. It also adds to
// each statement the clauses that are based on it.
func (g *generator) clauses(scenarios []*cited, statements []*statement, engines []engine) []*clause {
	var all []*clause
	byName := map[string]*clause{}
	for i, c := range specification.Clauses() {
		page, _, _ := strings.Cut(c.Address, "#")
		it := &clause{
			Name: c.Name, Title: c.Title, Chapter: c.Chapter, Document: siteURL(siteName(page)) + "#" + c.Name,
			page: page, text: c.Rule + "\n\n> " + strings.ReplaceAll(c.Margin, "\n", "\n> "),
		}
		for _, sc := range scenarios {
			if slices.Contains(c.Examples, sc.ID) || slices.Contains(sc.clauses, c.Name) {
				it.Scenarios = append(it.Scenarios, sc.shown)
			}
		}
		all = append(all, it)
		byName[c.Name] = it
		if i > 0 {
			it.Previous, all[i-1].Next = all[i-1].Name, it.Name
		}
	}
	for _, s := range statements {
		for _, c := range specification.RestingOn(s.ID) {
			s.Clauses = append(s.Clauses, c.Name)
		}
		if name := cmp.Or(s.Overruled, s.OverruledInPart); name != "" {
			if byName[name] == nil {
				g.fail(fmt.Errorf("%s: unknown clause %s", s.ID, name))
				continue
			}
			byName[name].Overrules = append(byName[name].Overrules, overruling{s.ID, s.OverruledInPart != ""})
		}
	}
	for _, e := range engines {
		for _, f := range e.Failures {
			for _, name := range specification.CitedIn(f.By) {
				byName[name].Failures = append(byName[name].Failures, f)
			}
		}
	}
	for _, file := range g.glob(regressions + "*.jsonl") {
		saved := g.trace(file, g.read(file))
		for _, name := range specification.CitedIn(saved.Note) {
			byName[name].Traces = append(byName[name].Traces, saved)
		}
	}
	return all
}

// regressions is the folder of the traces of earlier findings.
const regressions = "oracle/testdata/regressions/"

// trace reads a trace.
func (g *generator) trace(file, text string) savedTrace {
	t, err := spec.ReadTrace(strings.NewReader(text), spec.ReadLimits{})
	if err != nil {
		g.fail(fmt.Errorf("%s: %w", file, err))
		return savedTrace{}
	}
	state, refusal := playground.FromTrace(t)
	if refusal != nil {
		g.fail(fmt.Errorf("%s: %w", file, refusal))
		return savedTrace{}
	}
	play, err := state.Fragment()
	g.fail(err)
	return savedTrace{file, t.Header.Note, play}
}

// writeClauses writes the page of each clause: its text, and its scenarios and traces as data.
func (g *generator) writeClauses(all []*clause) {
	for _, c := range all {
		// Links within the chapter become links to another page.
		body := g.text(c.page, strings.ReplaceAll(c.text, "](#", "]("+path.Base(c.page)+"#"))
		data, err := json.Marshal(c)
		g.fail(err)
		title := strings.ReplaceAll(c.Title, "`", "") + " (" + c.Name + ")"
		g.write("clauses/"+c.Name+".md", withHead(title, "clause", "/clauses/"+c.Name+"/", "c: "+string(data), body))
	}
}
