package bench

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/relspec/relspec/fast/bench"
)

// peer is a program that measures another engine with the workloads of fast/bench. It answers "list" and "NAME N REPETITIONS" as the command
// bench does, and takes turns with processes of that, so that both see the same machine. Of two peers of one engine, such as two versions,
// the faster one counts.
type peer struct {
	engine  string // the first word of the title
	title   string // the engine, its version and the like
	command []string
	knows   map[string]bool // names of workloads
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
	p := &peer{title: strings.TrimSpace(title), command: strings.Fields(command), knows: map[string]bool{}}
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
			p.knows[words[0]] = true
		}
	}
	return p, nil
}

// patience is the time that a peer has for one answer: a workload that takes longer at a size is left out.
var patience = time.Minute

func (p *peer) run(args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var errs bytes.Buffer
	command := exec.CommandContext(ctx, p.command[0], append(p.command[1:], args...)...) //nolint:gosec // the user names the program
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

// least is the least time per operation that a peer measures, and the proof of its work.
func (p *peer) least(name string, n int) (least float64, check int64, err error) {
	out, err := p.run(name, strconv.Itoa(n), strconv.Itoa(minRepetitions))
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

// self is this program as a peer: where others run beside it, it is measured as they are, in processes that do nothing else. In the
// process of the table a workload shares the processor's caches and the collector with its baseline.
func self() (*peer, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	p := &peer{engine: "fast", title: "fast", command: []string{program, "bench"}, knows: map[string]bool{}}
	for _, w := range bench.Workloads() {
		p.knows[w.Name] = true
	}
	return p, nil
}

// beside lets the peers that know the workload measure it. A figure counts if the proof of the work is that of this program; one
// that does not count is told and left out, at larger sizes too.
func (m *measured) beside(all peers, check int64) (left []error) {
	for _, p := range all {
		if !p.knows[m.name] {
			continue
		}
		least, proof, err := p.least(m.name, m.n)
		if err == nil && proof != check {
			err = fmt.Errorf("%s: %s at %d has the check %d, not %d: it is other work", p.title, m.name, m.n, proof, check)
		}
		if err != nil {
			left = append(left, err)
			p.knows[m.name] = false // it is not asked for larger sizes, or again
			continue
		}
		if m.peers == nil {
			m.peers = map[string]float64{}
		}
		if before, ok := m.peers[p.engine]; !ok || least < before {
			m.peers[p.engine] = least
		}
	}
	return left
}

// against is the time of a measurement relative to that of another engine in the same run; 0 if that was not measured.
func (m *measured) against(engine string) float64 {
	theirs, ours := m.peers[engine], m.peers["fast"]
	if theirs == 0 {
		return 0
	}
	if ours == 0 {
		ours = m.min
	}
	return ours / theirs
}
