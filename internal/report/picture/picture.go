// Package picture draws the world of a finding or of the playground. [Draw] makes a graph of its
// entities, their pairs and the rows of an answer. [World.SVG] returns the drawing.
package picture

import (
	"cmp"
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

	boxes map[spec.Handle]int
}

// Draw makes the graph of a picture. p.World must not be nil. Draw colours the entities and pairs
// that a row matched or, if there are two worlds, that the other world lacks. A matched pair that no
// entity owns, for example a transitive one, becomes a derived arrow.
func Draw(p *finding.Picture) *World {
	w := &World{boxes: map[spec.Handle]int{}}
	looks, marked := looksOf(p)
	entities := slices.Clone(p.World.Entities)
	if p.Got != nil {
		for _, e := range p.Got.Entities {
			if find(p.World, e.Handle) == nil {
				entities = append(entities, e)
			}
		}
	}
	facts := map[spec.Handle][]fact{}
	for _, e := range entities {
		facts[e.Handle] = factsOf(p, e.Handle, marked)
	}
	shown := drawn(entities, facts, looks)
	for _, e := range entities {
		if shown[e.Handle] {
			w.box(e.Handle, looks[e.Handle])
		} else {
			w.Vocabulary = append(w.Vocabulary, vocabularyText(e))
		}
	}
	for _, e := range entities {
		if shown[e.Handle] {
			w.draw(e.Handle, facts[e.Handle])
		}
	}
	w.derived(p)
	return w
}

// looksOf returns the looks of entities and of facts that a row contains. If there are two worlds,
// it returns those of entities that only one of them has.
func looksOf(p *finding.Picture) (map[spec.Handle]graph.Look, map[finding.Fact]graph.Look) {
	looks, marked := map[spec.Handle]graph.Look{}, map[finding.Fact]graph.Look{}
	if p.Got != nil {
		for _, e := range p.World.Entities {
			if find(p.Got, e.Handle) == nil {
				looks[e.Handle] = graph.Missing
			}
		}
		for _, e := range p.Got.Entities {
			if find(p.World, e.Handle) == nil {
				looks[e.Handle] = graph.Extra
			}
		}
	}
	for _, r := range p.Rows {
		for _, h := range r.Entities {
			looks[h] = graph.Stronger(looks[h], lookOfRow(r.State))
		}
		for _, f := range r.Facts {
			marked[f] = graph.Stronger(marked[f], lookOfRow(r.State))
		}
	}
	return looks, marked
}

// lookOfRow returns the look of the same name.
func lookOfRow(s finding.RowState) graph.Look { return graph.Stronger(graph.Plain, graph.Look(s)) }

func find(d *spec.Dump, h spec.Handle) *spec.DumpEntity {
	if d != nil {
		for i := range d.Entities {
			if d.Entities[i].Handle == h {
				return &d.Entities[i]
			}
		}
	}
	return nil
}

// drawn returns the entities that get a box. An entity gets one if it is in a row, if it is the
// source or target of a pair between entities, or if it differs between the worlds. It also gets
// one if it is not a component and no entity uses it as a tag or relationship.
func drawn(
	entities []spec.DumpEntity, facts map[spec.Handle][]fact, looks map[spec.Handle]graph.Look,
) map[spec.Handle]bool {
	drawn, used := map[spec.Handle]bool{}, map[spec.Handle]bool{}
	for h := range looks {
		drawn[h] = true
	}
	for h, all := range facts {
		for _, f := range all {
			used[f.id.First] = true
			_, isEntity := facts[f.id.Second]
			if f.id.IsPair() && (isEntity || f.look != graph.Plain) {
				drawn[h], drawn[f.id.Second] = true, true
			}
			drawn[h] = drawn[h] || f.look != graph.Plain
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
	w.Boxes = append(w.Boxes, graph.Box{Name: spec.Printable(string(h)), Look: cmp.Or(look, graph.Plain)})
	return w.boxes[h]
}

// fact is an id of an entity, with its look.
type fact struct {
	id   spec.ID
	text string // the value, if it has one
	look graph.Look
}

// factsOf returns the ids that an entity has in either world. Those that only one of two worlds has
// are missing or extra.
func factsOf(p *finding.Picture, h spec.Handle, marked map[finding.Fact]graph.Look) []fact {
	want, got := find(p.World, h), find(p.Got, h)
	var out []fact
	if want != nil {
		for _, id := range want.IDs {
			look := cmp.Or(marked[finding.Fact{Entity: h, ID: id.ID}], graph.Plain)
			if got != nil && !hasFact(got, id) {
				look = graph.Missing
			}
			out = append(out, fact{id.ID, valueText(id.Value), look})
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

// draw draws the ids of an entity. Pairs whose target has a box become arrows, other ids become
// lines of the box.
func (w *World) draw(h spec.Handle, facts []fact) {
	from := w.boxes[h]
	for _, f := range facts {
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
func (w *World) derived(p *finding.Picture) {
	done := map[finding.Fact]bool{}
	for _, r := range p.Rows {
		for _, f := range r.Facts {
			own := find(p.World, f.Entity)
			from, source := w.boxes[f.Entity]
			to, target := w.boxes[f.ID.Second]
			if done[f] || !source || !target || !f.ID.IsPair() || own == nil || hasID(own, f.ID) {
				continue
			}
			done[f] = true
			text := spec.Printable(string(f.ID.First))
			w.Connect(from, to, graph.Text{Text: text, Look: lookOfRow(r.State), Derived: true})
		}
	}
}

func hasID(e *spec.DumpEntity, id spec.ID) bool {
	return slices.ContainsFunc(e.IDs, func(o spec.DumpID) bool { return o.ID == id })
}

// Title describes the drawing for screen readers.
func (w *World) Title() string {
	return fmt.Sprintf("world with %d entities and %d arrows", len(w.Boxes), len(w.Arrows))
}
