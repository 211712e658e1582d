package results

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// headed matches the first lines that the command writes.
var headed = regexp.MustCompile("\\A# .+\n\n- command: `go run -C tools ./lab results ([a-z0-9-]+)` \\(`.+`\\)\n- version: commit [0-9a-f]{7,40}(-dirty)?\n" +
	`- date: 20\d\d-\d\d-\d\d` + "\n- machine: go1\\.[0-9.]+, [a-z0-9]+/[a-z0-9]+, [0-9]+ processors(, load [0-9.]+)?\n\n")

// older lists the pages of long runs whose first lines the command did not write yet. If you run
// one again, remove it from the list.
var (
	older = []string{"exhaust-large"}
	begun = regexp.MustCompile("\\A# .+\n\n- command: `go run -C tools ./lab results ([a-z0-9-]+)` \\(`.+`\\)\n- version: commit [0-9a-f]{7,}.*\n" +
		`- date: 20\d\d-\d\d-\d\d.*` + "\n- machine: go1\\..+\n")
)

func TestResultsSayTheirCommandVersionAndDate(t *testing.T) {
	pages, err := filepath.Glob("../../docs/results/*")
	require.NoError(t, err)
	var names []string
	for _, page := range pages {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		head := headed.FindSubmatch(text)
		if slices.Contains(older, strings.TrimSuffix(filepath.Base(page), ".md")) {
			require.Nil(t, head, "%s is written by the command now: remove it from older", page)
			head = begun.FindSubmatch(text)
		}
		require.NotNil(t, head,
			"%s has no head with command, version and date: run go run -C tools ./lab results NAME", page)
		require.Equal(t, strings.TrimSuffix(filepath.Base(page), ".md"), string(head[1]))
		names = append(names, string(head[1]))
	}
	var listed []string
	for _, r := range catalogue() {
		listed = append(listed, r.name)
	}
	require.ElementsMatch(t, listed, names)
	require.True(t, slices.IsSorted(listed))
}

func TestPageOfAResult(t *testing.T) {
	var out strings.Builder
	folder, never := t.TempDir(), func() bool { return false }
	r := result{name: "two-lines", title: "Two lines", commands: []string{"echo one", "echo two"}}
	page, err := r.write(&out, folder, never)
	require.NoError(t, err)
	require.Regexp(t, headed, string(page))
	require.Contains(t, string(page), "\n    echo one\n\n```\none\n```\n\n    echo two\n\n```\ntwo\n```\n")
	require.Equal(t, "echo one\necho two\n", out.String())

	r.commands = []string{"echo two > OUT"}
	page, err = r.write(&out, folder, never)
	require.NoError(t, err)
	require.True(t, strings.HasSuffix(string(page), "\n\ntwo\n"), string(page))
}

// A page is not written if the time runs out. The next call runs the remaining commands, each once.
func TestAPageGoesOnWhereTimeWasOver(t *testing.T) {
	var out strings.Builder
	folder, asked := filepath.Join(t.TempDir(), "parts"), 0
	r := result{name: "two", title: "Two", commands: []string{"echo one", "echo two"}}
	page, err := r.write(&out, folder, func() bool { asked++; return asked > 1 })
	require.NoError(t, err)
	require.Nil(t, page)
	require.Equal(t, "echo one\n", out.String())
	page, err = r.write(&out, folder, func() bool { return false })
	require.NoError(t, err)
	require.Contains(t, string(page), "one\n```\n\n    echo two\n\n```\ntwo\n```\n")
	require.Equal(t, "echo one\necho two\n", out.String())
	require.NoDirExists(t, folder)
}

func TestACommandThatFailsWritesNoPage(t *testing.T) {
	_, err := result{commands: []string{"echo no >&2; exit 2"}}.write(&strings.Builder{}, t.TempDir(),
		func() bool { return false })
	require.ErrorContains(t, err, "no")
	require.ErrorContains(t, run([]string{"nothing"}, &strings.Builder{}, 0), `there is no result "nothing"`)
}

func TestHeadIsReadByTheTestOfPages(t *testing.T) {
	require.Regexp(t, headed, result{name: "a", title: "A", commands: []string{"b"}}.head("commit 0123456",
		time.Now())+"\n")
}
