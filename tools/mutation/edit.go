package mutation

import (
	"bytes"
	"cmp"
	"slices"
)

// edits is a list of changes of a text. Nested edits work: an outer edit opens before those inside
// it and closes after them.
type edits struct {
	text []byte
	all  []edit
	next int
}

type edit struct {
	at, remove int
	side       side
	order      int
	text       string
}

// side orders edits at the same position: lower values come first.
type side int

const (
	closes side = iota
	replaces
	opens
)

// wrap inserts text before and after a range.
func (e *edits) wrap(from, to int, before, after string) {
	e.next++
	e.all = append(e.all, edit{from, 0, opens, e.next, before}, edit{to, 0, closes, -e.next, after})
}

// replace replaces a range by text.
func (e *edits) replace(at, remove int, text string) {
	e.next++
	e.all = append(e.all, edit{at, remove, replaces, e.next, text})
}

// apply returns the changed text.
func (e *edits) apply() []byte {
	slices.SortStableFunc(e.all, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.side, b.side), cmp.Compare(a.order, b.order))
	})
	var out bytes.Buffer
	from := 0
	for _, c := range e.all {
		out.Write(e.text[from:c.at])
		out.WriteString(c.text)
		from = c.at + c.remove
	}
	out.Write(e.text[from:])
	return out.Bytes()
}
