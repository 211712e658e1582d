package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A result may be as long as a long trace. The last line of a killed run may be incomplete.
func TestResultFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "results.jsonl")
	extend := func(have []savedTrial, more ...savedTrial) {
		t.Helper()
		file, got, err := openResults(name)
		require.NoError(t, err)
		require.Equal(t, have, got)
		for _, r := range more {
			require.NoError(t, json.NewEncoder(file).Encode(r))
		}
		require.NoError(t, file.Close())
	}
	a, b, long := savedTrial{Name: "a", Seed: 1}, savedTrial{Name: "b"}, savedTrial{Name: strings.Repeat("x", 1<<20)}
	extend(nil, a)
	extend([]savedTrial{a}, long)
	extend([]savedTrial{a, long})

	text, err := os.ReadFile(name)
	require.NoError(t, err)
	for _, cut := range []int{1, 2, 100, 1 << 19} { // the second line is incomplete
		require.NoError(t, os.WriteFile(name, text[:len(text)-cut], 0o600))
		extend([]savedTrial{a}, b)
		extend([]savedTrial{a, b})
	}
	require.NoError(t, os.WriteFile(name, []byte("{\n"), 0o600))
	_, _, err = openResults(name)
	require.ErrorContains(t, err, "line 1")
}
