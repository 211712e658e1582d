//go:build unix

package lang_test

import (
	"math"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec/lang"
)

// Parsing takes linear time, so hostile texts above the default limits are read quickly. A text of
// eight times the length should take eight times the processor time; quadratic time would be 64
// times. The test takes the minimum of several runs, because other processes disturb some.
func TestParseIsLinear(t *testing.T) {
	const size, times, limit, tries = 1 << 13, 8, 24, 20
	const unclear = time.Millisecond // the clock is too coarse for texts that are refused at once
	huge := lang.WithLimits(lang.Limits{Bytes: 4 * times * size, Terms: 4 * times * size, Nesting: times * size})
	for name, piece := range map[string]string{
		"terms": "A,", "chain": "A||", "names": "a.", "spaces": " ", "texts": "\"", "operators": "!", "digits": "1",
		"parentheses": "(", "flags": "A(up|", "dollars": "$", "pairs": "(R,T),", "lists": "AND|", "brackets": "[",
		"compared": "$x==A||", "scopes": "A,!{", "colons": "A:", "list words": "and ", "comments": "/*",
		"closed":               "/**/",
		"commented list words": "and/**/,", "lines": "\n",
	} {
		for _, dialect := range dialects {
			takes := func(size int) time.Duration {
				text := strings.Repeat(piece, size/len(piece))
				start := processorTime(t)
				_, err := lang.ParseChecked(dialect, text, huge)
				_ = lang.Caret(text, err)
				return processorTime(t) - start
			}
			short, long := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
			for range tries {
				short, long = min(short, takes(size)), min(long, takes(times*size))
				if long < limit*short+unclear {
					break
				}
			}
			require.Less(t, long, limit*short+unclear, "%s in %s", name, dialect)
		}
	}
}

// processorTime returns the processor time of this process.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var used syscall.Rusage
	require.NoError(t, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
