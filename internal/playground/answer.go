package playground

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/finding"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/internal/playground/link"
	"github.com/relspec/relspec/internal/report/picture"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// Answered is the answer to a state: its world, and the rows of both engines.
type Answered struct {
	Steps    []Step    `json:"steps"`
	At       int       `json:"at"` // number of applied operations
	Stated   []Stated  `json:"stated,omitempty"`
	Problems []Problem `json:"problems"`
	Names    []Name    `json:"names"`
	// Worlds has the lines in which the worlds of the engines differ. Lines of the reference begin with
	// "-". It is empty if the worlds are equal.
	Worlds []string `json:"worlds,omitempty"`
	Answer *Rows    `json:"answer,omitempty"`

	Drawing    string   `json:"drawing,omitempty"` // an SVG element, with the CSS classes of reports
	Undrawn    int      `json:"undrawn,omitempty"` // number of entities, if the world is too large for a drawing
	Vocabulary []string `json:"vocabulary,omitempty"`
}

// Rows has the answers of both engines.
type Rows struct {
	Error *Problem `json:"error,omitempty"`
	// Cut is set if the answer takes more work than the page allows. State.Long raises the limits.
	Cut     bool     `json:"cut,omitempty"`
	Columns []Column `json:"columns,omitempty"`
	Rows    []Row    `json:"rows,omitempty"`
	Agree   bool     `json:"agree"`
	// Difference has the lines that differ, as findings show them.
	Difference []string `json:"difference,omitempty"`
	Model      Side     `json:"model"`
	Fast       Side     `json:"fast"`
	Normal     string   `json:"normal,omitempty"` // the query in normal form
}

// Side is a summary of the answer of one engine.
type Side struct {
	Rows   int     `json:"rows"`
	Millis float64 `json:"ms"`
	Error  string  `json:"error,omitempty"`
}

// Column is a variable or the field of a term.
type Column struct {
	Title string `json:"title"`
	Kind  string `json:"kind"` // "this", "var" or "field"
}

// Row is a row of either answer.
type Row struct {
	State string `json:"state"` // matched, missing (only the reference gives it) or extra (only fast)
	Cells []Cell `json:"cells"`
	// This and Vars ask for the row's proof.
	This  string            `json:"this,omitempty"`
	Vars  map[string]string `json:"vars,omitempty"`
	Block int               `json:"block,omitempty"`
	Group string            `json:"group,omitempty"`
}

// Cell is a value of a variable, or the match of a term.
type Cell struct {
	Text   string `json:"text"` // "" if the variable or field is not set
	Source string `json:"source,omitempty"`
	Value  string `json:"value,omitempty"`
	Access string `json:"access,omitempty"`
	Or     string `json:"or,omitempty"` // other matches that are equally correct
}

// Name is a word for completion.
type Name struct {
	Text string `json:"text"`
	Kind string `json:"kind"` // entity, component, builtin
}

// Answer applies the world and the query of a state. It returns an error if the state itself is
// invalid; errors in its texts are among the problems of the answer.
func Answer(s *link.State) (*Answered, *spec.Error) {
	r, err := start(s)
	if err != nil {
		return nil, err
	}
	return r.answer()
}

func (r *run) answer() (*Answered, *spec.Error) {
	r.apply()
	a := &Answered{Steps: r.steps, At: r.at, Stated: r.stated}
	p := &finding.Picture{World: dumpOf(r.model)}
	if d := compare.Dumps(spec.OpDump, p.World, dumpOf(r.fast)); d != nil {
		a.Worlds = d.Lines
	}
	a.Names = names(r.profile, p.World)
	if strings.TrimSpace(r.state.Query) != "" {
		rows, err := r.rows(p)
		if err != nil {
			return nil, err
		}
		a.Answer = rows
	}
	a.draw(p)
	a.Problems = r.world.Problems
	return a, nil
}

func dumpOf(e spec.Engine) *spec.Dump {
	out := e.Apply(spec.Operation{Op: spec.OpDump})
	if out.Dump == nil {
		return &spec.Dump{}
	}
	return out.Dump
}

// maxDrawn is the maximum number of entities in a drawing.
const maxDrawn = 80

func (a *Answered) draw(p *finding.Picture) {
	if len(p.World.Entities) > 4*maxDrawn {
		a.Undrawn = len(p.World.Entities)
		return
	}
	w := picture.Draw(p)
	a.Vocabulary = w.Vocabulary
	if len(w.Boxes) > maxDrawn {
		a.Undrawn = len(w.Boxes)
		return
	}
	a.Drawing = w.SVG(w.Title())
}

func names(p spec.Profile, d *spec.Dump) []Name {
	var out []Name
	builtin := map[spec.Handle]bool{}
	for _, b := range spec.Builtins(p) {
		out = append(out, Name{string(b.Handle), "builtin"})
		builtin[b.Handle] = true
	}
	for _, e := range d.Entities {
		switch {
		case builtin[e.Handle]:
		case e.Component:
			out = append(out, Name{cmp.Or(e.Name, string(e.Handle)), "component"})
		default:
			out = append(out, Name{cmp.Or(e.Name, string(e.Handle)), "entity"})
		}
	}
	return out
}

// rows evaluates the query on both engines and adds the rows to the picture.
func (r *run) rows(p *finding.Picture) (*Rows, *spec.Error) {
	op, err := question(r.state, spec.OpQuery)
	if err != nil {
		return nil, err
	}
	op.Values = r.profile.Dialect != spec.DialectDefault
	began := time.Now()
	want, op := r.ask(r.model, op)
	answered := time.Now()
	got := r.fast.Apply(op)
	out := &Rows{Model: sideOf(&want, answered.Sub(began)), Fast: sideOf(&got, time.Since(answered))}
	if d := compare.Outcomes(&op, &want, &got, compare.Options{}); d != nil {
		out.Difference = d.Lines
	} else {
		out.Agree = true
	}
	if want.Err != nil {
		out.Error, out.Cut = new(problemOf(want.Err)), want.Err.Exhausted
		if out.Cut || got.Err != nil && got.Err.Exhausted {
			out.Agree, out.Difference, out.Cut = true, nil, true // not a difference: the engines have different limits
		}
	}
	out.Columns, out.Normal = r.columns(op.Query, want, got)
	m := compare.MatchRows(want.Rows, got.Rows, compare.Options{})
	for i := range want.Rows {
		state := finding.RowMatched
		if m.Want[i] < 0 && got.Err == nil {
			state = finding.RowMissing
		}
		out.add(p, &want.Rows[i], state)
	}
	for i := range got.Rows {
		if m.Got[i] < 0 && want.Err == nil {
			out.add(p, &got.Rows[i], finding.RowExtra)
		}
	}
	return out, nil
}

func sideOf(a *spec.Outcome, took time.Duration) Side {
	s := Side{Rows: len(a.Rows), Millis: float64(took.Microseconds()) / 1000}
	if a.Err != nil {
		s.Error = a.Err.Error()
	}
	return s
}

// columns returns the columns of an answer: $this, the variables, and a field for each term.
func (r *run) columns(q *spec.Query, answers ...spec.Outcome) ([]Column, string) {
	terms := q.Terms
	if q.IsText() {
		terms, _ = lang.Parse(r.profile.Notation(), q.Expr) // an invalid text has no rows
	}
	normal, _ := lang.Print(r.profile.Notation(), terms, lang.PrintHandlesAsNames()) // some texts have no normal form
	var this bool
	variables := map[string]bool{}
	for _, a := range answers {
		for i := range a.Rows {
			this = this || a.Rows[i].This != ""
			for name := range a.Rows[i].Vars {
				variables[name] = true
			}
		}
	}
	var out []Column
	if this {
		out = append(out, Column{"$this", "this"})
	}
	for _, name := range slices.Sorted(maps.Keys(variables)) {
		out = append(out, Column{"$" + name, "var"})
	}
	for _, t := range spec.Fields(terms) {
		title, err := lang.Print(r.profile.Notation(), []spec.Term{*t}, lang.PrintHandlesAsNames())
		if err != nil {
			title = "term"
		}
		out = append(out, Column{title, "field"})
	}
	return out, normal
}

func (o *Rows) add(p *finding.Picture, r *spec.Row, state finding.RowState) {
	p.Add(*r, state)
	row := Row{State: string(state), This: string(r.This), Block: r.Block}
	if r.Group != nil {
		row.Group = show.Handle(*r.Group)
	}
	field := 0
	for _, c := range o.Columns {
		switch c.Kind {
		case "this":
			row.Cells = append(row.Cells, Cell{Text: string(r.This)})
		case "var":
			name := c.Title[1:]
			if h := r.Vars[name]; h != "" {
				if row.Vars == nil {
					row.Vars = map[string]string{}
				}
				row.Vars[name] = string(h)
			}
			row.Cells = append(row.Cells, Cell{Text: string(r.Vars[name])})
		default:
			if field < len(r.Fields) {
				row.Cells = append(row.Cells, cellOf(&r.Fields[field]))
			}
			field++
		}
	}
	o.Rows = append(o.Rows, row)
}

func cellOf(f *spec.Field) Cell {
	if !f.Set {
		return Cell{}
	}
	c := Cell{Text: f.ID.String(), Source: string(f.Src)}
	if f.Access != spec.AccessDefault {
		c.Access = f.Access.String()
	}
	if f.Value != nil {
		c.Value = show.Value(f.Value)
	}
	for _, o := range f.Or {
		if c.Or != "" {
			c.Or += ", "
		}
		c.Or += o.ID.String()
		if o.Src != "" {
			c.Or += " from " + string(o.Src)
		}
	}
	return c
}
