package mutation

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
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

// generated matches generated files. They are not mutated; their template should be tested instead.
var generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

// Packages returns the packages of the fast engine that are mutated.
func Packages() []string {
	return []string{
		ours + "/fast", ours + "/fast/engine", ours + "/fast/internal/change", ours + "/fast/internal/query",
		ours + "/fast/internal/rules",
		ours + "/fast/internal/store",
	}
}

// Instrumented is a set of packages with all their mutants.
type Instrumented struct {
	Points []Point // in the order of packages, files and positions

	root, dir string
	packages  []*source
	replaced  map[string]string // instrumented files by the files that they replace
}

// Instrument finds the mutants of packages and writes the instrumented sources to a folder. The
// patterns are resolved by the go command in the folder tools of the repository at root. Generated
// files are not changed. It needs the go command.
func Instrument(ctx context.Context, root, dir string, patterns ...string) (*Instrumented, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	packages, err := load(ctx, root, patterns)
	if err != nil {
		return nil, err
	}
	in := &Instrumented{root: root, dir: dir, packages: packages, replaced: map[string]string{}}
	for _, s := range packages {
		for i := range s.files {
			f := &s.files[i]
			if generated.Match(f.text) {
				continue
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
	digest := sha256.Sum256(f.text)
	text := s.scan(f, Point{File: filepath.ToSlash(name), Digest: hex.EncodeToString(digest[:])[:12]}, &in.Points)
	if text == nil {
		return nil
	}
	return in.write(f.path, text)
}

// write replaces a source file, or adds one.
func (in *Instrumented) write(path string, text []byte) error {
	to := filepath.Join(in.dir, fmt.Sprintf("%d_%s", len(in.replaced), filepath.Base(path)))
	in.replaced[path] = to
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

// buildTest compiles the tests of a package with the mutants.
func (in *Instrumented) buildTest(ctx context.Context, path, name, dir, out string) error {
	replaced := maps.Clone(in.replaced)
	main := out + "_main_test.go"
	if err := os.WriteFile(main, fmt.Appendf(nil, testMain, name), 0o644); err != nil {
		return err
	}
	replaced[filepath.Join(dir, "zz_mutation_main_test.go")] = main
	return in.compile(ctx, replaced, "test", "-c", "-vet=off", "-ldflags=-s -w", "-o", out, path)
}

// compile runs the go command with an overlay.
func (in *Instrumented) compile(ctx context.Context, replaced map[string]string, verb string, args ...string) error {
	overlay := filepath.Join(in.dir, "overlay.json")
	if err := run.Go(ctx, toolsIn(in.root), overlay, replaced, verb, args...); err != nil {
		return fmt.Errorf("the mutants do not compile: %w", err)
	}
	return nil
}
