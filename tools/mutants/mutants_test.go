package mutants_test

import (
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	// the tests read its sources; with the import, a change makes cached results stale
	_ "github.com/relspec/relspec/fast/engine"
	"github.com/relspec/relspec/tools/mutants"
)

const root = "../.."

// Each mutant applies to the current source. If you changed lines that a mutant replaces, run "lab
// mutants --rebase", which repairs the patch or says why it cannot.
func TestEveryMutantApplies(t *testing.T) {
	names := map[string]bool{}
	for _, m := range slices.Concat(mutants.All(), mutants.Rules()) {
		require.False(t, names[m.Name], "the name %s is used twice", m.Name)
		names[m.Name] = true
		source, err := os.ReadFile(filepath.Join(root, m.File))
		require.NoError(t, err, m.Name)
		mutated, err := m.Apply(string(source))
		if err != nil {
			t.Error(err)
			continue
		}
		if _, err = parser.ParseFile(token.NewFileSet(), m.File, mutated, parser.SkipObjectResolution); err != nil {
			t.Errorf("%s: mutant %s is no Go: %v", m.Where, m.Name, err)
		}
	}
}

// Each class of bugs in released engines has a mutant: a bug of a release, or one that represents
// the class.
func TestEveryClassOfReleasesHasAMutant(t *testing.T) {
	stand := map[string]int{}
	for _, m := range mutants.Released() {
		if class, stands := strings.CutPrefix(m.Released, "stands for: "); stands {
			stand[class]++
		}
	}
	for _, class := range []string{
		"reuse", "beside tables", "ancestry", "held", "access", "late refusal",
		"joint deletion", "scale", "acts", "saved worlds",
	} {
		require.Equal(t, 1, stand[class], class)
	}
}
