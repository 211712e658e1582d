package finding

import (
	"cmp"
	"maps"
	"slices"

	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec"
)

// Picture is the data of a drawing of a finding: the world in which the answers differ, and the
// rows in it.
type Picture struct {
	// World is the reference's world: before the operation that differs or, if the worlds differ,
	// after it.
	World *spec.Dump `json:"world"`
	// Got is the implementation's world after the operation, if the worlds differ. Otherwise it is
	// nil.
	Got *spec.Dump `json:"got,omitempty"`
	// Rows are the rows of the answers to a query, if there is one.
	Rows []PictureRow `json:"rows,omitempty"`
}

// RowState says which side returned a row.
type RowState string

// The states of a row.
const (
	RowMatched RowState = "matched" // both
	RowMissing RowState = "missing" // only the reference
	RowExtra   RowState = "extra"   // only the implementation
)

// PictureRow is the part of a row that can be drawn.
type PictureRow struct {
	State RowState `json:"state"`
	Text  string   `json:"text"`
	// Entities are $this and the values of the variables, each once.
	Entities []spec.Handle `json:"entities,omitempty"`
	// Facts are the ids that the fields matched, with the entities on which they matched.
	Facts []Fact `json:"facts,omitempty"`
}

// Fact is an id on an entity.
type Fact struct {
	Entity spec.Handle `json:"entity"`
	ID     spec.ID     `json:"id"`
}

// picture returns the data of a drawing. engine is a world of the reference after all operations
// before the one that differs, and q its query, if any. If the reference cannot dump its world,
// picture returns nil.
func (f *Finding) picture(engine spec.Engine, q *spec.Query) *Picture {
	d := &f.Divergence.Difference
	if d.Worlds[0] != nil {
		return &Picture{World: d.Worlds[0], Got: d.Worlds[1]}
	}
	dump := engine.Apply(spec.Operation{Op: spec.OpDump})
	if dump.Err != nil || dump.Dump == nil {
		return nil
	}
	p := &Picture{World: dump.Dump}
	if q != nil && f.Divergence.Law == "" {
		missing := map[string]bool{}
		for _, r := range d.Missing {
			missing[show.Row(r)] = true
		}
		for _, r := range engine.Apply(f.Divergence.Op).Rows {
			if !missing[show.Row(r)] {
				p.Add(r, RowMatched)
			}
		}
	}
	for _, r := range d.Missing {
		p.Add(r, RowMissing)
	}
	for _, r := range d.Extra {
		p.Add(r, RowExtra)
	}
	return p
}

// Add adds a row of an answer.
func (p *Picture) Add(r spec.Row, state RowState) {
	row := PictureRow{State: state, Text: show.Row(r)}
	entity := func(h spec.Handle) {
		if h != "" && !slices.Contains(row.Entities, h) {
			row.Entities = append(row.Entities, h)
		}
	}
	entity(r.This)
	for _, name := range slices.Sorted(maps.Keys(r.Vars)) {
		entity(r.Vars[name])
	}
	for _, field := range r.Fields {
		on := cmp.Or(field.Src, r.This)
		if field.Set && on != "" {
			row.Facts = append(row.Facts, Fact{on, field.ID})
		}
	}
	p.Rows = append(p.Rows, row)
}
