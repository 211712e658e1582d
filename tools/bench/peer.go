package bench

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

// peer is a program that measures another engine with the benchmarks of fast/bench. It answers
// "list" with a line for each benchmark that begins with its name, and "NAME N REPETITIONS" with
// "NAME N MEDIAN LEAST SAMPLES CHECK", times in ns per operation. Of two peers of one engine, such
// as two versions, the faster one counts.
type peer struct {
	engine  string // the first word of the title
	title   string // the engine, its version and the like
	command []string
	knows   map[string]string // names of benchmarks, as it writes them, by key
}

// peers are programs, in the order in which they are named.
type peers []*peer

// engines are those of the peers, each once.
func (l peers) engines() []string {
	var list []string
	for _, p := range l {
		if !slices.Contains(list, p.engine) {
			list = append(list, p.engine)
		}
	}
	return list
}

// newPeer takes TITLE=COMMAND, such as "ark 0.8.1=/tmp/peers/ark".
func newPeer(text string) (*peer, error) {
	title, command, ok := strings.Cut(text, "=")
	p := &peer{title: strings.TrimSpace(title), command: strings.Fields(command), knows: map[string]string{}}
	words := strings.Fields(title)
	if !ok || len(words) == 0 || len(p.command) == 0 {
		return nil, fmt.Errorf("%q is not TITLE=COMMAND", text)
	}
	p.engine = words[0]
	listing, err := p.run("list")
	if err != nil {
		return nil, err
	}
	for lines := bufio.NewScanner(strings.NewReader(listing)); lines.Scan(); {
		if words := strings.Fields(lines.Text()); len(words) > 0 {
			p.knows[key(words[0])] = words[0]
		}
	}
	return p, nil
}

// key is a name of a benchmark without case and underscores: iter2_tab is Iter2Tab.
func key(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

// repetitions is how many repetitions a peer is asked for in a turn.
const repetitions = 5

// patience is the time that a peer has for one answer: a benchmark that takes longer at a size is left out.
var patience = time.Minute

func (p *peer) run(args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var errs bytes.Buffer
	command := exec.CommandContext(ctx, p.command[0],
		append(p.command[1:], args...)...) //nolint:gosec // the user names the program
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

// fastest is the least time per operation that a peer measures, and the proof of its work.
func (p *peer) fastest(name string, n int) (least float64, check int64, err error) {
	out, err := p.run(name, strconv.Itoa(n), strconv.Itoa(repetitions))
	if err != nil {
		return 0, 0, err
	}
	words := strings.Fields(out)
	if len(words) < 6 || words[0] != name || words[1] != strconv.Itoa(n) {
		return 0, 0, fmt.Errorf("%s: %q is not a measurement of %s at %d", p.title, strings.TrimSpace(out), name, n)
	}
	least, err = strconv.ParseFloat(words[3], 64)
	check, err2 := strconv.ParseInt(words[5], 10, 64)
	if err = errors.Join(err, err2); err == nil && least <= 0 {
		err = errors.New("a time that is not positive")
	}
	if err != nil {
		return 0, 0, fmt.Errorf("%s: %s at %d: %w", p.title, name, n, err)
	}
	return least, check, nil
}

// measure lets the peers that know the benchmark measure it. A figure counts if the proof of the
// work is that of fast; one that does not count is told and left out, at larger sizes too.
func (l peers) measure(m *measured) (left []error) {
	for _, p := range l {
		name, ok := p.knows[key(m.name)]
		if !ok {
			continue
		}
		time, proof, err := p.fastest(name, m.n)
		if err == nil && float64(proof) != m.check {
			err = fmt.Errorf("%s: %s at %d has the check %d, not %.0f: it is other work", p.title, name, m.n, proof,
				m.check)
		}
		if err != nil {
			left = append(left, err)
			delete(p.knows, key(m.name)) // it is not asked for larger sizes, or again
			continue
		}
		m.theirs[p.engine] = least(m.theirs[p.engine], time)
	}
	return left
}
