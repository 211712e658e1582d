package transcript_test

import (
	"bytes"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/golden"
	"github.com/relspec/relspec/internal/long"
	"github.com/relspec/relspec/internal/oracle/transcript"
)

// replays holds the transcripts, those written by hand first, with the results of the engines.
// Unless long tests run, it has only every fifth transcript.
type replays struct {
	all      []*transcript.Transcript
	written  int
	options  transcript.ReplayOptions
	replayed [][]transcript.Replayed
}

// replayed replays every transcript once for all tests. A line on which fast and the reference
// differ is unexplained; the others are judged by their common answer.
var replayed = sync.OnceValues(func() (*replays, error) {
	written, err := transcript.Written()
	if err != nil {
		return nil, err
	}
	all, err := transcript.All()
	if err != nil {
		return nil, err
	}
	declared, err := transcript.Declarations()
	if err != nil {
		return nil, err
	}
	fast := engines.Fast()
	r := &replays{
		all: all, written: len(written),
		options: transcript.ReplayOptions{Reference: engines.Model(), Engine: &fast, Declared: declared},
	}
	if every := long.Times(1, 5); every > 1 {
		for i := range (len(all) + every - 1) / every {
			r.all[i] = all[i*every]
		}
		r.all, r.written = r.all[:(len(all)+every-1)/every], (r.written+every-1)/every
	}
	for _, t := range r.all {
		lines, err := transcript.Replay(t, r.options)
		if err != nil {
			return nil, err
		}
		r.replayed = append(r.replayed, lines)
	}
	return r, nil
})

// report counts a range of the transcripts.
func (r *replays) report(from, to int) *transcript.ReplayReport {
	return transcript.Count(r.replayed[from:to], r.options)
}

const transcriptsPage = "../../../docs/transcripts.md"

// The counts of docs/transcripts.md are generated: RELSPEC_LONG=1 go test
// ./internal/oracle/transcript -run TranscriptsPage -update writes them.
func TestTranscriptsPage(t *testing.T) {
	long.Only(t, "it counts all transcripts")
	o, err := replayed()
	require.NoError(t, err)
	var counts bytes.Buffer
	counts.WriteString("Written by hand:\n\n```\n")
	byHand := o.report(0, o.written)
	byHand.Unused = nil // only the random transcripts need some of the declarations
	require.NoError(t, byHand.WriteText(&counts))
	counts.WriteString("```\n\nRandom worlds:\n\n```\n")
	ofWorlds := o.report(o.written, len(o.all))
	ofWorlds.Unused = nil
	require.NoError(t, ofWorlds.WriteText(&counts))
	counts.WriteString("```\n")

	page, err := os.ReadFile(transcriptsPage)
	require.NoError(t, err)
	const begin, end = "<!-- generated: begin -->\n", "<!-- generated: end -->\n"
	head, rest, ok := strings.Cut(string(page), begin)
	require.True(t, ok)
	old, tail, ok := strings.Cut(rest, end)
	require.True(t, ok)
	if *golden.Update {
		require.NoError(t, os.WriteFile(transcriptsPage, []byte(head+begin+counts.String()+end+tail), 0o644))
		return
	}
	require.Equal(t, old, counts.String(),
		"RELSPEC_LONG=1 go test ./internal/oracle/transcript -run TranscriptsPage -update writes the counts")
}
