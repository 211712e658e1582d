package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// sharedPage lists what both engines call in spec and spec/lang.
const sharedPage = "../../docs/oracle.md"

// Comparing the engines does not find errors in functions that both call. The page lists each such function with its
// tests; a new one needs a line there and a direct test.
func TestSharedFunctionsAreListed(t *testing.T) {
	functions := map[string]bool{}
	for name, folder := range map[string]string{"spec": "../../spec", "lang": "../../spec/lang"} {
		for _, f := range parsed(t, folder, false) {
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.IsExported() {
					functions[name+"."+fn.Name.Name] = true
				}
			}
		}
	}
	model, fast := called(t, "../../model", functions), called(t, "../../fast", functions)
	var shared []string
	for name := range model {
		if fast[name] {
			shared = append(shared, name)
		}
	}
	require.Greater(t, len(shared), 5)
	page, err := os.ReadFile(sharedPage)
	require.NoError(t, err)
	_, section, found := strings.Cut(string(page), "<!-- shared -->\n")
	section, _, ended := strings.Cut(section, "<!-- end -->")
	require.True(t, found && ended)
	var listed []string
	for row := range strings.Lines(section) {
		if cells := strings.Split(row, "`"); strings.HasPrefix(row, "| `") {
			listed = append(listed, cells[1])
		}
	}
	slices.Sort(shared)
	require.Equal(t, shared, listed, "the table of docs/oracle.md, in this order")
}

// called returns the functions of packages spec and lang that files in a folder and its subfolders
// use.
func called(t *testing.T, folder string, functions map[string]bool) map[string]bool {
	out := map[string]bool{}
	for _, f := range parsed(t, folder, true) {
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if pkg, ok := s.X.(*ast.Ident); ok && functions[pkg.Name+"."+s.Sel.Name] {
					out[pkg.Name+"."+s.Sel.Name] = true
				}
			}
			return true
		})
	}
	return out
}

// parsed returns the files in a folder, except tests and those below bench.
func parsed(t *testing.T, folder string, below bool) (out []*ast.File) {
	require.NoError(t, filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path != folder && (!below || entry.Name() == "bench"):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		out = append(out, f)
		return err
	}))
	return out
}
