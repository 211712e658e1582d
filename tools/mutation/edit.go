package mutation

import "bytes"

// edits is a list of changes of a text. Nested edits work: an outer edit opens before those inside
// it and closes after them.
type edits struct {
	text []byte
	// The texts to insert at a position, in this order.
	closing, replacing, opening map[int]string
	removed                     map[int]bool // bytes
}

func newEdits(text []byte) edits {
	return edits{text, map[int]string{}, map[int]string{}, map[int]string{}, map[int]bool{}}
}

// wrap inserts text before and after a range.
func (e *edits) wrap(from, to int, before, after string) {
	e.opening[from] += before
	e.closing[to] = after + e.closing[to]
}

// replace replaces a range by text.
func (e *edits) replace(at, remove int, text string) {
	e.replacing[at] += text
	for i := range remove {
		e.removed[at+i] = true
	}
}

// apply returns the changed text.
func (e *edits) apply() []byte {
	var out bytes.Buffer
	for at := range len(e.text) + 1 {
		out.WriteString(e.closing[at] + e.replacing[at] + e.opening[at])
		if at < len(e.text) && !e.removed[at] {
			out.WriteByte(e.text[at])
		}
	}
	return out.Bytes()
}
