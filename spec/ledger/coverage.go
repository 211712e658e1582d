package ledger

import (
	"io/fs"
	"slices"
	"strings"
)

// Tally counts statements by their state. Each is exactly one of shown, documented, overruled and open.
type Tally struct {
	Total int `json:"total"`
	// Shown are those that something that runs cites.
	Shown int `json:"shown"`
	// Documented are those that have nothing to run, and that a page cites.
	Documented int `json:"documented"`
	// Overruled are those that a clause overrules, and whose clause something that runs shows.
	Overruled int `json:"overruled"`
	// Open are the ids of all others, in the order of [All].
	Open []string `json:"open,omitempty"`
}

// Standing is how a statement stands in a [Tally].
type Standing string

// The standings.
const (
	StandsShown      Standing = "shown"
	StandsDocumented Standing = "documented"
	StandsOverruled  Standing = "overruled"
	StandsOpen       Standing = "open"
)

func (t *Tally) count(id string, standing Standing) {
	t.Total++
	switch standing {
	case StandsShown:
		t.Shown++
	case StandsDocumented:
		t.Documented++
	case StandsOverruled:
		t.Overruled++
	case StandsOpen:
		t.Open = append(t.Open, id)
	}
}

// Add adds the counts of another tally.
func (t *Tally) Add(o Tally) {
	t.Total += o.Total
	t.Shown += o.Shown
	t.Documented += o.Documented
	t.Overruled += o.Overruled
	t.Open = append(t.Open, o.Open...)
}

// Report says which statements are covered: over all, per document and section, and per check.
type Report struct {
	Tally
	Documents []DocumentCoverage `json:"documents"`
	// Checks are in the order of [Checks]; with them a caller can ask only for checks that must run.
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

// Coverage scans the files below root as [Citations] does and counts the statements that they
// cover. For a whole repository it reads and parses every Go file that names a statement, which
// takes a fraction of a second. The error is that of Citations; an id that does not exist is one,
// and no report is given then.
func Coverage(root fs.FS) (Report, error) {
	citations, err := Citations(root)
	if err != nil {
		return Report{}, err
	}
	return CoverageOf(citations)
}

// CoverageOf counts the statements that the citations cover. Several sets of citations may be joined before.
func CoverageOf(citations []Citation) (Report, error) {
	standings, err := Standings(citations)
	if err != nil {
		return Report{}, err
	}
	ledger, err := load()
	if err != nil {
		return Report{}, err
	}
	return ledger.report(standings), nil
}

// Standings is how each statement stands, by its id, where the citations are all that there are. An
// id of a citation that does not exist is an error.
func Standings(citations []Citation) (map[string]Standing, error) {
	all, err := All()
	if err != nil {
		return nil, err
	}
	covered := map[string]bool{}
	for _, citation := range citations {
		statement, err := ByID(citation.ID)
		if err != nil {
			return nil, err
		}
		covered[citation.ID] = covered[citation.ID] || citation.covers(statement.evidence())
	}
	standings := map[string]Standing{}
	for _, statement := range all {
		standings[statement.ID] = statement.standing(covered[statement.ID])
	}
	return standings, nil
}

func (b *book) report(standings map[string]Standing) Report {
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
				tally.count(statement.ID, standings[statement.ID])
			}
		}
		of.Sections = append(of.Sections, here)
	}
	return report
}

// evidence is the check that the statement asks for, or that its clause asks for: something that runs.
func (s *Statement) evidence() Check {
	if s.Overruled != "" {
		return CheckScenario
	}
	return s.Check
}

func (s *Statement) standing(covered bool) Standing {
	switch {
	case !covered:
		return StandsOpen
	case s.Overruled != "":
		return StandsOverruled
	case s.Check.Runs():
		return StandsShown
	}
	return StandsDocumented
}

// covers reports whether the citation is evidence of the sort that the check asks for.
func (c Citation) covers(check Check) bool {
	runs := c.Kind == CitedByScenario || c.Kind == CitedByTest || c.Kind == CitedByExample
	switch check {
	case CheckScenario, CheckProperty:
		return runs
	case CheckAPI:
		return runs || c.Kind == CitedByDoc && strings.HasPrefix(c.File, apiMaps)
	case CheckBench:
		return c.Kind == CitedByBenchmark
	case CheckDoc:
		return c.Kind == CitedByDoc
	}
	return false
}
