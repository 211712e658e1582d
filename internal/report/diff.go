package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Changes are the differences between two runs.
type Changes struct {
	// Worse is set if a case that passed no longer does, or if there is a new finding that is not
	// known.
	Worse bool `json:"worse"`
	// Added and Removed are implementations that occur in only one of the runs. Their cases and
	// findings are not compared.
	Added   []string `json:"added"`
	Removed []string `json:"removed"`
	// Cases are the cases with another result, by implementation in the order of the new run.
	Cases []CaseChange `json:"cases"`
	// New and Gone are the names of findings with their implementation.
	New  []string `json:"new_findings"`
	Gone []string `json:"gone_findings"`
}

// CaseChange is a case with another result. A status is empty if the case does not exist in that
// run.
type CaseChange struct {
	Implementation string `json:"implementation"`
	Name           string `json:"name"`
	From           Status `json:"from"`
	To             Status `json:"to"`
	Reason         string `json:"reason,omitempty"`
}

// Compare returns the changes from one run to another.
func Compare(from, to *Run) *Changes {
	c := &Changes{Added: []string{}, Removed: []string{}, Cases: []CaseChange{}, New: []string{}, Gone: []string{}}
	for _, im := range to.Implementations {
		old := from.implementation(im.Name)
		if old == nil {
			c.Added = append(c.Added, im.Name)
			continue
		}
		c.compare(old, im)
	}
	for _, im := range from.Implementations {
		if to.implementation(im.Name) == nil {
			c.Removed = append(c.Removed, im.Name)
		}
	}
	c.findings(from, to)
	return c
}

func (r *Run) implementation(name string) *Implementation {
	i := slices.IndexFunc(r.Implementations, func(im *Implementation) bool { return im.Name == name })
	if i < 0 {
		return nil
	}
	return r.Implementations[i]
}

func (c *Changes) compare(from, to *Implementation) {
	change := func(name string, a, b Status, reason string) {
		if a == b {
			return
		}
		c.Cases = append(c.Cases, CaseChange{to.Name, name, a, b, reason})
		c.Worse = c.Worse || b == Failed || a == Passed
	}
	for _, r := range to.Results {
		var before Status
		if old := from.Result(r.Name); old != nil {
			before = old.Status
		}
		change(r.Name, before, r.Status, r.Reason)
	}
	for _, r := range from.Results {
		if to.Result(r.Name) == nil {
			change(r.Name, r.Status, "", "")
		}
	}
}

func (c *Changes) findings(from, to *Run) {
	keys := func(r *Run) map[string]bool {
		out := map[string]bool{}
		for _, f := range r.Findings {
			out[f.key()] = true
		}
		return out
	}
	before, after := keys(from), keys(to)
	for _, f := range to.Findings {
		if !before[f.key()] {
			c.New = append(c.New, f.label())
			c.Worse = c.Worse || f.Known == ""
		}
	}
	for _, f := range from.Findings {
		if !after[f.key()] {
			c.Gone = append(c.Gone, f.label())
		}
	}
}

func (f *Finding) label() string {
	text := f.Implementation + "  " + f.Name
	if f.Known != "" {
		text += "  (known: " + f.Known + ")"
	}
	return text
}

// maxChanges is the maximum number of printed lines of a kind. JSON has all.
const maxChanges = 40

// Text returns the changes as text.
func (c *Changes) Text() string {
	var b strings.Builder
	list := func(heading string, lines []string) {
		if len(lines) == 0 {
			return
		}
		fmt.Fprintf(&b, "%s: %d\n", heading, len(lines))
		for i, l := range lines {
			if i == maxChanges {
				fmt.Fprintf(&b, "  and %d more; --json lists all\n", len(lines)-maxChanges)
				break
			}
			fmt.Fprintf(&b, "  %s\n", l)
		}
	}
	list("implementations added", c.Added)
	list("implementations removed", c.Removed)
	var cases []string
	for _, k := range c.Cases {
		cases = append(cases, fmt.Sprintf("%s  %s  %s -> %s", k.Implementation, k.Name, cmp.Or(k.From, "none"), cmp.Or(k.To, "none")))
	}
	list("cases with another result", cases)
	list("new findings", c.New)
	list("findings that are gone", c.Gone)
	switch {
	case b.Len() == 0:
		return "nothing changed\n"
	case c.Worse:
		b.WriteString("worse\n")
	default:
		b.WriteString("not worse\n")
	}
	return b.String()
}
