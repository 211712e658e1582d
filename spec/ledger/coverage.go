package ledger

import (
	"io/fs"
	"slices"
	"strings"
)

// Tally counts statements by their state. Each statement is exactly one of shown, documented,
// overruled and open.
type Tally struct {
	Total int `json:"total"`
	// Shown counts statements that can be run and are covered, for example by a scenario.
	Shown int `json:"shown"`
	// Documented counts statements that cannot be run and that a page cites or a reading explains.
	Documented int `json:"documented"`
	// Overruled counts statements that a clause overrules, where a scenario, test or example shows
	// the clause.
	Overruled int `json:"overruled"`
	// Open has the ids of all other statements, in the order of [All].
	Open []string `json:"open,omitempty"`
}

// Standing is the state of a statement in a [Tally].
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

// Report says which statements are covered: in total, per document and section, and per check.
type Report struct {
	Tally
	Documents []DocumentCoverage `json:"documents"`
	// Checks are in the order of [Checks]. Callers can use them to ignore checks that cannot be
	// run.
	Checks []CheckCoverage `json:"checks"`
}

// DocumentCoverage is the tally of one document.
type DocumentCoverage struct {
	Document Document `json:"document"`
	Tally
	Sections []SectionCoverage `json:"sections"`
}

// SectionCoverage is the tally of one section; First and Last are the ids of its first and last
// statement.
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

// Coverage scans the files below root like [Citations] and counts the statements that they cover.
// For a whole repository it parses every Go file that cites a statement, which takes a fraction of
// a second. If Citations returns an error, for example because an id does not exist, Coverage
// returns that error and no report.
func Coverage(root fs.FS) (Report, error) {
	citations, err := Citations(root)
	if err != nil {
		return Report{}, err
	}
	return CoverageOf(citations)
}

// CoverageOf counts the statements that the citations cover. The citations of several scans can be
// combined.
func CoverageOf(citations []Citation) (Report, error) {
	standings, err := Standings(citations)
	if err != nil {
		return Report{}, err
	}
	sections, err := Sections()
	return reportOf(sections, standings), err
}

// Standings returns the state of each statement by its id, given all citations. If an id does not
// exist, it returns an error.
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

func reportOf(sections []Section, standings map[string]Standing) Report {
	var report Report
	for _, check := range Checks() {
		report.Checks = append(report.Checks, CheckCoverage{Check: check})
	}
	for _, document := range Documents() {
		report.Documents = append(report.Documents, DocumentCoverage{Document: document})
	}
	for _, section := range sections {
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

// evidence returns the check that the statement, or the clause that overrules it, asks for.
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

// covers reports whether the citation is evidence for the check.
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
