package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/tools/mutants"
)

func TestAMissedMutantAndAFalseAlarmFail(t *testing.T) {
	chosen := []mutants.Mutant{{Name: "a"}, {Name: "b"}, {Name: control}}
	found := mutants.Trial{Found: true, Seconds: 2, Reduced: 12}
	result := func(name string, t mutants.Trial) mutantResult { return mutantResult{Name: name, Trial: t} }
	for _, c := range []struct {
		b, control mutants.Trial
		ok         bool
	}{
		{found, mutants.Trial{}, true},
		{mutants.Trial{}, mutants.Trial{}, false},
		{found, found, false},
	} {
		r := &mutantsReport{Seeds: 1, Results: []mutantResult{
			result("a", found), result("b", c.b),
			result(control, c.control),
		}}
		r.judge(chosen)
		require.Equal(t, c.ok, r.OK)
		require.Zero(t, r.Reduced, "12 operations are more than 10")
	}
	r := &mutantsReport{Seeds: 1}
	r.judge(chosen)
	require.False(t, r.OK, "nothing was run")
}

func TestWhatTheTwinFindsIsNotReduced(t *testing.T) {
	found := mutants.Trial{Found: true, Seconds: 2, Reduced: 3}
	r := &mutantsReport{Seeds: 1, Results: []mutantResult{
		{Name: "a", Trial: found},
		{Name: "b", Class: "typed", Trial: mutants.Trial{Found: true}},
		{Name: twinControl, Class: "typed", Trial: mutants.Trial{}},
	}}
	chosen := []mutants.Mutant{{Name: "a"}, {Name: "b", Class: "typed"}, {Name: twinControl, Class: "typed"}}
	r.judge(chosen)
	require.True(t, r.OK)
	require.Contains(t, r.summary(), "reduced       1 of 1 to 10 operations")
	require.Contains(t, r.summary(), "by the twin   1,")
	r.Bound = 9000
	require.Contains(t, r.summary(), "found         2 of 2 within 9,000 operations each")
	r.Results[2].Found = true
	r.judge(chosen)
	require.False(t, r.OK, "the twin reports a difference for the control")
}
