package bench

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/bench"
)

func TestTableAsMarkdown(t *testing.T) {
	s := &survey{peers: peers{{engine: "ark", title: "ark of a test"}}}
	for i, x := range []float64{3.08, 3.2, 24} {
		n := bench.Find("get").Sizes[i]
		s.list = append(s.list, measured{
			work: bench.Find("get"), base: 1, ratio: x, peers: map[string]float64{"ark": 1}, result: result{name: "get", n: n, min: x, operations: n},
		})
	}
	text := s.markdown()
	require.True(t, strings.HasPrefix(text, "| workload | per | "), text)
	require.Contains(t, text, "| exponent | times ark |\n|---|---|---|---|---|---|---|\n")
	require.Contains(t, text, "| get | access | 1e3: 3.08, 1e5: 3.20, 1e6: 24.0 | 0.00, 0.00, 0.00 | 3.08, 3.20, 24.0 of two_hop | 1.01, 1.88 | 3.08, 3.20, 24.0 |")
	require.Contains(t, text, "\nMeasured beside it, in the same run: ark of a test.\n")
}

// command runs the command bench and gives what it printed.
func command(args ...string) (string, error) {
	var out strings.Builder
	c := Command()
	c.SilenceErrors, c.SilenceUsage = true, true
	c.SetOut(&out)
	c.SetErr(&out)
	c.SetArgs(args)
	err := c.Execute()
	return out.String(), err
}

func TestCommand(t *testing.T) {
	out, err := command("list")
	require.NoError(t, err)
	require.Equal(t, len(bench.Workloads()), strings.Count(out, "\n"))
	out, err = command("iter2_tab", "100", "5")
	require.NoError(t, err)
	require.Regexp(t, `^iter2_tab 100 \d+\.\d+ \d+\.\d+ 5 100\n$`, out)
	out, err = command("table", "--quick", "--run", "^hand1$")
	require.NoError(t, err)
	require.Equal(t, 3, strings.Count(out, "\n"), out)
	out, _ = command("endure", "40000") // so few changes fill the world only
	require.Equal(t, 11, strings.Count(out, "\n"), out)
	for _, wrong := range [][]string{{"no_such", "1"}, {"iter1"}, {"iter1", "x"}, {"iter1", "10", "0"}, {"table", "--run", "("}, {"table", "--run", "hand1", "--write", "x"}} {
		_, err := command(wrong...)
		require.Error(t, err, wrong)
	}
}
