// Package guide_test holds the code of the pages in this folder.
package guide_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The code on a page runs: every block also occurs in an Example or in an example program.
func TestCodeOfThePagesRuns(t *testing.T) {
	code := ""
	for _, pattern := range []string{"*_test.go", "../../examples/*/main.go"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		for _, file := range files {
			code += "\n" + unindented(read(t, file))
		}
	}
	blocks := 0
	pages, err := filepath.Glob("*.md")
	require.NoError(t, err)
	for _, page := range pages {
		for _, block := range strings.Split(read(t, page), "```go\n")[1:] {
			block, _, ended := strings.Cut(block, "```")
			require.True(t, ended, page)
			blocks++
			assert.Contains(t, code, "\n"+unindented(block), page)
		}
	}
	assert.Positive(t, blocks)
}

func unindented(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimSpace(line)
	}
	return strings.Join(lines, "\n")
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	return string(text)
}
