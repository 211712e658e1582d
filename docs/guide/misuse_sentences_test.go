package guide_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
)

// errorFunctions are the functions that create an error of package fast, with the position of the
// format among their arguments. Formats that only pass on another message ("%v") do not count.
// rules.Unsupported, errReserved and errFilled create a family of messages that differ only in what
// they name; each counts as one message. Exhaustedf is not listed: it is about spec.Limits, which
// only package engine sets.
var errorFunctions = map[string]int{"Errorf": 1, "refuse": 1}

// unreachable lists the messages that no call of package fast returns, with the reason.
var unreachable = map[string]string{
	"the operation lacks an argument that it needs":                                                           "for operations of package spec, which package engine applies",
	"an iterator stands on a table that an entity would leave or enter; defer the change or end the iterator": "of the iterators of package engine",
	"a text is used as an element; use it only on the right side of a comparison":                             "package spec refuses this earlier with another error",
	"an entity cannot own %s both as a tag and in a pair; keep one":                                           "of an engine's own profile in which a pair with a dead target becomes a tag",
	"the file has a world that cannot exist: ":                                                                "for a file that Save did not write",
}

// sentences returns the formats of the errors in the packages behind package fast, with the
// position of each.
func sentences(t *testing.T) map[string]string {
	found := map[string]string{}
	word := regexp.MustCompile(`[a-z]{2}`)
	for _, room := range []string{"", "internal/rules", "internal/change", "internal/query"} {
		files, err := filepath.Glob(filepath.Join("../../fast", room, "*.go"))
		require.NoError(t, err)
		require.NotEmpty(t, files, room)
		fset := token.NewFileSet()
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(fset, file, nil, parser.SkipObjectResolution)
			require.NoError(t, err)
			ast.Inspect(f, func(n ast.Node) bool {
				call, isCall := n.(*ast.CallExpr)
				if !isCall {
					return true
				}
				format, ok := formatOf(call)
				if ok && word.MatchString(strings.ReplaceAll(format, "%", " %")) {
					found[format] = fset.Position(call.Pos()).String()
				}
				return true
			})
		}
	}
	return found
}

// formatOf returns the format of an error in the code.
func formatOf(call *ast.CallExpr) (format string, ok bool) {
	var name string
	switch f := call.Fun.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		// errors of invariant checks are not part of the API
		if x, isName := f.X.(*ast.Ident); isName && x.Name == "fmt" {
			return "", false
		}
		name = f.Sel.Name
	}
	at, says := errorFunctions[name]
	if !says || len(call.Args) <= at {
		return "", false
	}
	return literalOf(call.Args[at])
}

// literalOf returns a text that is written as a literal, or as a concatenation that begins with one.
func literalOf(e ast.Expr) (text string, ok bool) {
	if sum, isSum := e.(*ast.BinaryExpr); isSum {
		text, ok = literalOf(sum.X)
		rest, _ := literalOf(sum.Y)
		return text + rest, ok
	}
	literal, ok := e.(*ast.BasicLit)
	if !ok {
		return "", false
	}
	text, err := strconv.Unquote(literal.Value)
	return text, err == nil
}

// says returns the regular expression of the messages with a format.
func says(format string) *regexp.Regexp {
	pattern := regexp.MustCompile(`%(?:\\\[\d\\\])?[a-zA-Z]`).ReplaceAllString(regexp.QuoteMeta(format), `(.*)`)
	return regexp.MustCompile(`^` + pattern + `( \(line \d+, column \d+\))?$`)
}

func TestEveryMessageOfFastIsInMisuse(t *testing.T) {
	message := map[string]bool{}
	for _, list := range misuses {
		for _, m := range list {
			if refusal, ok := m.message().(*fast.Error); ok {
				message[refusal.Message] = true
			}
		}
	}
	formats := sentences(t)
	require.Greater(t, len(formats), 90)
	for format, place := range formats {
		shown := false
		for message := range message {
			shown = shown || says(format).MatchString(message)
		}
		if because := unreachable[format]; because == "" {
			assert.True(t, shown, "%s: no row of misuse.md has the message %q; add the misuse to a table of misuse*_test.go and to the page", place, format)
		} else {
			assert.False(t, shown, "%s: a row has the message %q, but it is listed as unreachable: %s", place, format, because)
		}
	}
	for format := range unreachable {
		assert.Contains(t, formats, format, "the source no longer has this message")
	}
}
