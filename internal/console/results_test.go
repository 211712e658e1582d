package console

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

type someResult struct{ Text string }

// A result may be as long as a long trace, and the last line of a run that was killed may be torn.
func TestResultFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "results.jsonl")
	got, err := ReadResults[someResult](name)
	require.NoError(t, err)
	require.Empty(t, got)

	long := someResult{strings.Repeat("x", 1<<20)}
	require.NoError(t, AppendResult(name, &someResult{"a"}))
	require.NoError(t, AppendResult(name, &long))
	got, err = ReadResults[someResult](name)
	require.NoError(t, err)
	require.Equal(t, []someResult{{"a"}, long}, got)

	text, err := os.ReadFile(name)
	require.NoError(t, err)
	for _, cut := range []int{1, 2, 100, 1 << 19} { // the second line is torn
		require.NoError(t, os.WriteFile(name, text[:len(text)-cut], 0o600))
		got, err = ReadResults[someResult](name)
		require.NoError(t, err)
		require.Equal(t, []someResult{{"a"}}, got)
		require.NoError(t, AppendResult(name, &someResult{"b"}))
		got, err = ReadResults[someResult](name)
		require.NoError(t, err)
		require.Equal(t, []someResult{{"a"}, {"b"}}, got)
	}
	require.NoError(t, os.WriteFile(name, []byte("{\n"), 0o600))
	_, err = ReadResults[someResult](name)
	require.ErrorContains(t, err, "line 1")
}

// A key in other letters, one that stands twice and text that is not UTF-8 can be read in two ways: they are refused.
func TestResultFilesAreReadStrictly(t *testing.T) {
	for line, message := range map[string]string{
		`{"Text":"a","Text":"b"}`:      `line 2: syntax: the key "Text" stands twice in an object`,
		"{\"Text\":\"\xff\"}":          "line 2: syntax: ",
		`{"Text":"a"} {"Text":"b"}`:    "line 2: syntax: one JSON value is wanted",
		`{"Text":"a","Later":"field"}`: "",
	} {
		name := filepath.Join(t.TempDir(), "results.jsonl")
		require.NoError(t, os.WriteFile(name, []byte("{\"Text\":\"first\"}\n"+line+"\n"), 0o600))
		got, err := ReadResults[someResult](name)
		if message == "" {
			require.NoError(t, err, "what another version adds is passed over")
			require.Len(t, got, 2)
			continue
		}
		require.ErrorContains(t, err, name+", "+message)
	}
	name := filepath.Join(t.TempDir(), "results.jsonl")
	require.NoError(t, os.WriteFile(name, []byte("{\"text\":\"a\"}\n"), 0o600))
	got, err := ReadResults[someResult](name)
	require.NoError(t, err)
	require.Equal(t, []someResult{{}}, got, "a key in other letters is another key")
}
