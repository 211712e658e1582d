package console

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLinesFitTheTerminal(t *testing.T) {
	const row = "campaign      150,800 operations in 5,309 random traces, 34,062 queries\nshort\n"
	require.Equal(t, "campaign      150,800 operations in 5,309\n"+
		"              random traces, 34,062 queries\nshort\n", fitted(row, 44))
	require.Equal(t, row, fitted(row, 80))
	require.Equal(t, "  ✓ ab\n", fitted("  ✓ ab\n", minWidth))
	word := strings.Repeat("x", 200) + "\n"
	require.Equal(t, word, fitted(word, 80), "a word is not broken")
	for line := range strings.Lines(fitted("    "+strings.Repeat("ein grüner ", 60)+"\n", 50)) {
		require.LessOrEqual(t, len([]rune(line)), 51)
		require.True(t, strings.HasPrefix(line, "    "))
	}
}

func TestVerdictsHaveColours(t *testing.T) {
	require.Equal(t, "\x1b[32mPASS\x1b[0m  all\n  \x1b[31;1m✗\x1b[0m x\nPASSED next\n\x1b[36mnext\x1b[0m  y\n",
		painted("PASS  all\n  ✗ x\nPASSED next\nnext  y\n"))
}
