package twin

import (
	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// The components of a run have values of different sizes, each with one number that is compared, and one is a tag.
type (
	// T1 is the smallest.
	T1 struct{ V float32 }
	// T2 is of one word.
	T2 struct{ V float64 }
	// T3 is a number that is no float.
	T3 struct{ V int32 }
	// T4 is of several words; the first is not compared.
	T4 struct {
		W float64
		V int64
		X float64
	}
	// T5 has an entity beside its number.
	T5 struct {
		V   int64
		Who fast.Entity
	}
	// T6 is of one byte, which another follows; the first is not compared.
	T6 struct {
		W uint8
		V int32
	}
	// T7 has a text before its number.
	T7 struct {
		Text string
		V    float64
	}
	// T8 is an array.
	T8 struct{ V [2]int64 }
	// Mark has no size.
	Mark struct{}
)

// cell is the address of a value, whatever its type.
type cell interface {
	num() int
	put(n int)
}

func (t *T1) num() int  { return int(t.V) }
func (t *T1) put(n int) { t.V = float32(n) }
func (t *T2) num() int  { return int(t.V) }
func (t *T2) put(n int) { t.V = float64(n) }
func (t *T3) num() int  { return int(t.V) }
func (t *T3) put(n int) { t.V = int32(n) }
func (t *T4) num() int  { return int(t.V) }
func (t *T4) put(n int) { t.V = int64(n) }
func (t *T5) num() int  { return int(t.V) }
func (t *T5) put(n int) { t.V = int64(n) }
func (t *T6) num() int  { return int(t.V) }
func (t *T6) put(n int) { t.V = int32(n) }
func (t *T7) num() int  { return int(t.V) }
func (t *T7) put(n int) { t.V = float64(n) }
func (t *T8) num() int  { return int(t.V[1]) }
func (t *T8) put(n int) { t.V[1] = int64(n) }

// erased is an address without its type, nil for none.
func erased[T any](p *T) cell {
	if p == nil {
		return nil
	}
	c, _ := any(p).(cell)
	return c
}

// valued is a value of a type with a number.
func valued[T any](n int) (value T) {
	if c := erased(&value); c != nil {
		c.put(n)
	}
	return value
}

// scalars are the types of V, by component from 1.
var scalars = []spec.Primitive{
	1: spec.F32, 2: spec.F64, 3: spec.I32, 4: spec.I64, 5: spec.I64, 6: spec.I32,
	7: spec.F64, 8: spec.I64,
}

// general is the value with a number in the vocabulary, of the n-th component.
func general(component, n int) spec.Value {
	s := spec.Scalar{Type: scalars[component]}
	if s.Type == spec.I32 || s.Type == spec.I64 {
		s.Int = int64(n)
	} else {
		s.Num = float64(n)
	}
	return spec.Value{{Name: "V", Scalar: s}}
}

// numberIn is the number of a value of the vocabulary, -1 where there is none.
func numberIn(v spec.Value) int {
	for _, m := range v {
		if m.Name == "V" {
			return int(m.Scalar.Num) + int(m.Scalar.Int)
		}
	}
	return -1
}

// numberAt is the number at an address, -1 for none.
func numberAt(c cell) int {
	if c == nil {
		return -1
	}
	return c.num()
}
