package fuzz_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fuzz"
)

// The tables of docs/fuzzing.md name each fragment, and each pattern of declared relationships, once and nothing else.
func TestThePageNamesEveryPattern(t *testing.T) {
	page, err := os.ReadFile("../docs/fuzzing.md")
	require.NoError(t, err)
	for _, table := range []struct{ head, group string }{
		{"| fragment | looks for |", "fragment."}, {"| pattern | looks for |", "declared_pattern."},
	} {
		var there []string
		for _, key := range fuzz.WeightKeys() {
			if name, ok := strings.CutPrefix(key, table.group); ok {
				there = append(there, name)
			}
		}
		require.NotEmpty(t, there)
		_, rows, found := strings.Cut(string(page), table.head+"\n|---|---|\n")
		require.True(t, found, table.head)
		var named []string
		for row := range strings.Lines(rows) {
			if !strings.HasPrefix(row, "| ") {
				break
			}
			names, _, _ := strings.Cut(row[2:], " |")
			named = append(named, strings.Split(names, ", ")...)
		}
		slices.Sort(there)
		slices.Sort(named)
		require.Equal(t, there, named)
	}
}
