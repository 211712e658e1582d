package mutation

import (
	"context"
	"fmt"
	"go/ast"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"

	"github.com/relspec/relspec/tools/mutation/schemata"
	"github.com/relspec/relspec/tools/run"
)

// ours is the module of relspec. switchPath is the package that instrumented sources import.
// Everything is built in the module tools, which requires both.
const (
	ours       = "github.com/relspec/relspec"
	switchPath = ours + "/tools/mutation/schemata"
)

// toolsIn returns the folder of the module tools in the repository at root.
func toolsIn(root string) string { return filepath.Join(root, "tools") }

// Packages returns the packages of the fast engine that are mutated.
func Packages() []string {
	return []string{
		ours + "/fast", ours + "/fast/engine", ours + "/fast/internal/change", ours + "/fast/internal/query",
		ours + "/fast/internal/rules",
		ours + "/fast/internal/store",
	}
}

// debugOnly matches the files whose code runs only with the build tag relspec_debug.
var debugOnly = regexp.MustCompile(`/fast/internal/store/(debug|stale)\.go$`)

// Instrumented is a set of packages with all their mutants.
type Instrumented struct {
	Points []Point // in the order of packages, files and positions
	// Functions has the text of each function with its comment, by "file function" as in points.
	Functions map[string]string

	root, dir string
	packages  []*source
	replaced  map[string]string // instrumented files by the files that they replace
}

// Instrument finds the mutants of packages and writes the instrumented sources to a folder. The
// patterns are resolved by the go command in the folder tools of the repository at root. Generated
// files, and code that only runs with a build tag, are not changed. It needs the go command.
func Instrument(ctx context.Context, root, dir string, patterns ...string) (*Instrumented, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	packages, err := load(ctx, root, patterns)
	if err != nil {
		return nil, err
	}
	in := &Instrumented{
		Functions: map[string]string{}, root: root, dir: dir, packages: packages, replaced: map[string]string{},
	}
	for _, s := range packages {
		for i := range s.files {
			f := &s.files[i]
			if ast.IsGenerated(f.ast) || debugOnly.MatchString(filepath.ToSlash(f.path)) {
				continue // of generated files, test the template
			}
			if err := in.file(s, f); err != nil {
				return nil, err
			}
		}
	}
	if len(in.Points) > schemata.Max {
		return nil, fmt.Errorf("%d mutants are more than the %d that one build can have; select fewer packages",
			len(in.Points), schemata.Max)
	}
	return in, nil
}

// file instruments one file.
func (in *Instrumented) file(s *source, f *file) error {
	name, err := filepath.Rel(in.root, f.path)
	if err != nil {
		return err
	}
	text := s.scan(f, filepath.ToSlash(name), in)
	if text == nil {
		return nil
	}
	to := filepath.Join(in.dir, fmt.Sprintf("%d_%s", len(in.replaced), filepath.Base(f.path)))
	in.replaced[f.path] = to
	return os.WriteFile(to, text, 0o644)
}

// Build compiles a command with the mutants.
func (in *Instrumented) Build(ctx context.Context, command, out string) error {
	return in.compile(ctx, in.replaced, "build", "-ldflags=-s -w", "-o", out, command)
}

// testMain is the start of the tests of an instrumented package.
const testMain = `package %s

import (
	"os"
	"testing"

	"github.com/relspec/relspec/tools/mutation/schemata"
)

func TestMain(m *testing.M) {
	schemata.FromEnvironment()
	code := m.Run()
	if err := schemata.Save(); err != nil {
		panic(err)
	}
	os.Exit(code)
}
`

// buildTest compiles the tests of the package in a folder with the mutants.
func (in *Instrumented) buildTest(ctx context.Context, folder, out string) error {
	main := out + "_main_test.go"
	if err := os.WriteFile(main, fmt.Appendf(nil, testMain, path.Base(folder)), 0o644); err != nil {
		return err
	}
	replaced := maps.Clone(in.replaced)
	replaced[filepath.Join(in.root, folder, "zz_mutation_main_test.go")] = main
	return in.compile(ctx, replaced, "test", "-c", "-vet=off", "-ldflags=-s -w", "-o", out, ours+"/"+folder)
}

// compile runs the go command with an overlay.
func (in *Instrumented) compile(ctx context.Context, replaced map[string]string, verb string, args ...string) error {
	overlay := filepath.Join(in.dir, "overlay.json")
	if err := run.Go(ctx, toolsIn(in.root), overlay, replaced, verb, args...); err != nil {
		return fmt.Errorf("the mutants do not compile: %w", err)
	}
	return nil
}
