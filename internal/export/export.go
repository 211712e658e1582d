package export

import (
	"encoding/json"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

// Format and Version identify the format of the files. A new version may remove fields; within a
// version fields are only added.
const (
	Format  = "relspec-export"
	Version = 1
)

// Header is the first line of a file.
type Header struct {
	Format  string `json:"format"`  // always [Format]
	Version int    `json:"version"` // of the format
	Suite   string `json:"suite"`   // version of the cases and answers
	Profile string `json:"profile"`
	Cases   int    `json:"cases"` // lines that follow
}

// Case is a line: a fresh world of the profile, and the operations in it.
type Case struct {
	Name       string             `json:"case"` // "pairs-01", or the file name of a regression
	Kind       Kind               `json:"kind"`
	Area       string             `json:"area"`
	Title      string             `json:"title"`
	Statements []spec.StatementID `json:"statements,omitempty"` // checked by the case
	// capabilities, as "KIND: NAME" if a kind of query needs them
	Needs []string `json:"needs"`
	Steps []Step   `json:"steps"`
}

// Kind says whether a case is a scenario or a regression.
type Kind string

// The kinds of cases.
const (
	Scenario   Kind = "scenario"   // checks statements of the documents
	Regression Kind = "regression" // once made engines differ
)

// Step is a request with the answer of the reference, both in the format of the adapter protocol.
type Step struct {
	Request spec.Operation `json:"request"`
	Want    spec.Outcome   `json:"want"`
	Compare Compare        `json:"compare"`
	// Any lists all right answers; only for [OneOf].
	Any []spec.Handle `json:"any,omitempty"`
	// Full is the whole answer, of which Want is a part; only for [PartOf].
	Full []spec.Row `json:"full,omitempty"`
}

// Source is the input of an export.
type Source struct {
	Features, Regressions fs.FS
	// Without lists capabilities that the engine lacks. Scenarios are rewritten to need them less
	// ([scenario.Scenario.Portable]).
	Without []spec.Capability
	// Reference answers the requests.
	Reference oracle.Implementation
}

// Read runs the scenarios and regressions of a profile on the reference. It returns an error if a
// feature or trace cannot be read, or if the reference does not support the profile.
func (from *Source) Read(p spec.Profile) ([]Case, error) {
	all, err := scenario.Load(from.Features)
	if err != nil {
		return nil, err
	}
	info := allBut(from.Without)
	var out []Case
	for i := range all {
		if all[i].Profile != p.Name {
			continue
		}
		s, _ := all[i].Portable(info)
		c := Case{
			Name: s.ID, Kind: Scenario, Area: strings.TrimSuffix(s.Path, ".feature"), Title: title(&s),
			Statements: s.Statements,
		}
		if err := from.run(&c, p, s.Trace().Operations()); err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	more, err := from.regressions(p)
	return append(out, more...), err
}

// allBut returns a declaration of every capability except some.
func allBut(without []spec.Capability) spec.Info {
	var rest []spec.Capability
	for _, c := range spec.Capabilities() {
		if !slices.Contains(without, c) {
			rest = append(rest, c)
		}
	}
	return spec.Info{Capabilities: map[string][]spec.Capability{
		"world": rest, "filter": rest, "cached": rest,
		"rule": rest,
	}}
}

func title(s *scenario.Scenario) string {
	if s.Rule != "" {
		return s.Rule + ": " + s.Name
	}
	return s.Name
}

func (from *Source) regressions(p spec.Profile) ([]Case, error) {
	all, err := oracle.ReadRegressions(from.Regressions)
	if err != nil {
		return nil, err
	}
	var out []Case
	for _, one := range all {
		if one.Trace.Header.Profile != p.Name {
			continue
		}
		c := Case{
			Name: strings.TrimSuffix(one.Name, ".jsonl"), Kind: Regression, Area: "regressions",
			Title: one.Trace.Header.Note,
		}
		if err := from.run(&c, p, one.Trace.Operations()); err != nil {
			return nil, err
		}
		out = append(out, c)
	}
	return out, nil
}

// run runs a case on the reference and records the capabilities that it needs.
func (from *Source) run(c *Case, p spec.Profile, ops []spec.Operation) error {
	reference, err := from.Reference.New(p)
	if err != nil {
		return err
	}
	c.Needs = []string{}
	judge := capability.New(p)
	nothing := &spec.Info{Capabilities: map[string][]spec.Capability{"world": {}}}
	for _, op := range ops {
		judge.Follow(&op)
		s := Step{Request: op, Want: reference.Apply(op)}
		s.compare(reference, p)
		c.Steps = append(c.Steps, s)
		if s.Want.Err != nil && s.Want.Err.Code == spec.CodeUnsupported {
			continue // an engine without the operation also refuses it
		}
		for _, need := range judge.Lacks(&op, nothing) {
			if !slices.Contains(c.Needs, need) {
				c.Needs = append(c.Needs, need)
			}
		}
	}
	slices.Sort(c.Needs)
	return nil
}

// Write writes the header and the cases of a profile, one per line.
func Write(w io.Writer, p spec.Profile, cases []Case) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	if err := out.Encode(Header{
		Format: Format, Version: Version, Suite: spec.SuiteVersion, Profile: p.Name,
		Cases: len(cases),
	}); err != nil {
		return err
	}
	for i := range cases {
		if err := out.Encode(&cases[i]); err != nil {
			return err
		}
	}
	return nil
}
