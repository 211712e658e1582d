package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec"
)

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Skipped  int          `xml:"skipped,attr"`
	Time     string       `xml:"time,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string     `xml:"classname,attr"`
	Name    string     `xml:"name,attr"`
	Failure *junitNote `xml:"failure,omitempty"`
	Skipped *junitNote `xml:"skipped,omitempty"`
	Output  string     `xml:"system-out,omitempty"`
}

type junitNote struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// JUnit writes the run as JUnit XML. There is a suite for each implementation and area, one for the
// findings of each implementation, one for campaigns (with counts of comparisons), and one for
// other failures. Unsupported cases, cases that were not run, and known failures are written as
// skipped, known ones with the reason.
func (r *Run) JUnit(w io.Writer) error {
	all := &junitSuites{Name: "relspec", Time: fmt.Sprintf("%.3f", r.Elapsed)}
	for _, im := range r.Implementations {
		cases := map[string][]junitCase{}
		for _, result := range im.Results {
			cases[result.Area] = append(cases[result.Area], result.junit(im.Name))
		}
		for _, area := range areasOf(im) {
			all.add(im.Name+"/"+area, cases[area])
		}
	}
	var finders []string // the implementations with findings
	found := map[string][]junitCase{}
	for _, f := range r.Findings {
		if found[f.Implementation] == nil {
			finders = append(finders, f.Implementation)
		}
		found[f.Implementation] = append(found[f.Implementation], f.junit())
	}
	for _, name := range finders {
		all.add(name+"/findings", found[name])
	}
	var campaigns, failures []junitCase
	for i, c := range r.Campaigns {
		campaigns = append(campaigns, c.junit(i+1))
	}
	for i, f := range r.Failures {
		failures = append(failures, junitCase{
			Class: "failures", Name: fmt.Sprintf("failure %d", i+1),
			Failure: &junitNote{Message: show.FirstLine(f), Text: f},
		})
	}
	all.add("campaigns", campaigns)
	all.add("failures", failures)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(w)
	encoder.Indent("", "  ")
	if err := encoder.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// add adds a suite, unless it has no cases.
func (s *junitSuites) add(name string, cases []junitCase) {
	if len(cases) == 0 {
		return
	}
	suite := junitSuite{Name: name, Tests: len(cases), Cases: cases}
	for _, c := range cases {
		if c.Failure != nil {
			suite.Failures++
		}
		if c.Skipped != nil {
			suite.Skipped++
		}
	}
	s.Suites = append(s.Suites, suite)
	s.Tests, s.Failures, s.Skipped = s.Tests+suite.Tests, s.Failures+suite.Failures, s.Skipped+suite.Skipped
}

func (c *Campaign) junit(number int) junitCase {
	out := fmt.Sprintf("seed %d: %d traces, %d operations compared, %d queries, %d rows, %d worlds, %d divergences",
		c.Seed, c.Traces, c.Operations(), c.Counts.Queries, c.Counts.Rows, c.Counts.Dumps,
		max(c.Divergences, uint64(len(c.Findings))))
	one := junitCase{
		Class: "campaigns", Name: fmt.Sprintf("%d: %s", number, strings.Join(c.Implementations, ", ")), Output: out,
	}
	if c.Operations() == 0 {
		one.Failure = &junitNote{Message: "the campaign compared nothing", Text: out}
	}
	return one
}

func (r *Result) junit(implementation string) junitCase {
	c := junitCase{Class: implementation + "." + strings.ReplaceAll(r.Area, "/", "."), Name: r.Name}
	switch r.Status {
	case Passed:
	case Failed:
		c.Failure = &junitNote{Message: show.FirstLine(r.reason()), Text: r.reason()}
	case Known:
		c.Skipped = &junitNote{Message: knownAs(r.Known, r.KnownClass)}
	case Unsupported, NotRun:
		c.Skipped = &junitNote{Message: strings.TrimSpace(string(r.Status) + " " + show.FirstLine(r.Reason))}
	}
	return c
}

// knownAs returns the name of a known failure, with its class if the run has it.
func knownAs(id, class string) string {
	if class != "" {
		id += " (" + class + ")"
	}
	return "known failure " + id
}

// reason returns the reason of a failure, or the names of its findings.
func (r *Result) reason() string {
	if r.Reason == "" {
		return strings.Join(r.Findings, "\n")
	}
	return r.Reason
}

func (f *Finding) junit() junitCase {
	c := junitCase{Class: f.Implementation + ".findings", Name: f.Name}
	if f.Cause > 0 {
		c.Class += fmt.Sprintf(".cause-%d", f.Cause)
	}
	if f.Known != "" {
		c.Skipped = &junitNote{Message: knownAs(f.Known, f.KnownClass) + ": " + f.KnownReason}
		c.Output = f.text()
		return c
	}
	c.Failure = &junitNote{Message: fmt.Sprintf("%s: want %s, got %s", f.Signature, f.Want, f.Got), Text: f.text()}
	return c
}

// text returns the finding as text: the two answers, the reason, and the trace as data.
func (f *Finding) text() string {
	lines := append([]string{"want " + f.Want, "got  " + f.Got}, f.Lines...)
	lines = append(lines, f.Why...)
	return strings.Join(append(lines, spec.Escaped(traceLines(f.Trace))), "\n")
}
