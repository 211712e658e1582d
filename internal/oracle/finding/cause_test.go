package finding_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/oracle/finding"
)

// saved is a finding of an engine with the fault that it comes from: without that one it is gone (testdata/causes/README.md).
type saved struct {
	Defect  string       `json:"fault"`
	Finding finding.Data `json:"finding"`
}

func readSaved(t *testing.T, name string) []saved {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	var out []saved
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var s saved
		require.NoError(t, json.Unmarshal(lines.Bytes(), &s))
		out = append(out, s)
	}
	require.NoError(t, lines.Err())
	return out
}

func groupsOf(t *testing.T, all []saved) []int {
	t.Helper()
	var evidence []*finding.Evidence
	for i := range all {
		e, err := all[i].Finding.Evidence()
		require.NoError(t, err)
		evidence = append(evidence, e)
	}
	return finding.Causes(evidence)
}

// Six engines, two of them by others: the number of groups is near the number of defects, and most findings are in a group that
// is of their fault.
func TestGroupsAreAboutAsManyAsDefects(t *testing.T) {
	files, err := filepath.Glob("testdata/causes/*.jsonl")
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(files), 6)
	for _, file := range files {
		all := readSaved(t, file)
		of := groupsOf(t, all)
		defects, groups, right := map[string]bool{}, 0, 0
		counts := map[int]map[string]int{}
		for i, s := range all {
			for _, f := range strings.Fields(s.Defect) {
				defects[f] = true
			}
			if counts[of[i]] == nil {
				counts[of[i]] = map[string]int{}
			}
			counts[of[i]][s.Defect]++
			groups = max(groups, of[i]+1)
		}
		for _, c := range counts {
			most := 0
			for _, n := range c {
				most = max(most, n)
			}
			right += most
		}
		ratio := float64(groups) / float64(len(defects))
		t.Logf("%s: %d findings of %d defects in %d groups; %d are of the fault that most of their group have", filepath.Base(file), len(all), len(defects), groups, right)
		require.LessOrEqual(t, ratio, 1.5, file)
		require.GreaterOrEqual(t, ratio, 1/1.5, file)
		require.GreaterOrEqual(t, float64(right)/float64(len(all)), 0.75, file)
	}
}
