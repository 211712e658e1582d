package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/relspec/relspec/tools/run"
)

// program is the compiled tests of fast/bench.
type program struct{ file string }

// build compiles the tests of fast/bench of a checkout.
func build(checkout, file string) (program, error) {
	file, err := filepath.Abs(file)
	if err != nil {
		return program{}, err
	}
	_, err = output(checkout, "go", "test", "-c", "-o", file, "./fast/bench")
	return program{file}, err
}

// buildCommit compiles the tests of fast/bench of a commit.
func buildCommit(commit, file string) (p program, err error) {
	folder, err := os.MkdirTemp("", "relspec-bench")
	if err != nil {
		return program{}, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	if _, err := output(".", "git", "worktree", "add", "--detach", "--quiet", folder, commit); err != nil {
		return program{}, err
	}
	defer func() {
		_, removed := output(".", "git", "worktree", "remove", "--force", folder)
		err = errors.Join(err, removed)
	}()
	return build(folder, file)
}

func output(folder, name string, args ...string) (string, error) {
	return run.Output(context.Background(), folder, nil, name, args...)
}

// names returns the benchmarks whose names match, in the order of the source. It omits Endure,
// which has no size.
func (p program) names(pattern string) ([]string, error) {
	match, err := regexp.Compile(pattern)
	if err != nil {
		return nil, err
	}
	out, err := output(".", p.file, "-test.list=^Benchmark")
	var names []string
	for name := range strings.SplitSeq(out, "\n") {
		if name, ok := strings.CutPrefix(name, "Benchmark"); ok && name != "Endure" && match.MatchString(name) {
			names = append(names, name)
		}
	}
	if err == nil && len(names) == 0 {
		err = fmt.Errorf("no benchmark of fast/bench matches %q", pattern)
	}
	return names, err
}

// figures are what is measured of a benchmark at one size.
type figures struct {
	time  float64 // ns per operation
	bytes float64 // bytes of the heap, per N
	check float64 // a value that shows that the right work was done
}

// measure runs a benchmark in a process of its own.
func (p program) measure(name string, c chosen, args ...string) (string, error) {
	args = append([]string{
		"-test.run=^$", "-test.bench=^Benchmark" + name + "$", "-test.benchtime=" + c.time,
		"-sizes=" + c.sizes,
	}, args...)
	if c.more {
		args = append(args, "-more")
	}
	return output(".", p.file, args...)
}

// sizes runs a benchmark and reads what it reports at each size.
func (p program) sizes(name string, c chosen) ([]measured, error) {
	out, err := p.measure(name, c, "-check")
	if err != nil {
		return nil, err
	}
	var list []measured
	for text := range strings.SplitSeq(out, "\n") {
		fields := strings.Fields(text)
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		_, size, _ := strings.Cut(fields[0], "/")
		size, _, _ = strings.Cut(size, "-") // the number of processors
		m := measured{name: name, theirs: map[string]figures{}}
		if m.n, err = strconv.Atoi(size); err != nil {
			return nil, fmt.Errorf("%q: %w", text, err)
		}
		to := map[string]*float64{"ns/op": &m.time, "heapB/N": &m.bytes, "check": &m.check}
		for i := 2; i+1 < len(fields); i += 2 {
			value := to[fields[i+1]]
			if value == nil {
				continue
			}
			if *value, err = strconv.ParseFloat(fields[i], 64); err != nil {
				return nil, fmt.Errorf("%q: %w", text, err)
			}
		}
		list = append(list, m)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s reports nothing:\n%s", name, out)
	}
	return list, nil
}

// turns measures the benchmarks of two programs in turns, and writes old.txt and new.txt into the folder.
func turns(out io.Writer, c *chosen, before, after program, folder string, count int) error {
	names, err := after.names(c.pattern)
	if err != nil {
		return err
	}
	known, err := before.names(".")
	if err != nil {
		return fmt.Errorf("the old commit: %w", err)
	}
	var texts [2]strings.Builder
	for _, name := range names {
		for turn := range count {
			for i := range 2 {
				side := (i + turn) % 2 // alternate which program runs first
				if side == 0 && !slices.Contains(known, name) {
					continue
				}
				text, err := [2]program{before, after}[side].measure(name, *c)
				if err != nil {
					return err
				}
				texts[side].WriteString(text)
			}
		}
		_, _ = fmt.Fprintf(out, "%s measured\n", name)
	}
	for side, file := range []string{"old.txt", "new.txt"} {
		file = filepath.Join(folder, file)
		if err := os.WriteFile(file, []byte(texts[side].String()), 0o644); err != nil {
			return err
		}
		_, _ = fmt.Fprintln(out, "wrote", file)
	}
	return nil
}
