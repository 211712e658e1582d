package mutation_test

import (
	"flag"
	"fmt"
	"os"
	"slices"
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

// The golden file lists every mutant of a small package with all units of the probe that detect it
// and the first test that does.
func TestMutantsAreDetectedOrSurviveAsTheyShould(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles two programs")
	}
	dir := t.TempDir()
	in, err := mutation.Instrument(t.Context(), root, dir, tiny)
	require.NoError(t, err)
	require.NoError(t, in.Build(t.Context(), tiny+"/worker", dir+"/worker"))
	p, err := mutation.NewProbe(t.Context(), dir+"/worker")
	require.NoError(t, err)
	defer p.Close()
	require.Equal(t, []string{"clamp", "sum", "down"}, p.Units())
	tests, err := in.AllTests(t.Context())
	require.NoError(t, err)
	require.Len(t, tests, 1)
	require.Equal(t, 1, tests[0].Len())
	require.Empty(t, tests[0].Broken)

	var got strings.Builder
	for i := range in.Points {
		point := &in.Points[i]
		fmt.Fprintf(&got, "%s\n", point.String())
		var all []string
		for unit, name := range p.Units() {
			wrong, err := p.Try(t.Context(), unit, point.ID)
			require.NoError(t, err)
			if wrong != "" {
				require.True(t, p.Reaches(unit, point.ID))
				all = append(all, name+": "+wrong)
			}
		}
		first, covered, err := p.Detect(t.Context(), point.ID)
		require.NoError(t, err)
		require.Equal(t, len(all) > 0, first != "")
		require.True(t, first == "" || slices.Contains(all, first), "%s: %v", first, all)
		by, err := tests[0].Detect(t.Context(), point.ID)
		require.NoError(t, err)
		if by != "" {
			all = append(all, by)
		}
		switch {
		case len(all) > 0:
			fmt.Fprintf(&got, "\tkilled by %s\n", strings.Join(all, ", "))
		case covered || tests[0].Reaches(point.ID):
			got.WriteString("\tsurvived\n")
		default:
			got.WriteString("\tnot covered\n")
		}
	}
	const golden = "testdata/tiny.golden"
	if *update {
		require.NoError(t, os.WriteFile(golden, []byte(got.String()), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), got.String())
}

func TestTheSmallPackageHasAMutantOfEveryOperator(t *testing.T) {
	in, err := mutation.Instrument(t.Context(), root, t.TempDir(), tiny)
	require.NoError(t, err)
	operators := map[mutation.Operator]bool{}
	for i, p := range in.Points {
		require.EqualValues(t, i+1, p.ID)
		operators[p.Operator] = true
	}
	for _, op := range []mutation.Operator{
		mutation.Boundary, mutation.Negation, mutation.Condition, mutation.Logical, mutation.Arithmetic, mutation.Bitwise,
		mutation.Assigning, mutation.Counting, mutation.Negatives, mutation.LoopControl, mutation.Removal, mutation.Returned,
	} {
		require.True(t, operators[op], op)
	}
}

func TestWhatDoesNotCompileIsAnError(t *testing.T) {
	_, err := mutation.Instrument(t.Context(), root, t.TempDir(), "./nothing/is/here")
	require.ErrorContains(t, err, "cannot be listed")
}
