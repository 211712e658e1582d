package draw

import (
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/spec"
)

// MaxDecisions is how many decisions, of which an operation takes about five, a drawn trace has at most.
const MaxDecisions = 1000

// decision draws a byte bit by bit: rapid's own integers are mostly small, and would mostly make the first choice of
// every table of weights.
var decision = rapid.Custom(func(t *rapid.T) byte {
	var b byte
	for bit := range 8 {
		if rapid.Bool().Draw(t, "bit") {
			b |= 1 << bit
		}
	}
	return b
})

// Trace draws the traces that [fuzz.Decode] makes of byte strings, of up to MaxDecisions bytes. Where rapid shrinks,
// it shrinks decisions; package oracle reduces operations and does it better.
func Trace(p spec.Profile, opts ...fuzz.Option) *rapid.Generator[*spec.Trace] {
	g := fuzz.New(p, opts...)
	return rapid.Custom(func(t *rapid.T) *spec.Trace {
		return g.From(newSource(t))
	})
}

// source draws a number of decisions, and keeps them.
type source struct {
	t     *rapid.T
	made  []byte
	left  int
	spent bool
}

func newSource(t *rapid.T) *source {
	return &source{t: t, left: rapid.IntRange(1, MaxDecisions).Draw(t, "decisions")}
}

func (s *source) Next() byte {
	if s.left == 0 {
		s.spent = true
		return 0
	}
	s.left--
	b := decision.Draw(s.t, "decision")
	s.made = append(s.made, b)
	return b
}

func (s *source) Spent() bool { return s.spent }
