package mutation

import (
	"bytes"
	_ "embed"
	"fmt"
	"slices"

	"go.yaml.in/yaml/v3"
)

// Explanation says why no test can detect some mutants. It does not contain line numbers, so that
// it stays valid when other lines change.
type Explanation struct {
	File     string   `yaml:"file"`
	Function string   `yaml:"function"`
	Operator Operator `yaml:"operator"`
	Change   string   `yaml:"change"` // in the notation of points
	Why      string   `yaml:"why"`
	// Class is the kind of reason.
	Class string `yaml:"class"`
}

// The classes of explanations.
const (
	Faster     = "faster"     // the answer is the same, and comes later or takes more memory
	Equal      = "equal"      // both forms are equivalent in every possible case
	Guarded    = "guarded"    // another check has the same effect; this one protects against bugs of the engine
	Unordered  = "unordered"  // the mutant changes an order that no document defines
	Diagnostic = "diagnostic" // a text for people; tests check only its gist
)

//go:embed explained.yaml
var explainedFile []byte

// Explained reads the explanations of this repository.
func Explained() ([]Explanation, error) {
	var out []Explanation
	d := yaml.NewDecoder(bytes.NewReader(explainedFile))
	d.KnownFields(true)
	if err := d.Decode(&out); err != nil {
		return nil, fmt.Errorf("explained.yaml: %w", err)
	}
	classes := []string{Faster, Equal, Guarded, Unordered, Diagnostic}
	for i := range out {
		if e := &out[i]; e.Why == "" || !slices.Contains(classes, e.Class) {
			return nil, fmt.Errorf("explained.yaml: %s %s %q needs a reason and a class of %v", e.File, e.Function,
				e.Change, classes)
		}
	}
	return out, nil
}

// Fits reports whether the explanation applies to a mutant.
func (e *Explanation) Fits(p *Point) bool {
	return e.File == p.File && e.Function == p.Function && e.Operator == p.Operator && e.Change == p.Change
}
