package compare_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/spec"
)

func walked(depths []int, entities ...spec.Handle) spec.Outcome {
	return spec.Outcome{Kind: spec.OutEntities, Entities: entities, Depths: depths}
}

// Walks of the same tree are equal whatever the order of siblings. Walks of other trees, and lists
// that are not depth-first walks, differ.
func TestWalksAreComparedAsTrees(t *testing.T) {
	op := spec.Operation{Op: spec.OpTraverse, Entity: "root"}
	want := walked([]int{0, 1, 2, 0}, "a", "b", "c", "d")
	for name, c := range map[string]struct {
		got  spec.Outcome
		same bool
	}{
		"itself":                   {want, true},
		"siblings the other way":   {walked([]int{0, 0, 1, 2}, "d", "a", "b", "c"), true},
		"another tree":             {walked([]int{0, 1, 1, 0}, "a", "b", "c", "d"), false},
		"the same depths":          {walked([]int{0, 1, 2, 0}, "d", "b", "c", "a"), false},
		"breadth first":            {walked([]int{0, 0, 1, 2}, "a", "d", "b", "c"), false},
		"depths from one":          {walked([]int{1, 2, 3, 1}, "a", "b", "c", "d"), false},
		"a step of two":            {walked([]int{0, 2, 1, 0}, "a", "b", "c", "d"), false},
		"no depths":                {walked(nil, "a", "b", "c", "d"), false},
		"too few depths":           {walked([]int{0}, "a", "b", "c", "d"), false},
		"an entity too few":        {walked([]int{0, 1, 2}, "a", "b", "c"), false},
		"an entity that is twice":  {walked([]int{0, 1, 2, 0}, "a", "b", "c", "c"), false},
		"a depth that is negative": {walked([]int{0, 1, -1, 0}, "a", "b", "c", "d"), false},
	} {
		require.Equal(t, c.same, compare.Outcomes(&op, &want, &c.got, compare.Options{}) == nil, name)
	}
	open := want
	open.AnyOrder = true
	got := walked([]int{0, 0, 0, 0}, "d", "c", "b", "a")
	require.Nil(t, compare.Outcomes(&op, &open, &got, compare.Options{}),
		"if the order is unspecified, only the entities are compared")
	got.Entities[0] = "e"
	require.NotNil(t, compare.Outcomes(&op, &open, &got, compare.Options{}))
}

// Null differs from the empty text, and numbers are equal however they are written.
func TestUntypedValuesAreCompared(t *testing.T) {
	op := spec.Operation{Op: spec.OpGet}
	value := func(s spec.Scalar) spec.Outcome {
		return spec.Outcome{Kind: spec.OutValue, Value: spec.Value{{Name: "x", Scalar: s}}}
	}
	null, empty := value(spec.Null()), value(spec.Scalar{Type: spec.String})
	one, same := value(spec.Scalar{Type: spec.F64, Num: 1}), value(spec.Scalar{Type: spec.I64, Int: 1})
	require.NotNil(t, compare.Outcomes(&op, &null, &empty, compare.Options{}))
	require.NotNil(t, compare.Outcomes(&op, &empty, &null, compare.Options{}))
	require.Nil(t, compare.Outcomes(&op, &null, &null, compare.Options{}))
	require.Nil(t, compare.Outcomes(&op, &one, &same, compare.Options{}))
}
