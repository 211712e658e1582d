package differences_test

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/tools/differences"
)

const recordedLines = `{"format":"relspec-trace","version":1,"profile":"flecs-4.1","origin":"Flecs 4.1.6 behind an adapter"}
{"op":"entity","entity":"a","got":{"ok":true}}
{"op":"alive","entity":"a","got":{"ok":true,"value":true}}
`

// Altered answers detect a declaration that explains too much.
func TestAlteredAnswersDetectADeclarationThatExplainsEverything(t *testing.T) {
	tr, err := transcript.Read(fstest.MapFS{"flecs-4.1.6/L0/01.jsonl": {Data: []byte(recordedLines)}})
	require.NoError(t, err)
	all, err := transcript.ReadDeclarations([]byte("declared: [{id: all, reason: r, by: b, link: l}]"))
	require.NoError(t, err)
	for declared, passed := range map[*[]transcript.Declaration]int{{}: 0, &all: 2} {
		probed, err := differences.Alter(tr, transcript.ReplayOptions{Reference: engines.Model(), Declared: *declared}, 1)
		require.NoError(t, err)
		require.Len(t, probed, 1)
		require.Equal(t, "truth", probed[0].Kind)
		require.Equal(t, 2, probed[0].Wrong, "the answer of Flecs, and that of the reference")
		require.Equal(t, passed, probed[0].Passed)
	}
}
