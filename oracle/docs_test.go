package oracle_test

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/oracle"
)

const transcriptsPage = "../docs/transcripts.md"

// The tables of docs/transcripts.md are generated: go test ./oracle -run TranscriptsPage -update writes them.
func TestTranscriptsPage(t *testing.T) {
	written, err := oracle.Transcripts()
	require.NoError(t, err)
	random, err := oracle.RandomTranscripts()
	require.NoError(t, err)
	declared, err := oracle.Declarations()
	require.NoError(t, err)
	replay := func(ts []*oracle.Transcript) *oracle.ReplayReport {
		rep, err := oracle.ReplayAll(ts, oracle.ReplayOptions{Reference: engines.Model(), Declared: declared})
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
	if *update {
		require.NoError(t, os.WriteFile(transcriptsPage, []byte(head+begin+tables.String()+end+tail), 0o644))
		return
	}
	require.Equal(t, old, tables.String(), "go test ./oracle -run TranscriptsPage -update writes the tables")
}
