package cli

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// A replay whose time is over prints what it compared and says so.
func TestReplayEndsWhenItsTimeIsOver(t *testing.T) {
	trace, err := spec.ReadTrace(strings.NewReader(hidesTrace), spec.ReadLimits{})
	require.NoError(t, err)
	until := newDeadline(time.Nanosecond)
	both := []oracle.Implementation{engines.Model(), engines.Fast()}
	file := newReplayedFile("x.jsonl", trace, both, until)
	require.NoError(t, file.compare(trace, both))
	require.NoError(t, file.hold(trace, both, nil))
	file.TimedOut = until.over.Load()
	require.True(t, file.TimedOut)
	require.Empty(t, file.Divergences)
	var text strings.Builder
	file.text(&text)
	require.Contains(t, text.String(), "ended by --timeout: 0 answers compared")
	report := &replayReport{Files: []*replayedFile{file}}
	require.Equal(t, "0 of 1 file and 0 answers", report.compared(1))
}

// A replay without limit compares everything.
func TestReplayWithoutTimeoutDoesNotEnd(t *testing.T) {
	until := newDeadline(0)
	require.False(t, until.stop())
}
