package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec/ledger"
)

// matrixView compares implementations: one row per area, one column per implementation.
type matrixView struct {
	Implementations []*Implementation
	Rows            []matrixRow
	Totals          []matrixCell
}

type matrixRow struct {
	Area  string
	Cells []matrixCell
}

// matrixCell counts the cases of an area on an implementation.
type matrixCell struct {
	Parts []matrixPart
	Total int
}

type matrixPart struct {
	Status Status
	N      int
	Share  string // of the cases of the cell, in percent
}

// Title describes the cell in words.
func (c matrixCell) Title() string {
	var out []string
	for _, p := range c.Parts {
		out = append(out, show.Number(p.N)+" "+string(p.Status))
	}
	return strings.Join(out, ", ")
}

func (p *page) matrix() matrixView {
	v := matrixView{Implementations: p.Implementations}
	counts := map[string]map[int]map[Status]int{}
	totals := map[int]map[Status]int{}
	for i, im := range p.Implementations {
		totals[i] = map[Status]int{}
		for _, r := range im.Results {
			if counts[r.Area] == nil {
				counts[r.Area] = map[int]map[Status]int{}
				v.Rows = append(v.Rows, matrixRow{Area: r.Area})
			}
			if counts[r.Area][i] == nil {
				counts[r.Area][i] = map[Status]int{}
			}
			counts[r.Area][i][r.Status]++
			totals[i][r.Status]++
		}
	}
	for k := range v.Rows {
		for i := range p.Implementations {
			v.Rows[k].Cells = append(v.Rows[k].Cells, cell(counts[v.Rows[k].Area][i]))
		}
	}
	for i := range p.Implementations {
		v.Totals = append(v.Totals, cell(totals[i]))
	}
	return v
}

func cell(counts map[Status]int) matrixCell {
	c := matrixCell{}
	for _, s := range Statuses() {
		c.Total += counts[s]
	}
	for _, s := range Statuses() {
		if n := counts[s]; n > 0 {
			c.Parts = append(c.Parts, matrixPart{s, n, fmt.Sprintf("%.2f", 100*float64(n)/float64(c.Total))})
		}
	}
	return c
}

// areaView is an area with its cases.
type areaView struct {
	Name, Title string
	Cases       []caseView
	Status      Status
	Summary     string
}

// caseView is a scenario, or a generated transcript, with its results.
type caseView struct {
	Key, Name, Text, Data string
	Statements            []string
	Marks                 []mark
	Reasons               []mark // marks with a reason
}

// areas returns the cases of all implementations: the scenarios in the order of the features, then
// all other cases.
func (p *page) areas() []areaView {
	var out []areaView
	at := map[string]int{}
	add := func(name, title string, c caseView) {
		i, ok := at[name]
		if !ok {
			i = len(out)
			at[name] = i
			out = append(out, areaView{Name: name, Title: title, Status: NotRun})
		}
		a := &out[i]
		a.Cases = append(a.Cases, c)
		for _, m := range c.Marks {
			a.Status = worst(a.Status, m.Status)
		}
	}
	listed := map[string]bool{}
	for _, s := range p.scenarios {
		listed[s.Key()] = true
		c := p.caseOf(s.Key())
		c.Name, c.Text = s.Name, gherkin(s)
		for _, id := range s.Statements {
			c.Statements = append(c.Statements, string(id))
		}
		add(strings.TrimSuffix(s.Path, ".feature"), s.Feature, c)
	}
	for _, im := range p.Implementations {
		for _, r := range im.Results {
			if !listed[r.Name] {
				listed[r.Name] = true
				add(r.Area, "", p.caseOf(r.Name))
			}
		}
	}
	for i := range out {
		out[i].Summary = show.Plural(len(out[i].Cases), "case", "cases")
	}
	return out
}

func (p *page) caseOf(name string) caseView {
	c := caseView{Key: name, Marks: p.marks(name)}
	c.Data = data(c.Marks)
	for _, m := range c.Marks {
		if m.Reason != "" || m.Known != "" {
			c.Reasons = append(c.Reasons, m)
		}
	}
	return c
}

// gherkin returns the text of a scenario.
func gherkin(s scenario.Scenario) string {
	var b strings.Builder
	var last scenario.Keyword
	for _, step := range s.Steps {
		keyword := string(step.Keyword)
		if step.Keyword == last {
			keyword = "And"
		}
		last = step.Keyword
		fmt.Fprintf(&b, "%5s %s\n", keyword, step.Text)
		b.WriteString(table(step.Table))
	}
	return b.String()
}

func table(rows [][]string) string {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], len([]rune(cell)))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		b.WriteString("      ")
		for i, cell := range row {
			fmt.Fprintf(&b, "| %-*s ", widths[i], cell)
		}
		b.WriteString("|\n")
	}
	return b.String()
}

// documentView is a source document with its statements.
type documentView struct {
	ID, Title      string
	Sections       []sectionView
	Total, Covered int
}

type sectionView struct {
	Heading        string
	Statements     []statementView
	Total, Covered int
}

// statementView is a statement with the scenarios that cite it. Its mark for an implementation is
// the worst mark of these scenarios.
type statementView struct {
	ledger.Statement
	Cases []caseView
	Marks []mark
	Data  string
}

func (p *page) documents(sections []ledger.Section) []documentView {
	citing := map[string][]caseView{}
	for _, a := range p.Areas {
		for _, c := range a.Cases {
			for _, id := range c.Statements {
				citing[id] = append(citing[id], c)
			}
		}
	}
	var out []documentView
	for _, s := range sections {
		if len(out) == 0 || out[len(out)-1].ID != string(s.Document) {
			out = append(out, documentView{ID: string(s.Document), Title: s.Document.Title()})
		}
		d := &out[len(out)-1]
		v := sectionView{Heading: s.Heading, Total: len(s.Statements)}
		if s.Parent != "" {
			v.Heading = s.Parent + " / " + s.Heading
		}
		for _, statement := range s.Statements {
			one := p.statement(statement, citing[statement.ID])
			if slices.ContainsFunc(one.Marks, func(m mark) bool { return m.Status == Passed }) {
				v.Covered++
			}
			v.Statements = append(v.Statements, one)
		}
		d.Sections = append(d.Sections, v)
		d.Total, d.Covered = d.Total+v.Total, d.Covered+v.Covered
	}
	return out
}

func (p *page) statement(s ledger.Statement, cases []caseView) statementView {
	v := statementView{Statement: s, Cases: cases}
	if len(cases) > 0 {
		for i, im := range p.Implementations {
			m := mark{Implementation: im.Name, Status: NotRun}
			for _, c := range cases {
				m.Status = worst(m.Status, c.Marks[i].Status)
			}
			v.Marks = append(v.Marks, m)
		}
	}
	v.Data = data(v.Marks)
	return v
}
