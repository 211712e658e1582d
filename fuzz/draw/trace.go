package draw

import (
	"pgregory.net/rapid"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/spec"
)

// MaxDecisions is the maximum number of decisions of a drawn trace. An operation takes about five.
const MaxDecisions = 1000

// decision draws a byte bit by bit. The integers of rapid are mostly small, so they would mostly
// select the first choice of every group of choices.
var decision = rapid.Custom(func(t *rapid.T) byte {
	var b byte
	for bit := range 8 {
		if rapid.Bool().Draw(t, "bit") {
			b |= 1 << bit
		}
	}
	return b
})

// Trace draws the traces that [fuzz.Decode] makes from byte strings of up to MaxDecisions bytes. Rapid
// shrinks the decisions. To reduce the operations, use package oracle, which gives smaller traces.
func Trace(p spec.Profile, opts ...fuzz.Option) *rapid.Generator[*spec.Trace] {
	g := fuzz.New(p, opts...)
	return rapid.Custom(func(t *rapid.T) *spec.Trace {
		return g.From(newSource(t))
	})
}

// source draws a limited number of decisions and records them.
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
