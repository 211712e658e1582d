package transcript_test

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/oracletest"
	"github.com/relspec/relspec/internal/oracle/transcript"
)

const transcriptsPage = "../../../docs/transcripts.md"

// The tables of docs/transcripts.md are generated: go test ./internal/oracle/transcript -run TranscriptsPage -update writes them.
func TestTranscriptsPage(t *testing.T) {
	if testing.Short() {
		t.Skip("replays each transcript twice in one goroutine; TestTranscriptsAgreeOrAreDeclared replays them too")
	}
	written, err := transcript.Written()
	require.NoError(t, err)
	random, err := transcript.Random()
	require.NoError(t, err)
	declared, err := transcript.Declarations()
	require.NoError(t, err)
	replay := func(ts []*transcript.Transcript) *transcript.ReplayReport {
		rep, err := transcript.ReplayAll(ts, transcript.ReplayOptions{Reference: engines.Model(), Declared: declared})
		require.NoError(t, err)
		return rep
	}
	var tables bytes.Buffer
	tables.WriteString("Written by hand:\n\n```\n")
	byHand, all := replay(written), replay(append(slices.Clone(written), random...))
	byHand.Unused = nil // the random ones need others
	require.NoError(t, byHand.WriteText(&tables))
	tables.WriteString("```\n\nRandom worlds:\n\n```\n")
	ofWorlds := replay(random)
	ofWorlds.Unused = nil
	require.NoError(t, ofWorlds.WriteText(&tables))
	tables.WriteString("```\n\n")
	require.NoError(t, all.WriteTopics(&tables))
	tables.WriteString("\n")
	require.NoError(t, all.WriteDeclared(&tables, declared))

	page, err := os.ReadFile(transcriptsPage)
	require.NoError(t, err)
	const begin, end = "<!-- generated: begin -->\n", "<!-- generated: end -->\n"
	head, rest, ok := strings.Cut(string(page), begin)
	require.True(t, ok)
	old, tail, ok := strings.Cut(rest, end)
	require.True(t, ok)
	if *oracletest.Update {
		require.NoError(t, os.WriteFile(transcriptsPage, []byte(head+begin+tables.String()+end+tail), 0o644))
		return
	}
	require.Equal(t, old, tables.String(), "go test ./internal/oracle/transcript -run TranscriptsPage -update writes the tables")
}
