package twin_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// apart are calls that no run makes.
var apart = map[string]string{
	"Instantiate": "copies of prefabs: fast/clone_deep_test.go, clone_later_test.go", "Of": "likewise", "Tops": "likewise",
	"Named": "fast/example_short_test.go", "Below": "likewise", "FindBelow": "likewise", "Pairs": "likewise",
	"SetOne": "likewise", "One": "likewise", "Maybe": "likewise", "EndWith": "likewise",
	"NewComponent": "the general form of Register", "IsTerm": "for the compiler", "IsID": "likewise", "IsInitial": "likewise",
	"MoveBefore": "orders of sources: the protocol's reorder, fast/ordered_test.go", "MoveAfter": "likewise",
	"Find": "for people: fast/inspect_test.go", "Records": "likewise", "TableOf": "likewise", "Search": "likewise",
	"TextOf": "likewise", "Describe": "likewise", "WriteText": "likewise", "Stats": "likewise, fast/stats_test.go",
	"AbandonLoops": "after a panic of the program: fast/query_split_test.go", "GroupRows": "general: fast/query_rows_test.go",
	"Seen": "of prepared queries: fast/table_watch_test.go",
	"Emit": "events of a program's own: fast/emit_test.go", "Listen": "likewise", "HandleFailures": "fast/observer_acting_test.go",
	"WithEventLimit": "likewise", "RegisterCopy": "fast/snapshot_values_test.go",
	"Atomically": "of the program alone: fast/undo_test.go", "Undo": "likewise", "Redo": "likewise",
	"FileCodec": "files: fast/save_test.go, part_test.go", "FileProgress": "likewise", "FileIndices": "likewise",
	"FileVariables": "likewise", "FileLeaveOut": "likewise", "FileMakeMissing": "likewise", "FileBelow": "likewise",
	"FileRename": "likewise", "SavePart": "likewise", "SaveQuery": "likewise", "SaveTree": "likewise", "LoadPart": "likewise",
}

// Runs, or the operations of the protocol that package engine carries out, call every exported
// function and method of package fast, so that a new one fails here until something drives it.
func TestEveryCallIsDriven(t *testing.T) {
	driven := map[string]bool{}
	for _, pattern := range []string{"*.go", "../../fast/engine/*.go"} {
		sources(t, pattern, func(n ast.Node) {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				driven[n.Sel.Name] = true
			case *ast.BasicLit: // a method that is called by its name
				if name, err := strconv.Unquote(n.Value); err == nil {
					driven[name] = true
				}
			}
		})
	}
	var missing []string
	calls := 0
	sources(t, "../../fast/*.go", func(n ast.Node) {
		f, ok := n.(*ast.FuncDecl)
		if !ok || !f.Name.IsExported() || f.Recv != nil && !offered(f.Recv.List[0].Type) {
			return
		}
		calls++
		name := f.Name.Name
		_, exempt := apart[name]
		require.False(t, exempt && driven[name], "%s is driven: take it out of apart", name)
		if !exempt && !driven[name] {
			missing = append(missing, name)
		}
	})
	require.Greater(t, calls, 300)
	require.Empty(t, missing, "drive these in internal/twin")
}

// offered reports whether a program can have a receiver; every query has an anyQuery.
func offered(receiver ast.Expr) bool {
	for {
		switch r := receiver.(type) {
		case *ast.StarExpr:
			receiver = r.X
		case *ast.IndexExpr:
			receiver = r.X
		case *ast.IndexListExpr:
			receiver = r.X
		case *ast.Ident:
			return r.IsExported() || r.Name == "anyQuery"
		default:
			return false
		}
	}
}

// sources calls f for every node of the files of a pattern that are no tests.
func sources(t *testing.T, pattern string, f func(ast.Node)) {
	t.Helper()
	names, err := filepath.Glob(pattern)
	require.NoError(t, err)
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for n := range ast.Preorder(file) {
			f(n)
		}
	}
}
