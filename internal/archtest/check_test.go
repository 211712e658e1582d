package archtest

import (
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

func TestCheckFindsForbiddenImports(t *testing.T) {
	const ours = module + "/"
	cases := []struct {
		file, imported string
		allowed        bool
	}{
		{"spec/id.go", "strings", true},
		{"spec/id.go", "example.com/other", false},
		{"spec/id_test.go", "example.com/other", true},
		{"fast/engine/world.go", "go.yaml.in/yaml/v3", false},
		{"oracle/run.go", "example.com/other", true},
		{"spec/id.go", ours + "spec/ledger", false},
		{"cmd/diffcheck/main.go", ours + "spec/ledger", true},
		{"spec/ledger/load.go", "go.yaml.in/yaml/v3", true},

		{"spec/id.go", ours + "spec/lang", false},
		{"spec/lang/parse.go", ours + "spec", true},
		{"spec/language/parse.go", ours + "spec/lang", false},
		{"spec/id_test.go", ours + "internal/text", true},
		{"spec/id_test.go", ours + "model", false},
		{"model/world.go", ours + "model/set", true},
		{"model/rules/entities_and_ids.go", ours + "model", false},
		{"model/world_test.go", ours + "fast", false},
		{"fast/bench/world.go", ours + "model", false},

		{"oracle/run.go", ours + "internal/engines", false},
		{"oracle/run_test.go", ours + "internal/engines", true},
		{"internal/oracle/runner/run.go", ours + "internal/oracle/compare", true},
		{"internal/oracle/compare/compare.go", ours + "internal/oracle/runner", false},
		{"internal/oracle/compare/compare_test.go", ours + "internal/oracle/runner", true},
		{"cmd/diffcheck/main.go", ours + "internal/acceptance", false},

		{"model/world.go", "github.com/cucumber/godog", false},
		{"cmd/diffcheck/main.go", "github.com/cucumber/godog/colors", false},
		{"model/world_test.go", "github.com/cucumber/godog", true},
		{"internal/acceptance/steps.go", "github.com/cucumber/godog", true},
		{"oracle/run.go", "pgregory.net/rapidly", true},
	}
	for _, c := range cases {
		t.Run(c.file+" imports "+c.imported, func(t *testing.T) {
			violations, err := check(tree(c.file, c.imported))
			require.NoError(t, err)
			if c.allowed {
				require.Empty(t, violations)
				return
			}
			layer := layerOf(c.file)
			require.Equal(t, []string{fmt.Sprintf("%s:3: %s may not import %s", c.file, layer, c.imported)}, violations)
		})
	}
}

func tree(file, imported string) fstest.MapFS {
	text := fmt.Sprintf("package p\n\nimport _ %q\n", imported)
	return fstest.MapFS{file: {Data: []byte(text)}}
}

func TestCheckRefusesAFolderWithoutALayer(t *testing.T) {
	violations, err := check(tree("novelty/p.go", "fmt"))
	require.NoError(t, err)
	require.Equal(t, []string{"novelty/p.go: no layer of mayImport holds this folder"}, violations)
}

func TestCheckLeavesOtherModulesAlone(t *testing.T) {
	for _, file := range []string{
		"model/testdata/p.go", "node_modules/p.go", ".git/p.go", "_attic/p.go", "tools/p.go",
		"findings/1/p.go",
	} {
		fsys := tree(file, module+"/cmd/diffcheck")
		fsys["tools/go.mod"] = &fstest.MapFile{Data: []byte("module tools")}
		violations, err := check(fsys)
		require.NoError(t, err)
		require.Empty(t, violations, file)
	}
}

func TestCheckReportsAFileThatDoesNotParse(t *testing.T) {
	_, err := check(fstest.MapFS{"model/p.go": {Data: []byte("package")}})
	require.ErrorContains(t, err, "model/p.go")
}

func TestEveryLayerNamedInARuleExists(t *testing.T) {
	for layer, imports := range mayImport {
		for _, imported := range imports {
			require.Contains(t, mayImport, imported, "%s imports it", layer)
		}
	}
	for _, layers := range restricted {
		for _, layer := range layers {
			require.Contains(t, mayImport, layer)
		}
	}
}
