package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What goals and references are about exists, and each figure has its size.
func TestGoalsAreAboutWorkloads(t *testing.T) {
	names := append([]string(nil), relationships...)
	for _, g := range groups {
		for _, name := range g.workloads {
			require.Contains(t, references, name, g.name)
			names = append(names, name)
		}
	}
	for _, b := range bounds {
		require.NotEmpty(t, find(b.workload).baseline, b.workload)
	}
	for _, g := range growths {
		names = append(names, g.workload)
	}
	for name, r := range references {
		names = append(names, name)
		for _, figures := range [][]float64{r.flecs, r.ark} {
			if figures != nil {
				require.Len(t, figures, len(find(name).sizes), name)
			}
		}
		require.Contains(t, roofs, roofOf(find(name).baseline), name)
	}
	for _, name := range names {
		require.NotNil(t, find(name), name)
	}
}

// sample is a survey of a workload whose goals are known, with its roof.
func sample(times ...float64) *survey {
	s := &survey{}
	for i, n := range sizesAll {
		s.list = append(s.list, measured{
			work: find("get"), place: i, base: roofs["two_hop"][i], ratio: times[i] / roofs["two_hop"][i],
			result: result{name: "get", n: n, min: times[i], operations: n},
		})
	}
	return s
}

func TestGoalsJudge(t *testing.T) {
	missed := func(s *survey) (list []string) {
		for _, g := range s.goals() {
			if !g.met() {
				list = append(list, g.what)
			}
		}
		return list
	}
	require.Empty(t, missed(sample(0.7, 1.6, 10)))
	require.Equal(t, []string{
		"get at 1e3: times the two-hop read", "get, set, has: get at 1e3, times Ark", "get, set, has: get at 1e3, times Flecs",
		"median of all workloads, times Ark", "worst of all workloads, times Ark (get at 1e3)",
	}, missed(sample(3.08, 3.2, 10)))
	s := sample(2, 3.2, 24)
	for i := range s.list { // a machine on which everything takes twice the time
		s.list[i].base *= 2
		s.list[i].ratio /= 2
	}
	require.Empty(t, missed(s))
}

// A goal for bytes is judged by the whole bytes that are shown.
func TestGoalsOfMemoryJudgeWhatIsShown(t *testing.T) {
	for bytes, met := range map[float64]bool{779.6: true, 780: true, 780.4: true, 780.6: false} {
		s := &survey{list: []measured{{work: find("tags_many"), bytes: bytes, result: result{name: "tags_many", n: 100_000, min: 1, operations: 1}}}}
		for _, g := range s.goals() {
			if strings.HasPrefix(g.what, "memory of tags_many") {
				require.Equal(t, met, g.met(), "%v bytes", bytes)
				require.NotEqual(t, met, short(g.measured) > short(g.bound), "%v bytes", bytes)
			}
		}
		require.Len(t, s.goals(), 1)
	}
}

func TestWriteReplacesTheResults(t *testing.T) {
	path := filepath.Join(t.TempDir(), "doc.md")
	require.NoError(t, os.WriteFile(path, []byte("old\n"), 0o600))
	s := sample(3.08, 3.2, 24)
	require.NoError(t, s.write(path))
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(text), "| workload"), string(text))
	require.NotContains(t, string(text), "old")
	require.Contains(t, string(text), "| get | access | 1e3: 3.08, 1e5: 3.20, 1e6: 24.0 | 0.00, 0.00, 0.00 | 3.08, 2.00, 2.00 of two_hop | 1.01, 1.88 |")
	require.Error(t, s.write(filepath.Join(t.TempDir(), "none", "doc.md")))
}
