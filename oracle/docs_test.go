package oracle_test

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/oracle"
)

const transcriptsPage = "../docs/transcripts.md"

// The tables of docs/transcripts.md are generated: go test ./oracle -run TranscriptsPage -update writes them.
func TestTranscriptsPage(t *testing.T) {
	ts, err := oracle.Transcripts()
	require.NoError(t, err)
	declared, err := oracle.Declarations()
	require.NoError(t, err)
	rep, err := oracle.ReplayAll(ts, oracle.ReplayOptions{Reference: oracle.Model(), Declared: declared})
	require.NoError(t, err)
	var tables bytes.Buffer
	tables.WriteString("```\n")
	require.NoError(t, rep.WriteText(&tables))
	tables.WriteString("```\n\n")
	require.NoError(t, rep.WriteTopics(&tables))
	tables.WriteString("\n")
	require.NoError(t, rep.WriteDeclared(&tables, declared))

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
