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

// The golden file lists every mutant of a small package with its result.
func TestMutantsAreKilledOrSurviveAsTheyShould(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles two programs")
	}
	o := options(t)
	var results []mutation.Result
	o.Result = func(r *mutation.Result) error { results = append(results, *r); return nil }
	out, err := mutation.Run(t.Context(), o)
	require.NoError(t, err)
	require.Len(t, results, len(out.Points))
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

	o.Known = results
	again, err := mutation.Run(t.Context(), o)
	require.NoError(t, err)
	require.Equal(t, out.Results, again.Results)
	require.Len(t, results, len(out.Points), "all is known")
}

// A probe reports every unit that detects a mutant; a run reports only the first.
func TestAProbeTriesEachUnit(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles two programs")
	}
	o := options(t)
	out, err := mutation.Run(t.Context(), o)
	require.NoError(t, err)
	in, err := mutation.Instrument(t.Context(), root, o.Dir, tiny)
	require.NoError(t, err)
	require.NoError(t, in.Build(t.Context(), o.Command, o.Dir+"/probed"))
	p, err := mutation.NewProbe(t.Context(), o.Dir+"/probed")
	require.NoError(t, err)
	defer p.Close()
	require.Equal(t, []string{"clamp", "sum", "down"}, p.Units())
	for _, r := range out.Results {
		var noticed []string
		for unit, name := range p.Units() {
			wrong, err := p.Try(t.Context(), unit, r.ID)
			require.NoError(t, err)
			if wrong != "" {
				require.True(t, p.Reaches(unit, r.ID), r.String())
				noticed = append(noticed, name+": "+wrong)
			}
		}
		if strings.HasPrefix(r.By, "test") || r.By == "" {
			require.Empty(t, noticed, r.String())
		} else {
			require.Contains(t, noticed, r.By, r.String())
		}
	}
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

// Every explanation matches an existing mutant. A stale one could later hide another mutant.
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
