package mutation

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/relspec/relspec/tools/mutation/schemata"
	"github.com/relspec/relspec/tools/run"
)

// Tests holds tests of a package in an instrumented build.
type Tests struct {
	dir, binary string
	args        []string // of each run
	tests       []test
	// Broken lists tests that fail without a mutant, for example those that count allocations. Detect
	// skips them.
	Broken []string
}

type test struct {
	name    string
	reached []byte
	took    time.Duration
}

// testLimit is the time limit for tests. Without a mutant they take almost no time.
const testLimit = 40 * time.Second

// AllTests returns the tests and Examples of each instrumented package, to run them in short mode.
func (in *Instrumented) AllTests(ctx context.Context) ([]*Tests, error) {
	var all []*Tests
	for _, s := range in.packages {
		t, err := in.Tests(ctx, strings.TrimPrefix(s.path, ours+"/"), "^(Test|Example)", "-test.short")
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

// Tests compiles the tests of a package, given by its folder in the repository, and runs those whose
// names match a pattern without a mutant. The package name must equal the folder name. Packages with a
// TestMain are not supported.
func (in *Instrumented) Tests(ctx context.Context, folder, pattern string, args ...string) (*Tests, error) {
	t := &Tests{
		dir: filepath.Join(in.root, folder), binary: filepath.Join(in.dir, strings.ReplaceAll(folder, "/", "_")),
		args: args,
	}
	if _, err := os.Stat(t.binary); err != nil { // not built yet
		if err := in.buildTest(ctx, folder, t.binary); err != nil {
			return nil, err
		}
	}
	list, err := t.run(ctx, testLimit, nil, "-test.list", pattern)
	if err != nil {
		return nil, err
	}
	return t, t.cover(ctx, strings.Fields(list))
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

func exactly(names ...string) string { return "^(" + strings.Join(names, "|") + ")$" }

// Len returns the number of tests.
func (t *Tests) Len() int { return len(t.tests) }

// Reaches reports whether one of the tests executes a mutant's position.
func (t *Tests) Reaches(id uint16) bool {
	return slices.ContainsFunc(t.tests, func(t test) bool { return t.reached[id] != 0 })
}

// Detect runs the tests that reach a mutant. It returns "test NAME" for the first that fails, "panic in
// test NAME" if it panics, "tests: " and the reason if the process ended in another way, or "".
func (t *Tests) Detect(ctx context.Context, id uint16) (string, error) {
	var names []string
	limit := testLimit
	for i := range t.tests {
		if t := &t.tests[i]; t.reached[id] != 0 {
			names = append(names, t.name)
			limit += 10 * t.took
		}
	}
	if len(names) == 0 {
		return "", nil
	}
	out, err := t.run(ctx, limit, []string{fmt.Sprintf("%s=%d", schemata.MutantVariable, id)}, "-test.failfast",
		"-test.run", exactly(names...))
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err == nil:
		return "", nil
	}
	for line := range strings.Lines(out) {
		if name, failed := strings.CutPrefix(line, "--- FAIL: "); failed {
			name, _, _ = strings.Cut(name, " ")
			if strings.Contains(out, "\npanic: ") {
				return "panic in test " + name, nil
			}
			return "test " + name, nil
		}
	}
	return "tests: " + run.Fatal(out), nil
}

// run runs the test binary with arguments.
func (t *Tests) run(ctx context.Context, limit time.Duration, env []string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := run.Limited(ctx, t.binary, slices.Concat(t.args, args))
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
