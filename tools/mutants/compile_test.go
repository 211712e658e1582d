package mutants_test

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/tools/mutants"
)

// Every mutant compiles; otherwise the error would only show when it runs. Mutants of different
// files are checked together, each against the declarations of all other files.
func TestEveryMutantCompiles(t *testing.T) {
	files := token.NewFileSet()
	imports := importer.ForCompiler(files, "gc", compiled(t))
	packages := map[string]map[string]*ast.File{}
	for waiting := slices.Concat(mutants.All(), mutants.Rules()); len(waiting) > 0; {
		dir := filepath.Dir(waiting[0].File)
		if packages[dir] == nil {
			packages[dir] = declarations(t, files, dir)
		}
		together := map[string]mutants.Mutant{} // by file
		var later []mutants.Mutant
		for _, m := range waiting {
			name := filepath.Base(m.File)
			if _, taken := together[name]; taken || filepath.Dir(m.File) != dir {
				later = append(later, m)
			} else {
				together[name] = m
			}
		}
		waiting = later
		requireCompile(t, files, imports, packages[dir], together)
	}
}

// compiled returns the export data of the packages that fast imports. It does not need the sources
// of Go.
func compiled(t *testing.T) importer.Lookup {
	cmd := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", "./fast/engine", "./model")
	cmd.Dir = root
	list, err := cmd.Output()
	require.NoError(t, err)
	export := map[string]string{}
	for line := range strings.Lines(string(list)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		export[path] = file
	}
	return func(path string) (io.ReadCloser, error) { return os.Open(export[path]) }
}

func requireCompile(
	t *testing.T, files *token.FileSet, imports types.Importer, sound map[string]*ast.File,
	planted map[string]mutants.Mutant,
) {
	var all []*ast.File
	for name, file := range sound {
		if m, mutated := planted[name]; mutated {
			text, err := os.ReadFile(filepath.Join(root, m.File))
			require.NoError(t, err)
			changed, err := m.Apply(string(text))
			if err != nil { // another test reports it
				all = append(all, file)
				continue
			}
			file, err = parser.ParseFile(files, m.Name, changed, parser.SkipObjectResolution)
			require.NoError(t, err, m.Name)
		}
		all = append(all, file)
	}
	config := types.Config{Importer: imports, Error: func(err error) {
		if e, ok := err.(types.Error); ok { //nolint:errorlint // never wrapped
			for _, m := range planted {
				if m.Name == e.Fset.Position(e.Pos).Filename {
					t.Errorf("mutant %s does not compile: %s", m.Name, e.Msg)
				}
			}
		}
	}}
	_, _ = config.Check("fast", files, all, nil) // files without bodies have errors, because imports are unused
}

// declarations returns the files of a package without the bodies of functions.
func declarations(t *testing.T, files *token.FileSet, dir string) map[string]*ast.File {
	out := map[string]*ast.File{}
	names, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
	require.NoError(t, err)
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				f.Body = nil
			}
		}
		out[filepath.Base(name)] = file
	}
	return out
}
