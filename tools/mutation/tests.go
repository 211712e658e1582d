package mutation

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/relspec/relspec/tools/mutants"
	"github.com/relspec/relspec/tools/mutation/schemata"
)

// Tests holds tests of a package in an instrumented build.
type Tests struct {
	dir, binary string
	short       bool
	tests       []test
	// Broken lists tests that fail without a mutant, for example those that count allocations.
	// AllTests skips them.
	Broken []string
}

type test struct {
	name    string
	reached []byte
	took    time.Duration
}

// testLimit is the time limit for tests. Without a mutant they take almost no time.
const testLimit = 40 * time.Second

// Tests compiles the tests of a package, given by its folder in the repository, and runs the named
// ones without a mutant. The package name must equal the folder name.
func (in *Instrumented) Tests(ctx context.Context, folder string, names ...string) (*Tests, error) {
	t := &Tests{
		dir: filepath.Join(in.root, folder), binary: filepath.Join(in.dir, strings.ReplaceAll(folder, "/", "_")),
	}
	if err := in.buildTest(ctx, ours+"/"+folder, path.Base(folder), t.dir, t.binary); err != nil {
		return nil, err
	}
	if err := t.cover(ctx, names); err != nil {
		return nil, err
	}
	if len(t.Broken) > 0 {
		return nil, fmt.Errorf("%s: %v fail in the instrumented build", folder, t.Broken)
	}
	return t, nil
}

// AllTests compiles the tests of each instrumented package, to run them in short mode, and runs each
// without a mutant. Packages with a TestMain are not supported.
func (in *Instrumented) AllTests(ctx context.Context) ([]*Tests, error) {
	var all []*Tests
	for i, s := range in.packages {
		t := &Tests{dir: s.dir, binary: filepath.Join(in.dir, fmt.Sprintf("tests%d", i)), short: true}
		if err := in.buildTest(ctx, s.path, s.name, s.dir, t.binary); err != nil {
			return nil, err
		}
		list, err := t.run(ctx, testLimit, nil, "-test.list", ".")
		if err != nil {
			return nil, err
		}
		var names []string
		for name := range strings.Lines(list) {
			name = strings.TrimSpace(name)
			if strings.HasPrefix(name, "Test") || strings.HasPrefix(name, "Example") { // not fuzz targets and benchmarks
				names = append(names, name)
			}
		}
		if err := t.cover(ctx, names); err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

// cover runs some tests without a mutant, to find out which mutants they reach.
func (t *Tests) cover(ctx context.Context, names []string) error {
	file := t.binary + "-reached"
	for _, name := range names {
		begun := time.Now()
		_, err := t.run(ctx, testLimit, []string{schemata.ReachedVariable + "=" + file}, "-test.run", exactly(name))
		if ctx.Err() != nil {
			return ctx.Err()
		}
		reached, readErr := os.ReadFile(file)
		if err != nil || readErr != nil {
			t.Broken = append(t.Broken, name)
			continue
		}
		t.tests = append(t.tests, test{name, reached, time.Since(begun)})
	}
	return nil
}

func exactly(names ...string) string {
	for i := range names {
		names[i] = regexp.QuoteMeta(names[i])
	}
	return "^(" + strings.Join(names, "|") + ")$"
}

// Len returns the number of tests.
func (t *Tests) Len() int { return len(t.tests) }

// Named returns one of the tests.
func (t *Tests) Named(name string) *Tests {
	one := *t
	one.tests = slices.DeleteFunc(slices.Clone(t.tests), func(t test) bool { return t.name != name })
	return &one
}

// Reaches reports whether one of the tests executes a mutant's position.
func (t *Tests) Reaches(id uint16) bool {
	return slices.ContainsFunc(t.tests, func(t test) bool { return t.reached[id] != 0 })
}

// Try returns the name of a test that fails with a mutant, or "". A panic or timeout does not count
// as a failure.
func (t *Tests) Try(ctx context.Context, id uint16) (string, error) {
	by, out, err := t.fails(ctx, id)
	name, is := strings.CutPrefix(by, "test ")
	if err != nil || !is || strings.Contains(out, "\npanic: ") {
		return "", err
	}
	return name, nil
}

// Detect runs the tests that reach a mutant. It returns "test NAME" for the first that fails,
// "tests: " and the reason if the process ended in another way, or "".
func (t *Tests) Detect(ctx context.Context, id uint16) (string, error) {
	by, _, err := t.fails(ctx, id)
	return by, err
}

// fails is like Detect, and also returns the output of the tests if there was a failure.
func (t *Tests) fails(ctx context.Context, id uint16) (by, out string, _ error) {
	var names []string
	limit := testLimit
	for i := range t.tests {
		if t := &t.tests[i]; t.reached[id] != 0 {
			names = append(names, t.name)
			limit += 10 * t.took
		}
	}
	if len(names) == 0 {
		return "", "", nil
	}
	out, err := t.run(ctx, limit, []string{fmt.Sprintf("%s=%d", schemata.MutantVariable, id)}, "-test.failfast",
		"-test.run", exactly(names...))
	switch {
	case ctx.Err() != nil:
		return "", "", ctx.Err()
	case err == nil:
		return "", "", nil
	}
	for line := range strings.Lines(out) {
		if name, failed := strings.CutPrefix(line, "--- FAIL: "); failed {
			name, _, _ = strings.Cut(name, " ")
			return "test " + name, out, nil
		}
	}
	return "tests: " + fatal(out), out, nil
}

// run runs the test binary with arguments.
func (t *Tests) run(ctx context.Context, limit time.Duration, env []string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if t.short {
		args = append([]string{"-test.short"}, args...)
	}
	cmd := mutants.Limited(ctx, t.binary, args)
	cmd.Dir, cmd.Env = t.dir, append(os.Environ(), env...)
	var out bytes.Buffer
	said := &opening{&out}
	cmd.Stdout, cmd.Stderr = said, said
	err := cmd.Run()
	if _, failed := err.(*exec.ExitError); err != nil && !failed { //nolint:errorlint // never wrapped
		return "", err
	}
	return out.String(), err
}
