package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/ledger"
)

// Cell counts the cases of an area on an implementation by status.
type Cell []CellPart

// CellPart counts the cases of one status.
type CellPart struct {
	Status Status
	N      int
	Share  string // of the cases of the cell, in percent
}

// Title describes the cell in words.
func (c Cell) Title() string {
	var out []string
	for _, p := range c {
		out = append(out, show.Number(p.N)+" "+string(p.Status))
	}
	return strings.Join(out, ", ")
}

// Cell counts the cases of an area, or all cases if area is "".
func (im *Implementation) Cell(area string) Cell {
	counts, total := map[Status]int{}, 0
	for _, r := range im.Results {
		if area == "" || r.Area == area {
			counts[r.Status]++
			total++
		}
	}
	var c Cell
	for _, s := range Statuses() {
		if n := counts[s]; n > 0 {
			c = append(c, CellPart{s, n, fmt.Sprintf("%.2f", 100*float64(n)/float64(total))})
		}
	}
	return c
}

// AreaNames returns the rows of the matrix.
func (p *page) AreaNames() []string { return areasOf(p.Implementations...) }

// areasOf returns the areas of all results in order of first occurrence.
func areasOf(all ...*Implementation) []string {
	var out []string
	met := map[string]bool{}
	for _, im := range all {
		for _, r := range im.Results {
			if !met[r.Area] {
				met[r.Area] = true
				out = append(out, r.Area)
			}
		}
	}
	return out
}

// areaView is an area with its cases.
type areaView struct {
	Name, Title string
	Cases       []caseView
	Status      Status
}

// caseView is a scenario, or a generated transcript, with its results.
type caseView struct {
	Key, Name, Text string
	Statements      []spec.StatementID
	Marks           marks
}

// areas returns the cases of all implementations: the scenarios in the order of the features, then
// all other cases.
func (p *page) areas() []areaView {
	var out []areaView
	at, listed := map[string]int{}, map[string]bool{}
	add := func(name, title string, c caseView) {
		i, ok := at[name]
		if !ok {
			i = len(out)
			at[name] = i
			out = append(out, areaView{Name: name, Title: title, Status: NotRun})
		}
		listed[c.Key], c.Marks = true, p.marks(c.Key)
		out[i].Cases = append(out[i].Cases, c)
		for _, m := range c.Marks {
			out[i].Status = worst(out[i].Status, m.Status)
		}
	}
	for _, s := range p.scenarios {
		add(strings.TrimSuffix(s.Path, ".feature"), s.Feature, caseView{
			Key: s.Key(), Name: s.Name, Text: s.Text(), Statements: s.Statements,
		})
	}
	for _, im := range p.Implementations {
		for _, r := range im.Results {
			if !listed[r.Name] {
				add(r.Area, "", caseView{Key: r.Name})
			}
		}
	}
	return out
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
	Marks marks
}

func (p *page) documents(sections []ledger.Section) []documentView {
	citing := map[spec.StatementID][]caseView{}
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
			one := p.statement(statement, citing[spec.StatementID(statement.ID)])
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
	return v
}
