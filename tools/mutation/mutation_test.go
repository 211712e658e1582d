package mutation_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/tools/mutation"
)

var update = flag.Bool("update", false, "write the golden file")

const (
	root = "../.."
	tiny = "./mutation/testdata/tiny"
)

func options(t *testing.T) mutation.Options {
	return mutation.Options{
		Root: root, Dir: t.TempDir(), Packages: []string{tiny}, Command: tiny + "/worker",
	}
}

// The golden file has every mutant of the small package with its end.
func TestMutantsAreKilledOrSurviveAsTheyShould(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles two programs")
	}
	o := options(t)
	var told []mutation.Result
	o.Result = func(r *mutation.Result) error { told = append(told, *r); return nil }
	out, err := mutation.Run(t.Context(), o)
	require.NoError(t, err)
	require.Len(t, told, len(out.Points))
	require.Equal(t, len(out.Points), out.Drawn)
	require.Equal(t, 3, out.Units)
	require.Equal(t, 1, out.Tests)
	require.Empty(t, out.Broken)
	var got strings.Builder
	for _, r := range out.Results {
		fmt.Fprintf(&got, "%s\n\t%s %s\n", r.String(), r.Status, r.By)
	}
	const golden = "testdata/tiny.golden"
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(got.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), got.String())

	o.Known = told
	again, err := mutation.Run(t.Context(), o)
	require.NoError(t, err)
	require.Equal(t, out.Results, again.Results)
	require.Len(t, told, len(out.Points), "all is known")
}

func TestTheSmallPackageHasAMutantOfEveryOperator(t *testing.T) {
	in, err := mutation.Instrument(t.Context(), root, t.TempDir(), tiny)
	require.NoError(t, err)
	operators := map[mutation.Operator]bool{}
	for i, p := range in.Points {
		require.EqualValues(t, i+1, p.ID)
		operators[p.Operator] = true
	}
	for _, op := range mutation.Operators() {
		require.True(t, operators[op], op)
	}
}

// An explanation of a mutant that does not exist any more would explain another one some day.
func TestEveryExplanationIsOfAMutant(t *testing.T) {
	explained, err := mutation.Explained()
	require.NoError(t, err)
	in, err := mutation.Instrument(t.Context(), root, t.TempDir(), mutation.Packages()...)
	require.NoError(t, err)
	require.NotEmpty(t, in.Points)
	for _, e := range explained {
		found := false
		for i := range in.Points {
			found = found || e.Fits(&in.Points[i])
		}
		if !found {
			t.Errorf("no mutant of %s %s is %s: %s", e.File, e.Function, e.Operator, e.Change)
		}
	}
}

func TestWhatDoesNotCompileIsAnError(t *testing.T) {
	_, err := mutation.Instrument(t.Context(), root, t.TempDir(), "./nothing/is/here")
	require.ErrorContains(t, err, "cannot be listed")
}
