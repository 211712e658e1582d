package suite

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNextCountsOnlyMissingCapabilities(t *testing.T) {
	lacking := func(reason string) CaseResult { return CaseResult{Status: Unsupported, Reason: reason} }
	results := []CaseResult{
		lacking("world: names"), lacking("names"), lacking("rule: not, cached: not"), lacking("profile flecs-4"),
		lacking("world: names, rule: not"), lacking("the engine has no such thing"),
		{Status: Passed},
		{Status: Failed, Reason: "world: names"},
	}
	require.Equal(t, []Next{{"names", 2}, {"not", 1}, {"profile flecs-4", 1}}, next(results))
	require.Empty(t, next(nil))
}

func TestUnsupportedAreasShareALine(t *testing.T) {
	r := &Report{Cases: []CaseResult{
		{Area: "a", Status: Passed},
		{Area: "b", Status: Unsupported},
		{Area: "c", Status: Unsupported},
		{Area: "c", Status: Unsupported},
		{Area: "d", Status: NotRun},
	}}
	r.Areas = areasOf(r.Cases)
	text := r.Text()
	require.Contains(t, text, "\na                       1 ")
	require.Contains(t, text, "\n2 more areas            0            0            0            3            0\n")
	require.Contains(t, text, "\nd ")
	require.NotContains(t, text, "\nb ")
}
