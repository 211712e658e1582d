package book

import (
	"bytes"
	_ "embed"
	"fmt"
	"os"
	"slices"

	"go.yaml.in/yaml/v3"

	"github.com/relspec/relspec/docs/specification"
	"github.com/relspec/relspec/tools/mutation"
)

// Evidence is a small change of the model that the examples of a clause detect. It does not contain
// a line number, so that it stays valid when other lines change.
type Evidence struct {
	Clause   string            `yaml:"clause"`
	File     string            `yaml:"file,omitempty"`
	Function string            `yaml:"function,omitempty"`
	Operator mutation.Operator `yaml:"operator,omitempty"`
	Change   string            `yaml:"change,omitempty"` // in the notation of points
	Nth      int               `yaml:"nth,omitempty"`    // of equal changes in the function, from 0
	// Noticed is the id of the scenario, or the test, that fails.
	Noticed string `yaml:"noticed,omitempty"`
	// Others is the number of other clauses whose examples detect the change, too.
	Others int `yaml:"others,omitempty"`
	// None is the reason why the model has no such mutant.
	None string `yaml:"none,omitempty"`
}

// EvidenceFile has an entry for each clause, in the order of the book.
const EvidenceFile = "tools/book/evidence.yaml"

//go:embed evidence.yaml
var evidenceFile []byte

// AllEvidence reads the file.
func AllEvidence() ([]Evidence, error) {
	var out []Evidence
	d := yaml.NewDecoder(bytes.NewReader(evidenceFile))
	d.KnownFields(true)
	if err := d.Decode(&out); err != nil {
		return nil, fmt.Errorf("evidence.yaml: %w", err)
	}
	return out, nil
}

// WriteEvidence writes the evidence file of the repository in the working directory. It keeps the
// old entries of clauses without new evidence.
func WriteEvidence(clauses []specification.Clause, known, found []Evidence) error {
	var all []Evidence
	for _, c := range clauses {
		for _, from := range [][]Evidence{found, known} {
			if i := slices.IndexFunc(from, func(e Evidence) bool { return e.Clause == c.Name }); i >= 0 {
				if from[i].Noticed != "" || from[i].None != "" {
					all = append(all, from[i])
				}
				break
			}
		}
	}
	text := bytes.NewBufferString("# For each clause a change of the model that one of its examples notices, and how many other clauses have one that\n" +
		"# notices it too. \"go run -C tools ./lab book --mutants --find\" writes the file; tools/README.md describes it.\n")
	e := yaml.NewEncoder(text)
	e.SetIndent(2)
	if err := e.Encode(all); err != nil {
		return err
	}
	return os.WriteFile(EvidenceFile, text.Bytes(), 0o644)
}

// Point returns the mutant of the evidence, or nil.
func (e *Evidence) Point(points []mutation.Point) *mutation.Point {
	n := e.Nth
	for i := range points {
		p := &points[i]
		if !e.fits(p) {
			continue
		}
		if n == 0 {
			return p
		}
		n--
	}
	return nil
}

func (e *Evidence) fits(p *mutation.Point) bool {
	return p.File == e.File && p.Function == e.Function && p.Operator == e.Operator && p.Change == e.Change
}

// of returns evidence that names a mutant. Its clause and what detects it are not set.
func of(points []mutation.Point, p *mutation.Point) Evidence {
	e := Evidence{File: p.File, Function: p.Function, Operator: p.Operator, Change: p.Change}
	for i := range points {
		if points[i].ID == p.ID {
			break
		}
		if e.fits(&points[i]) {
			e.Nth++
		}
	}
	return e
}
