package spec

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Primitive is the type of a component member.
type Primitive string

// The primitive types of version 1. An entity member holds a handle or nothing.
const (
	F32    Primitive = "f32"
	F64    Primitive = "f64"
	I32    Primitive = "i32"
	I64    Primitive = "i64"
	Bool   Primitive = "bool"
	String Primitive = "string"
	Entity Primitive = "entity"
)

// Primitives lists all primitive types.
func Primitives() []Primitive { return []Primitive{F32, F64, I32, I64, Bool, String, Entity} }

// Member is one field of a component type; in JSON ["x","f32"].
type Member struct {
	Name string
	Type Primitive
}

// MarshalJSON writes ["name","type"].
func (m Member) MarshalJSON() ([]byte, error) {
	return json.Marshal([2]string{m.Name, string(m.Type)})
}

// UnmarshalJSON reads ["name","type"].
func (m *Member) UnmarshalJSON(b []byte) error {
	var p []string
	if err := json.Unmarshal(b, &p); err != nil {
		return err
	}
	if len(p) != 2 {
		return fmt.Errorf("expected a member [name, type], got %s", b)
	}
	m.Name, m.Type = p[0], Primitive(p[1])
	return nil
}

// CheckMembers returns an error if members cannot be a component type: names must be distinct and
// not empty, types known. A type without members is allowed and is a tag (REL-056).
func CheckMembers(members []Member) *Error {
	for i, m := range members {
		if m.Name == "" || !slices.Contains(Primitives(), m.Type) {
			return Errorf(CodeInvalid, "member %d lacks a name, or its type is not one of f32 f64 i32 i64 bool string entity",
				i+1)
		}
		if slices.ContainsFunc(members[:i], func(o Member) bool { return o.Name == m.Name }) {
			return Errorf(CodeInvalid, "member %q occurs twice", m.Name)
		}
	}
	return nil
}

// Scalar is the value of one member. Only the field of its type is set: Num for f32 and f64; Int
// for i32 and i64; Bool; Text for string and entity (a handle, "" for none). Scalars are comparable
// with ==, except NaN.
type Scalar struct {
	Type Primitive
	Num  float64
	Int  int64
	Bool bool
	Text string
}

// Equal reports whether s and o have the same type and value. NaN equals itself.
func (s Scalar) Equal(o Scalar) bool {
	if math.IsNaN(s.Num) && math.IsNaN(o.Num) {
		s.Num, o.Num = 0, 0
	}
	return s == o
}

// Value is component data: one named scalar per member, in the order of the component's members.
// nil means "no value".
type Value []NamedScalar

// NamedScalar is the name and value of a member.
type NamedScalar struct {
	Name string
	Scalar
}

// Equal reports whether v and o have the same members with equal values in the same order.
func (v Value) Equal(o Value) bool {
	return slices.EqualFunc(v, o, func(a, b NamedScalar) bool { return a.Name == b.Name && a.Scalar.Equal(b.Scalar) })
}

// Zero returns the value of a component that was added but not set.
func Zero(members []Member) Value {
	v := make(Value, len(members))
	for i, m := range members {
		v[i] = NamedScalar{m.Name, Scalar{Type: m.Type}}
	}
	return v
}

// RawValue is component data from JSON, before the type of the component is known.
type RawValue map[string]any

// Typed converts a raw value to the given members. Missing members are zero, f32 is rounded, and
// integers are checked for range. An unknown member or a value of another type is CodeInvalid.
// Entity members are handles, which need not exist (REL-120). For example, {x: 1} becomes a
// Position whose y is 0.
func (r RawValue) Typed(members []Member) (Value, *Error) {
	v := Zero(members)
	seen := 0
	for i, m := range members {
		raw, ok := r[m.Name]
		if !ok {
			continue
		}
		seen++
		s, err := typedScalar(m, raw)
		if err != nil {
			return nil, err
		}
		v[i].Scalar = s
	}
	if seen != len(r) {
		return nil, Errorf(CodeInvalid, "the value has a member that the component lacks")
	}
	return v, nil
}

func typedScalar(m Member, raw any) (Scalar, *Error) {
	s := Scalar{Type: m.Type}
	bad := Errorf(CodeInvalid, "member %q takes a %s, got %v", m.Name, m.Type, raw)
	switch m.Type {
	case F32, F64:
		f, ok := number(raw)
		if !ok {
			return s, bad
		}
		if m.Type == F32 {
			f = float64(float32(f))
			if math.IsInf(f, 0) {
				return s, bad
			}
		}
		s.Num = f
	case I32, I64:
		n, ok := integer(raw)
		if !ok || m.Type == I32 && (n > math.MaxInt32 || n < math.MinInt32) {
			return s, bad
		}
		s.Int = n
	case Bool:
		b, ok := raw.(bool)
		if !ok {
			return s, bad
		}
		s.Bool = b
	case String, Entity:
		if raw == nil && m.Type == Entity {
			return s, nil
		}
		t, ok := raw.(string)
		if !ok {
			return s, bad
		}
		s.Text = t
	default:
		return s, Errorf(CodeInvalid, "member %q has the unknown type %q", m.Name, m.Type)
	}
	return s, nil
}

func number(raw any) (float64, bool) {
	switch n := raw.(type) {
	case float64:
		return n, !math.IsNaN(n) && !math.IsInf(n, 0)
	case int64:
		return float64(n), true
	case int:
		return float64(n), true
	case json.Number:
		f, err := n.Float64()
		return f, err == nil
	}
	return 0, false
}

func integer(raw any) (int64, bool) {
	switch n := raw.(type) {
	case int64:
		return n, true
	case int:
		return int64(n), true
	case float64:
		return int64(n), n == math.Trunc(n) && math.Abs(n) < 1<<53
	case json.Number:
		i, err := strconv.ParseInt(n.String(), 10, 64)
		if err == nil {
			return i, true
		}
		f, err := n.Float64()
		return int64(f), err == nil && f == math.Trunc(f) && math.Abs(f) < 1<<53
	}
	return 0, false
}

// Raw converts the value to its JSON form.
func (v Value) Raw() RawValue {
	if v == nil {
		return nil
	}
	r := make(RawValue, len(v))
	for _, m := range v {
		r[m.Name] = m.raw()
	}
	return r
}

// raw returns a scalar as it is written in JSON.
func (s Scalar) raw() any {
	switch s.Type {
	case F32, F64:
		return s.Num
	case I32, I64:
		return s.Int
	case Bool:
		return s.Bool
	case String:
		return s.Text
	case Entity:
		if s.Text != "" {
			return s.Text
		}
	}
	return nil
}

// UnmarshalJSON keeps numbers exact.
func (r *RawValue) UnmarshalJSON(b []byte) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	var m map[string]any
	if err := d.Decode(&m); err != nil {
		return err
	}
	*r = m
	return nil
}
