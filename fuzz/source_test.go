package fuzz

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
)

// recorded records the decisions of another source.
type recorded struct {
	Source
	made []byte
}

func (r *recorded) Next() byte {
	b := r.Source.Next()
	r.made = append(r.made, b)
	return b
}

// The recorded decisions of a seed, read as a byte string, give the same trace.
func TestASeedIsAByteString(t *testing.T) {
	for _, g := range []*Generator{New(spec.Flecs3()), New(spec.Flecs4()), New(spec.Flecs3(), Arbitrary())} {
		for seed := range uint64(20) {
			s := &recorded{Source: newRandomSource(seed)}
			want := g.Generate(seed).Operations()
			require.Equal(t, want, g.From(s).Operations())
			require.Equal(t, want, g.Decode(s.made).Operations())
		}
	}
}
