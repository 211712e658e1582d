package planted

import (
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/console"
)

// summaryOfSeeds is the sum where each fault had campaigns of several seeds.
func (r *MutantsReport) summaryOfSeeds() string {
	var w strings.Builder
	fmt.Fprintf(&w, "found         %d of %d%s, seeds %d to %d\n", r.Found, r.Mutants, r.bound(), r.Seed, r.Seed+uint64(r.Seeds)-1)
	fmt.Fprintf(&w, "median        %s operations\n", console.Number(int(r.Within)))
	r.rest(&w)
	return w.String()
}

// markdownOfSeeds is the sum and a table with a row for each fault: the operations until each seed found it.
func (r *MutantsReport) markdownOfSeeds() string {
	var w strings.Builder
	fmt.Fprintf(&w, "```\n%s```\n\n| class | mutant | what is broken |", r.summary())
	for i := range r.Seeds {
		fmt.Fprintf(&w, " seed %d |", r.Seed+uint64(i))
	}
	fmt.Fprintf(&w, "\n|---|---|---|%s\n", strings.Repeat("--:|", r.Seeds))
	cell := strings.NewReplacer("|", `\|`)
	for i := 0; i < len(r.Results); {
		o := &r.Results[i]
		fmt.Fprintf(&w, "| %s | %s | %s |", o.Class, o.Name, cell.Replace(o.Breaks))
		for k := range r.Seeds {
			at := slices.IndexFunc(r.Results, func(x MutantResult) bool { return x.Name == o.Name && x.Seed == r.Seed+uint64(k) })
			switch {
			case at < 0:
				w.WriteString(" not run |")
			case r.Results[at].Found:
				fmt.Fprintf(&w, " %s |", console.Number(int(r.Results[at].Operations)))
			case isControl(o.Name):
				w.WriteString(" nothing |")
			default:
				w.WriteString(" **not found** |")
			}
		}
		w.WriteByte('\n')
		name := o.Name
		for i < len(r.Results) && r.Results[i].Name == name {
			i++
		}
	}
	return w.String()
}
