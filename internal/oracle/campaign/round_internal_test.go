package campaign

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
)

// A profile that occurs twice in a round runs through the variants twice as fast, because each of its
// traces has its own number.
func TestRoundsCountTheTracesOfAProfile(t *testing.T) {
	o := Options{Profiles: []spec.Profile{spec.Flecs3(), spec.Flecs4(), spec.Flecs3(), spec.Flecs3Beta()}}
	next := map[string]uint64{}
	for index := range uint64(40) {
		name := o.profile(index).Name
		require.Equal(t, next[name], o.round(index), "trace %d of %s", index, name)
		next[name]++
	}
}
