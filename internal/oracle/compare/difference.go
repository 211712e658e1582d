package compare

import (
	"strings"

	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec"
)

// DiffKind is the class of a difference, so that reduction keeps the same kind of failure.
type DiffKind string

// The kinds of difference.
const (
	DiffError   DiffKind = "error"        // one refuses, or both with different codes
	DiffBroken  DiffKind = "broken"       // crash, timeout or garbage
	DiffMissing DiffKind = "rows missing" // rows that the implementation does not give
	DiffExtra   DiffKind = "rows extra"   // rows that it should not give
	DiffRows    DiffKind = "rows"         // both
	DiffOrder   DiffKind = "order"        // the same rows, but not in the blocks that the query orders
	DiffBatches DiffKind = "batches"      // the same rows, but not returned together
	DiffValue   DiffKind = "value"        // another single answer: a truth value, number, entity, text or component
	DiffSet     DiffKind = "set"          // other entities or ids
	DiffEvents  DiffKind = "events"
	DiffDump    DiffKind = "dump" // the worlds differ after the operation
	DiffLaw     DiffKind = "law"  // an engine contradicts itself
)

// Difference is the result of a comparison: the kind, both answers in a line each, and the lines that differ, those
// that are missing from the implementation with "-" and those that it adds with "+", in canonical text.
type Difference struct {
	Kind  DiffKind    `json:"kind"`
	Op    spec.OpKind `json:"op"`
	Want  string      `json:"want"`
	Got   string      `json:"got"`
	Lines []string    `json:"lines"`
	// Words are the last words of a process that crashed, "" where it had none.
	Words string `json:"words,omitempty"`
	// Refused is the code of the reference's refusal of the operation after which the worlds
	// differ, "" where it did it.
	Refused spec.ErrorCode `json:"refused,omitempty"`
	// Failures is how many commands the reference refused at the end of the deferral after which the worlds differ.
	Failures int `json:"failures,omitempty"`
	// Missing and Extra are the rows of answers to queries that Lines shows, for explanations.
	Missing []spec.Row `json:"-"`
	Extra   []spec.Row `json:"-"`

	Worlds [2]*spec.Dump `json:"-"` // of a DiffDump: the reference's and the implementation's
}

// String is the lines below one another.
func (d *Difference) String() string { return strings.Join(d.Lines, "\n") }

// Signature is the part that reduction keeps: the kind, and for refusals both codes. A crash with
// last words is known by them alone, so that it is the same one whatever was asked and expected.
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

// Options loosen a comparison for engines that are not ours.
type Options struct {
	// AnyError: all refusals are equal, since another engine's codes are its own.
	AnyError bool
	// AnyWildcard: where the reference reports "*" in an id, any handle is accepted.
	AnyWildcard bool
	// ExtraUnset: variables that the reference does not report may be given unset.
	ExtraUnset bool
	// Values and Access: an answer must give the data and the access modifiers of fields that the
	// reference gives, and no others; else a value that one side leaves out is not compared.
	Values, Access bool
	// Blocks: the blocks of an ordered answer must be those of the reference, and not only in its order.
	Blocks bool
	// Full is the answer of the reference without limit and skip, needed to compare one with them (order.limit).
	Full []spec.Row
	// First has the right answers if several targets may be the first; nil compares exactly.
	First *FirstTargets
	// Failing are the places of all terms that fail for what an explanation is about ([spec.Blamer]); nil accepts any.
	Failing []int
}

// Size is the number of rows in which the answers differ, 1 where they are no rows.
func (d *Difference) Size() int { return max(len(d.Missing), len(d.Extra), 1) }
