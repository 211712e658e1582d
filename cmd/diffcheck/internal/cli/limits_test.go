package cli

import (
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/engine"
	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle/adapter"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// repeated is a reader that returns a prefix and then one line again and again, without holding the
// whole text in memory.
type repeated struct {
	line, rest string
	left       int
}

func (r *repeated) Read(p []byte) (int, error) {
	if r.rest == "" {
		if r.left == 0 {
			return 0, io.EOF
		}
		r.left--
		r.rest = r.line
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}

const traceHeader = `{"format":"relspec-trace","version":1,"profile":"flecs-3"}` + "\n"

// A file above the limit is refused with the error code limit.
func TestReplayRefusesAFileThatIsTooLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 256 MiB")
	}
	b := newBench()
	b.Stdin = &repeated{line: strings.Repeat(" ", 1<<20-1) + "\n", rest: traceHeader, left: 300}
	require.Equal(t, console.ExitBroken, b.command("replay", "-"))
	require.Contains(t, b.err.String(), "limit: a file has at most 268435456 bytes")
}

// The replay of a long trace stops after --timeout with exit code 2 and a message.
func TestReplayOfALongTraceEndsInTime(t *testing.T) {
	b := newBench()
	line := `{"op":"has","entity":"a","id":"a"}` + "\n"
	b.Stdin = &repeated{line: line, rest: traceHeader + `{"op":"entity","entity":"a"}` + "\n", left: 40_000}
	begin := time.Now()
	require.Equal(t, console.ExitBroken, b.command("replay", "--timeout", "100ms", "-"))
	require.Less(t, time.Since(begin), 20*time.Second)
	require.Contains(t, b.err.String(), "the replay was stopped after 100ms")
	require.Contains(t, b.err.String(), "use a longer --timeout")
}

// docs/limits.md lists the limits in the code.
func TestThePageOfLimitsIsTrue(t *testing.T) {
	page, err := os.ReadFile("../../../../docs/limits.md")
	require.NoError(t, err)
	l, q := spec.DefaultLimits(), lang.DefaultLimits()
	for row, n := range map[string]int{
		"| Work | %s | yes | steps of one operation: `model.DefaultWork`":            model.DefaultWork,
		"| Work | %s | yes | steps of one operation in `fast`: `engine.DefaultWork`": engine.DefaultWork,
		"| Rows | %s | yes":                   l.Rows,
		"| Elements | %s | yes":               l.Elements,
		"| Events | %s | yes":                 l.Events,
		"| Snapshots | %s | yes":              l.Snapshots,
		"| IDs | %s | no":                     l.IDs,
		"| %s | bytes of text":                q.Bytes,
		"| %s | nested scopes":                q.Nesting,
		"| %s | bytes of a line, and of a":    adapter.MaxRequest,
		"| %s | levels of brackets in a line": spec.MaxNesting,
		"| %s | bytes of a handle":            spec.MaxHandle,
		"| %s | bytes of a file":              maxFile,
		"| %s | bytes of an answer":           adapter.MaxResponse,
	} {
		require.Contains(t, string(page), strings.Replace(row, "%s", show.Number(n), 1))
	}
}
