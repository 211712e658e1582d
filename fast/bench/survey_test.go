package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What goals are about exists.
func TestGoalsAreAboutWorkloads(t *testing.T) {
	names := append([]string(nil), relationships...)
	for _, g := range groups {
		names = append(names, g.workloads...)
	}
	for _, b := range bounds {
		require.NotEmpty(t, find(b.workload).baseline, b.workload)
	}
	for _, g := range growths {
		names = append(names, g.workload)
	}
	for _, name := range names {
		require.NotNil(t, find(name), name)
	}
}

// sample is a survey of a workload whose goals are known, beside a peer that takes as long as the baseline.
func sample(times ...float64) *survey {
	s := &survey{peers: peers{{engine: "ark", title: "ark of a test"}}}
	for i, n := range sizesAll {
		s.list = append(s.list, measured{
			work: find("get"), base: 1, ratio: times[i], peers: map[string]float64{"ark": 1},
			result: result{name: "get", n: n, min: times[i], operations: n},
		})
	}
	return s
}

func missed(s *survey) (list []string) {
	for _, g := range s.goals() {
		if !g.met() {
			list = append(list, g.what)
		}
	}
	return list
}

func TestGoalsJudge(t *testing.T) {
	require.Empty(t, missed(sample(0.3, 0.4, 1)))
	require.Equal(t, []string{
		"get at 1e3: times the two-hop read", "get, set, has: get at 1e3, times Ark",
		"median of all workloads, times Ark", "worst of all workloads, times Ark (get at 1e3)",
	}, missed(sample(3.08, 0.5, 0.8)))
	s := sample(3.08, 0.3, 0.4)
	for i := range s.list {
		s.list[i].peers = nil
	}
	require.Equal(t, []string{"get at 1e3: times the two-hop read"}, missed(s), "no peer was measured")
}

func TestGoalsBesideFlecsJudge(t *testing.T) {
	of := func(times ...float64) *survey {
		s := &survey{}
		for i, x := range times {
			s.list = append(s.list, measured{
				work: find(relationships[i]), peers: map[string]float64{"flecs": 1}, result: result{name: relationships[i], n: 100_000, min: x, operations: 1},
			})
		}
		return s
	}
	overall := func(s *survey) (list []float64) {
		for _, g := range s.overall() {
			list = append(list, g.measured)
		}
		return list
	}
	require.Equal(t, []float64{0.25, 1}, overall(of(0.2, 1, 1.5, 0.5)), "one of four is slower; as fast is not slower")
	require.Empty(t, overall(of()))
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
	require.Contains(t, string(text), "| get | access | 1e3: 3.08, 1e5: 3.20, 1e6: 24.0 | 0.00, 0.00, 0.00 | 3.08, 3.20, 24.0 of two_hop | 1.01, 1.88 | 3.08, 3.20, 24.0 |")
	require.Contains(t, string(text), "\nMeasured beside it, in the same run: ark of a test.\n")
	require.Contains(t, string(text), "\nNot measured beside it: flecs;")
	require.Error(t, s.write(filepath.Join(t.TempDir(), "none", "doc.md")))
}
