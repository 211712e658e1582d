package mutants_test

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/tools/mutants"
)

const root = "../.."

// Whoever changes fast sees here each fault of the catalogue that no longer fits.
func TestEveryMutantFitsTheSource(t *testing.T) {
	names := map[string]bool{}
	for _, m := range mutants.All() {
		require.False(t, names[m.Name], "the name %s is taken twice", m.Name)
		names[m.Name] = true
		require.NotEmpty(t, m.Class, m.Name)
		require.NotEmpty(t, m.Breaks, m.Name)
		source, err := os.ReadFile(filepath.Join(root, m.File))
		require.NoError(t, err, m.Name)
		mutated, err := m.Apply(string(source))
		if err != nil {
			t.Error(err)
			continue
		}
		if _, err = parser.ParseFile(token.NewFileSet(), m.File, mutated, parser.SkipObjectResolution); err != nil {
			t.Errorf("fault %s is no Go: %v", m.Name, err)
		}
	}
}

func TestTheCatalogueIsLargeAndWide(t *testing.T) {
	require.GreaterOrEqual(t, len(mutants.All()), 60)
	require.GreaterOrEqual(t, len(mutants.Classes()), 8)
}

func TestApplyRefusesWhatIsNotThereOnce(t *testing.T) {
	m := mutants.Mutant{Name: "x", File: "f.go", Old: "a", New: "b"}
	for _, source := range []string{"", "aa"} {
		_, err := m.Apply(source)
		require.ErrorContains(t, err, "mend the catalogue")
	}
	got, err := m.Apply("cat")
	require.NoError(t, err)
	require.Equal(t, "cbt", got)
	_, err = mutants.Mutant{Old: "a", New: "a"}.Apply("a")
	require.ErrorContains(t, err, "changes nothing")
	_, known := mutants.Find("no such fault")
	require.False(t, known)
}

// Each class of defects that releases may have has a mutant: a defect of a release, or one that stands for it.
func TestEveryClassOfReleasesIsMet(t *testing.T) {
	stand := map[string]int{}
	for _, m := range mutants.Released() {
		require.True(t, (m.Released == "") == m.Stands, m.Name)
		if m.Stands {
			stand[m.Class]++
			require.Equal(t, "stands for: "+m.Class, m.From())
		}
	}
	for _, class := range []string{"reuse", "beside tables", "ancestry", "held", "access", "late refusal", "joint deletion", "scale", "acts", "saved worlds"} {
		require.Equal(t, 1, stand[class], class)
	}
}
