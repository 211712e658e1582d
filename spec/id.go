package spec

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// Handle names an entity in a trace. The caller chooses it and never uses it for two entities of a
// world, so an entity with a recycled numeric id has a new handle. A handle is not the entity's
// name (REL-103). For example, the entity with the handle e7 may have the name Bridge.
type Handle string

// The two wildcards of the documents (QRY-131, QRY-132). They are not entities; they are only valid
// where an operation or a query takes a pattern.
const (
	Wildcard Handle = "*" // every match
	Any      Handle = "_" // at most one match
)

// MaxHandle is the maximum length of a handle in bytes ([Handle.Check]).
const MaxHandle = 256

// NumberTarget returns the target of a pair that is a number (pairs.numbers): "@3" for 3. It is not
// the handle of an entity.
func NumberTarget(n uint32) Handle { return Handle("@" + strconv.FormatUint(uint64(n), 10)) }

// IsNumber reports whether h has the form of a number: '@' and digits.
func (h Handle) IsNumber() bool {
	return len(h) > 1 && h[0] == '@' && strings.Trim(string(h[1:]), "0123456789") == ""
}

// Number returns the number of a handle for which [Handle.IsNumber] is true. If the number has more
// than 32 bits, the error has the code limit.
func (h Handle) Number() (uint32, *Error) {
	n, err := strconv.ParseUint(string(h[1:]), 10, 32)
	if err != nil {
		return 0, Errorf(CodeLimit, "%s has more than 32 bits; the largest number of a pair is @4294967295", h)
	}
	return uint32(n), nil
}

// IsWildcard reports whether h is one of the two wildcards.
func (h Handle) IsWildcard() bool { return h == Wildcard || h == Any }

// Check returns an error if h cannot name an entity. A handle must be UTF-8 and have 1 to
// [MaxHandle] bytes. It must not be a wildcard, begin with '$', or contain a control character or
// U+FFFD.
func (h Handle) Check() *Error {
	switch {
	case h == "":
		return Errorf(CodeInvalid, "the handle of the entity is empty")
	case len(h) > MaxHandle:
		return Errorf(CodeLimit, "handle of %d bytes is longer than %d", len(h), MaxHandle)
	case h.IsWildcard() || h[0] == '$':
		return Errorf(CodeInvalid, "%q cannot be a handle: '*', '_' and a leading '$' are reserved", string(h))
	}
	for _, c := range string(h) {
		if c < ' ' || c == 0x7f || c == 0xfffd {
			return Errorf(CodeInvalid, "handle %q contains a control character or is not UTF-8", string(h))
		}
	}
	return nil
}

// ID is anything that can be added to an entity: a single element or a pair (REL-004 to REL-009).
// The zero ID means "no id". If an operation takes a pattern, elements may be wildcards.
type ID struct {
	First  Handle // the component, tag or relationship
	Second Handle // the target; empty for an id with a single element
}

// Single returns the id with one element.
func Single(h Handle) ID { return ID{First: h} }

// Pair returns the id (relationship, target).
func Pair(relationship, target Handle) ID { return ID{relationship, target} }

// IsZero reports whether id is "no id".
func (id ID) IsZero() bool { return id.First == "" && id.Second == "" }

// IsPair reports whether id has two elements (REL-034).
func (id ID) IsPair() bool { return id.Second != "" }

// HasWildcard reports whether an element of id is a wildcard.
func (id ID) HasWildcard() bool { return id.First.IsWildcard() || id.Second.IsWildcard() }

// String returns the notation of the documents: Position or (Likes, Alice).
func (id ID) String() string {
	if !id.IsPair() {
		return string(id.First)
	}
	return "(" + string(id.First) + ", " + string(id.Second) + ")"
}

// Compare orders ids for output: singles before pairs, then by first and second handle. For
// example, Ship comes before (DockedTo, Mars). This is not the type order, which depends on the
// order in which entities were created.
func (id ID) Compare(o ID) int {
	if id.IsPair() != o.IsPair() {
		if o.IsPair() {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(id.First, o.First), cmp.Compare(id.Second, o.Second))
}

// MarshalJSON writes "Position" or ["Likes","Alice"].
func (id ID) MarshalJSON() ([]byte, error) {
	if !id.IsPair() {
		return json.Marshal(string(id.First))
	}
	return json.Marshal([2]string{string(id.First), string(id.Second)})
}

// UnmarshalJSON reads the form that MarshalJSON writes; null is the zero ID.
func (id *ID) UnmarshalJSON(b []byte) error {
	*id = ID{}
	if string(b) == "null" {
		return nil
	}
	if len(b) > 0 && b[0] == '[' {
		var p []Handle
		if err := json.Unmarshal(b, &p); err != nil {
			return err
		}
		if len(p) != 2 || p[0] == "" || p[1] == "" {
			return fmt.Errorf("expected a pair of two elements, got %s", b)
		}
		*id = Pair(p[0], p[1])
		return nil
	}
	return json.Unmarshal(b, (*string)(&id.First))
}
