package scenario_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

func TestAScenarioShowsHiddenCharactersAndMeansTheSame(t *testing.T) {
	name := "ship\u202e\x1b]0;x\x07\n"
	trace := spec.NewTrace("flecs-3", spec.Operation{Op: spec.OpEntity, Entity: "ship", Name: &name})
	trace.Header.Note = "a\x1b[2J\u202e"
	text := scenario.Print(trace, scenario.Printing{})
	require.False(t, spec.Hides(text), text)
	all, err := scenario.Parse("a.feature", text)
	require.NoError(t, err, text)
	require.Contains(t, text, `\u202e`)
	require.Len(t, all, 1)
	checks, err := scenario.Compile(spec.Flecs3(), all[0].Steps)
	require.NoError(t, err)
	require.Len(t, checks, 1)
	require.Equal(t, name, *checks[0].Op.Name)
}
