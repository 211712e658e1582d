package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// shown is the run as people read it: texts that come from an engine stand there as [spec.ShownLines] has them. Traces
// stay whole, since they are there to be copied, and so do the names of cases, which are ours.
func (r *Run) shown() *Run {
	out := *r
	out.Implementations, out.Findings = nil, nil
	names := namesOf(r)
	for _, im := range r.Implementations {
		own := &Implementation{
			Name: names.shown(im.Name), About: spec.ShownLines(im.About), Command: spec.ShownLines(im.Command),
			Declared: im.Declared,
		}
		for _, result := range im.Results {
			result.Reason, result.Known = spec.ShownLines(result.Reason), spec.ShownLines(result.Known)
			result.Findings = shownLines(result.Findings)
			own.Results = append(own.Results, result)
		}
		out.Implementations = append(out.Implementations, own)
	}
	for _, f := range r.Findings {
		out.Findings = append(out.Findings, f.shown(names))
	}
	out.Campaigns = nil
	for _, c := range r.Campaigns {
		c.Implementations = names.all(c.Implementations)
		out.Campaigns = append(out.Campaigns, c)
	}
	out.Failures = shownLines(r.Failures)
	return &out
}

func (f *Finding) shown(names *names) *Finding {
	out := *f
	out.Implementation = names.shown(f.Implementation)
	for _, text := range []*string{
		&out.Name, &out.Signature, &out.Known, &out.KnownReason, &out.Origin, &out.Want, &out.Got, &out.Again,
	} {
		*text = spec.ShownLines(*text)
	}
	out.Lines, out.Why = shownLines(f.Lines), shownLines(f.Why)
	return &out
}

func shownLines(texts []string) []string {
	var out []string
	for _, text := range texts {
		out = append(out, spec.ShownLines(text))
	}
	return out
}

// maxName is how many characters of an implementation's name a report shows. Every mark of a page
// repeats the name: one of 2,000 characters made a page of 20 MB instead of 4.
const maxName = 60

// names shortens the names of implementations, each always in the same way, so that equal names stay equal.
type names struct{ full, short []string }

// namesOf are those of the implementations of a run.
func namesOf(r *Run) *names {
	n := &names{}
	for _, im := range r.Implementations {
		n.add(im.Name)
	}
	return n
}

// add shortens a name. Where another has become the same by that, it gets a number: "nnn…2".
func (n *names) add(full string) {
	text := []rune(spec.Shown(full))
	if len(text) > maxName {
		text = append(text[:maxName-1], '…')
	}
	short := string(text)
	for i := 2; slices.Contains(n.short, short); i++ {
		short = fmt.Sprintf("%s%d", string(text), i)
	}
	n.full, n.short = append(n.full, full), append(n.short, short)
}

// shown is the name of an implementation, or that of a finding, in which a variant or a law may
// follow: "fast (deferred)".
func (n *names) shown(name string) string {
	best := -1
	for i, full := range n.full {
		if strings.HasPrefix(name, full) && (best < 0 || len(full) > len(n.full[best])) {
			best = i
		}
	}
	if best < 0 {
		return spec.ShownLines(name)
	}
	return n.short[best] + spec.ShownLines(name[len(n.full[best]):])
}

func (n *names) all(full []string) []string {
	var out []string
	for _, name := range full {
		out = append(out, n.shown(name))
	}
	return out
}
