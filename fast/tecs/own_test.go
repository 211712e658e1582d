package tecs

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Snapshots and initial values copy the slices in the values of edges, inside and outside the
// tables.
func TestEdgesHaveTheirOwnSlices(t *testing.T) {
	type route struct{ Stops []int }
	for _, o := range []Options{
		{Name: "InTables"},
		{Name: "One", Sparse: true, Exclusive: true},
		{Name: "Many", Sparse: true},
	} {
		w := NewWorld()
		follows, err := NewRelationshipOf(w, o, route{[]int{1, 2}})
		require.NoError(t, err)
		fields, err := w.NewRelationship(Options{
			Name: "Fields", Sparse: o.Sparse, Exclusive: o.Exclusive,
			Fields: []string{"x"},
		})
		require.NoError(t, err)
		lead, err := w.Spawn()
		require.NoError(t, err)
		e, err := w.Spawn(follows.To(lead), fields.To(lead, 1))
		require.NoError(t, err)
		other, err := w.Spawn(follows.To(lead))
		require.NoError(t, err)
		saved, err := w.Snapshot()
		require.NoError(t, err)
		for range 2 {
			follows.Get(e).Stops[0] = -1
			require.Equal(t, route{[]int{1, 2}}, *follows.Get(other), o.Name)
			d, ok := w.GetTo(e, fields, lead)
			require.True(t, ok)
			(*d.value.(*[]any))[0] = -1
			require.NoError(t, w.Restore(saved))
			require.Equal(t, route{[]int{1, 2}}, *follows.Get(e), o.Name)
			d, ok = w.GetTo(e, fields, lead)
			require.True(t, ok)
			require.Equal(t, []any{1}, *d.value.(*[]any), o.Name)
		}
	}
}
