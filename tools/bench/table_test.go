package bench

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestTableAsMarkdown(t *testing.T) {
	s := &survey{peers: peers{{engine: "ark", title: "ark of a test"}}}
	var list []measured
	for i, x := range []float64{3.08, 3.2, 24} {
		list = append(list, measured{
			name: "Get", n: []int{1_000, 100_000, 1_000_000}[i], baseline: 1,
			theirs:  map[string]figures{"ark": {time: 1, bytes: 8}},
			figures: figures{time: x, bytes: 2},
		})
	}
	s.list = append(s.list, list)
	text := s.markdown()
	require.True(t, strings.HasPrefix(text, "| benchmark | ns "), text)
	require.Contains(t, text, "| exponent | times ark | bytes, times ark |\n|---|---|---|---|---|---|---|\n")
	require.Contains(t, text, "| Get | 1e3: 3.08, 1e5: 3.20, 1e6: 24.0 | 2.00, 2.00, 2.00 | 3.08, 3.20, 24.0 of TwoHop | 0.01, 0.88 | 3.08, 3.20, 24.0 | 0.25, 0.25, 0.25 |")
	require.Contains(t, text, "\nMeasured beside it, in the same run: ark of a test.\n")
}

// command runs the command bench at the root of the checkout and returns what it printed.
func command(t *testing.T, args ...string) (string, error) {
	t.Helper()
	t.Chdir("../..")
	var out strings.Builder
	c := Command()
	c.SilenceErrors, c.SilenceUsage = true, true
	c.SetOut(&out)
	c.SetErr(&out)
	c.SetArgs(args)
	err := c.Execute()
	return out.String(), err
}

func TestWrongArguments(t *testing.T) {
	for _, wrong := range [][]string{
		{"table", "x"},
		{"table", "--run", "Get", "--write", "x"},
		{"check", "x"},
	} {
		_, err := command(t, wrong...)
		require.Error(t, err, wrong)
	}
}

// built returns the compiled tests of fast/bench.
func built(t *testing.T) program {
	t.Helper()
	p, err := build("../..", filepath.Join(t.TempDir(), "bench.test"))
	require.NoError(t, err)
	return p
}

// The compiled benchmarks report everything that the table needs, and every baseline and benchmark
// in the list exists.
func TestBenchmarksAreMeasured(t *testing.T) {
	p := built(t)
	names, err := p.names(".")
	require.NoError(t, err)
	for baseline, list := range baselines {
		require.Contains(t, names, baseline)
		for name := range strings.FieldsSeq(list) {
			require.Contains(t, names, name)
			require.Equal(t, baseline, baselineOf(name), name)
		}
	}
	names, err = p.names("^Iter2Tab$")
	require.NoError(t, err)
	require.Equal(t, []string{"Iter2Tab"}, names)
	_, err = p.names("NoSuch")
	require.ErrorContains(t, err, "no benchmark of fast/bench matches")
	lines, err := p.sizes("Iter2Tab", chosen{sizes: "100,200", time: "1x"})
	require.NoError(t, err)
	require.Len(t, lines, 2)
	for i, n := range []int{100, 200} {
		require.Equal(t, n, lines[i].n)
		require.Equal(t, float64(n), lines[i].check)
		require.Positive(t, lines[i].time)
		require.Positive(t, lines[i].bytes)
	}
	_, err = p.sizes("Iter2Tab", chosen{sizes: "none", time: "1x"})
	require.ErrorContains(t, err, `"none" is not a positive number`)
}

// Old and new are measured in turns, and benchstat can read the results.
func TestTurns(t *testing.T) {
	folder, p := t.TempDir(), built(t)
	require.NoError(t, turns(io.Discard, &chosen{pattern: "^Hand1$", sizes: "100", time: "1x"}, p, p, folder, 2))
	for _, file := range []string{"old.txt", "new.txt"} {
		text, err := os.ReadFile(filepath.Join(folder, file))
		require.NoError(t, err)
		require.Equal(t, 2, strings.Count(string(text), "BenchmarkHand1/100"), "%s", text)
	}
}
