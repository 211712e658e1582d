package acceptance

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/fast/tecs"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec/ledger"
)

// topLevel returns the names declared in a Go file.
func topLevel(t *testing.T, names map[string]bool, file string) {
	source, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	require.NoError(t, err)
	for _, declaration := range source.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				names[d.Name.Name] = true
			}
		case *ast.GenDecl:
			for _, one := range d.Specs {
				switch s := one.(type) {
				case *ast.TypeSpec:
					names[s.Name.Name] = true
				case *ast.ValueSpec:
					for _, name := range s.Names {
						names[name.Name] = true
					}
				}
			}
		}
	}
}

func declared(t *testing.T, folder string, tests bool) map[string]bool {
	names := map[string]bool{}
	require.NoError(t, fs.WalkDir(os.DirFS(folder), ".", func(file string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(file, ".go") && strings.HasSuffix(file, "_test.go") == tests &&
			!strings.Contains(file, "testdata/") {
			topLevel(t, names, folder+"/"+file)
		}
		return err
	}))
	return names
}

// Every test that a reading in the ledger names exists.
func TestReadingsNameExistingTests(t *testing.T) {
	scenarios, err := scenario.Embedded()
	require.NoError(t, err)
	known := declared(t, "../../fast", true)
	maps.Copy(known, declared(t, "../../spec/lang", true))
	for _, s := range scenarios {
		id, _, _ := strings.Cut(s.ID, "/")
		known[id] = true
	}
	all, err := ledger.All()
	require.NoError(t, err)
	reference := regexp.MustCompile(`\b(?:[a-z]+(?:-[a-z]+)*-[0-9]{2,3}|(?:Test|Example|Benchmark)[A-Z]\w*)\b`)
	for _, s := range all {
		for _, name := range reference.FindAllString(s.Reading, -1) {
			require.True(t, known[name], "the reading of %s names %s, which does not exist", s.ID, name)
		}
	}
}

// The Go names in the table of the manuals' calls exist.
func TestTheTableOfCallsNamesExistingFunctions(t *testing.T) {
	page, err := os.ReadFile("../../docs/api-map.md")
	require.NoError(t, err)
	ofTecsPage, err := os.ReadFile("../../docs/api-map-tecs.md")
	require.NoError(t, err)
	page = append(page, ofTecsPage...)
	exported := declared(t, "../../fast", false)
	for _, match := range regexp.MustCompile(`\bfast\.([A-Z]\w*)`).FindAllSubmatch(page, -1) {
		require.True(t, exported[string(match[1])], "fast.%s does not exist", match[1])
	}
	ofTecs := declared(t, "../../fast/tecs", false)
	for _, match := range regexp.MustCompile(`\btecs\.([A-Z]\w*)`).FindAllSubmatch(page, -1) {
		require.True(t, ofTecs[string(match[1])], "tecs.%s does not exist", match[1])
	}
	receivers := map[string]reflect.Type{
		"w": reflect.TypeFor[*fast.World](), "position": reflect.TypeFor[*fast.Component[int]](),
		"eats":     reflect.TypeFor[*fast.Component[int]](),
		"velocity": reflect.TypeFor[*fast.Component[int]](), "batch": reflect.TypeFor[fast.Batch2[int, int]](),
		"row":   reflect.TypeFor[fast.Row](),
		"table": reflect.TypeFor[fast.TableInfo](), "id": reflect.TypeFor[fast.ID](),
		"changes": reflect.TypeFor[*fast.Changes](),
		"later":   reflect.TypeFor[*fast.Commands](), "column": reflect.TypeFor[fast.Column[int]](),
		"world": reflect.TypeFor[*tecs.World](), "follows": reflect.TypeFor[*tecs.Relationship](),
		"query":     reflect.TypeFor[*tecs.Query](),
		"transform": reflect.TypeFor[*tecs.Component[int]](), "archetype": reflect.TypeFor[tecs.Batch](),
	}
	methods := regexp.MustCompile(`\b(w|position|eats|velocity|batch|row|table|id|changes|later|column|world|follows|query|transform|archetype)\.([A-Z]\w*)\(`).FindAllSubmatch(page, -1)
	require.Greater(t, len(methods), 40)
	for _, match := range methods {
		_, exists := receivers[string(match[1])].MethodByName(string(match[2]))
		require.True(t, exists, "%s does not exist", bytes.Join(match[1:], []byte(".")))
	}
}
