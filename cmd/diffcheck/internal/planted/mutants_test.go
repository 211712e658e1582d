package planted

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/mutants"
)

func TestAMissedMutantAndAFalseAlarmFail(t *testing.T) {
	chosen := []mutants.Mutant{{Name: "a"}, {Name: "b"}, {Name: Control}}
	found := mutants.Trial{Found: true, Seconds: 2, Reduced: 12}
	result := func(name string, t mutants.Trial) MutantResult { return MutantResult{Name: name, Trial: t} }
	for _, c := range []struct {
		b, control mutants.Trial
		ok         bool
	}{
		{found, mutants.Trial{}, true},
		{mutants.Trial{}, mutants.Trial{}, false},
		{found, found, false},
	} {
		r := &MutantsReport{Results: []MutantResult{result("a", found), result("b", c.b), result(Control, c.control)}}
		r.judge(chosen)
		require.Equal(t, c.ok, r.OK)
		require.Zero(t, r.Reduced, "12 operations are more than 10")
	}
	r := &MutantsReport{}
	r.judge(chosen)
	require.False(t, r.OK, "nothing was run")
}

func TestTheSumSaysWhatItDoesNotTry(t *testing.T) {
	for _, seeds := range []int{1, 3} {
		var text strings.Builder
		(&MutantsReport{Seeds: seeds}).Text(&text)
		require.Contains(t, text.String(), fmt.Sprintf("%d of class typed, which no trace reaches: go run ./internal/twin/planted", len(mutants.Typed())))
	}
}
