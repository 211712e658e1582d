package bench

import (
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/relspec/relspec/fast/bench"
)

// survey is the measurement of all workloads, in one run and with a time to keep to.
type survey struct {
	list      []measured
	perTable  float64 // bytes, 0 if not measured
	perEntity float64
	peers     peers   // other engines
	left      []error // figures of peers that do not count
}

// measured is a workload at one size.
type measured struct {
	result
	work  *bench.Workload
	base  float64            // least time of the baseline, whose repetitions alternated; 0 for none
	ratio float64            // to the baseline
	bytes float64            // of the heap, per N, after the first run
	peers map[string]float64 // least times of processes that took turns, by engine, fast among them
}

// of are the measurements of a workload, by size.
func (s *survey) of(name string) []measured {
	var list []measured
	for _, m := range s.list {
		if m.name == name {
			list = append(list, m)
		}
	}
	return list
}

// exponent is the power of N with which the time of all operations grew from one size to another. Operations whose number
// grows at all count as N.
func exponent(from, to *measured) float64 {
	growth := math.Log(to.min/from.min) / math.Log(float64(to.n)/float64(from.n))
	if to.operations > from.operations {
		growth++
	}
	return growth
}

// options are the settings of a survey.
type options struct {
	quick   bool // smaller sizes and fewer repetitions
	pattern string
	within  time.Duration // the time to keep to
	peers   peers         // other engines
	turns   peers         // fast and they, if there are any
}

// run measures the workloads and prints each at once.
func (s *survey) run(out io.Writer, o *options) error {
	match, err := regexp.Compile(o.pattern)
	if err != nil {
		return err
	}
	if len(o.peers) > 0 {
		own, err := self()
		if err != nil {
			return err
		}
		o.turns = append(peers{own}, o.peers...)
	}
	var todo []measured
	for _, w := range bench.Workloads() {
		if !match.MatchString(w.Name) {
			continue
		}
		for _, n := range w.Sizes {
			if !o.quick || n <= 100_000 {
				todo = append(todo, measured{work: &w, result: result{name: w.Name, n: n}})
			}
		}
	}
	s.peers = o.peers
	_, _ = fmt.Fprintf(out, "%-22s %-10s %9s %12s %12s %4s %9s %8s %9s  %s\n",
		"workload", "per", "N", "median ns", "min ns", "runs", "bytes / N", "ratio", "exponent", "baseline")
	end := time.Now().Add(o.within)
	left := 0.0
	for i := range todo {
		left += todo[i].share()
	}
	for i := range todo {
		m := &todo[i]
		budget := time.Duration(float64(time.Until(end)) * m.share() / left)
		left -= m.share()
		s.left = append(s.left, m.take(o, budget)...)
		s.list = append(s.list, *m)
		s.print(out, m)
	}
	if o.pattern == "" {
		s.perTable, s.perEntity = memory(out, 100_000)
	}
	for _, err := range s.left {
		_, _ = fmt.Fprintln(out, "left out:", err)
	}
	return nil
}

// share is how much of the time a measurement may take, relative to others.
func (m *measured) share() float64 {
	if m.n >= 1_000_000 {
		return 4
	}
	return 1
}

// take measures the workload at a size, and its baseline in between: as many repetitions as fit, at least five unless
// three take much more than their share. Peers, and this program as one of them, measure it before them, in the middle and
// after them.
func (m *measured) take(o *options, budget time.Duration) (left []error) {
	repetitions, begin := 15, time.Now()
	if o.quick || m.n >= 1_000_000 {
		repetitions = minRepetitions
	}
	before := heap()
	running := start(m.work, m.n)
	m.bytes = max(0, heap()-before) / float64(m.n)
	var base *measurement
	if w := bench.Find(m.work.Baseline); w != nil {
		base = start(w, m.n)
	}
	left = m.beside(o.turns, running.check)
	for i := range repetitions {
		spent := time.Since(begin)
		if i >= minRepetitions && spent > budget || i >= 3 && spent > 3*budget {
			break
		}
		running.repeat()
		if base != nil {
			base.repeat()
		}
		if i == repetitions/2 {
			left = append(left, m.beside(o.turns, running.check)...)
		}
	}
	m.result = running.result()
	if base != nil {
		m.base = base.result().min
		m.ratio = m.min / m.base
	}
	return append(left, m.beside(o.turns, running.check)...)
}

// print prints a measurement; those of smaller sizes have been made before.
func (s *survey) print(out io.Writer, m *measured) {
	ratio, growth := "", ""
	if m.ratio > 0 {
		ratio = fmt.Sprintf("%.2f", m.ratio)
	}
	if list := s.of(m.name); len(list) > 1 {
		growth = fmt.Sprintf("%.2f", exponent(&list[len(list)-2], &list[len(list)-1]))
	}
	_, _ = fmt.Fprintf(out, "%-22s %-10s %9d %12.2f %12.2f %4d %9.0f %8s %9s  %s%s\n",
		m.name, m.work.Operation, m.n, m.median, m.min, m.samples, m.bytes, ratio, growth, m.work.Baseline, s.times(m))
}

// times says the time relative to that of each engine that was measured beside it.
func (s *survey) times(m *measured) (text string) {
	for _, engine := range s.peers.engines() {
		if x := m.against(engine); x > 0 {
			text += fmt.Sprintf("  %s times %s", short(x), engine)
		}
	}
	return text
}

// markdown is the results as a table: a row for each workload, with a figure for each size.
func (s *survey) markdown() string {
	var out strings.Builder
	columns := []string{"workload", "per", "ns at its sizes (least)", "bytes per N", "ratio to baseline", "exponent"}
	for _, engine := range s.peers.engines() {
		columns = append(columns, "times "+engine)
	}
	fmt.Fprintf(&out, "| %s |\n%s|\n", strings.Join(columns, " | "), strings.Repeat("|---", len(columns)))
	for i := range s.list {
		if i > 0 && s.list[i].name == s.list[i-1].name {
			continue
		}
		list := s.of(s.list[i].name)
		each := func(text func(j int, m *measured) string) string {
			var all []string
			for j := range list {
				if t := text(j, &list[j]); t != "" {
					all = append(all, t)
				}
			}
			return strings.Join(all, ", ")
		}
		ratio := each(func(_ int, m *measured) string { return some(m.ratio) })
		if ratio != "" {
			ratio += " of " + list[0].work.Baseline
		}
		row := []string{
			list[0].name, list[0].work.Operation,
			each(func(_ int, m *measured) string { return count(m.n) + ": " + short(m.min) }),
			each(func(_ int, m *measured) string { return short(m.bytes) }), ratio,
			each(func(j int, m *measured) string {
				if j == 0 {
					return ""
				}
				return fmt.Sprintf("%.2f", exponent(&list[j-1], m))
			}),
		}
		for _, engine := range s.peers.engines() {
			row = append(row, each(func(_ int, m *measured) string { return some(m.against(engine)) }))
		}
		fmt.Fprintf(&out, "| %s |\n", strings.Join(row, " | "))
	}
	if s.perTable > 0 {
		fmt.Fprintf(&out, "\nMemory: %.0f bytes per relationship table with one entity at 1e5 tables; %.0f bytes per entity with two components, "+
			"32 of them values.\n", s.perTable, s.perEntity)
	}
	for _, peer := range s.peers {
		fmt.Fprintf(&out, "\nMeasured beside it, in the same run: %s.\n", peer.title)
	}
	for _, err := range s.left {
		fmt.Fprintf(&out, "\nLeft out: %s.\n", err)
	}
	return out.String()
}

// some is a figure, "" for 0, which is none.
func some(x float64) string {
	if x == 0 {
		return ""
	}
	return short(x)
}

// short is a number with three digits or so.
func short(x float64) string {
	switch {
	case x >= 1_000_000:
		return fmt.Sprintf("%.2fM", x/1e6)
	case x >= 10_000:
		return fmt.Sprintf("%.1fk", x/1e3)
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	case x < 0.1 && x > 0:
		return fmt.Sprintf("%.2g", x)
	}
	return fmt.Sprintf("%.2f", x)
}

// count is a size as it is written: 1e5, 8000.
func count(n int) string {
	zeros := 0
	for n%10 == 0 && n > 1 {
		n /= 10
		zeros++
	}
	if n == 1 && zeros >= 3 {
		return "1e" + strconv.Itoa(zeros)
	}
	return strconv.Itoa(n) + strings.Repeat("0", zeros)
}
