package mutation

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"time"

	"github.com/relspec/relspec/tools/mutants"
	"github.com/relspec/relspec/tools/mutation/schemata"
)

// suite holds the tests of an instrumented package, in short mode.
type suite struct {
	dir, binary string
	short       bool
	tests       []test
	// broken lists tests that fail without a mutant, for example those that count allocations. They
	// are skipped.
	broken []string
}

type test struct {
	name    string
	reached []byte
	took    time.Duration
}

// testLimit is the time limit for tests. Without a mutant they take almost no time.
const testLimit = 40 * time.Second

// newSuite runs each test without a mutant, to find out which mutants it reaches.
func newSuite(ctx context.Context, dir, binary string) (*suite, error) {
	s := &suite{dir: dir, binary: binary, short: true}
	list, err := s.run(ctx, testLimit, nil, "-test.list", ".")
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
	return s, s.cover(ctx, names)
}

// cover runs some tests without a mutant.
func (s *suite) cover(ctx context.Context, names []string) error {
	file := s.binary + "-reached"
	for _, name := range names {
		begun := time.Now()
		_, err := s.run(ctx, testLimit, []string{schemata.ReachedVariable + "=" + file}, "-test.run", exactly(name))
		if ctx.Err() != nil {
			return ctx.Err()
		}
		reached, readErr := os.ReadFile(file)
		if err != nil || readErr != nil {
			s.broken = append(s.broken, name)
			continue
		}
		s.tests = append(s.tests, test{name, reached, time.Since(begun)})
	}
	return nil
}

func exactly(names ...string) string {
	for i := range names {
		names[i] = regexp.QuoteMeta(names[i])
	}
	return "^(" + strings.Join(names, "|") + ")$"
}

// try runs the tests that reach a mutant and returns the first that fails. covered is false if none
// reaches it.
func (s *suite) try(ctx context.Context, id uint16) (by string, covered bool, _ error) {
	by, _, covered, err := s.fails(ctx, id)
	return by, covered, err
}

// fails is like try, but also returns the output of the tests.
func (s *suite) fails(ctx context.Context, id uint16) (by, out string, covered bool, _ error) {
	var names []string
	limit := testLimit
	for i := range s.tests {
		if t := &s.tests[i]; t.reached[id] != 0 {
			names = append(names, t.name)
			limit += 10 * t.took
		}
	}
	if len(names) == 0 {
		return "", "", false, nil
	}
	out, err := s.run(ctx, limit, []string{fmt.Sprintf("%s=%d", schemata.MutantVariable, id)}, "-test.failfast",
		"-test.run", exactly(names...))
	switch {
	case ctx.Err() != nil:
		return "", "", true, ctx.Err()
	case err == nil:
		return "", "", true, nil
	}
	for line := range strings.Lines(out) {
		if name, failed := strings.CutPrefix(line, "--- FAIL: "); failed {
			name, _, _ = strings.Cut(name, " ")
			return "test " + name, out, true, nil
		}
	}
	return "tests: " + fatal(out), out, true, nil
}

// run runs the test binary with arguments.
func (s *suite) run(ctx context.Context, limit time.Duration, env []string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if s.short {
		args = append([]string{"-test.short"}, args...)
	}
	cmd := mutants.Limited(ctx, s.binary, args)
	cmd.Dir, cmd.Env = s.dir, append(os.Environ(), env...)
	var out bytes.Buffer
	said := &opening{&out}
	cmd.Stdout, cmd.Stderr = said, said
	err := cmd.Run()
	if _, failed := err.(*exec.ExitError); err != nil && !failed { //nolint:errorlint // never wrapped
		return "", err
	}
	return out.String(), err
}
