package enginetest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/suite"
	"github.com/relspec/relspec/spec"
)

// Run tests an engine against the specification. Each call of newEngine must return a new, empty
// world.
//
// The subtests are scenarios/AREA/NAME, transcripts/AREA/NAME and campaign; use go test -run to
// select some. A case is skipped if it needs a capability that the engine does not declare. If the
// engine answers `unsupported`, the case is skipped, too, unless the engine declares the
// capability; then it fails. A failure shows the difference after a few operations, and the clause
// or statement that decides.
//
// At the end Run logs the report of "diffcheck test": a table of areas, the missing capabilities
// that exclude the most cases, and the findings by cause. go test shows it after a failure and with
// -v. [JSON] and [JUnit] write it to files.
//
// By default the campaign compares 300 random traces with a fixed seed. With -short, Run runs a
// tenth of the traces and transcripts. If an operation of the engine hangs, the timeout of go test
// ends the test.
func Run(t *testing.T, newEngine func(spec.Profile) spec.Engine, options ...Option) {
	t.Helper()
	c := configure(options)
	if c.err != nil {
		t.Fatal(c.err)
	}
	open := suite.InProcess(newEngine, c.info, c.sameCodes)
	session, err := suite.NewSession(context.Background(), open, c.suite)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	c.cases(t, session, "scenarios", func(area string) bool { return !strings.HasPrefix(area, generated) })
	c.cases(t, session, "transcripts", func(area string) bool { return strings.HasPrefix(area, generated) })
	t.Run("campaign", func(t *testing.T) { c.campaign(t, session) })
	report := session.Report()
	if len(report.Failures) > 0 {
		t.Fail() // the report lists the failures
	}
	t.Logf("\n%s", spec.PrintableLines(report.Text()))
	if err := c.write(report); err != nil {
		t.Error(err)
	}
}

// generated is the prefix of the areas of transcripts.
const generated = "generated/"

// cases runs the cases of some areas as subtests.
func (c *config) cases(t *testing.T, session *suite.Session, name string, mine func(area string) bool) {
	t.Run(name, func(t *testing.T) {
		all := session.Cases()
		for from := 0; from < len(all); {
			area, to := all[from].Area, from
			for to < len(all) && all[to].Area == area {
				to++
			}
			if mine(area) {
				t.Run(strings.TrimPrefix(area, generated), func(t *testing.T) { c.area(t, session, all[from:to]) })
			}
			from = to
		}
	})
}

func (c *config) area(t *testing.T, session *suite.Session, cases []suite.Case) {
	for i := range cases {
		t.Run(strings.ReplaceAll(cases[i].Name, " ", ""), func(t *testing.T) {
			result, err := session.Case(&cases[i])
			if err != nil {
				t.Fatal(err)
			}
			switch result.Status {
			case suite.Passed:
			case suite.Failed:
				t.Error(result.Reason)
			case suite.KnownFails:
				t.Skipf("known failure %s", result.Known)
			case suite.Unsupported, suite.NotRun:
				t.Skip(result.Reason)
			}
		})
	}
}

// campaign runs the campaign. It fails if there are new findings, even if the cases before it made
// them.
func (c *config) campaign(t *testing.T, session *suite.Session) {
	if err := session.Campaign(); err != nil {
		t.Fatal(err)
	}
	if n := session.Fresh(); n > 0 {
		t.Errorf("%d new findings, which the report at the end shows", n)
	}
}

// write writes the report in the formats that the options request.
func (c *config) write(report *suite.Report) error {
	for _, format := range []struct {
		name  string
		write func(io.Writer) error
	}{{c.json, report.JSON}, {c.junit, report.JUnit}} {
		if format.name == "" {
			continue
		}
		var text bytes.Buffer
		if err := format.write(&text); err != nil {
			return fmt.Errorf("%s: %w", format.name, err)
		}
		if err := os.WriteFile(format.name, text.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// Replay runs one trace, given as JSON Lines, on the reference and on the engine. The test fails if
// they differ. Use it as a regression test for a fixed finding.
func Replay(t *testing.T, newEngine func(spec.Profile) spec.Engine, trace string, options ...Option) {
	t.Helper()
	read, err := spec.ReadTrace(strings.NewReader(trace), spec.ReadLimits{})
	if err != nil {
		t.Fatal(err)
	}
	c := configure(options)
	c.suite.OwnTraces, c.suite.Known = []*spec.Trace{read}, nil
	report, err := suite.Run(context.Background(), suite.InProcess(newEngine, c.info, c.sameCodes), c.suite)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range report.Findings {
		t.Errorf("%s\n%s", f.Name, f.Text())
	}
	for _, failure := range report.Failures {
		t.Error(failure)
	}
}

// Verify runs one trace, given as JSON Lines, on the model and on every engine of this repository,
// with every variant, storage option and law. The test fails if they differ. The Go tests of saved
// findings call it. For your own engine use [Replay].
func Verify(t *testing.T, trace string) {
	t.Helper()
	divergences, err := engines.Verify(trace)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range divergences {
		t.Errorf("%s, operation %d: %s\n%s", d.Label(), d.Index+1, d.Difference.Signature(), d.Difference.String())
	}
}
