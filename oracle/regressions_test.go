package oracle_test

import (
	"embed"
	"io/fs"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/oracle"
)

//go:embed testdata/regressions
var regressions embed.FS

// The reduced traces of faults that were found once: all engines agree on them, under all variants and laws.
func TestRegressions(t *testing.T) {
	names, err := fs.Glob(regressions, "testdata/regressions/*.jsonl")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			text, err := regressions.ReadFile(name)
			require.NoError(t, err)
			divergences, err := oracle.Verify(string(text))
			require.NoError(t, err)
			for _, d := range divergences {
				t.Errorf("%s, operation %d: %s\n%s", d.Label(), d.Index+1, d.Difference.Signature(), d.Difference.String())
			}
		})
	}
}
