package mutation

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/relspec/relspec/tools/run"
)

// source is a package with its types.
type source struct {
	path  string // import path
	files []file
	fset  *token.FileSet
	info  *types.Info
}

type file struct {
	path string // absolute
	text []byte
	ast  *ast.File
}

// listed is the part of the output of go list that load needs.
type listed struct {
	ImportPath, Dir, Export string
	GoFiles                 []string
	DepOnly                 bool
}

// load parses packages and checks their types. Dependencies come from the export data of the
// compiler.
func load(ctx context.Context, root string, patterns []string) ([]*source, error) {
	args := append([]string{"list", "-export", "-deps", "-json=ImportPath,Dir,Export,GoFiles,DepOnly"},
		patterns...)
	out, err := run.Output(ctx, toolsIn(root), nil, "go", args...)
	if err != nil {
		return nil, fmt.Errorf("the packages cannot be listed: %w", err)
	}
	exports := map[string]string{}
	var named []listed
	for lines := json.NewDecoder(strings.NewReader(out)); ; {
		var p listed
		if err := lines.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		exports[p.ImportPath] = p.Export
		if !p.DepOnly {
			named = append(named, p)
		}
	}
	fset := token.NewFileSet()
	imports := importer.ForCompiler(fset, "gc",
		func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	var all []*source
	for _, p := range named {
		s, err := check(fset, imports, p)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// check parses a package and determines the types of its expressions.
func check(fset *token.FileSet, imports types.Importer, p listed) (*source, error) {
	s := &source{path: p.ImportPath, fset: fset}
	s.info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{},
	}
	var files []*ast.File
	for _, name := range p.GoFiles {
		path := filepath.Join(p.Dir, name)
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		parsed, err := parser.ParseFile(fset, path, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		s.files = append(s.files, file{path, text, parsed})
		files = append(files, parsed)
	}
	config := types.Config{Importer: imports}
	_, err := config.Check(p.ImportPath, fset, files, s.info)
	return s, err
}
