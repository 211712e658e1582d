// Package schemata has the functions that an instrumented package calls at its mutation points. All
// mutants are compiled in, and [Mutant] is the number of the active one. Only sources that
// tools/mutation generates call these functions.
//
// One goroutine runs the mutants, one after the other. Goroutines of the tested package may read the
// variables.
package schemata

import (
	"cmp"
	"math"
	"os"
	"strconv"
)

// MutantVariable and ReachedVariable are the environment variables of [FromEnvironment] and [Save].
const (
	MutantVariable  = "RELSPEC_MUTANT"
	ReachedVariable = "RELSPEC_MUTATION_REACHED"
)

// Max is the largest number of a mutant.
const Max = math.MaxUint16

var (
	// Mutant is the number of the active mutant; 0 means none.
	Mutant uint16
	// Reached is 1 for each mutant whose code was executed.
	Reached [Max + 1]uint8
	// Steps counts the iterations of loops.
	Steps uint64
	// Limit is the maximum of Steps. Beyond it Tick panics, so that an endless loop ends at the same step
	// on every machine.
	Limit uint64 = math.MaxUint64
)

// Reset clears Reached and Steps, and removes the limit.
func Reset() {
	clear(Reached[:])
	Steps, Limit = 0, math.MaxUint64
}

// Is reports whether a mutant is active, and marks it as reached.
func Is(id uint16) bool {
	Reached[id] = 1
	return Mutant == id
}

// Tick counts an iteration of a loop.
func Tick() {
	if Steps++; Steps > Limit {
		panic("the mutant is in an endless loop")
	}
}

// FromEnvironment sets Mutant from the environment.
func FromEnvironment() {
	if n, err := strconv.ParseUint(os.Getenv(MutantVariable), 10, 16); err == nil {
		Mutant = uint16(n)
	}
}

// Save writes Reached to the file that the environment names, if any.
func Save() error {
	name := os.Getenv(ReachedVariable)
	if name == "" {
		return nil
	}
	return os.WriteFile(name, Reached[:], 0o644)
}

// Not returns b or, if the mutant is active, !b.
func Not(id uint16, b bool) bool { return b != Is(id) }

// Less returns a < b or, if the mutant is active, a <= b; the other functions are alike. A comparison
// counts as reached only if the mutant would change its result.
func Less[T cmp.Ordered](id uint16, a, b T) bool { return a < b || a == b && Is(id) }

// LessEqual returns a <= b, or a < b.
func LessEqual[T cmp.Ordered](id uint16, a, b T) bool { return a < b || a == b && !Is(id) }

// Greater returns a > b, or a >= b.
func Greater[T cmp.Ordered](id uint16, a, b T) bool { return a > b || a == b && Is(id) }

// GreaterEqual returns a >= b, or a > b.
func GreaterEqual[T cmp.Ordered](id uint16, a, b T) bool { return a > b || a == b && !Is(id) }

// Integer is the constraint for operands of bit operators.
type Integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// Number is the constraint for operands of arithmetic.
type Number interface {
	Integer | ~float32 | ~float64
}

// either returns a or, if the mutant is active, b.
func either[T any](id uint16, a, b T) T {
	if Is(id) {
		return b
	}
	return a
}

// Add returns a + b, or a - b.
func Add[T Number](id uint16, a, b T) T { return either(id, a+b, a-b) }

// Subtract returns a - b, or a + b.
func Subtract[T Number](id uint16, a, b T) T { return either(id, a-b, a+b) }

// Multiply returns a * b, or a / b, which panics if b is 0.
func Multiply[T Number](id uint16, a, b T) T {
	if Is(id) {
		return a / b
	}
	return a * b
}

// Divide returns a / b, or a * b.
func Divide[T Number](id uint16, a, b T) T {
	if Is(id) {
		return a * b
	}
	return a / b
}

// Remainder returns a % b, or a * b.
func Remainder[T Integer](id uint16, a, b T) T {
	if Is(id) {
		return a * b
	}
	return a % b
}

// And returns a & b, or a | b.
func And[T Integer](id uint16, a, b T) T { return either(id, a&b, a|b) }

// Or returns a | b, or a & b.
func Or[T Integer](id uint16, a, b T) T { return either(id, a|b, a&b) }

// Xor returns a ^ b, or a & b.
func Xor[T Integer](id uint16, a, b T) T { return either(id, a^b, a&b) }

// AndNot returns a &^ b, or a & b.
func AndNot[T Integer](id uint16, a, b T) T { return either(id, a&^b, a&b) }

// Negative is called with a negated value. It returns a or, if the mutant is active, -a.
func Negative[T Number](id uint16, a T) T { return either(id, a, -a) }

// Increment executes *p++ or, if the mutant is active, *p--.
func Increment[T Number](id uint16, p *T) { *p = either(id, *p+1, *p-1) }

// Decrement executes *p-- or, if the mutant is active, *p++.
func Decrement[T Number](id uint16, p *T) { *p = either(id, *p-1, *p+1) }
