package planted

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/mutants"
)

func TestRecallOfOneThatWasNotFound(t *testing.T) {
	found := func(n uint64) mutants.Trial { return mutants.Trial{Found: true, Operations: n} }
	r := &RecallReport{Seed: 1, Seeds: 3, Limit: 60, Chosen: 3, Rows: []Recalled{
		{Name: "soon", Trials: []mutants.Trial{found(300), found(100), found(200)}},
		{Name: "late", Trials: []mutants.Trial{found(9000), {Operations: 50000}, found(7000)}},
		{Name: "never", Trials: []mutants.Trial{{}, {}, {}}},
	}}
	for i := range r.Rows {
		r.Rows[i].sum()
	}
	r.judge()
	require.False(t, r.OK)
	require.Equal(t, []uint64{200, 9000, 0}, []uint64{r.Rows[0].Operations, r.Rows[1].Operations, r.Rows[2].Operations})
	require.Equal(t, "found    2 of 3, 1 by each campaign; half of them within 9,000 operations, all that were found within 9,000\n"+
		"limit    60 s each, 3 campaigns from seed 1\n", r.summary())
	require.Contains(t, r.Markdown(), "| late |  |  | 2 of 3 | 9,000 |\n")
}
