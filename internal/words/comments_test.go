package words

import (
	"cmp"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// tally counts the words of comments.
type tally struct {
	folder             string
	words, what        int
	comments, examples int
}

func (t *tally) add(o tally) {
	t.words, t.what, t.comments, t.examples = t.words+o.words, t.what+o.what, t.comments+o.comments, t.examples+o.examples
}

var (
	anyWord = regexp.MustCompile(`[A-Za-z][A-Za-z'-]*`)
	what    = regexp.MustCompile(`(?i)\bwhat\b`)
	example = regexp.MustCompile(`(?i)\bexamples?\b`)
)

// tallies counts the comments of the Go files that are no tests, folder by folder.
func tallies(t *testing.T) []tally {
	byFolder := map[string]*tally{}
	for name, text := range texts(t, ".go") {
		if strings.HasSuffix(name, "_test.go") || strings.Contains(name, "/testdata/") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments|parser.SkipObjectResolution)
		require.NoError(t, err)
		folder := path.Dir(name)
		if byFolder[folder] == nil {
			byFolder[folder] = &tally{folder: folder}
		}
		for _, group := range file.Comments {
			one := tally{words: len(anyWord.FindAllString(group.Text(), -1)), what: len(what.FindAllString(group.Text(), -1)), comments: 1}
			if example.MatchString(group.Text()) {
				one.examples = 1
			}
			byFolder[folder].add(one)
		}
	}
	var list []tally
	for _, one := range byFolder {
		list = append(list, *one)
	}
	slices.SortFunc(list, func(a, b tally) int { return cmp.Compare(a.folder, b.folder) })
	return list
}

// A comment says who does what: "what" as the head of a phrase stands for a subject or an object that has a name. The bound
// is the share that is left, in words per thousand; go test -v -run Comments ./internal/words prints the folders.
func TestCommentsNameTheirSubjects(t *testing.T) {
	var all tally
	t.Logf("%-36s %8s %10s %10s", "folder", "words", "what/1000", "example %")
	row := func(o tally) {
		t.Logf("%-36s %8d %10.1f %10.1f", o.folder, o.words, 1000*float64(o.what)/float64(max(o.words, 1)), 100*float64(o.examples)/float64(max(o.comments, 1)))
	}
	for _, one := range tallies(t) {
		row(one)
		all.add(one)
	}
	all.folder = "all"
	row(all)
	require.LessOrEqual(t, 1000*all.what, mostWhat*all.words, "comments have more than %d \"what\" in a thousand words", mostWhat)
}

const mostWhat = 1
