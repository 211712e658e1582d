package spec

import (
	"encoding/json"
	"fmt"
)

// Declaration says how a relationship of the Tecs family behaves. With the zero Declaration, an
// entity can have any number of targets, and edges are stored in the tables and have no data.
//
// TECS-108 to TECS-121.
type Declaration struct {
	Exclusive     bool `json:"exclusive,omitempty"`      // an entity has one target; a new one replaces the old one
	Sparse        bool `json:"sparse,omitempty"`         // edges are stored outside the tables: targets create no tables
	ReverseIndex  bool `json:"reverse_index,omitempty"`  // sources of a target can be queried: sources, traverse, walk_up
	CascadeDelete bool `json:"cascade_delete,omitempty"` // the sources of edges to a deleted entity are deleted too
	Transient     bool `json:"transient,omitempty"`      // snapshots omit its edges
	// Snapshots contain the edges, which is also the default. The field cannot be combined with
	// Transient.
	Serialize bool     `json:"serialize,omitempty"` //nolint:misspell // as the manual spells it
	Fields    []string `json:"fields,omitempty"`    // the values of an edge, by position
	Defaults  Untyped  `json:"defaults,omitempty"`  // of Fields by position; null means no default, as do missing entries
	Require   []string `json:"require,omitempty"`   // fields that must not be null
}

// Null returns the untyped value null.
func Null() Scalar { return Scalar{Type: Entity} }

// UntypedScalar converts a JSON value without a declared type. Numbers become F64, as in Lua, so 1
// and 1.0 are the same value. Booleans become Bool, strings String, and null becomes [Null]. Lists,
// objects and numbers that F64 cannot hold are invalid.
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

// Untyped is a list of values without declared types.
type Untyped []Scalar

// MarshalJSON writes a list of numbers, strings, true, false and null.
func (u Untyped) MarshalJSON() ([]byte, error) {
	out := make([]any, len(u))
	for i, s := range u {
		out[i] = s.raw()
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads the form that MarshalJSON writes.
func (u *Untyped) UnmarshalJSON(b []byte) error {
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
