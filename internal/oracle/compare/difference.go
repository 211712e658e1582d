package compare

import (
	"strings"

	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec"
)

// DiffKind is the kind of a difference. Reduction keeps it.
type DiffKind string

// The kinds of difference.
const (
	DiffError   DiffKind = "error"        // one side refuses, or both refuse with different codes
	DiffBroken  DiffKind = "broken"       // crash, timeout or garbage
	DiffMissing DiffKind = "rows missing" // rows that the implementation does not return
	DiffExtra   DiffKind = "rows extra"   // rows that it should not return
	DiffRows    DiffKind = "rows"         // both
	DiffOrder   DiffKind = "order"        // the same rows, but in other blocks or another order of blocks
	DiffBatches DiffKind = "batches"      // the same rows, but in other batches, or others are marked as changed
	DiffValue   DiffKind = "value"        // another single answer: a bool, number, entity, text or component
	DiffSet     DiffKind = "set"          // other entities or ids
	DiffEvents  DiffKind = "events"
	DiffDump    DiffKind = "dump" // the worlds differ after the operation
	DiffLaw     DiffKind = "law"  // an engine contradicts itself
)

// Difference is the result of a comparison: the kind, both answers as one line each, and the lines
// that differ, in canonical text. Lines that the implementation lacks begin with "-", lines that
// only it has with "+".
type Difference struct {
	Kind  DiffKind    `json:"kind"`
	Op    spec.OpKind `json:"op"`
	Want  string      `json:"want"`
	Got   string      `json:"got"`
	Lines []string    `json:"lines"`
	// Words are the last words of a crashed process, or "".
	Words string `json:"words,omitempty"`
	// Refused is the code with which the reference refused the operation after which the worlds
	// differ, or "".
	Refused spec.ErrorCode `json:"refused,omitempty"`
	// Failures is the number of commands that the reference refused at the end of the deferral
	// after which the worlds differ.
	Failures int `json:"failures,omitempty"`
	// Missing and Extra are the rows behind Lines, for explanations.
	Missing []spec.Row `json:"-"`
	Extra   []spec.Row `json:"-"`

	Worlds [2]*spec.Dump `json:"-"` // for DiffDump: the world of the reference and that of the implementation
}

// String returns the lines.
func (d *Difference) String() string { return strings.Join(d.Lines, "\n") }

// Signature returns the part that reduction keeps: the kinds of the operation and of the
// difference, and for refusals both codes. For a crash with last words it contains only these, and
// does not depend on the operation.
func (d *Difference) Signature() string {
	s := string(d.Op) + " " + string(d.Kind)
	switch {
	case d.Words != "":
		return string(spec.CodeCrash) + ": " + d.Words
	case d.Kind == DiffError:
		s += " " + d.Want + " / " + d.Got
	case d.Kind == DiffBroken:
		s += " " + d.Got
	}
	return s
}

// WantsRefusal reports whether the reference refuses the operation.
func (d *Difference) WantsRefusal() bool { return strings.HasPrefix(d.Want, show.Refused) }

// Options relax a comparison, most of them for foreign engines, or make it stricter.
type Options struct {
	// AnyError makes all refusals equal, because a foreign engine has its own codes.
	AnyError bool
	// AnyWildcard accepts any handle where the reference reports "*" in an id.
	AnyWildcard bool
	// ExtraUnset accepts unset variables that the reference does not report.
	ExtraUnset bool
	// Values and Access require that an answer has exactly the data and access modifiers of fields
	// that the reference has. Otherwise a value that one side omits is not compared.
	Values, Access bool
	// Blocks requires the same blocks in an ordered answer, not only a consistent order.
	Blocks bool
	// Full is the answer of the reference without limit and skip. It is needed if the operation has
	// a limit or skip (order.limit).
	Full []spec.Row
	// First lists the right answers if any of several targets may be the first. nil compares
	// exactly.
	First *FirstTargets
	// Failing lists the positions of all terms that may be blamed in an explanation
	// ([spec.Blamer]). nil accepts any.
	Failing []int
}

// Size returns the number of rows that differ, or 1 if the answers are not rows.
func (d *Difference) Size() int { return max(len(d.Missing), len(d.Extra), 1) }
