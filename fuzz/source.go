package fuzz

import "math/rand/v2"

// Source is where a trace's decisions come from, one byte each. The same builder is driven by a byte string, by a
// seeded generator of random numbers and by rapid (package fuzz/draw), so that all three make the same traces.
type Source interface {
	// Next is the next decision. Past the end it is 0.
	Next() byte
	// Spent reports whether Next was called past the end. An operation that is not complete by then is left out, so
	// that the traces of a byte string and of its extensions have the same beginning.
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

// randomSource never ends. PCG is specified, so that a seed gives the same trace with every version of Go.
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
