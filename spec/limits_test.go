package spec_test

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	_ "github.com/relspec/relspec/internal/heap"
	"github.com/relspec/relspec/spec"
)

// lines is a reader that generates the lines of a long trace. Every n-th line has an operation; the
// others are empty.
type lines struct {
	left, every int
	rest        string
}

func traceOf(n, every int) io.Reader {
	return &lines{n - 1, every, `{"format":"relspec-trace","version":1,"profile":"flecs-3"}` + "\n"}
}

func (l *lines) Read(p []byte) (int, error) {
	if l.rest == "" {
		if l.left == 0 {
			return 0, io.EOF
		}
		l.left--
		l.rest = "\n"
		if l.left%l.every == 0 {
			l.rest = `{"op":"alive","entity":"a"}` + "\n"
		}
	}
	n := copy(p, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

func TestATraceHasAMillionLines(t *testing.T) {
	for _, limits := range []spec.ReadLimits{{}, {Lines: 50}} {
		limit := cmp.Or(limits.Lines, 1_000_000)
		every := 1 + limit/1000 // a million operations would need a gigabyte
		trace, err := spec.ReadTrace(traceOf(limit+1, every), limits)
		var refused *spec.Error
		require.ErrorAs(t, err, &refused)
		require.Equal(t, spec.CodeLimit, refused.Code)
		require.Contains(t, refused.Message, fmt.Sprintf("line %d", limit+1))
		require.Len(t, trace.Entries, (limit-1)/every, "the operations before the limit are returned")
	}
	trace, err := spec.ReadTrace(traceOf(50, 1), spec.ReadLimits{Lines: 50})
	require.NoError(t, err)
	require.Len(t, trace.Entries, 49)
}

// Missing limits have their defaults.
func TestLimitsKeepDefaults(t *testing.T) {
	l := spec.Limits{Rows: 3}.Or(spec.DefaultLimits())
	require.Equal(t, 3, l.Rows)
	l.Rows = 0
	require.Equal(t, spec.DefaultLimits(), l.Or(spec.DefaultLimits()))
	require.Equal(t, 7, spec.Limits{}.Or(spec.Limits{Work: 7}).Work)
}

// A line of the maximum length is read. One byte more is refused.
func TestALineHasAMebibyte(t *testing.T) {
	header := `{"format":"relspec-trace","version":1,"profile":"flecs-3"}` + "\n"
	line := `{"op":"alive","entity":"a"}`
	for more, ok := range map[int]bool{0: true, 1: false} {
		text := header + line + strings.Repeat(" ", 1<<20-len(line)-1+more) + "\n"
		_, err := spec.ReadTrace(strings.NewReader(text), spec.ReadLimits{})
		require.Equal(t, ok, err == nil, more)
	}
}
