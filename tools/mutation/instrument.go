package mutation

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/relspec/relspec/tools/mutation/schemata"
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
	// Digest is a hash of all files.
	Digest string

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
	all := sha256.New()
	for _, s := range packages {
		for i := range s.files {
			f := &s.files[i]
			all.Write(f.text)
			if generated.Match(f.text) {
				continue
			}
			if err := in.file(s, f); err != nil {
				return nil, err
			}
		}
	}
	in.Digest = hex.EncodeToString(all.Sum(nil))[:16]
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

// BuildTests compiles the tests of each package with the mutants. It returns the binaries by the
// folders in which they must run. Packages with a TestMain are not supported.
func (in *Instrumented) BuildTests(ctx context.Context) (map[string]string, error) {
	tests := map[string]string{}
	for _, s := range in.packages {
		out := filepath.Join(in.dir, fmt.Sprintf("tests%d", len(tests)))
		if err := in.buildTest(ctx, s.path, s.name, s.dir, out); err != nil {
			return nil, err
		}
		tests[s.dir] = out
	}
	return tests, nil
}

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

// Tests holds tests of a package in an instrumented build.
type Tests struct{ s *suite }

// Tests compiles the tests of a package, given by its folder in the repository, and runs the named
// ones without a mutant. The package name must equal the folder name.
func (in *Instrumented) Tests(ctx context.Context, folder string, names ...string) (*Tests, error) {
	dir, out := filepath.Join(in.root, folder), filepath.Join(in.dir, strings.ReplaceAll(folder, "/", "_"))
	if err := in.buildTest(ctx, ours+"/"+folder, path.Base(folder), dir, out); err != nil {
		return nil, err
	}
	s := &suite{dir: dir, binary: out}
	if err := s.cover(ctx, names); err != nil {
		return nil, err
	}
	if len(s.broken) > 0 {
		return nil, fmt.Errorf("%s: %v fail in the instrumented build", folder, s.broken)
	}
	return &Tests{s}, nil
}

// Named returns one of the tests.
func (t *Tests) Named(name string) *Tests {
	s := *t.s
	s.tests = slices.DeleteFunc(slices.Clone(s.tests), func(t test) bool { return t.name != name })
	return &Tests{&s}
}

// Reaches reports whether one of the tests executes a mutant's position.
func (t *Tests) Reaches(id uint16) bool {
	return slices.ContainsFunc(t.s.tests, func(t test) bool { return t.reached[id] != 0 })
}

// Try returns the name of a test that fails with a mutant, or "". A panic or timeout does not count
// as a failure.
func (t *Tests) Try(ctx context.Context, id uint16) (string, error) {
	by, out, _, err := t.s.fails(ctx, id)
	name, is := strings.CutPrefix(by, "test ")
	if err != nil || !is || strings.Contains(out, "\npanic: ") {
		return "", err
	}
	return name, nil
}

// compile runs the go command with an overlay.
func (in *Instrumented) compile(ctx context.Context, replaced map[string]string, verb string, args ...string) error {
	text, err := json.Marshal(map[string]map[string]string{"Replace": replaced})
	if err != nil {
		return err
	}
	overlay := filepath.Join(in.dir, "overlay.json")
	if err := os.WriteFile(overlay, text, 0o644); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "go", append([]string{verb, "-overlay", overlay}, args...)...)
	cmd.Dir = toolsIn(in.root)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("the mutants do not compile: %w\n%s", err, bytes.TrimSpace(said.Bytes()))
	}
	return nil
}
