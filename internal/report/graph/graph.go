package graph

import "slices"

// Look is the style of a box, a line or an arrow. It becomes the CSS class of the element.
type Look string

// The looks.
const (
	Plain   Look = "plain"
	Quiet   Look = "quiet"   // shown, but not the subject
	Matched Look = "matched" // part of a row in both answers
	Missing Look = "missing" // only in the reference
	Extra   Look = "extra"   // only in the implementation
)

// byStrength lists the looks from weakest to strongest. If an element has several, the strongest is
// shown.
var byStrength = []Look{Quiet, Plain, Matched, Extra, Missing}

// Stronger returns the stronger of two looks. For example, Missing is stronger than Plain.
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
	// Derived marks a fact that no entity owns and that follows from other facts. An arrow whose
	// labels are all derived is dashed.
	Derived bool
}

// Box is an entity: its name, and a line for each of its tags and components.
type Box struct {
	Name  string
	Look  Look
	Lines []Text
}

// Arrow goes from one box to another or to itself. Facts with the same ends share an arrow.
type Arrow struct {
	From, To int // indexes of boxes
	Labels   []Text
}

// Graph has the boxes and arrows of a drawing. The zero value is empty.
type Graph struct {
	Boxes  []Box
	Arrows []Arrow
}

// Connect adds a label to the arrow between two boxes. If there is no such arrow, it adds one.
func (g *Graph) Connect(from, to int, label Text) {
	for i := range g.Arrows {
		if a := &g.Arrows[i]; a.From == from && a.To == to {
			a.Labels = append(a.Labels, label)
			return
		}
	}
	g.Arrows = append(g.Arrows, Arrow{from, to, []Text{label}})
}

// class returns the CSS classes of the arrow's line.
func (a *Arrow) class() string {
	if slices.ContainsFunc(a.Labels, func(t Text) bool { return !t.Derived }) {
		return string(a.look())
	}
	return string(a.look()) + " derived"
}

// look returns the strongest look of the labels.
func (a *Arrow) look() Look {
	l := Quiet
	for _, t := range a.Labels {
		l = Stronger(l, t.Look)
	}
	return l
}
