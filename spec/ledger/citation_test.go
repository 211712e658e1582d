package ledger_test

import (
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/relspec/relspec/spec/ledger"
	"github.com/stretchr/testify/require"
)

// tree writes files. The keys are paths.
func tree(texts map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, text := range texts {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

// listed returns one line per citation in the file: line, id, kind, name.
func listed(t *testing.T, file, text string) string {
	t.Helper()
	citations, err := ledger.Citations(tree(map[string]string{file: text}))
	require.NoError(t, err)
	var lines strings.Builder
	for _, c := range citations {
		require.Equal(t, file, c.File)
		fmt.Fprintf(&lines, "%d %s %s %s\n", c.Line, c.ID, c.Kind, c.Name)
	}
	return strings.ReplaceAll(lines.String(), " \n", "\n")
}

func TestTagsOfFeaturesCite(t *testing.T) {
	got := listed(t, "area/pairs.feature", `@profile:flecs-3 @REL-001
Feature: Pairs are ids

  # @REL-002 is a comment
  @REL-003 @REL-004 # @REL-005
  @REL-006
  Rule: A rule

    @pairs-01
    Scenario: A case about REL-007
      Given a text
        """
        @REL-008
        """
      Then @REL-009

    @REL-010
    Scenario Outline: Many cases
      @REL-011
      Examples: numbers
        | REL-012 |
`)
	require.Equal(t, `1 REL-001 scenario Pairs are ids
5 REL-003 scenario A rule
5 REL-004 scenario A rule
6 REL-006 scenario A rule
17 REL-010 scenario Many cases
19 REL-011 scenario numbers
`, got)
}

func TestARuleWithoutScenariosCitesNothing(t *testing.T) {
	got := listed(t, "x.feature", `@REL-001
Feature: One
  @REL-002
  Rule: Empty
  @REL-003
  Rule: Full
    Example: A case
`)
	require.Equal(t, "1 REL-001 scenario One\n5 REL-003 scenario Full\n", got)
	require.Empty(t, listed(t, "y.feature", "@REL-001\nFeature: Nothing here\n"))
}

func TestThePositionInATestFileDecidesTheKind(t *testing.T) {
	got := listed(t, "model/pair_test.go", `// Package model and REL-001.
package model

var table = []string{"REL-002"}

// TestOne checks REL-003.
func TestOne(t *testing.T) {
	// REL-004
	use("REL-005", REL-006, `+"`two\nlines of REL-007`"+`)
}

// BenchmarkOne measures REL-008.
func BenchmarkOne(b *testing.B) { use("REL-009") }

func ExampleChecked() {
	use("REL-010")
	// Output: text
}

func ExampleNeverRun() { use("REL-011") }

func (w *world) BenchmarkLooking() { use("REL-012") }
`)
	require.Equal(t, `1 REL-001 test
4 REL-002 test table
6 REL-003 test TestOne
8 REL-004 test TestOne
9 REL-005 test TestOne
10 REL-007 test TestOne
13 REL-008 benchmark BenchmarkOne
14 REL-009 benchmark BenchmarkOne
17 REL-010 example ExampleChecked
21 REL-011 code ExampleNeverRun
23 REL-012 test world.BenchmarkLooking
`, got)
}

func TestOtherGoFilesCiteAsCode(t *testing.T) {
	const source = `package p

// Holder is REL-001.
type Holder[T any] struct{}

// Test is named like a test (REL-002).
func (*Holder[T]) Test() {}

// BenchmarkX is named like a benchmark (REL-003).
func BenchmarkX() {}
`
	const want = "3 REL-001 code Holder\n6 REL-002 code Holder.Test\n9 REL-003 code BenchmarkX\n"
	require.Equal(t, want, listed(t, "model/p.go", source))
	require.Equal(t, strings.ReplaceAll(want, "code", "benchmark"), listed(t, "fast/bench/p.go", source))
}

func TestPagesBelowDocsCite(t *testing.T) {
	require.Equal(t, "2 QRY-001 doc\n2 REL-001 doc\n3 REL-001 doc\n",
		listed(t, "docs/specify/page.md", "# Page\nREL-001, REL-001, QRY-001\n(REL-001)\n"))
	require.Empty(t, listed(t, "README.md", "REL-001"))
	require.Empty(t, listed(t, "docs/picture.svg", "REL-001"))
}

func TestSomeFoldersAreNotScanned(t *testing.T) {
	for _, folder := range []string{
		"spec/ledger", "fuzz/testdata/x", "adapters/koota/node_modules/x", ".git", "bin", "tools", "findings",
	} {
		require.Empty(t, listed(t, folder+"/p_test.go", "package p // REL-001"), folder)
	}
	require.NotEmpty(t, listed(t, "spec/p_test.go", "package p // REL-001"))
}

func TestWordsThatOnlyLookLikeIDsCiteNothing(t *testing.T) {
	require.Empty(t, listed(t, "docs/p.md", "XREL-001 REL-001x REL001 rel-001 REL-abc UTF-8"))
}

func TestUnknownIDsAreReportedTogether(t *testing.T) {
	citations, err := ledger.Citations(tree(map[string]string{
		"a.feature":    "@REL-999\nFeature: A\n  @REL-1 @REL-002\n  Scenario: S\n",
		"docs/p.md":    "\nSET-296",
		"model/m.go":   "package model // TECS-1000",
		"model/ok.txt": "REL-999",
	}))
	require.ErrorIs(t, err, ledger.ErrUnknownID)
	require.Equal(t, strings.Join([]string{
		"a.feature:1: no such statement in the ledger: REL-999",
		"a.feature:3: no such statement in the ledger: REL-1",
		"docs/p.md:2: no such statement in the ledger: SET-296",
		"model/m.go:1: no such statement in the ledger: TECS-1000",
	}, "\n"), err.Error())
	require.Len(t, citations, 1)
	require.Equal(t, "REL-002", citations[0].ID)
}

func TestGoThatDoesNotParseIsAnError(t *testing.T) {
	_, err := ledger.Citations(tree(map[string]string{"m.go": "package m\nfunc REL-001"}))
	require.ErrorContains(t, err, "scan m.go")
}

func TestThisRepositoryCitesOnlyStatementsThatExist(t *testing.T) {
	root := os.DirFS("../..")
	_, err := fs.Stat(root, "go.mod")
	require.NoError(t, err, "the test must run two folders below the root of the repository")

	_, err = ledger.Citations(root)
	require.NoError(t, err)
}
