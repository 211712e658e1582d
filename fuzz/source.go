package fuzz

import "math/rand/v2"

// Source provides the decisions of a trace, one byte each. It can be a byte string, a seeded random
// number generator, or rapid (package fuzz/draw); all three can make the same traces.
type Source interface {
	// Next returns the next decision, or 0 past the end.
	Next() byte
	// Spent reports whether Next was called past the end. The operation that needed that decision is
	// dropped, so that the trace of an extended byte string begins with the same operations.
	Spent() bool
}

// byteSource reads a byte string.
type byteSource struct {
	data []byte
	at   int
}

func (s *byteSource) Next() byte {
	s.at++
	if s.at > len(s.data) {
		return 0
	}
	return s.data[s.at-1]
}

func (s *byteSource) Spent() bool { return s.at > len(s.data) }

// randomSource never ends. PCG is specified, so a seed gives the same trace with every version of Go.
type randomSource struct {
	random rand.PCG
	word   uint64
	left   int
}

func newRandomSource(seed uint64) *randomSource {
	return &randomSource{random: *rand.NewPCG(seed, 0x72656c73706563)}
}

func (s *randomSource) Next() byte {
	if s.left == 0 {
		s.word, s.left = s.random.Uint64(), 8
	}
	b := byte(s.word)
	s.word >>= 8
	s.left--
	return b
}

func (s *randomSource) Spent() bool { return false }
