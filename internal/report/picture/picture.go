// Package picture draws the world of a finding or of the playground. [Draw] makes a graph of its
// entities, their pairs and the rows of an answer. [World.SVG] returns the drawing.
package picture

import (
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/finding"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/internal/report/graph"
	"github.com/relspec/relspec/spec"
)

// World is a world as a graph: entities are boxes, pairs are arrows.
type World struct {
	graph.Graph
	// Vocabulary has a line for each entity that is only used as a relationship or tag. These have
	// no box.
	Vocabulary []string

	picture *finding.Picture
	boxes   map[spec.Handle]int
}

// Draw makes the graph of a picture. p.World must not be nil. Entities and pairs that a row matched
// are coloured. A matched pair that no entity owns, for example a transitive one, becomes a derived
// arrow. The cost grows with the square of the number of rows.
func Draw(p *finding.Picture) *World {
	w := &World{picture: p, boxes: map[spec.Handle]int{}}
	entities := w.entities()
	drawn := w.drawn(entities)
	for _, e := range entities {
		if drawn[e.Handle] {
			w.box(e.Handle, w.lookOf(e.Handle))
		} else {
			w.Vocabulary = append(w.Vocabulary, vocabularyText(e))
		}
	}
	for _, e := range entities {
		if drawn[e.Handle] {
			w.facts(e)
		}
	}
	w.derived()
	return w
}

// entities returns the entities of the reference's world, then the extra entities of the
// implementation.
func (w *World) entities() []spec.DumpEntity {
	all := slices.Clone(w.picture.World.Entities)
	if w.picture.Got == nil {
		return all
	}
	for _, e := range w.picture.Got.Entities {
		if find(w.picture.World, e.Handle) == nil {
			all = append(all, e)
		}
	}
	return all
}

func find(d *spec.Dump, h spec.Handle) *spec.DumpEntity {
	if d == nil {
		return nil
	}
	for i := range d.Entities {
		if d.Entities[i].Handle == h {
			return &d.Entities[i]
		}
	}
	return nil
}

// drawn returns the entities that get a box. An entity gets one if it is in a row, if it is the
// source or target of a pair between entities, or if it differs between the worlds. It also gets
// one if it is not a component and no entity uses it as a tag or relationship.
func (w *World) drawn(entities []spec.DumpEntity) map[spec.Handle]bool {
	drawn, used := map[spec.Handle]bool{}, map[spec.Handle]bool{}
	isEntity := map[spec.Handle]bool{}
	for _, e := range entities {
		isEntity[e.Handle] = true
	}
	for _, e := range entities {
		for _, f := range w.factsOf(e) {
			used[f.id.First] = true
			if f.id.IsPair() && (isEntity[f.id.Second] || f.look != graph.Plain) {
				drawn[e.Handle], drawn[f.id.Second] = true, true
			}
			drawn[e.Handle] = drawn[e.Handle] || f.look != graph.Plain
		}
		drawn[e.Handle] = drawn[e.Handle] || w.lookOf(e.Handle) != graph.Plain
	}
	for _, r := range w.picture.Rows {
		for _, h := range r.Entities {
			drawn[h] = true
		}
	}
	for _, e := range entities {
		drawn[e.Handle] = drawn[e.Handle] || !used[e.Handle] && !e.Component
	}
	return drawn
}

func vocabularyText(e spec.DumpEntity) string {
	var ids []string
	for _, id := range e.IDs {
		ids = append(ids, id.ID.String())
	}
	if len(ids) == 0 {
		return spec.Printable(string(e.Handle))
	}
	return spec.Printable(string(e.Handle) + ": " + strings.Join(ids, ", "))
}

func (w *World) box(h spec.Handle, look graph.Look) int {
	w.boxes[h] = len(w.Boxes)
	w.Boxes = append(w.Boxes, graph.Box{Name: spec.Printable(string(h)), Look: look})
	return w.boxes[h]
}

// lookOf returns the look of an entity. If there are two worlds, the look shows whether one of them
// lacks the entity. Otherwise it shows the rows that contain the entity.
func (w *World) lookOf(h spec.Handle) graph.Look {
	if w.picture.Got != nil {
		switch {
		case find(w.picture.Got, h) == nil:
			return graph.Missing
		case find(w.picture.World, h) == nil:
			return graph.Extra
		}
		return graph.Plain
	}
	look := graph.Plain
	for _, r := range w.picture.Rows {
		if slices.Contains(r.Entities, h) {
			look = graph.Stronger(look, lookOfRow(r.State))
		}
	}
	return look
}

func lookOfRow(s finding.RowState) graph.Look {
	switch s {
	case finding.RowMatched:
		return graph.Matched
	case finding.RowMissing:
		return graph.Missing
	case finding.RowExtra:
		return graph.Extra
	}
	return graph.Plain
}

// fact is an id of an entity, with its look.
type fact struct {
	id   spec.ID
	text string // the value, if it has one
	look graph.Look
}

// factsOf returns the ids that an entity has in either world.
func (w *World) factsOf(e spec.DumpEntity) []fact {
	want, got := find(w.picture.World, e.Handle), find(w.picture.Got, e.Handle)
	var out []fact
	if want != nil {
		for _, id := range want.IDs {
			f := fact{id.ID, valueText(id.Value), w.lookOfFact(e.Handle, id.ID)}
			if got != nil && !hasFact(got, id) {
				f.look = graph.Missing
			}
			out = append(out, f)
		}
	}
	if got != nil {
		for _, id := range got.IDs {
			if want == nil || !hasFact(want, id) {
				out = append(out, fact{id.ID, valueText(id.Value), graph.Extra})
			}
		}
	}
	return out
}

func valueText(v spec.Value) string {
	if v == nil {
		return ""
	}
	return " " + show.Value(v)
}

func hasFact(e *spec.DumpEntity, id spec.DumpID) bool {
	return slices.ContainsFunc(e.IDs, func(o spec.DumpID) bool {
		return o.ID == id.ID && valueText(o.Value) == valueText(id.Value)
	})
}

func (w *World) lookOfFact(h spec.Handle, id spec.ID) graph.Look {
	look := graph.Plain
	for _, r := range w.picture.Rows {
		if slices.Contains(r.Facts, finding.Fact{Entity: h, ID: id}) {
			look = graph.Stronger(look, lookOfRow(r.State))
		}
	}
	return look
}

// facts draws the ids of an entity. Pairs whose target has a box become arrows, other ids become
// lines of the box.
func (w *World) facts(e spec.DumpEntity) {
	from := w.boxes[e.Handle]
	for _, f := range w.factsOf(e) {
		to, isBox := w.boxes[f.id.Second]
		if f.id.IsPair() && !isBox && f.look != graph.Plain && !spec.IsReserved(f.id.Second) {
			to, isBox = w.box(f.id.Second, graph.Quiet), true
			w.Boxes[to].Lines = []graph.Text{{Text: "not alive", Look: graph.Quiet}}
		}
		if f.id.IsPair() && isBox {
			w.Connect(from, to, graph.Text{Text: spec.Printable(string(f.id.First) + f.text), Look: f.look})
		} else {
			w.Boxes[from].Lines = append(w.Boxes[from].Lines,
				graph.Text{Text: spec.Printable(f.id.String() + f.text), Look: f.look})
		}
	}
}

// derived adds arrows for matched pairs that no entity owns, such as transitive ones.
func (w *World) derived() {
	done := map[finding.Fact]bool{}
	for _, r := range w.picture.Rows {
		for _, f := range r.Facts {
			own := find(w.picture.World, f.Entity)
			from, drawn := w.boxes[f.Entity]
			if done[f] || !drawn || own == nil ||
				slices.ContainsFunc(own.IDs, func(id spec.DumpID) bool { return id.ID == f.ID }) {
				continue
			}
			done[f] = true
			text := graph.Text{Text: spec.Printable(f.ID.String()), Look: lookOfRow(r.State), Derived: true}
			if to, isBox := w.boxes[f.ID.Second]; f.ID.IsPair() && isBox {
				text.Text = spec.Printable(string(f.ID.First))
				w.Connect(from, to, text)
			}
		}
	}
}

// Title describes the drawing for screen readers.
func (w *World) Title() string {
	return fmt.Sprintf("world with %d entities and %d arrows", len(w.Boxes), len(w.Arrows))
}
