package oracle_test

import (
	"io/fs"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/oracle"
)

// All engines agree on the reduced traces of fixed bugs, under all variants and laws.
func TestRegressions(t *testing.T) {
	regressions := oracle.Regressions()
	names, err := fs.Glob(regressions, "*.jsonl")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			text, err := fs.ReadFile(regressions, name)
			require.NoError(t, err)
			divergences, err := engines.Verify(string(text))
			require.NoError(t, err)
			for _, d := range divergences {
				t.Errorf("%s, operation %d: %s\n%s", d.Label(), d.Index+1, d.Difference.Signature(),
					d.Difference.String())
			}
		})
	}
}
