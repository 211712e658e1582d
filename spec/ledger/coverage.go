package ledger

import (
	"io/fs"
	"slices"
)

// Tally counts statements by whether anything of the right sort cites them.
type Tally struct {
	Total int `json:"total"`
	Cited int `json:"cited"`
	// Uncited are the ids of the others, in the order of [All].
	Uncited []string `json:"uncited,omitempty"`
}

func (t *Tally) count(id string, cited bool) {
	t.Total++
	if cited {
		t.Cited++
		return
	}
	t.Uncited = append(t.Uncited, id)
}

// Report says which statements are covered: over all, per document and section, and per check.
type Report struct {
	Tally
	Documents []DocumentCoverage `json:"documents"`
	// Checks are in the order of [Checks]; with them a caller can ask only for what must run.
	Checks []CheckCoverage `json:"checks"`
}

// DocumentCoverage is the tally of one document.
type DocumentCoverage struct {
	Document Document `json:"document"`
	Tally
	Sections []SectionCoverage `json:"sections"`
}

// SectionCoverage is the tally of one section; First and Last are the ids of its first and last statement.
type SectionCoverage struct {
	Heading string `json:"heading"`
	Parent  string `json:"parent,omitempty"`
	First   string `json:"first"`
	Last    string `json:"last"`
	Tally
}

// CheckCoverage is the tally of the statements that ask for one check.
type CheckCoverage struct {
	Check Check `json:"check"`
	Tally
}

// Coverage scans the files below root as [Citations] does and counts what they cover. For a whole repository
// it reads and parses every Go file that names a statement, which takes a fraction of a second. The error is
// that of Citations; an id that does not exist is one, and no report is given then.
func Coverage(root fs.FS) (Report, error) {
	citations, err := Citations(root)
	if err != nil {
		return Report{}, err
	}
	return CoverageOf(citations)
}

// CoverageOf counts what the citations cover. Several sets of citations may be joined before.
func CoverageOf(citations []Citation) (Report, error) {
	ledger, err := load()
	if err != nil {
		return Report{}, err
	}
	covered := map[string]bool{}
	for _, citation := range citations {
		statement, err := ByID(citation.ID)
		if err != nil {
			return Report{}, err
		}
		covered[citation.ID] = covered[citation.ID] || citation.covers(statement.Check)
	}
	return ledger.report(covered), nil
}

func (b *book) report(covered map[string]bool) Report {
	var report Report
	for _, check := range Checks() {
		report.Checks = append(report.Checks, CheckCoverage{Check: check})
	}
	for _, document := range Documents() {
		report.Documents = append(report.Documents, DocumentCoverage{Document: document})
	}
	for _, section := range b.sections {
		of := &report.Documents[slices.Index(Documents(), section.Document)]
		here := SectionCoverage{
			Heading: section.Heading, Parent: section.Parent,
			First: section.Statements[0].ID, Last: section.Statements[len(section.Statements)-1].ID,
		}
		for _, statement := range section.Statements {
			check := &report.Checks[slices.Index(Checks(), statement.Check)]
			for _, tally := range []*Tally{&report.Tally, &of.Tally, &here.Tally, &check.Tally} {
				tally.count(statement.ID, covered[statement.ID])
			}
		}
		of.Sections = append(of.Sections, here)
	}
	return report
}

// covers reports whether the citation is evidence of the sort that the check asks for.
func (c Citation) covers(check Check) bool {
	runs := c.Kind == CitedByScenario || c.Kind == CitedByTest || c.Kind == CitedByExample
	switch check {
	case CheckScenario, CheckProperty:
		return runs
	case CheckAPI:
		return runs || c.Kind == CitedByDoc && c.File == apiMap
	case CheckBench:
		return c.Kind == CitedByBenchmark
	case CheckDoc:
		return c.Kind == CitedByDoc
	}
	return false
}
