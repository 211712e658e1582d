package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
)

// printGoals prints each goal with the measured figure, those that are missed last.
func (s *survey) printGoals(out io.Writer) {
	list := s.goals()
	met := 0
	for _, verdict := range []bool{true, false} {
		for _, g := range list {
			if g.met() != verdict {
				continue
			}
			if verdict {
				met++
			}
			_, _ = fmt.Fprintf(out, "%-6s %-80s %8s, goal %s%s\n", g.verdict(), g.what, short(g.measured), short(g.bound), g.unit)
		}
	}
	_, _ = fmt.Fprintf(out, "%d of %d goals met\n", met, len(list))
	for _, err := range s.left {
		_, _ = fmt.Fprintln(out, "left out:", err)
	}
	if missing := s.missing(); missing != "" {
		_, _ = fmt.Fprintf(out, "goals relative to %s are not judged: name a program that measures it with -peer\n", missing)
	}
}

// write writes the results as a document.
func (s *survey) write(path string) error {
	var text strings.Builder
	s.markdown(&text)
	return os.WriteFile(path, []byte(text.String()), 0o644) //nolint:gosec // a document, for everyone to read
}

// markdown prints the results as tables.
func (s *survey) markdown(out io.Writer) {
	p := func(format string, args ...any) { _, _ = fmt.Fprintf(out, format, args...) }
	p("| workload | per | ns at its sizes (least) | bytes per N | ratio to baseline | exponent | times Ark | times Flecs |\n")
	p("|---|---|---|---|---|---|---|---|\n")
	for i := range s.list {
		if i > 0 && s.list[i].name == s.list[i-1].name {
			continue
		}
		list := s.of(s.list[i].name)
		var times, bytes, ratios, growth, ark, flecs []string
		for j := range list {
			m := &list[j]
			times = append(times, count(m.n)+": "+short(m.min))
			bytes = append(bytes, short(m.bytes))
			if m.ratio > 0 {
				ratios = append(ratios, short(m.ratio))
			}
			if j > 0 {
				growth = append(growth, fmt.Sprintf("%.2f", exponent(&list[j-1], m)))
			}
			if x := m.against("ark"); x > 0 {
				ark = append(ark, short(x))
			}
			if x := m.against("flecs"); x > 0 {
				flecs = append(flecs, short(x))
			}
		}
		ratio := strings.Join(ratios, ", ")
		if ratio != "" {
			ratio += " of " + list[0].work.baseline
		}
		p("| %s | %s | %s | %s | %s | %s | %s | %s |\n", list[0].name, list[0].work.operation, strings.Join(times, ", "), strings.Join(bytes, ", "), ratio,
			strings.Join(growth, ", "), strings.Join(ark, ", "), strings.Join(flecs, ", "))
	}
	if s.perTable > 0 {
		p("\nMemory: %.0f bytes per relationship table with one entity at 1e5 tables; %.0f bytes per entity with two components, "+
			"32 of them values.\n", s.perTable, s.perEntity)
	}
	for _, peer := range s.peers {
		p("\nMeasured beside it, in the same run: %s.\n", peer.title)
	}
	if missing := s.missing(); missing != "" {
		p("\nNot measured beside it: %s; goals relative to it are not judged.\n", missing)
	}
	for _, err := range s.left {
		p("\nLeft out: %s.\n", err)
	}
	s.markdownGoals(p)
}

// missing are the engines that have no peer in this run.
func (s *survey) missing() string {
	var list []string
	for _, engine := range engines {
		if !slices.ContainsFunc(s.peers, func(p *peer) bool { return p.engine == engine }) {
			list = append(list, engine)
		}
	}
	return strings.Join(list, " and ")
}

// markdownGoals prints how many goals are met, and those that are not.
func (s *survey) markdownGoals(p func(string, ...any)) {
	list := s.goals()
	met := 0
	for _, g := range list {
		if g.met() {
			met++
		}
	}
	p("\n%d of %d goals are met. Missed:\n\n| goal | measured | wanted at most |\n|---|---|---|\n", met, len(list))
	for _, g := range list {
		if !g.met() {
			p("| %s | %s | %s%s |\n", g.what, short(g.measured), short(g.bound), g.unit)
		}
	}
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
