package fast_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

// convoy mentions entities at every position in a Go value, also behind a pointer.
type convoy struct {
	Lead   fast.Entity
	Pair   [2]fast.Entity
	Ships  []fast.Entity
	Roles  map[string]fast.Entity
	Speeds map[fast.Entity]float64
	Orders []order
	Names  []string
	Behind *fast.Entity
	hidden []fast.Entity
}

type order struct {
	Of  fast.Entity
	And [][]fast.Entity
}

func newConvoy(e, other fast.Entity) convoy {
	return convoy{
		Lead: e, Pair: [2]fast.Entity{other, e}, Ships: []fast.Entity{other, e},
		Roles:  map[string]fast.Entity{"guard": e, "tail": other},
		Speeds: map[fast.Entity]float64{e: 1, other: 2},
		Orders: []order{{other, nil}, {e, [][]fast.Entity{{other}, {other, e}}}},
		Names:  []string{"a"}, Behind: &e, hidden: []fast.Entity{e},
	}
}

// A clone mentions itself wherever its original mentions itself. The original does not change.
func TestCloneMapsEntitiesOfAnyDepth(t *testing.T) {
	w := fast.NewWorld()
	other := w.Spawn()
	e := fast.Spawn1(w, convoy{})
	value := newConvoy(e, other)
	require.NoError(t, fast.Set(w, e, value))
	clone, err := w.Clone(e)
	require.NoError(t, err)
	want := newConvoy(clone, other)
	want.Behind = value.Behind // values behind pointers are shared
	require.Equal(t, want, *fast.Get[convoy](w, clone))
	require.Equal(t, newConvoy(e, other), *fast.Get[convoy](w, e))
	require.NotSame(t, &value.Names[0], &fast.Get[convoy](w, clone).Names[0], "the clone must have its own slices")
}

// The parts of an instance mention one another, and the instance has its own version of a value
// that mentions a part.
func TestInstantiateMapsEntitiesOfAnyDepth(t *testing.T) {
	w := fast.NewWorld()
	other := w.Spawn()
	prefab := w.Spawn(fast.Prefab)
	part := w.Spawn(fast.Pair(fast.ChildOf, prefab))
	require.NoError(t, fast.Set(w, part, newConvoy(prefab, other)))
	require.NoError(t, fast.Set(w, prefab, convoy{Ships: []fast.Entity{other, part}}))
	i, err := w.Instantiate(prefab)
	require.NoError(t, err)
	have := *fast.Get[convoy](w, i.Of(part))
	want := newConvoy(i.Root, other)
	want.Behind = have.Behind
	require.Equal(t, want, have)
	require.True(t, fast.Register[convoy](w).Owns(i.Root))
	require.Equal(t, []fast.Entity{other, i.Of(part)}, fast.Get[convoy](w, i.Root).Ships)
	require.Equal(t, []fast.Entity{other, part}, fast.Get[convoy](w, prefab).Ships)
	require.Equal(t, newConvoy(prefab, other).Roles, fast.Get[convoy](w, part).Roles)
}
