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
		all.areas(im)
	}
	for _, name := range r.finders() {
		suite := junitSuite{Name: name + "/findings"}
		for _, f := range r.Findings {
			if f.Implementation == name {
				suite.add(f.junit())
			}
		}
		all.add(suite)
	}
	all.campaigns(r.Campaigns)
	if len(r.Failures) > 0 {
		suite := junitSuite{Name: "failures"}
		for i, f := range r.Failures {
			suite.add(junitCase{
				Class: "failures", Name: fmt.Sprintf("failure %d", i+1),
				Failure: &junitNote{Message: show.FirstLine(f), Text: f},
			})
		}
		all.add(suite)
	}
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

func (s *junitSuites) campaigns(all []Campaign) {
	suite := junitSuite{Name: "campaigns"}
	for i, c := range all {
		out := fmt.Sprintf("seed %d: %d traces, %d operations compared, %d queries, %d rows, %d worlds, %d divergences",
			c.Seed, c.Traces,
			c.Operations(), c.Counts.Queries, c.Counts.Rows, c.Counts.Dumps, max(c.Divergences, uint64(len(c.Findings))))
		one := junitCase{
			Class: "campaigns", Name: fmt.Sprintf("%d: %s", i+1, strings.Join(c.Implementations, ", ")),
			Output: out,
		}
		if c.Operations() == 0 {
			one.Failure = &junitNote{Message: "the campaign compared nothing", Text: out}
		}
		suite.add(one)
	}
	if len(all) > 0 {
		s.add(suite)
	}
}

func (s *junitSuites) areas(im *Implementation) {
	at := map[string]int{}
	var suites []junitSuite
	for _, result := range im.Results {
		i, ok := at[result.Area]
		if !ok {
			i = len(suites)
			at[result.Area] = i
			suites = append(suites, junitSuite{Name: im.Name + "/" + result.Area})
		}
		suites[i].add(result.junit(im.Name))
	}
	for _, suite := range suites {
		s.add(suite)
	}
}

func (s *junitSuites) add(suite junitSuite) {
	s.Suites = append(s.Suites, suite)
	s.Tests, s.Failures, s.Skipped = s.Tests+suite.Tests, s.Failures+suite.Failures, s.Skipped+suite.Skipped
}

func (s *junitSuite) add(c junitCase) {
	s.Cases = append(s.Cases, c)
	s.Tests++
	if c.Failure != nil {
		s.Failures++
	}
	if c.Skipped != nil {
		s.Skipped++
	}
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

// finders returns the implementations with findings, in the order of the findings.
func (r *Run) finders() []string {
	var out []string
	seen := map[string]bool{}
	for _, f := range r.Findings {
		if !seen[f.Implementation] {
			seen[f.Implementation] = true
			out = append(out, f.Implementation)
		}
	}
	return out
}

// text returns the finding as text: the two answers, the reason, and the trace as data.
func (f *Finding) text() string {
	lines := append([]string{"want " + f.Want, "got  " + f.Got}, f.Lines...)
	lines = append(lines, f.Why...)
	return strings.Join(append(lines, spec.Escaped(traceLines(f.Trace))), "\n")
}
