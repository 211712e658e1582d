package fuzz_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fuzz"
)

// docs/fragments.md names each pattern of declared relationships once, no others, and each file of fragments.
func TestThePageNamesEveryPattern(t *testing.T) {
	page, err := os.ReadFile("../docs/fragments.md")
	require.NoError(t, err)
	var there []string
	for _, key := range fuzz.WeightKeys() {
		if name, ok := strings.CutPrefix(key, "declared_pattern."); ok {
			there = append(there, name)
		}
	}
	_, rows, found := strings.Cut(string(page), "| pattern | what it does |\n|---|---|\n")
	require.True(t, found)
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

	files, err := os.ReadDir("internal/flecs/fragments")
	require.NoError(t, err)
	for _, f := range files {
		require.True(t, f.Name() == "words.txt" || strings.Contains(string(page), "/fragments/"+f.Name()), f.Name())
	}
}

// docs/fuzzing.md has a row for each preset of weights.
func TestThePageNamesEveryPreset(t *testing.T) {
	page, err := os.ReadFile("../docs/fuzzing.md")
	require.NoError(t, err)
	_, rows, found := strings.Cut(string(page), "| preset | tests |\n")
	require.True(t, found)
	rows, _, _ = strings.Cut(rows, "\n\n")
	for _, name := range fuzz.PresetNames() {
		require.Contains(t, rows, "`"+name+"`")
	}
}
