package fast_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// shownOnce is the rule for families of types that differ only in their number of fields: examples
// for one member are enough, also for methods. An example of a method covers the methods of that
// name of all types. A type is covered by its constructors, methods or constants, or by another
// name that concerns only it ([shownBy]).
var shownOnce = regexp.MustCompile(`^(Query|NewQuery|Row|Batch|Spawn|SpawnMany|Spawner|NewSpawner)[1-9]\b`)

// shownBy lists, for types that a program only gets as parameters or results, the name whose
// example covers them.
var shownBy = map[string]string{
	"Instance": "Instantiate", "Part": "LoadPart", "Matching": "SetAll",
	"RelationshipStats": "Relationships", "Row": "Rows", "RowN": "All", "ErrorCode": "Code",
}

func TestEveryExportedNameHasAnExample(t *testing.T) {
	shown := shownNames(t)
	families := map[string]bool{}
	covered := map[string]bool{}
	for _, name := range exportedNames(t) {
		if typ, of, ok := strings.Cut(name, "<"); ok {
			covered[shownOnce.ReplaceAllString(typ, "${1}N")] = covered[shownOnce.ReplaceAllString(typ, "${1}N")] ||
				shown[of]
			continue
		}
		family := shownOnce.ReplaceAllString(name, "${1}N")
		_, member, isMember := strings.Cut(name, ".")
		if !isMember {
			member = name
		}
		if shown[member] || shown[shownBy[family]] {
			covered[family] = true
			if typ, _, ok := strings.Cut(family, "."); ok {
				covered[typ] = true
			}
		}
		families[family] = true
	}
	var list []string
	for family := range families {
		if !covered[family] {
			list = append(list, family)
		}
	}
	slices.Sort(list)
	require.Greater(t, len(families), 100)
	require.Empty(t, list, "no Example and no code of the guide uses these names; add an Example or do not export them")
}

// exportedNames returns the exported names of package fast; methods and fields include their type.
func exportedNames(t *testing.T) (names []string) {
	fset := token.NewFileSet()
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	var parsed []*ast.File
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution|parser.ParseComments)
		require.NoError(t, err)
		parsed = append(parsed, f)
	}
	p, err := doc.NewFromFiles(fset, parsed, "github.com/relspec/relspec/fast")
	require.NoError(t, err)
	funcs := func(list []*doc.Func, of string) {
		for _, f := range list {
			if f.Name != "IsTerm" && f.Name != "IsID" && f.Name != "IsInitial" { // programs cannot call these
				names = append(names, of+f.Name)
			}
		}
	}
	values := func(list []*doc.Value) {
		for _, v := range list {
			for _, name := range v.Names {
				if ast.IsExported(name) {
					names = append(names, name)
				}
			}
		}
	}
	funcs(p.Funcs, "")
	values(p.Consts)
	values(p.Vars)
	for _, typ := range p.Types {
		names = append(names, typ.Name)
		funcs(typ.Funcs, "")
		funcs(typ.Methods, typ.Name+".")
		values(typ.Consts)
		values(typ.Vars)
		for _, f := range typ.Funcs {
			names = append(names, typ.Name+"<"+f.Name) // an example of it covers the type
		}
		for _, v := range typ.Consts {
			for _, name := range v.Names {
				names = append(names, typ.Name+"<"+name)
			}
		}
	}
	return names
}

// shownNames returns the names after a dot in Examples of the package and the guide, and the types
// named in the doc comment of the package or in a page of the guide.
func shownNames(t *testing.T) map[string]bool {
	shown := map[string]bool{}
	fset := token.NewFileSet()
	for _, pattern := range []string{"*_test.go", "../docs/guide/*_test.go", "../examples/*/main.go"} {
		files, err := filepath.Glob(pattern)
		require.NoError(t, err)
		require.NotEmpty(t, files, pattern)
		for _, name := range files {
			f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
			require.NoError(t, err)
			for _, d := range f.Decls {
				if of, ok := d.(*ast.FuncDecl); ok && strings.HasSuffix(name, "_test.go") &&
					!strings.HasPrefix(of.Name.Name, "Example") {
					continue
				}
				ast.Inspect(d, func(n ast.Node) bool {
					if s, ok := n.(*ast.SelectorExpr); ok {
						shown[s.Sel.Name] = true
					}
					return true
				})
			}
		}
	}
	pages, err := filepath.Glob("../docs/guide/*.md")
	require.NoError(t, err)
	require.NotEmpty(t, pages)
	code := regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
	word := regexp.MustCompile(`\b[A-Z][A-Za-z0-9]*\b`)
	for _, page := range pages {
		text, err := os.ReadFile(page)
		require.NoError(t, err)
		for _, piece := range code.FindAllString(string(text), -1) {
			for _, name := range word.FindAllString(piece, -1) {
				shown[name] = true
			}
		}
	}
	return shown
}
