package report

import "github.com/relspec/relspec/spec"

// shown is the run as people read it: texts that come from an engine stand there as [spec.ShownLines] has them. Traces
// stay whole, since they are there to be copied, and so do the names of cases, which are ours.
func (r *Run) shown() *Run {
	out := *r
	out.Implementations, out.Findings = nil, nil
	for _, im := range r.Implementations {
		own := &Implementation{
			Name: spec.ShownLines(im.Name), About: spec.ShownLines(im.About), Command: spec.ShownLines(im.Command), Declared: im.Declared,
		}
		for _, result := range im.Results {
			result.Reason, result.Known = spec.ShownLines(result.Reason), spec.ShownLines(result.Known)
			result.Findings = shownLines(result.Findings)
			own.Results = append(own.Results, result)
		}
		out.Implementations = append(out.Implementations, own)
	}
	for _, f := range r.Findings {
		out.Findings = append(out.Findings, f.shown())
	}
	out.Campaigns = nil
	for _, c := range r.Campaigns {
		c.Implementations = shownLines(c.Implementations)
		out.Campaigns = append(out.Campaigns, c)
	}
	out.Failures = shownLines(r.Failures)
	return &out
}

func (f *Finding) shown() *Finding {
	out := *f
	for _, text := range []*string{
		&out.Name, &out.Signature, &out.Implementation, &out.Known, &out.KnownReason, &out.Place, &out.Want, &out.Got, &out.Again,
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
