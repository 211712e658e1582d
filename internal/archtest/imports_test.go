// Package archtest checks that dependencies between the packages point one way:
//
//	spec <- spec/lang <- {model, fast, fuzz, oracle}
//	internal/oracle/{show, cover, compare, ...} <- oracle, its public face
//	{model, fast, oracle} <- internal/engines <- internal/{report, suite, exhaust} <- {oracle/enginetest, cmd}
//
// The two engines share the vocabulary and nothing else, or a mistake of one could hide in the other.
package archtest

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const module = "github.com/relspec/relspec"

// mayImport lists, for each layer, the other layers that its files may import. A layer is a folder
// with its subfolders, except subfolders that are layers themselves. It may always import itself. A
// new top-level folder needs a line here.
//
// The packages of the oracle have an order: each imports only those before it.
var mayImport = map[string][]string{
	"spec":      {},
	"spec/lang": {"spec"},
	"model": {
		"spec", "spec/lang", "model/rules", "model/rules/query", "model/rules/events", "model/proof", "model/tecs",
	},
	// worlds of Tecs, which share no rules with other worlds
	"model/tecs":         {"spec"},
	"model/rules":        {"spec"},                                     // the meaning of a world
	"model/rules/query":  {"spec", "model/rules"},                      // which rows answer a query
	"model/rules/events": {"spec", "model/rules", "model/rules/query"}, // which changes and events are reported
	"model/proof":        {"spec", "spec/lang", "model/rules", "model/rules/query"},
	"fast":               slices.Concat([]string{"spec"}, fastRooms),
	"fast/engine":        slices.Concat([]string{"spec", "spec/lang", "fast", "fast/tecs/engine"}, fastRooms),
	// the API of Tecs on a world of fast
	"fast/tecs":          slices.Concat([]string{"spec", "fast"}, fastRooms),
	"fast/tecs/engine":   {"spec", "fast", "fast/tecs", "fast/internal/bridge"}, // its tests create worlds with the bridge
	"fast/inspect":       {"spec", "fast"},                                      // a page about a running world
	"fast/bench":         {"spec", "fast", "fast/tecs"},                         // benchmarks
	"examples":           {"fast", "fast/inspect"},                              // programs like those of games
	"docs":               {"spec", "fast"},                                      // the code of the guide
	"docs/specification": {"spec"},                                              // the clauses as data
	"oracle":             slices.Concat([]string{"spec"}, oracleRooms),
	"oracle/adapter":     {"spec"},
	"oracle/scenario":    {"spec", "spec/lang", "internal/oracle/capability"},
	"oracle/enginetest":  {"spec", "oracle", "internal/suite", "internal/engines", "internal/snippet"},
	"adapters":           {"spec", "spec/lang", "oracle", "oracle/adapter", "oracle/enginetest", "fuzz"},
	"fuzz": {
		"spec", "spec/lang", "internal/expected", "fuzz/content", "fuzz/internal/flecs",
		"fuzz/internal/declared",
	},
	"fuzz/content": {"spec"}, // generated features
	"cmd": slices.Concat([]string{
		"docs/specification",
		"spec", "spec/lang", "model", "fast", "fuzz", "oracle", "oracle/adapter", "oracle/scenario",
		"internal/engines", "internal/exhaust", "internal/suite", "internal/report", "internal/export",
		"internal/skeleton", "internal/snippet", "internal/ask", "internal/playground", "internal/playground/link",
		"play", "internal/console",
	}, oracleRooms),

	"internal": {"spec", "spec/lang"},
	// streams, reports and selections, for all commands
	"internal/console": {"spec"},
	// expected worlds, without an engine
	"internal/expected":          {"spec", "spec/lang"},
	"internal/oracle/hash":       {},
	"internal/oracle/build":      {"spec"},
	"internal/oracle/show":       {"spec", "spec/lang"},
	"internal/oracle/shard":      {"spec"},
	"internal/oracle/capability": {"spec", "spec/lang"},
	"internal/oracle/lawful": {
		"spec", "spec/lang", "internal/expected", "internal/oracle/hash",
		"internal/oracle/capability",
	},
	"internal/oracle/cover": {
		"spec", "internal/expected", "internal/oracle/show",
		"internal/oracle/capability", "internal/oracle/lawful",
	},
	"internal/oracle/compare": {
		"spec", "internal/oracle/hash", "internal/oracle/show",
		"internal/oracle/capability", "internal/oracle/lawful",
	},
	"internal/oracle/variant": {
		"spec", "spec/lang", "internal/oracle/hash",
		"internal/oracle/capability", "internal/oracle/lawful",
	},
	"internal/oracle/law": {
		"spec", "spec/lang", "internal/oracle/hash", "internal/oracle/show", "internal/oracle/capability",
		"internal/oracle/cover", "internal/oracle/lawful", "internal/oracle/compare",
	},
	"internal/oracle/runner": {
		"spec", "internal/oracle/show", "internal/oracle/lawful",
		"internal/oracle/cover", "internal/oracle/compare", "internal/oracle/variant", "internal/oracle/law",
	},
	"internal/oracle/reduce": {
		"spec", "spec/lang", "internal/oracle/capability", "internal/oracle/lawful",
		"internal/oracle/compare", "internal/oracle/runner",
	},
	"internal/oracle/finding": {
		"docs/specification", "spec", "internal/ask", "internal/oracle/capability", "internal/oracle/show",
		"internal/oracle/shard", "internal/oracle/compare", "internal/oracle/runner", "internal/oracle/reduce",
		"oracle/scenario",
	},
	"internal/oracle/campaign": {
		"spec", "internal/oracle/hash", "internal/oracle/show", "internal/oracle/shard",
		"internal/oracle/cover", "internal/oracle/variant", "internal/oracle/runner", "internal/oracle/reduce",
		"internal/oracle/finding",
	},
	"internal/oracle/transcript": {
		"spec", "internal/oracle/show",
		"internal/oracle/capability", "internal/oracle/lawful", "internal/oracle/compare", "internal/oracle/runner",
	},
	"internal/oracle/oracletest": {"spec", "model", "internal/oracle/runner"}, // test helpers of the packages

	"fast/internal/store":  {},
	"fast/internal/rules":  {"spec", "fast/internal/store"},
	"fast/internal/query":  {"spec", "spec/lang", "fast/internal/store", "fast/internal/rules"},
	"fast/internal/change": {"spec", "fast/internal/store", "fast/internal/rules", "fast/internal/query"},
	"fast/internal/bridge": {"fast/internal/change", "fast/internal/rules", "spec"},
	"fast/internal/stats":  {"fast/internal/store", "fast/internal/rules"},
	"fast/internal/save":   {"spec", "fast/internal/store", "fast/internal/rules"}, // files of worlds

	// shared by the builders
	"fuzz/internal/draft": {"spec"},
	// fragments are written in steps
	"fuzz/internal/flecs": {
		"spec", "spec/lang", "internal/expected", "fuzz/content", "fuzz/internal/draft",
		"oracle/scenario",
	},
	"fuzz/internal/declared": {"spec", "internal/expected", "fuzz/internal/draft"},

	"internal/exhaust": {
		"spec", "oracle", "internal/oracle/cover", "internal/oracle/runner", "internal/oracle/shard",
	},
	"internal/engines": {"spec", "model", "fast", "fast/engine", "oracle"}, // provides the engines
	"internal/suite": slices.Concat([]string{
		"spec", "fuzz", "fuzz/content", "oracle", "oracle/adapter",
		"oracle/scenario", "internal/engines", "internal/report", "internal/snippet",
	}, oracleRooms),
	"internal/export": slices.Concat([]string{"spec", "oracle", "oracle/scenario"}, oracleRooms),
	"internal/ask":    {"spec", "spec/lang"}, // interactive queries
	"internal/playground": {
		"spec", "spec/lang", "model", "fast/engine", "oracle/scenario", "internal/ask", "internal/playground/link",
		"internal/report/picture", "internal/oracle/compare", "internal/oracle/finding", "internal/oracle/show",
	},
	"internal/playground/link": {"spec"}, // links to the playground
	"internal/report/graph":    {},
	"internal/report/picture":  {"spec", "internal/oracle/finding", "internal/oracle/show", "internal/report/graph"},
	// the page and its programs
	"play": {"spec", "oracle/scenario", "internal/playground", "internal/playground/link"},
	"internal/report": slices.Concat([]string{
		"docs/specification", "spec", "oracle", "oracle/scenario", "internal/engines",
		"internal/report/picture", "internal/playground",
	}, oracleRooms),
	"internal/misbehaving": {"spec", "model", "oracle/adapter"}, // an adapter that breaks the protocol, for tests
	"internal/skeleton":    {"spec"},
	"internal/snippet":     {"spec"}, // counterexamples in the language of the engine
	"internal/twin": { // drives the typed API of fast against the model
		"spec", "model", "fast", "fast/engine", "internal/oracle/compare", "internal/oracle/show",
	},
	"internal/acceptance": {
		"spec", "spec/lang", "model", "fast", "fast/engine", "fast/tecs", "oracle",
		"oracle/scenario", "fuzz", "internal", "internal/engines", "internal/oracle/oracletest",
	},
}

// fastRooms are the packages of fast, from the bottom up.
var fastRooms = []string{
	"fast/internal/store", "fast/internal/rules", "fast/internal/query", "fast/internal/change", "fast/internal/bridge",
	"fast/internal/stats",
	"fast/internal/save",
}

// oracleRooms are the packages of the oracle, from the bottom up. Their tests may import all of
// them, and the engines.
var oracleRooms = []string{
	"internal/oracle/hash", "internal/oracle/show", "internal/oracle/shard", "internal/oracle/capability",
	"internal/oracle/cover",
	"internal/oracle/lawful", "internal/oracle/compare", "internal/oracle/variant", "internal/oracle/law",
	"internal/oracle/runner",
	"internal/oracle/reduce", "internal/oracle/finding", "internal/oracle/campaign", "internal/oracle/transcript",
}

// testsMayImport lists what all test files may import in addition to mayImport. testsOf lists it
// for the test files of one layer: for example, the tests of the oracle need generated traces, and
// the tests of comparisons need the engines.
var (
	testsMayImport = []string{"internal", "internal/acceptance", "docs/specification"}
	testsOf        = map[string][]string{
		"fast": {"fast/engine"},
		"oracle": {
			"fuzz", "model", "fast", "fast/engine", "internal/engines", "internal/oracle/build",
			"internal/oracle/oracletest",
		},
		"docs/specification":  {"spec"},
		"oracle/adapter":      {"model", "oracle"},
		"oracle/scenario":     {"model"},
		"oracle/enginetest":   {"model", "fast", "fast/engine"},
		"model/rules/query":   {"spec/lang"}, // Examples read their queries
		"internal/suite":      {"model", "internal/misbehaving"},
		"internal/skeleton":   {"internal/suite", "oracle/adapter"},
		"internal/export":     {"model", "fast", "fast/engine"},
		"cmd":                 {"fast/engine", "fast/inspect", "internal/misbehaving"},
		"fuzz/internal/flecs": {"model"},
		"fuzz": slices.Concat([]string{
			"model", "fast", "fast/engine", "oracle", "oracle/scenario",
			"internal/engines",
		}, oracleRooms),
		"adapters":            {"internal/suite", "internal/skeleton", "internal/engines", "internal/snippet"},
		"internal/exhaust":    {"internal/engines"},
		"internal/acceptance": {"internal/exhaust"},
	}
)

func init() {
	for _, room := range oracleRooms {
		testsOf[room] = slices.Concat([]string{
			"model", "fast", "fast/engine", "fuzz", "internal/engines", "internal/oracle/build",
			"internal/oracle/oracletest",
		}, oracleRooms)
	}
}

// restricted lists modules that only test files and the named layers may import. A program that
// embeds one of our libraries must not depend on them.
var restricted = map[string][]string{
	"github.com/cucumber/godog":   {"internal/acceptance"},
	"github.com/stretchr/testify": {"internal", "internal/acceptance", "internal/oracle/oracletest"},
	"pgregory.net/rapid":          {"fuzz", "internal", "internal/acceptance", "internal/twin"},
}

func TestImportsPointOneWay(t *testing.T) {
	root := os.DirFS("../..")
	_, err := fs.Stat(root, "go.mod")
	require.NoError(t, err, "the test must run two folders below the root of the repository")

	violations, err := check(root)
	require.NoError(t, err)
	require.Empty(t, violations, strings.Join(violations, "\n"))
}

// check returns a line for each forbidden import below fsys, in the order of the files.
func check(fsys fs.FS) ([]string, error) {
	var violations []string
	err := fs.WalkDir(fsys, ".", func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && file != "." && isForeign(fsys, file):
			return fs.SkipDir
		case entry.IsDir() || path.Ext(file) != ".go":
			return nil
		}
		found, err := checkFile(fsys, file)
		violations = append(violations, found...)
		return err
	})
	return violations, err
}

// isForeign reports whether a folder is outside the module, so that the go command skips it too, or
// contains findings that diffcheck saved.
func isForeign(fsys fs.FS, folder string) bool {
	name := path.Base(folder)
	if folder == "findings" {
		return true
	}
	if name == "testdata" || name == "node_modules" || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") {
		return true
	}
	_, err := fs.Stat(fsys, path.Join(folder, "go.mod"))
	return err == nil
}

func checkFile(fsys fs.FS, file string) ([]string, error) {
	text, err := fs.ReadFile(fsys, file)
	if err != nil {
		return nil, err
	}
	positions := token.NewFileSet()
	source, err := parser.ParseFile(positions, file, text, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	layer := layerOf(path.Dir(file))
	if layer == "" {
		return []string{file + ": no layer of mayImport holds this folder"}, nil
	}
	isTest := strings.HasSuffix(file, "_test.go")
	var violations []string
	for _, spec := range source.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		if allowed(path.Dir(file), layer, imported, isTest) {
			continue
		}
		violations = append(violations, fmt.Sprintf("%s:%d: %s may not import %s",
			file, positions.Position(spec.Pos()).Line, layer, imported))
	}
	return violations, nil
}

func allowed(folder, layer, imported string, isTest bool) bool {
	if isEmbedded(folder) && !isTest && imported == module+"/spec/ledger" {
		return false
	}
	if imports, ours := below(imported, module); ours {
		target := layerOf(imports)
		return target == layer || slices.Contains(mayImport[layer], target) ||
			isTest && (slices.Contains(testsMayImport, target) || slices.Contains(testsOf[layer], target))
	}
	for name, layers := range restricted {
		if _, inside := below(imported, name); inside {
			return isTest || slices.Contains(layers, layer)
		}
	}
	return isTest || !isEmbedded(folder) || isStandard(imported)
}

// isEmbedded reports whether Go programs embed the packages of a folder, which then depend on the
// standard library alone. spec/ledger reads its files with a YAML library; no embedded package
// imports it.
func isEmbedded(folder string) bool {
	room, _, _ := strings.Cut(folder, "/")
	return room == "spec" && folder != "spec/ledger" || room == "model" || room == "fast"
}

// isStandard reports whether a path belongs to the standard library. The first element of other
// paths is a host name.
func isStandard(imported string) bool {
	host, _, _ := strings.Cut(imported, "/")
	return !strings.Contains(host, ".")
}

// layerOf returns the layer of a folder of the module, or "".
func layerOf(folder string) string {
	longest := ""
	for layer := range mayImport {
		if _, inside := below(folder, layer); inside && len(layer) > len(longest) {
			longest = layer
		}
	}
	return longest
}

// below returns the rest of name after parent, if name is parent or a path below it.
func below(name, parent string) (rest string, inside bool) {
	rest, inside = strings.CutPrefix(name, parent)
	if !inside || rest != "" && rest[0] != '/' {
		return "", false
	}
	return strings.TrimPrefix(rest, "/"), true
}
