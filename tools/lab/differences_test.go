package main

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/tools/differences"
)

func TestDifferencesMeasuresAlteredAnswersAndAFault(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the model with a fault")
	}
	code, out, said := lab("differences", "--json", "--every", "60", "--run", "^model-prefabs-answer$")
	require.Equal(t, console.ExitOK, code, said)
	var r differences.Report
	require.NoError(t, json.Unmarshal([]byte(out), &r))
	require.NotEmpty(t, r.Altered)
	require.Len(t, r.Faults, 1)
	require.Positive(t, r.Faults[0].Wrong, "it changes answers")
	require.Positive(t, r.Faults[0].Caught, "some faults must be caught")
	require.Less(t, r.Faults[0].Passed, r.Faults[0].Wrong)
}
