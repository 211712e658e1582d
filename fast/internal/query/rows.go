package query

import (
	"encoding/binary"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Width returns the number of elements of a row, not counting values (limits.elements).
func (q *Query) Width() int {
	n := 1 + q.Fields
	for slot := 1; slot < len(q.Variables); slot++ {
		if v := &q.Variables[slot]; v.Outside && !v.Anonymous {
			n++
		}
	}
	return n
}

// AccessOf resolves the default access (access.default).
func AccessOf(access spec.Access, typed, owned bool) spec.Access {
	switch {
	case access != spec.AccessDefault:
		return access
	case !typed:
		return spec.AccessNone
	case owned:
		return spec.AccessInOut
	}
	return spec.AccessIn
}

// Writes reports whether a field with a value has access inout or out.
func Writes(access spec.Access, owned bool) bool {
	access = AccessOf(access, true, owned)
	return access == spec.AccessInOut || access == spec.AccessOut
}

// RowExists is a sink that stops at the first row.
type RowExists bool

// Take records the row and ends the run.
func (r *RowExists) Take(*Exec) bool {
	*r = true
	return false
}

// ErrNoVariable returns the error for setting a variable that a query does not have.
func ErrNoVariable(name string) *spec.Error {
	return spec.Errorf(spec.CodeUnresolved,
		"the query has no variable $%s that can be set; use one of its variables outside scopes", name)
}

// Source returns the reported source of a field. It is 0 if traversal led back to $this.
func (x *Exec) Source(field int, this uint32) uint32 {
	f := &x.Fields[field]
	if f.Set && f.Source == this && x.Q.IsOnThis(field) {
		return 0
	}
	return f.Source
}

// RowSet detects duplicate rows. Only queries with hidden variables can return a row twice
// (query.rows).
type RowSet struct {
	rows keySet
	key  []byte
}

// Before reports whether the current row was returned before, and records it.
func (s *RowSet) Before(x *Exec, this uint32) bool {
	if !x.Q.Hidden {
		return false
	}
	s.key = x.AppendRow(binary.LittleEndian.AppendUint32(s.key[:0], this), this)
	return !s.rows.add(s.key)
}

type keySet map[string]struct{}

// add adds a key. It returns false if the set has it.
func (s *keySet) add(key []byte) bool {
	if _, known := (*s)[string(key)]; known {
		return false
	}
	if *s == nil {
		*s = keySet{}
	}
	(*s)[string(key)] = struct{}{}
	return true
}

// AppendRow appends what identifies the current row of an entity besides the entity: its variables
// and the matches of its fields.
func (x *Exec) AppendRow(key []byte, this uint32) []byte {
	for slot := 1; slot < len(x.Q.Variables); slot++ {
		if v := &x.Q.Variables[slot]; v.Outside && !v.Anonymous {
			key = binary.LittleEndian.AppendUint32(key, x.Values[slot])
		}
	}
	for i := range x.Fields {
		if f := &x.Fields[i]; f.Set {
			if f.Column == MemberColumn {
				key = append(key, x.Term(i).Member.Name...)
			}
			key = binary.LittleEndian.AppendUint64(key, uint64(f.ID))
			key = binary.LittleEndian.AppendUint32(key, x.Source(i, this))
		} else {
			key = binary.LittleEndian.AppendUint64(key, uint64(store.AnyPair))
		}
	}
	return key
}
