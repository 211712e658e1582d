package enginetest

import (
	"errors"
	"io/fs"
	"testing"
	"time"

	"github.com/relspec/relspec/internal/snippet"
	"github.com/relspec/relspec/internal/suite"
	"github.com/relspec/relspec/spec"
)

// config has the values of options.
type config struct {
	suite     suite.Options
	info      spec.Info
	sameCodes bool
	json      string
	junit     string
	err       error // error of an option
}

// Option is a setting of [Run].
type Option func(*config)

// Declares declares the capabilities of the engine, as an adapter does in its answer to hello.
// Without this option [Run] sends hello to the engine; if it does not answer, Run assumes all
// capabilities.
func Declares(info spec.Info) Option { return func(c *config) { c.info = info } }

// SameCodes requires the error codes of the reference. Without it all error codes compare equal.
func SameCodes() Option { return func(c *config) { c.sameCodes = true } }

// Known is a list of known failures, each with an id and a reason. [ReadKnown] reads one.
type Known = suite.Known

// ReadKnown reads a list of known failures from a YAML file below folder, with the traces that it
// names; docs/implementers.md has an example. It returns an error that names the entry if an entry
// has no id or no reason, if its id occurs twice, if it has patterns of findings but no traces, or
// if it names a file that is not a trace.
func ReadKnown(folder fs.FS, name string) (*Known, error) { return suite.ReadKnown(folder, name) }

// KnownFailures marks failures as expected. These cases still run, and if one passes, the test
// fails.
func KnownFailures(known *Known) Option { return func(c *config) { c.suite.Known = known } }

// Traces sets the number of random traces of the campaign; the default is 300, or 30 with -short.
func Traces(n uint64) Option { return func(c *config) { c.suite.Traces, c.suite.Duration = n, 0 } }

// For runs the campaign for a duration instead of a number of traces.
func For(d time.Duration) Option { return func(c *config) { c.suite.Duration, c.suite.Traces = d, 0 } }

// Seed sets the seed of the campaign; the default is 1. The campaign prints it.
func Seed(seed uint64) Option { return func(c *config) { c.suite.Seed = seed } }

// Transcripts sets the number of transcripts for each kind of generated trace, such as "cleanup".
// The default is 40, or 4 with -short. A negative number means none.
func Transcripts(n int) Option { return func(c *config) { c.suite.Transcripts = n } }

// Save saves findings in a folder: trace, protocol lines, scenario and report of each.
func Save(dir string) Option { return func(c *config) { c.suite.Save = dir } }

// Snippets also writes each finding as code for the API of the engine, as snippet.* in the folder
// of [Save]. The templates are in a file below folder; docs/adapters.md describes it.
func Snippets(folder fs.FS, name string) Option {
	return func(c *config) {
		templates, err := snippet.Read(folder, name)
		c.suite.Snippets, c.err = templates, errors.Join(c.err, err)
	}
}

// JSON writes the results to a file, in the format of "diffcheck test --json". "diffcheck report"
// turns such files into pages.
func JSON(file string) Option { return func(c *config) { c.json = file } }

// JUnit writes the results to a file for CI systems, like "diffcheck report --junit": a test for
// each case, a failure for each finding.
func JUnit(file string) Option { return func(c *config) { c.junit = file } }

func configure(options []Option) *config {
	c := &config{suite: suite.Options{Seed: 1, Traces: 300, Workers: 1, Transcripts: 40}}
	if testing.Short() {
		c.suite.Traces, c.suite.Transcripts = 30, 4
	}
	for _, set := range options {
		set(c)
	}
	return c
}
