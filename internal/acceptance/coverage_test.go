package acceptance

import (
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/relspec/relspec/spec/ledger"
)

// demands lists the statements that tests must cite, and known exceptions. They are in a file in
// testdata, because the search for citations skips that folder.
type demands struct {
	Runs    [][2]string
	Excused []struct {
		Reason string
		IDs    []string `yaml:"ids"`
	}
}

func readDemands(t *testing.T) demands {
	text, err := os.ReadFile("testdata/uncovered.yaml")
	require.NoError(t, err)
	var read demands
	require.NoError(t, yaml.Unmarshal(text, &read))
	require.NotEmpty(t, read.Runs)
	return read
}

func (d demands) demanded(id string) bool {
	return slices.ContainsFunc(d.Runs, func(run [2]string) bool { return run[0] <= id && id <= run[1] })
}

func TestEveryStatementIsCited(t *testing.T) {
	report, err := ledger.Coverage(os.DirFS("../.."))
	require.NoError(t, err)
	var uncited []string
	for _, check := range report.Checks {
		if check.Check == ledger.CheckScenario || check.Check == ledger.CheckProperty {
			uncited = append(uncited, check.Open...)
		}
	}
	demands := readDemands(t)
	var excused, needless []string
	for _, excuse := range demands.Excused {
		require.NotEmpty(t, excuse.Reason)
		for _, id := range excuse.IDs {
			excused = append(excused, id)
			if !slices.Contains(uncited, id) || !demands.demanded(id) {
				needless = append(needless, id)
			}
		}
	}
	missing := slices.DeleteFunc(uncited,
		func(id string) bool { return !demands.demanded(id) || slices.Contains(excused, id) })
	require.Empty(t, missing, "statements that no scenario, test or example cites")
	require.Empty(t, needless, "statements that are listed as exceptions, but are cited or need no citation")
}
