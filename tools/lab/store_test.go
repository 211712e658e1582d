package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

type someResult struct{ Text string }

// A result may be as long as a long trace. The last line of a killed run may be incomplete.
func TestResultFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "results.jsonl")
	got, err := readResults[someResult](name)
	require.NoError(t, err)
	require.Empty(t, got)

	long := someResult{strings.Repeat("x", 1<<20)}
	require.NoError(t, appendResult(name, &someResult{"a"}))
	require.NoError(t, appendResult(name, &long))
	got, err = readResults[someResult](name)
	require.NoError(t, err)
	require.Equal(t, []someResult{{"a"}, long}, got)

	text, err := os.ReadFile(name)
	require.NoError(t, err)
	for _, cut := range []int{1, 2, 100, 1 << 19} { // the second line is incomplete
		require.NoError(t, os.WriteFile(name, text[:len(text)-cut], 0o600))
		got, err = readResults[someResult](name)
		require.NoError(t, err)
		require.Equal(t, []someResult{{"a"}}, got)
		require.NoError(t, appendResult(name, &someResult{"b"}))
		got, err = readResults[someResult](name)
		require.NoError(t, err)
		require.Equal(t, []someResult{{"a"}, {"b"}}, got)
	}
	require.NoError(t, os.WriteFile(name, []byte("{\n"), 0o600))
	_, err = readResults[someResult](name)
	require.ErrorContains(t, err, "line 1")
}
