package lang_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// QRY-180: the declared access is stored in the terms, even if a term matches nothing or is
// negated. So a scheduler can put a sync point between a query that writes a component and one that
// reads it.
func TestSchedulersCanReadAccess(t *testing.T) {
	written := func(text string) (names []string) {
		terms, err := lang.ParseChecked(spec.DialectFlecs3, text)
		require.Nil(t, err)
		q := spec.Query{Terms: terms}
		q.Walk(func(term *spec.Term) {
			if term.Access == spec.AccessOut || term.Access == spec.AccessInOut {
				names = append(names, term.First.Name)
			}
		})
		return names
	}
	require.Equal(t, []string{"Velocity"}, written("[in] Position, [out] !Velocity"))
	require.Equal(t, []string{"Velocity", "Mass"}, written("[in] Position, [out] ?Velocity, [inout] Mass($)"))
	require.Equal(t, []string{"Velocity"}, written("[in] Position, [out] Velocity(Nobody)"))
	require.Empty(t, written("[in] Position, [none] Velocity, Mass"))
}
