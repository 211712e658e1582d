package twin_test

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
)

const fastPath = "github.com/relspec/relspec/fast"

// apart are typed calls that no twin has: nothing general is there to compare them with.
var apart = map[string]string{
	"Commands.Clone":       "fast/clone_later_test.go compares it with the call that does not wait",
	"Commands.Instantiate": "fast/clone_later_test.go compares it with the call that does not wait",
	"Commands.Set":         "fast/clone_later_test.go compares it with the call that does not wait",
	"RegisterCopy":         "engines have no functions that copy; fast/snapshot_values_test.go has its tests",
	"World.Observe":        "callbacks; internal/twin has no observers, fast/observer_*_test.go compare them",
	"Observe":              "likewise; fast/observer_value_test.go",
	"World.AbandonLoops":   "after a panic of the program",
	"Query.GroupRows":      "general",
	"anyQuery.String":      "for people",
	"FileCodec":            "of saved files, which tests of saving read",
}

// Every exported typed call of package fast is used in this package, so that a new one fails here until it is driven.
func TestEveryTypedCallIsDriven(t *testing.T) {
	files := token.NewFileSet()
	imports := importer.ForCompiler(files, "gc", compiled(t))
	fast, err := imports.Import(fastPath)
	require.NoError(t, err)
	used := usedOf(t, files, imports)
	var missing []string
	all := typedCalls(fast)
	require.Greater(t, len(all), 120)
	for _, name := range all {
		_, exempt := apart[name]
		require.False(t, exempt && used[name], "%s is driven: take it out of apart", name)
		if !exempt && !used[name] {
			missing = append(missing, name)
		}
	}
	require.Empty(t, missing, "drive these in internal/twin")
}

// typedCalls are the functions that are generic or have to do with a typed query, and the methods
// of the types of the typed API.
func typedCalls(fast *types.Package) (list []string) {
	scope := fast.Scope()
	term := scope.Lookup("Term").Type().Underlying().(*types.Interface)
	for _, name := range scope.Names() {
		o := scope.Lookup(name)
		if !o.Exported() {
			continue
		}
		switch o := o.(type) {
		case *types.Func:
			if s := o.Signature(); s.TypeParams().Len() > 0 || mentions(s) {
				list = append(list, name)
			}
		case *types.Const:
			if types.Implements(o.Type(), term) {
				list = append(list, name)
			}
		case *types.TypeName:
			named, ok := o.Type().(*types.Named)
			if !ok || !typedType(name) {
				continue
			}
			for m := range types.NewMethodSet(types.NewPointer(named)).Methods() {
				if m.Obj().Exported() && name != "World" || shortWays[m.Obj().Name()] {
					list = append(list, methodName(m.Obj()))
				}
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// methodName is a method with the type that declares it, "" for none. Queries are asked through an interface.
func methodName(o types.Object) string {
	f, ok := o.(*types.Func)
	if !ok || f.Signature().Recv() == nil {
		return ""
	}
	receiver := f.Signature().Recv().Type()
	if p, ok := receiver.(*types.Pointer); ok {
		receiver = p.Elem()
	}
	named, ok := types.Unalias(receiver).(*types.Named)
	if !ok {
		return ""
	}
	name := named.Obj().Name()
	if name == "rowsQuery" {
		name = "anyQuery"
	}
	return name + "." + o.Name()
}

// shortWays are methods of a world that are short ways of the typed API.
var shortWays = map[string]bool{
	"AddPair": true, "RemovePair": true, "HasPair": true, "SpawnWith": true, "Spawn": true, "Defer": true,
	"Relationship": true, "Closure": true, "Changes": true,
	"Value": true, "SetValue": true, "Exchange": true, "SpawnMany": true,
}

func typedType(name string) bool {
	for _, prefix := range []string{
		"Query", "Batch", "Spawner", "Column", "Component", "Commands", "Changes",
		"Closure", "Relationship", "World",
	} {
		if rest, ok := strings.CutPrefix(name, prefix); ok && strings.Trim(rest, "012345") == "" && name != "Query" {
			return true
		}
	}
	return false
}

func mentions(s *types.Signature) bool {
	for _, tuple := range []*types.Tuple{s.Params(), s.Results()} {
		for v := range tuple.Variables() {
			if named, ok := v.Type().(*types.Named); ok && named.Obj().Name() == "Term" {
				return true
			}
		}
	}
	return false
}

// usedOf are the functions and methods of package fast that the sources of this package call.
func usedOf(t *testing.T, files *token.FileSet, imports types.Importer) map[string]bool {
	names, err := filepath.Glob("*.go")
	require.NoError(t, err)
	var sources []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(files, name, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		sources = append(sources, file)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}}
	_, err = (&types.Config{Importer: imports}).Check("twin", files, sources, info)
	require.NoError(t, err)
	used := map[string]bool{}
	for _, o := range info.Uses {
		if o.Pkg() != nil && o.Pkg().Path() == fastPath {
			used[o.Name()] = true
		}
	}
	for _, s := range info.Selections {
		used[methodName(s.Obj())] = true
	}
	return used
}

// compiled finds what the compiler wrote about the packages that this one imports.
func compiled(t *testing.T) importer.Lookup {
	cmd := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", ".")
	list, err := cmd.Output()
	require.NoError(t, err)
	export := map[string]string{}
	for line := range strings.Lines(string(list)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		export[path] = file
	}
	return func(path string) (io.ReadCloser, error) { return os.Open(export[path]) }
}
