package store

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Adopt takes what a file says: it accepts an entity once, and no index or generation that an
// entity cannot have.
func TestAdoptRefusesWhatNoEntityHas(t *testing.T) {
	s := newWorld(t, Options{})
	require.True(t, s.Adopt(MakeEntity(70, deadBit-1)))
	require.False(t, s.Adopt(MakeEntity(70, 0)))
	require.False(t, s.Adopt(MakeEntity(63, 1)), "a reserved index")
	require.False(t, s.Adopt(MakeEntity(71, deadBit)))
	require.False(t, s.Alive(MakeEntity(71, deadBit)))
}
