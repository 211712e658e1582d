package transcript_test

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/internal/oracle/transcript"
)

// handmade returns transcripts that were not recorded, but written from FINDINGS.md, for behaviours
// without an embedded transcript.
func handmade(t *testing.T) []*transcript.Transcript {
	t.Helper()
	ts, err := transcript.Read(os.DirFS("testdata/handmade"))
	require.NoError(t, err)
	return ts
}

func TestHandmadeTranscriptsAgreeOrAreDeclared(t *testing.T) {
	text, err := os.ReadFile("testdata/declared.yaml")
	require.NoError(t, err)
	declared, err := transcript.ReadDeclarations(text)
	require.NoError(t, err)
	used := map[string]bool{}
	for _, im := range engines.Tested() {
		t.Run(im.Name, func(t *testing.T) {
			rep, err := transcript.ReplayAll(handmade(t),
				transcript.ReplayOptions{Reference: engines.Model(), Engine: &im, Declared: declared})
			require.NoError(t, err)
			for _, u := range rep.Unexplained {
				t.Errorf("%s %s (%s)\n%s", u.Where(), show.Operation(u.Transcript.Profile, &u.Line.Op), u.By,
					u.Difference)
			}
			for _, use := range rep.Uses {
				used[use.ID] = used[use.ID] || use.Lines > 0
			}
			for _, v := range []string{"3.2.12", "4.0.5", "4.1.6"} {
				require.NotZero(t, rep.Files[v][transcript.Agrees]+rep.Files[v][transcript.Declared], v)
			}
		})
	}
	for _, d := range declared {
		require.True(t, used[d.ID] || !d.Made, "%s: no transcript made by hand shows it", d.ID)
	}
}
