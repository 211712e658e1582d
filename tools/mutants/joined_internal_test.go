package mutants

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// Most mutants change only the body of a function, so that one build can contain them all. Few do
// not: each of those needs its own build.
func TestMostMutantsFitOneBuild(t *testing.T) {
	byFile := map[string][]Mutant{}
	for _, m := range All() {
		byFile[m.File] = append(byFile[m.File], m)
	}
	j := &Joined{numbers: map[string]int{}}
	for file, list := range byFile {
		source, err := os.ReadFile(filepath.Join("../..", file))
		require.NoError(t, err)
		text, _, err := j.join(string(source), list)
		require.NoError(t, err, file)
		_, err = parser.ParseFile(token.NewFileSet(), file, text, parser.SkipObjectResolution)
		require.NoError(t, err, file)
	}
	require.Greater(t, len(j.numbers), len(All())*9/10)
}

func TestAMutantStandsWhereItsFunctionBegins(t *testing.T) {
	const source = "package p\n\nfunc f(n int) int {\nnext:\n\tfor range n {\n\t\tcontinue next\n\t}\n\treturn n\n}\n\nfunc g() {}\n"
	j := &Joined{numbers: map[string]int{}}
	text, name, err := j.join(source, []Mutant{
		{Name: "one more", Old: "return n", New: "return n + 1"},
		{Name: "another name", Old: "func g()", New: "func h()"},
		{Name: "something to do", Old: "{}", New: "{ f(1) }"},
	})
	require.NoError(t, err)
	require.Equal(t, "p", name)
	require.Equal(t, `package p

func f(n int) int {
if plantedMutant == 1 { return func() int {
next:
	for range n {
		continue next
	}
	return n + 1
}()
}

next:
	for range n {
		continue next
	}
	return n
}

func g() {
if plantedMutant == 2 { f(1) 
return
}
}
`, text)
	number, in := j.Number(Mutant{Name: "another name", File: "fast.go"})
	require.False(t, in, "it changes more than a body: %d", number)
	_, _, err = j.join(source, []Mutant{{Name: "nowhere", Old: "return m", New: "return n"}})
	require.ErrorContains(t, err, "mutant nowhere does not apply")
}
