package report

import (
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec"
)

// shown returns the run for display: texts from an engine are escaped and shortened
// ([spec.PrintableLines]). Traces are not changed, because users copy them, and neither are the names
// of cases. Names of implementations were shortened when they were read.
func (r *Run) shown() *Run {
	out := *r
	out.Implementations, out.Findings = nil, nil
	for _, im := range r.Implementations {
		own := &Implementation{
			Name: im.Name, About: spec.PrintableLines(im.About), Command: spec.PrintableLines(im.Command),
			Declared: im.Declared,
		}
		for _, result := range im.Results {
			result.Reason, result.Known = spec.PrintableLines(result.Reason), spec.PrintableLines(result.Known)
			result.Findings = shownLines(result.Findings)
			own.Results = append(own.Results, result)
		}
		out.Implementations = append(out.Implementations, own)
	}
	for _, f := range r.Findings {
		out.Findings = append(out.Findings, f.shown())
	}
	out.Failures = shownLines(r.Failures)
	return &out
}

func (f *Finding) shown() *Finding {
	out := *f
	for _, text := range []*string{
		&out.Name, &out.Signature, &out.Known, &out.KnownReason, &out.Origin, &out.Want, &out.Got, &out.Again,
	} {
		*text = spec.PrintableLines(*text)
	}
	out.Lines, out.Why = shownLines(f.Lines), shownLines(f.Why)
	return &out
}

func shownLines(texts []string) []string {
	var out []string
	for _, text := range texts {
		out = append(out, spec.PrintableLines(text))
	}
	return out
}

// maxName is the maximum length of an implementation's name in a report. A page repeats the name
// for every mark: with a name of 2,000 characters it had 20 MB instead of 4.
const maxName = 60

func shortName(full string) string { return show.Short(spec.Printable(full), maxName) }
