package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/tools/mutants"
)

// reportOf returns the report of a campaign for each mutant. If a trial is nil, it was not run.
func reportOf(trials map[string]*mutants.Trial, list ...mutants.Mutant) *mutantsReport {
	r := &mutantsReport{flags: &mutantsFlags{seeds: 1}}
	for _, m := range list {
		r.campaigns = append(r.campaigns, &campaign{Mutant: m, trial: trials[m.Name]})
	}
	return r
}

func TestAMissedMutantAndAFalseAlarmFail(t *testing.T) {
	chosen := []mutants.Mutant{{Name: "a", File: "f"}, {Name: "b", File: "f"}, {Name: control}}
	found := &mutants.Trial{Found: true, Seconds: 2, Reduced: 12}
	for _, c := range []struct {
		b, control *mutants.Trial
		ok         bool
	}{
		{found, &mutants.Trial{}, true},
		{&mutants.Trial{}, &mutants.Trial{}, false},
		{found, found, false},
	} {
		r := reportOf(map[string]*mutants.Trial{"a": found, "b": c.b, control: c.control}, chosen...)
		require.Equal(t, c.ok, r.ok())
		require.Contains(t, r.summary(), "reduced       0 of", "12 operations are more than 10")
	}
	require.False(t, reportOf(nil, chosen...).ok(), "nothing was run")
	require.False(t, reportOf(nil).ok(), "nothing was chosen")
}

func TestWhatTheTwinFindsIsNotReduced(t *testing.T) {
	trials := map[string]*mutants.Trial{
		"a": {Found: true, Seconds: 2, Reduced: 3}, "b": {Found: true}, twinControl: {},
	}
	r := reportOf(trials, mutants.Mutant{Name: "a", File: "f"},
		mutants.Mutant{Name: "b", Class: "typed", File: "f"}, mutants.Mutant{Name: twinControl, Class: "typed"})
	require.True(t, r.ok())
	require.Contains(t, r.summary(), "reduced       1 of 1 to 10 operations")
	require.Contains(t, r.summary(), "by the twin   1,")
	r.flags.bound = 9000
	require.Contains(t, r.summary(), "found         2 of 2 within 9,000 operations each")
	trials[twinControl].Found = true
	require.False(t, r.ok(), "the twin reports a difference for the control")
}
