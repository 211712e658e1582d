package bench

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// peer is a program of tools/peers that runs the benchmarks of fast/bench on another engine. It
// answers "list" with their names, and "NAME N MILLISECONDS" with "NAME N LEAST CHECK BYTES", where
// LEAST is the shortest time per operation in ns, and BYTES is the growth of the heap per N. If
// there are two versions of an engine, the better figure counts.
type peer struct {
	engine string // the first word of the title
	title  string // the engine and its version
	file   string
	knows  []string // names of benchmarks
}

// peers are programs in a fixed order.
type peers []*peer

// versions lists the programs, by the folders of their engines' sources, and how to build them.
var versions = []struct {
	folder string
	build  func(source, file string) error
}{
	{"ark-0.8.1", buildArk},
	{"flecs-4.1.6", func(source, file string) error { return buildFlecs(filepath.Join(source, "distr"), file) }},
	{"flecs-3.2.12", func(source, file string) error { return buildFlecs(source, file, "-DFLECS3") }},
}

// findPeers builds the programs whose engines are in the folder. absent is a sentence about the others, or
// "" if there are none.
func findPeers(engines string) (found peers, absent string, err error) {
	programs, err := filepath.Abs(filepath.Join("bin", "peers"))
	if err != nil {
		return nil, "", err
	}
	if err := os.MkdirAll(programs, 0o755); err != nil {
		return nil, "", err
	}
	var missing []string
	for _, v := range versions {
		source, err := filepath.Abs(filepath.Join(engines, v.folder))
		if err != nil {
			return nil, "", err
		}
		if _, err := os.Stat(source); err != nil {
			missing = append(missing, v.folder)
			continue
		}
		file := filepath.Join(programs, v.folder)
		if err := v.build(source, file); err != nil {
			return nil, "", err
		}
		p, err := newPeer(strings.Replace(v.folder, "-", " ", 1), file)
		if err != nil {
			return nil, "", err
		}
		found = append(found, p)
	}
	if len(missing) > 0 {
		absent = fmt.Sprintf("%d of %d engines are not compared: %s not in %s (tools/peers/README.md)", len(missing),
			len(versions), strings.Join(missing, ", "), engines)
	}
	return found, absent, nil
}

// buildArk compiles the program against a checkout of Ark, in a workspace of both modules.
func buildArk(source, file string) error {
	program, err := filepath.Abs(filepath.Join("tools", "peers", "ark"))
	if err != nil {
		return err
	}
	work := file + ".work"
	text := fmt.Sprintf("go 1.26.0\n\nuse (\n\t%q\n\t%q\n)\n", program, source)
	if err := os.WriteFile(work, []byte(text), 0o644); err != nil {
		return err
	}
	_, err = output(program, "env", "GOWORK="+work, "go", "build", "-o", file, ".")
	return err
}

// buildFlecs compiles the program, and Flecs if it has changed since the last build.
func buildFlecs(source, file string, flags ...string) error {
	compile := func(code, object string) error {
		_, err := output(".", "gcc", slices.Concat([]string{"-O3", "-DNDEBUG", "-I" + source}, flags,
			[]string{"-c", code, "-o", object})...)
		return err
	}
	engine, program := filepath.Join(source, "flecs.c"), file+"-bench.o"
	code, err := os.Stat(engine)
	if err != nil {
		return err
	}
	if object, err := os.Stat(file + ".o"); err != nil || object.ModTime().Before(code.ModTime()) {
		if err := compile(engine, file+".o"); err != nil {
			return err
		}
	}
	if err := compile(filepath.Join("tools", "peers", "flecs", "bench.c"), program); err != nil {
		return err
	}
	_, err = output(".", "gcc", program, file+".o", "-o", file, "-lm", "-lpthread")
	return err
}

// engines returns the engines of the peers, each once.
func (l peers) engines() []string {
	var list []string
	for _, p := range l {
		if !slices.Contains(list, p.engine) {
			list = append(list, p.engine)
		}
	}
	return list
}

func newPeer(title, file string) (*peer, error) {
	engine, _, _ := strings.Cut(title, " ")
	p := &peer{engine: engine, title: title, file: file}
	listing, err := p.run("list")
	p.knows = strings.Fields(listing)
	return p, err
}

// milliseconds is the time for a benchmark at a size in one process. With fewer than about ten
// runs, benchmarks that create entities mostly measure memory allocation by the system.
const milliseconds = 20

// patience is the time limit for an answer of a peer. If a benchmark takes longer at a size, it is
// omitted.
var patience = 20 * time.Second

func (p *peer) run(args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var errs bytes.Buffer
	command := exec.CommandContext(ctx, p.file, args...)
	command.Stderr = &errs
	command.WaitDelay = time.Second // for its own children
	out, err := command.Output()
	if ctx.Err() != nil {
		return "", fmt.Errorf("%s %s: no answer in %v", p.title, strings.Join(args, " "), patience)
	}
	if err != nil {
		return "", fmt.Errorf("%s %s: %w: %s", p.title, strings.Join(args, " "), err, strings.TrimSpace(errs.String()))
	}
	return string(out), nil
}

// fastest returns the shortest time per operation that a peer measures, the growth of its heap, and
// its check value.
func (p *peer) fastest(name string, n int) (f figures, err error) {
	out, err := p.run(name, strconv.Itoa(n), strconv.Itoa(milliseconds))
	if err != nil {
		return f, err
	}
	var ofName string
	var ofN int
	_, err = fmt.Sscan(out, &ofName, &ofN, &f.time, &f.check, &f.bytes)
	if err != nil || ofName != name || ofN != n || f.time <= 0 {
		return f, fmt.Errorf("%s: %q is not a measurement of %s at %d", p.title, strings.TrimSpace(out), name, n)
	}
	f.bytes = max(f.bytes, 0)
	return f, nil
}

// measure runs the benchmark on the peers that have it. If a peer's check value differs from that
// of fast, measure reports the error and omits the peer, also at larger sizes.
func (l peers) measure(m *measured) (left []error) {
	for _, p := range l {
		if !slices.Contains(p.knows, m.name) {
			continue
		}
		found, err := p.fastest(m.name, m.n)
		if err == nil && found.check != m.check {
			err = fmt.Errorf("%s: %s at %d has the check %.0f, not %.0f: it does different work", p.title, m.name, m.n,
				found.check, m.check)
		}
		if err != nil {
			left = append(left, err)
			// do not run it again, also not for larger sizes
			p.knows = slices.DeleteFunc(p.knows, func(name string) bool { return name == m.name })
			continue
		}
		before := m.theirs[p.engine]
		m.theirs[p.engine] = figures{time: least(before.time, found.time), bytes: least(before.bytes, found.bytes)}
	}
	return left
}
