package mutation

import (
	"fmt"
	"hash/fnv"
)

// Operator is a kind of change. If the tool gremlins has the same operator, the name is the same.
type Operator string

// The operators.
const (
	Boundary    Operator = "conditionals-boundary" // < to <=, and so on
	Negation    Operator = "conditionals-negation" // == to !=, < to >=, and so on
	Condition   Operator = "negate-condition"      // a condition without a comparison, to its opposite
	Logical     Operator = "invert-logical"        // && to ||, and back
	Arithmetic  Operator = "arithmetic-base"       // + to -, * to /, % to *, and back
	Bitwise     Operator = "invert-bitwise"        // & to |, ^ and &^ to &, | to &
	Assigning   Operator = "invert-assignments"    // += to -=, and so on
	Counting    Operator = "increment-decrement"   // ++ to --, and back
	Negatives   Operator = "invert-negatives"      // -a to a
	LoopControl Operator = "invert-loopctrl"       // break to continue, and back
	Removal     Operator = "remove-statement"      // a call or an assignment is removed
	Returned    Operator = "invert-result"         // return true to return false, and back
)

// Point is a mutant: a position in the source with one change.
type Point struct {
	// ID is the number of the mutant in this build, from 1 on.
	ID           uint16
	File         string // relative to the root, with slashes
	Line, Column int
	Function     string // Name, or Type.Name of a method
	Operator     Operator
	// Change is the source text and, unless it is removed or negated, the operator that replaces
	// the original one.
	Change string
}

// Lot returns a pseudo-random number for a mutant and a seed. It depends only on the mutant's
// change and position.
func (p *Point) Lot(seed uint64) uint64 {
	h := fnv.New64a()
	_, _ = fmt.Fprintf(h, "%d %s %d %d %s %s", seed, p.File, p.Line, p.Column, p.Operator, p.Change) // never fails
	return h.Sum64() * 0x9e3779b97f4a7c15
}

// String returns the position and the change.
func (p *Point) String() string {
	return fmt.Sprintf("%s:%d:%d %s (%s): %s", p.File, p.Line, p.Column, p.Operator, p.Function, p.Change)
}
