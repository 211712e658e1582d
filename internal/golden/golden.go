// Package golden compares texts with files that contain the expected text.
package golden

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Update is the test flag -update.
var Update = flag.Bool("update", false, "rewrite the files of testdata")

// Compare fails at the first line in which a text differs from a file. With -update it writes the
// file instead. The failure also names the last line before the difference that does not begin with
// a space.
func Compare(t testing.TB, file, text string) {
	t.Helper()
	if *Update {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
	}
	before, err := os.ReadFile(file)
	require.NoError(t, err, "-update makes it")
	want, got, about := strings.Split(string(before), "\n"), strings.Split(text, "\n"), ""
	for i, line := range got {
		if line != "" && line[0] != ' ' {
			about = line
		}
		require.Less(t, i, len(want), "%s has no line %d; -update writes the current text", file, i+1)
		require.Equal(t, want[i], line, "line %d of %s, %s; -update writes the current text", i+1, file, about)
	}
	require.Len(t, want, len(got), "%s has more lines", file)
}
