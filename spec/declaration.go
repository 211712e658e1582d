package spec

import (
	"encoding/json"
	"fmt"
)

// Declaration says how a relationship of the Tecs family behaves. The zero Declaration has any
// number of targets, dense storage and no data.
//
// TECS-108 to TECS-121.
type Declaration struct {
	Exclusive     bool     // an entity has one target at a time; a new one replaces the old one
	Sparse        bool     // edges are stored outside the tables, so targets do not create tables
	ReverseIndex  bool     // the sources of a target can be queried: sources, traverse, walk_up
	CascadeDelete bool     // the sources of edges to a deleted entity are deleted too
	Transient     bool     // snapshots omit its edges
	Serialize     bool     //nolint:misspell // as the manual spells it: snapshots store the edges in a separate format, which the protocol ignores
	Fields        []string // the values of an edge, by position
	Defaults      []Scalar // untyped, of Fields by position; null means no default, as do missing entries
	Require       []string // fields that must not be null
}

func (w *opWire) declare(d *Declaration) {
	w.Exclusive, w.Sparse, w.ReverseIndex, w.CascadeDelete = d.Exclusive, d.Sparse, d.ReverseIndex, d.CascadeDelete
	w.Transient, w.Serialize = d.Transient, d.Serialize
	w.Fields, w.Defaults, w.Require = d.Fields, d.Defaults, d.Require
}

func (w *opWire) declared() Declaration {
	return Declaration{
		Exclusive: w.Exclusive, Sparse: w.Sparse, ReverseIndex: w.ReverseIndex, CascadeDelete: w.CascadeDelete,
		Transient: w.Transient, Serialize: w.Serialize, Fields: w.Fields, Defaults: w.Defaults, Require: w.Require,
	}
}

// Null returns the untyped value null.
func Null() Scalar { return Scalar{Type: Entity} }

// UntypedScalar converts a JSON value without a declared type: numbers become F64, as in Lua,
// strings String, and null [Null]. Lists, objects and numbers that F64 cannot hold are invalid.
//
// For example, 1 and 1.0 are the same value.
func UntypedScalar(raw any) (Scalar, *Error) {
	switch v := raw.(type) {
	case nil:
		return Null(), nil
	case bool:
		return Scalar{Type: Bool, Bool: v}, nil
	case string:
		return Scalar{Type: String, Text: v}, nil
	}
	if n, ok := number(raw); ok {
		return Scalar{Type: F64, Num: n}, nil
	}
	return Scalar{}, Errorf(CodeInvalid, "expected a number, a string, true, false or null as field, got %v", raw)
}

// IsNull reports whether an untyped value is null.
func (s Scalar) IsNull() bool { return s.Type == Entity && s.Text == "" }

// untyped is a list of untyped values in JSON.
type untyped []Scalar

// MarshalJSON writes a list of numbers, strings, true, false and null.
func (u untyped) MarshalJSON() ([]byte, error) {
	out := make([]any, len(u))
	for i, s := range u {
		out[i] = s.raw()
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads the form that MarshalJSON writes.
func (u *untyped) UnmarshalJSON(b []byte) error {
	var raw []any
	if err := json.Unmarshal(b, &raw); err != nil {
		return err
	}
	*u = nil
	for _, r := range raw {
		s, err := UntypedScalar(r)
		if err != nil {
			return fmt.Errorf("%s", err.Message)
		}
		*u = append(*u, s)
	}
	return nil
}
