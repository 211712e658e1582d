package archtest

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// mostNames is how many exported names package oracle has at most: whoever opens it reads them in one sitting.
const mostNames = 40

// TestTheFaceOfTheOracleIsSmall counts the exported types, functions, constants and variables of package oracle; methods
// and fields belong to their type.
func TestTheFaceOfTheOracleIsSmall(t *testing.T) {
	names := exported(t, "../../oracle")
	require.Greater(t, len(names), 20, "the folder holds the package")
	require.LessOrEqual(t, len(names), mostNames, "package oracle exports %d names: %s", len(names), strings.Join(names, " "))
}

// exported lists the exported names of the package in a folder, each with a doc comment.
func exported(t *testing.T, folder string) []string {
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	require.NoError(t, err)
	positions := token.NewFileSet()
	var parsed []*ast.File
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := parser.ParseFile(positions, file, nil, parser.ParseComments)
		require.NoError(t, err)
		parsed = append(parsed, source)
	}
	pkg, err := doc.NewFromFiles(positions, parsed, module+"/oracle")
	require.NoError(t, err)
	var names []string
	note := func(text string, found ...string) {
		require.NotEmpty(t, text, "%v has no doc comment", found)
		names = append(names, found...)
	}
	values := func(all []*doc.Value) {
		for _, v := range all {
			note(v.Doc, v.Names...)
		}
	}
	functions := func(all []*doc.Func) {
		for _, f := range all {
			note(f.Doc, f.Name)
		}
	}
	values(pkg.Consts)
	values(pkg.Vars)
	functions(pkg.Funcs)
	for _, typ := range pkg.Types {
		note(typ.Doc, typ.Name)
		values(typ.Consts)
		values(typ.Vars)
		functions(typ.Funcs)
	}
	return names
}

// mostFiles is how many files a folder has at most, tests left out, so that whoever opens it sees what there is.
const mostFiles = 45

// TestFoldersAreNotCrowded counts the files of every folder of the module.
func TestFoldersAreNotCrowded(t *testing.T) {
	files := map[string]int{}
	root := os.DirFS("../..")
	require.NoError(t, fs.WalkDir(root, ".", func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && file != "." && isForeign(root, file):
			return fs.SkipDir
		case !entry.IsDir() && strings.HasSuffix(file, ".go") && !strings.HasSuffix(file, "_test.go"):
			files[path.Dir(file)]++
		}
		return nil
	}))
	require.Greater(t, files["fast"], 20)
	require.Greater(t, len(files), 60)
	for folder, n := range files {
		require.LessOrEqual(t, n, mostFiles, "%s has %d files: a folder below it may hold those that belong together", folder, n)
	}
}
