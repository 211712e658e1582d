package cover

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec"
)

// Write writes the counts as the lines of a report.
func (c *Counts) Write(b *strings.Builder) {
	var never []string
	var used []spec.Feature
	for _, f := range featureList {
		if c.Features[f] == 0 {
			never = append(never, string(f))
		} else {
			used = append(used, f)
		}
	}
	line(b, "operations", show.Number(c.Total()), shares(c.Operations, c.Total()))
	line(b, "queries", show.Number(c.Queries), shares(c.Features, c.Queries))
	if len(never) > 0 && c.Queries > 0 {
		line(b, "  never", "", strings.Join(never, ", "))
	}
	if apart := c.Apart(used); len(apart) > 0 && c.Queries > 0 {
		line(b, "  not met", "", fmt.Sprintf("%d pairs of these in one query: %s", len(apart),
			strings.Join(apart[:min(len(apart), 12)], ", ")))
	}
	if len(c.Properties) > 0 {
		single := map[string]uint64{}
		for name, n := range c.Properties {
			if !strings.Contains(name, " + ") {
				single[name] = n
			}
		}
		line(b, "properties", show.Number(sum(single)), amounts(single))
		if apart := c.PropertiesApart(spec.Profiles()); len(apart) > 0 {
			line(b, "  not met", "", fmt.Sprintf("%d pairs of these on one id: %s", len(apart),
				strings.Join(apart[:min(len(apart), 12)], ", ")))
		}
	}
	line(b, "fragments", show.Number(sum(c.Fragments)), amounts(c.Fragments))
	line(b, "rows", show.Number(c.Rows), "worlds compared "+show.Number(c.Dumps))
	line(b, "refused", show.Number(sum(c.Refused)), amounts(c.Refused))
	line(b, "compared", show.Number(sum(c.Comparisons)), amounts(c.Comparisons))
	line(b, "variants", "", amounts(c.Applied))
	line(b, "  not run", "", amounts(c.NotRun))
	if len(c.Exhausted) > 0 {
		line(b, "too much", show.Number(sum(c.Exhausted)), "for one engine, not compared: "+amounts(c.Exhausted))
	}
	line(b, "unsupported", show.Number(sum(c.Unsupported)), amounts(c.Unsupported))
}

func line(b *strings.Builder, name, total, rest string) {
	if total == "" && rest == "" {
		return
	}
	b.WriteString(strings.TrimRight(fmt.Sprintf("  %-11s %-11s %s", name, total, rest), " "))
	b.WriteByte('\n')
}

func sum[K comparable](m map[K]uint64) uint64 {
	var n uint64
	for _, k := range m {
		n += k
	}
	return n
}

// byAmount lists the keys by decreasing number, then by name.
func byAmount[K ~string](m map[K]uint64) []K {
	return slices.SortedFunc(maps.Keys(m), func(a, b K) int { return cmp.Or(cmp.Compare(m[b], m[a]), cmp.Compare(a, b)) })
}

func shares[K ~string](m map[K]uint64, total uint64) string {
	var parts []string
	for _, k := range byAmount(m) {
		if m[k] > 0 {
			parts = append(parts, fmt.Sprintf("%s %s", k, percent(m[k], total)))
		}
	}
	return strings.Join(parts, "  ")
}

func percent(n, total uint64) string {
	if total == 0 {
		return "0 %"
	}
	p := float64(n) / float64(total) * 100
	if p < 1 {
		return strconv.FormatFloat(p, 'f', 1, 64) + " %"
	}
	return strconv.FormatFloat(p, 'f', 0, 64) + " %"
}

func amounts[K ~string](m map[K]uint64) string {
	var parts []string
	for _, k := range byAmount(m) {
		parts = append(parts, string(k)+" "+show.Number(m[k]))
	}
	return strings.Join(parts, "; ")
}

// Never lists the operations, features and fragments that do not occur.
func (c *Counts) Never(ops []spec.OpKind, features []spec.Feature, fragments []string) []string {
	var out []string
	for _, op := range ops {
		if c.Operations[op] == 0 {
			out = append(out, string(op))
		}
	}
	for _, f := range features {
		if c.Features[f] == 0 {
			out = append(out, string(f))
		}
	}
	for _, name := range fragments {
		if c.Fragments[name] == 0 {
			out = append(out, "fragment "+name)
		}
	}
	return out
}
