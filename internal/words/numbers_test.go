package words

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// forGames are the folders whose comments a developer of a game reads.
var forGames = []string{"fast/", "fast/inspect/", "docs/guide/"}

var (
	number = regexp.MustCompile(`\b(?:(?:REL|QRY|FQL|SET|TECS|P|S)-\d+|ruling \d+)\b`)
	// lastLine is the only place of numbers, which has nothing else.
	lastLine = regexp.MustCompile(`^Statements: ` + number.String() + `(?:(?:, | to )` + number.String() + `)*\.$`)
)

// numbersInSentences are the lines of a comment that have numbers of statements, but for the last one if it is a list of them.
func numbersInSentences(comment string) (found []string) {
	lines := strings.Split(strings.TrimSpace(comment), "\n")
	for i, line := range lines {
		isList := i == len(lines)-1 && i > 1 && lines[i-1] == "" && lastLine.MatchString(line)
		if number.MatchString(line) && !isList {
			found = append(found, line)
		}
	}
	return found
}

func TestNumbersInSentences(t *testing.T) {
	for comment, found := range map[string]int{
		"A fact.":                                    0,
		"A fact (QRY-109).":                          1,
		"A fact.\n\nStatements: QRY-109.":            0,
		"A fact.\nStatements: QRY-109.":              1,
		"Statements: QRY-109.":                       1,
		"A fact.\n\nStatements: P-1, ruling 29.":     0,
		"A fact.\n\nStatements: P-1 to P-3, S-5.":    0,
		"A fact.\n\nSee P-1.":                        1,
		"A (P-1).\nB (P-2).\n\nStatements: REL-031.": 2,
	} {
		require.Len(t, numbersInSentences(comment), found, comment)
	}
}

// A sentence tells the fact; the numbers of the statements that say so stand in a last line of their own, where the comment is
// of an exported name, of a package or of an Example.
func TestSentencesForGamesHaveNoNumbers(t *testing.T) {
	var found []string
	withNumbers := 0
	for name, text := range texts(t, ".go") {
		folder := name[:strings.LastIndex(name, "/")+1]
		if !strings.Contains(strings.Join(forGames, " ")+" ", folder+" ") {
			continue
		}
		for _, comment := range commentsForGames(t, name, text) {
			if number.MatchString(comment) {
				withNumbers++
			}
			for _, line := range numbersInSentences(comment) {
				found = append(found, fmt.Sprintf("%s: %s", name, line))
			}
		}
	}
	require.Greater(t, withNumbers, 40, "the comments were read")
	require.Empty(t, found, "give the numbers a last line, \"Statements: QRY-109, P-7.\", after an empty one")
}

// commentsForGames are the comments of a file that its reader sees with the package: of exported names, their fields and methods, of
// the package and, in a test, of Examples.
func commentsForGames(t *testing.T, name, text string) (list []string) {
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments|parser.SkipObjectResolution)
	require.NoError(t, err)
	isTest := strings.HasSuffix(name, "_test.go")
	add := func(groups ...*ast.CommentGroup) {
		for _, group := range groups {
			if group != nil {
				list = append(list, group.Text())
			}
		}
	}
	add(file.Doc)
	for _, declaration := range file.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			if isTest && strings.HasPrefix(d.Name.Name, "Example") || !isTest && d.Name.IsExported() && !isOfHiddenType(d) {
				add(d.Doc)
			}
		case *ast.GenDecl:
			if isTest {
				continue
			}
			if exportsSomething(d) {
				add(d.Doc)
			}
			ast.Inspect(d, func(node ast.Node) bool {
				switch n := node.(type) {
				case *ast.TypeSpec:
					if !n.Name.IsExported() {
						return false
					}
					add(n.Doc, n.Comment)
				case *ast.ValueSpec:
					if n.Names[0].IsExported() {
						add(n.Doc, n.Comment)
					}
				case *ast.Field:
					if len(n.Names) > 0 && n.Names[0].IsExported() {
						add(n.Doc, n.Comment)
					}
				}
				return true
			})
		}
	}
	return list
}

// isOfHiddenType reports whether a method is one of a type that is not exported. Those of anyQuery are methods of all queries.
func isOfHiddenType(d *ast.FuncDecl) bool {
	if d.Recv == nil {
		return false
	}
	of := ""
	ast.Inspect(d.Recv.List[0].Type, func(node ast.Node) bool {
		if name, ok := node.(*ast.Ident); ok && of == "" {
			of = name.Name // the others are parameters of the type
		}
		return true
	})
	return !ast.IsExported(of) && of != "anyQuery"
}

// exportsSomething reports whether a declaration is of an exported name.
func exportsSomething(d *ast.GenDecl) bool {
	for _, s := range d.Specs {
		switch s := s.(type) {
		case *ast.TypeSpec:
			if s.Name.IsExported() {
				return true
			}
		case *ast.ValueSpec:
			if s.Names[0].IsExported() {
				return true
			}
		}
	}
	return false
}
