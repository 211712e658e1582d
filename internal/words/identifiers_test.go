package words

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
)

// retired are words that one of the glossary replaces, by what to say instead.
var retired = map[string]string{
	"loose": "non-fragmenting", "kept": "cached", "forest": "reachability index",
	"gate": "change hook", "gates": "change hook", "journal": "undo log", "kin": "same cause", "glance": "snapshot",
	"misdeed": "mutant", "misdeeds": "mutant", "mistake": "mutant", "mistakes": "mutant", "wrongdoer": "mutant", "saboteur": "mutant",
	"fault": "mutant", "faults": "mutant", "faulty": "mutant",
}

// retiredInFast are words that mean the reachability index in fast, and other things elsewhere.
var retiredInFast = map[string]string{"label": "reachability index", "labels": "reachability index"}

// allowed are identifiers, or folders, in which a retired word has another meaning, each with the reason.
var allowed = []struct{ in, name, reason string }{
	{"internal/mutation/", "SetPanicOnFault", "a function of runtime/debug: a fault of the processor"},
	{"fast/internal/store/", "SetPanicOnFault", "the same"},
}

// wordsOf splits an identifier at capitals, digits and underscores: keptMatches is kept and matches.
func wordsOf(identifier string) []string {
	var words []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			words = append(words, strings.ToLower(word.String()))
			word.Reset()
		}
	}
	runes := []rune(identifier)
	for i, r := range runes {
		if !unicode.IsLetter(r) {
			flush()
			continue
		}
		begins := unicode.IsUpper(r) && (i == 0 || !unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1]))
		if begins {
			flush()
		}
		word.WriteRune(r)
	}
	flush()
	return words
}

func TestWordsOfAnIdentifier(t *testing.T) {
	for identifier, words := range map[string][]string{
		"keptMatches": {"kept", "matches"}, "HTTPServer": {"http", "server"}, "x_y2z": {"x", "y", "z"}, "ID": {"id"}, "looseIDs": {"loose", "i", "ds"},
	} {
		require.Equal(t, words, wordsOf(identifier))
	}
}

// declaredNames are the identifiers that a file declares or labels, and its name.
func declaredNames(t *testing.T, name, text string) []string {
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
	require.NoError(t, err)
	names := map[string]bool{strings.TrimSuffix(name[strings.LastIndex(name, "/")+1:], ".go"): true, file.Name.Name: true}
	ast.Inspect(file, func(node ast.Node) bool {
		if identifier, ok := node.(*ast.Ident); ok {
			names[identifier.Name] = true
		}
		return true
	})
	return slices.Sorted(maps.Keys(names))
}

func TestRetiredWordsAreInNoIdentifier(t *testing.T) {
	used := make([]bool, len(allowed))
	var found []string
	for name, text := range texts(t, ".go") {
		if strings.Contains(name, "/testdata/") {
			continue
		}
		for _, identifier := range declaredNames(t, name, text) {
			for _, word := range wordsOf(identifier) {
				instead, is := retired[word]
				if strings.HasPrefix(name, "fast/") && !is {
					instead, is = retiredInFast[word]
				}
				if !is {
					continue
				}
				row := slices.IndexFunc(allowed, func(a struct{ in, name, reason string }) bool {
					return strings.HasPrefix(name, a.in) && regexp.MustCompile(`^(?:`+a.name+`)$`).MatchString(identifier)
				})
				if row >= 0 {
					used[row] = true
					continue
				}
				found = append(found, fmt.Sprintf("%s: %s says %q, say %q", name, identifier, word, instead))
			}
		}
	}
	slices.Sort(found)
	require.Empty(t, found, strings.Join(found, "\n"))
	for i, a := range allowed {
		require.NotEmpty(t, a.reason)
		require.True(t, used[i], "%s in %s is allowed and does not occur", a.name, a.in)
	}
}
