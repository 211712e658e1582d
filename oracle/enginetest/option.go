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
	err       error // of an option
}

// Option is a setting of [Run].
type Option func(*config)

// Declares lists the capabilities of the engine, as an adapter would in its answer to hello.
// Without it the engine is asked hello; one that does not answer is taken to have everything.
func Declares(info spec.Info) Option { return func(c *config) { c.info = info } }

// SameCodes asks for the error codes of the reference. Without it any refusal equals any other.
func SameCodes() Option { return func(c *config) { c.sameCodes = true } }

// Known lists failures of an engine that are known, each with an id and a reason. [ReadKnown] reads one.
type Known = suite.Known

// ReadKnown reads a list of known failures in YAML from a file below folder, with the traces that it names;
// docs/implementers.md shows one. The error names the entry that is wrong: it has no id or no reason, its id stands
// twice, it has patterns of findings and no traces, or a file is no trace.
func ReadKnown(folder fs.FS, name string) (*Known, error) { return suite.ReadKnown(folder, name) }

// KnownFailures are expected: they still run and must still fail.
func KnownFailures(known *Known) Option { return func(c *config) { c.suite.Known = known } }

// Traces is how many random traces the campaign compares.
func Traces(n uint64) Option { return func(c *config) { c.suite.Traces, c.suite.Duration = n, 0 } }

// For makes the campaign end by time.
func For(d time.Duration) Option { return func(c *config) { c.suite.Duration, c.suite.Traces = d, 0 } }

// Seed is the seed of the campaign, 1 unless given. The campaign prints it.
func Seed(seed uint64) Option { return func(c *config) { c.suite.Seed = seed } }

// Transcripts is how many transcripts there are of each kind, 40 unless given.
func Transcripts(n int) Option { return func(c *config) { c.suite.Transcripts = n } }

// Save is a folder for findings: trace, protocol lines, scenario and report of each.
func Save(dir string) Option { return func(c *config) { c.suite.Save = dir } }

// Snippets are templates, in a file below folder, for the counterexample of a finding in the words
// of the engine's own API: snippet.* in the folder of [Save]. docs/adapters.md describes the file.
func Snippets(folder fs.FS, name string) Option {
	return func(c *config) {
		templates, err := snippet.Read(folder, name)
		c.suite.Snippets, c.err = templates, errors.Join(c.err, err)
	}
}

// JSON writes the run into a file, as "diffcheck test --json" prints it; "diffcheck report" makes pages of such files.
func JSON(file string) Option { return func(c *config) { c.json = file } }

// JUnit writes the run into a file for CI systems, as "diffcheck report --junit" does: a test for
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
