package graph

import "slices"

// Look says how a box, a line of it or an arrow is shown. It is the class of the element.
type Look string

// The looks.
const (
	Plain   Look = "plain"
	Quiet   Look = "quiet"   // there, but not the subject
	Matched Look = "matched" // part of a row that both sides give
	Missing Look = "missing" // only in the reference
	Extra   Look = "extra"   // only in the implementation
)

// byStrength are the looks, the weakest first: of several for one element the strongest is shown.
var byStrength = []Look{Quiet, Plain, Matched, Extra, Missing}

// Stronger is the one of two looks that says more.
func Stronger(a, b Look) Look {
	if slices.Index(byStrength, b) > slices.Index(byStrength, a) {
		return b
	}
	return a
}

// Text is a line of a box or a label of an arrow.
type Text struct {
	Text string
	Look Look
	// Derived: it follows from other facts. An arrow with such labels only is dashed.
	Derived bool
}

// Box is an entity: its name, and a line for each of its tags and components.
type Box struct {
	Name  string
	Look  Look
	Lines []Text
}

// Arrow goes from one box to another or to itself; equal ends share a line with several labels.
type Arrow struct {
	From, To int // indexes of boxes
	Labels   []Text
}

// Graph has the boxes and arrows of a drawing. The zero value is empty.
type Graph struct {
	Boxes  []Box
	Arrows []Arrow
}

// Connect adds an arrow with a label, or the label to the arrow that is there.
func (g *Graph) Connect(from, to int, label Text) {
	for i := range g.Arrows {
		if a := &g.Arrows[i]; a.From == from && a.To == to {
			a.Labels = append(a.Labels, label)
			return
		}
	}
	g.Arrows = append(g.Arrows, Arrow{from, to, []Text{label}})
}

// class of an arrow's line.
func (a *Arrow) class() string {
	if slices.ContainsFunc(a.Labels, func(t Text) bool { return !t.Derived }) {
		return string(a.look())
	}
	return string(a.look()) + " derived"
}

// look of an arrow is the strongest of its labels.
func (a *Arrow) look() Look {
	l := Quiet
	for _, t := range a.Labels {
		l = Stronger(l, t.Look)
	}
	return l
}
