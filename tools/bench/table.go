package bench

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// survey measures benchmarks, their baselines and other engines.
type survey struct {
	chosen
	turns  int
	within time.Duration // time limit
	peers  peers         // other engines
	absent string        // a sentence about missing engines
	list   [][]measured  // of each benchmark, by size
	left   []error       // why results of peers were omitted
}

// measured is a benchmark at one size. Each time is the minimum over all turns.
type measured struct {
	name     string
	n        int
	figures                     // of fast
	baseline float64            // the time of the baseline; 0 for none
	theirs   map[string]figures // of other engines
}

// against returns the ratio to another time; 0 if that was not measured.
func (m *measured) against(time float64) float64 {
	if time == 0 {
		return 0
	}
	return m.time / time
}

// bytesAgainst returns the ratio of the growth of the heap to that of another engine; 0 if that was not
// measured, or if both grow by less than a byte per N.
func (m *measured) bytesAgainst(engine string) float64 {
	theirs := m.theirs[engine].bytes
	if theirs < 1 || m.bytes < 1 {
		return 0
	}
	return m.bytes / theirs
}

// exponent returns the power of N by which the time of an operation grows from one size to the i-th: 0 if
// the time is constant. It returns "" for the first size.
func exponent(list []measured, i int) string {
	if i == 0 {
		return ""
	}
	from, to := &list[i-1], &list[i]
	return fmt.Sprintf("%.2f", math.Log(to.time/from.time)/math.Log(float64(to.n)/float64(from.n)))
}

// run measures the benchmarks and prints each at once.
func (s *survey) run(out io.Writer) error {
	folder, err := os.MkdirTemp("", "relspec-bench")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	fast, err := build(".", filepath.Join(folder, "bench.test"))
	if err != nil {
		return err
	}
	names, err := fast.names(s.pattern)
	if err != nil {
		return err
	}
	_, _ = fmt.Fprintf(out, "%-22s %9s %12s %9s %8s %9s  %s\n", "benchmark", "N", "least ns", "bytes / N", "ratio",
		"exponent", "baseline")
	end := time.Now().Add(s.within)
	for i, name := range names {
		budget := time.Until(end) / time.Duration(len(names)-i)
		list, err := s.take(fast, name, time.Now().Add(budget))
		if err != nil {
			return err
		}
		s.list = append(s.list, list)
		for j := range list {
			m := &list[j]
			_, _ = fmt.Fprintf(out, "%-22s %9d %12s %9.0f %8s %9s  %s", m.name, m.n, short(m.time), m.bytes,
				some(m.against(m.baseline)), exponent(list, j), baselineOf(m.name))
			for _, engine := range s.peers.engines() {
				if x := m.against(m.theirs[engine].time); x > 0 {
					_, _ = fmt.Fprintf(out, "  %s times %s", short(x), engine)
				}
			}
			_, _ = fmt.Fprintln(out)
		}
	}
	for _, err := range s.left {
		_, _ = fmt.Fprintln(out, "left out:", err)
	}
	if s.absent != "" {
		_, _ = fmt.Fprintln(out, s.absent)
	}
	return nil
}

// take measures a benchmark, its baseline and other engines in turns, at least twice, until end.
func (s *survey) take(fast program, name string, end time.Time) ([]measured, error) {
	var list []measured
	for turn := range s.turns {
		if turn >= 2 && time.Now().After(end) {
			break
		}
		now, err := fast.sizes(name, s.chosen)
		if err != nil {
			return nil, err
		}
		if turn == 0 {
			list = now
		}
		var sizes []string
		for i := range list {
			list[i].time = min(list[i].time, now[i].time)
			sizes = append(sizes, strconv.Itoa(list[i].n))
		}
		if baseline := baselineOf(name); baseline != "" {
			at := s.chosen
			at.sizes = strings.Join(sizes, ",")
			if now, err = fast.sizes(baseline, at); err != nil {
				return nil, err
			}
			for i := range list {
				list[i].baseline = least(list[i].baseline, now[i].time)
			}
		}
		for i := range list {
			s.left = append(s.left, s.peers.measure(&list[i])...)
		}
	}
	return list, nil
}

// least returns the minimum of two times, where 0 means not measured.
func least(before, now float64) float64 {
	if before == 0 {
		return now
	}
	return min(before, now)
}

// markdown returns the results as a table: a row for each benchmark, with a figure for each size.
func (s *survey) markdown() string {
	var out strings.Builder
	columns := []string{"benchmark", "ns at its sizes (least)", "bytes per N", "ratio to baseline", "exponent"}
	for _, engine := range s.peers.engines() {
		columns = append(columns, "times "+engine, "bytes, times "+engine)
	}
	fmt.Fprintf(&out, "| %s |\n%s|\n", strings.Join(columns, " | "), strings.Repeat("|---", len(columns)))
	for _, list := range s.list {
		each := func(text func(i int, m *measured) string) string {
			var all []string
			for i := range list {
				if t := text(i, &list[i]); t != "" {
					all = append(all, t)
				}
			}
			return strings.Join(all, ", ")
		}
		ratio := each(func(_ int, m *measured) string { return some(m.against(m.baseline)) })
		if ratio != "" {
			ratio += " of " + baselineOf(list[0].name)
		}
		row := []string{
			list[0].name,
			each(func(_ int, m *measured) string { return count(m.n) + ": " + short(m.time) }),
			each(func(_ int, m *measured) string { return short(m.bytes) }), ratio,
			each(func(i int, _ *measured) string { return exponent(list, i) }),
		}
		for _, engine := range s.peers.engines() {
			row = append(row, each(func(_ int, m *measured) string { return some(m.against(m.theirs[engine].time)) }),
				each(func(_ int, m *measured) string { return some(m.bytesAgainst(engine)) }))
		}
		fmt.Fprintf(&out, "| %s |\n", strings.Join(row, " | "))
	}
	for _, peer := range s.peers {
		fmt.Fprintf(&out, "\nMeasured beside it, in the same run: %s.\n", peer.title)
	}
	for _, err := range s.left {
		fmt.Fprintf(&out, "\nLeft out: %s.\n", err)
	}
	if s.absent != "" {
		fmt.Fprintf(&out, "\n%s.\n", s.absent)
	}
	return out.String()
}

// some returns a number as text, or "" for 0.
func some(x float64) string {
	if x == 0 {
		return ""
	}
	return short(x)
}

// short returns a number with about three digits.
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

// count returns a size in the form 1e5 or 8000.
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
