package spec

import (
	"encoding/json"
	"fmt"
)

// refWire is the object form of a Ref. Handles, wildcards and variables without traversal are
// written as strings instead.
type refWire struct {
	Entity    Handle     `json:"entity,omitempty"`
	Name      *string    `json:"name,omitempty"`
	Var       *string    `json:"var,omitempty"`
	Lookup    *string    `json:"lookup,omitempty"` // with var
	Member    *string    `json:"member,omitempty"` // with entity
	Singleton bool       `json:"singleton,omitempty"`
	Text      *string    `json:"text,omitempty"`
	Number    *uint64    `json:"number,omitempty"`
	Trav      *Traversal `json:"trav,omitempty"`
}

// MarshalJSON writes "Likes", "*", "_", "$x", or an object for every other reference.
func (r Ref) MarshalJSON() ([]byte, error) {
	w := refWire{Trav: r.Trav}
	short := ""
	switch r.Kind {
	case RefNone:
		if r.Trav == nil {
			return []byte("null"), nil
		}
	case RefEntity:
		short, w.Entity = r.Name, Handle(r.Name)
	case RefWildcard:
		short, w.Entity = string(Wildcard), Wildcard
	case RefAny:
		short, w.Entity = string(Any), Any
	case RefVariable:
		short, w.Var = "$"+r.Name, &r.Name
	case RefName:
		w.Name = &r.Name
	case RefLookup:
		w.Var, w.Lookup = &r.Name, &r.Path
	case RefMember:
		w.Entity, w.Member = Handle(r.Name), &r.Path
	case RefSingleton:
		w.Singleton = true
	case RefText:
		w.Text = &r.Name
	case RefNumber:
		w.Number = &r.Number
	default:
		return nil, fmt.Errorf("unknown kind of reference %d", r.Kind)
	}
	if short != "" && r.Trav == nil {
		return json.Marshal(short)
	}
	return json.Marshal(w)
}

// UnmarshalJSON reads the form that MarshalJSON writes. It also accepts "$" for a singleton.
func (r *Ref) UnmarshalJSON(b []byte) error {
	*r = Ref{}
	if string(b) == "null" {
		return nil
	}
	if len(b) > 0 && b[0] == '"' {
		var s string
		if err := json.Unmarshal(b, &s); err != nil {
			return err
		}
		switch {
		case s == "":
			return fmt.Errorf("an element of a term is empty")
		case s[0] == '$' && len(s) > 1:
			*r = VarRef(s[1:])
		case s[0] == '$':
			*r = Ref{Kind: RefSingleton}
		default:
			*r = EntityRef(Handle(s))
		}
		return nil
	}
	var w refWire
	if err := ReadJSON(b, &w); err != nil {
		return err
	}
	n := 0
	set := func(kind RefKind, name string) {
		n++
		r.Kind, r.Name = kind, name
	}
	if w.Var != nil {
		set(RefVariable, *w.Var)
		if w.Lookup != nil {
			r.Kind, r.Path = RefLookup, *w.Lookup
		}
	}
	if w.Entity != "" {
		n++
		*r = EntityRef(w.Entity)
		if w.Member != nil {
			r.Kind, r.Path = RefMember, *w.Member
		}
	}
	if w.Name != nil {
		set(RefName, *w.Name)
	}
	if w.Singleton {
		set(RefSingleton, "")
	}
	if w.Text != nil {
		set(RefText, *w.Text)
	}
	if w.Number != nil {
		set(RefNumber, "")
		r.Number = *w.Number
	}
	if n > 1 || w.Lookup != nil && r.Kind != RefLookup || w.Member != nil && r.Kind != RefMember ||
		n == 0 && w.Trav == nil {
		return fmt.Errorf("expected exactly one of entity, name, var, singleton, text and number, got %s", b)
	}
	r.Trav = w.Trav
	return nil
}

type travWire struct {
	Flags []string `json:"flags"`
	Rel   *Ref     `json:"rel,omitempty"`
	Min   int      `json:"min,omitempty"`
	Max   int      `json:"max,omitempty"`
}

// MarshalJSON writes {"flags":["self","up"],"rel":"ChildOf"}.
func (t Traversal) MarshalJSON() ([]byte, error) {
	w := travWire{Flags: []string{}, Rel: t.Rel, Min: t.MinDepth, Max: t.MaxDepth}
	for i, n := range travNames {
		if t.Flags&(1<<i) != 0 {
			w.Flags = append(w.Flags, n)
		}
	}
	return json.Marshal(w)
}

// UnmarshalJSON reads the form that MarshalJSON writes.
func (t *Traversal) UnmarshalJSON(b []byte) error {
	var w travWire
	if err := ReadJSON(b, &w); err != nil {
		return err
	}
	*t = Traversal{Rel: w.Rel, MinDepth: w.Min, MaxDepth: w.Max}
	for _, f := range w.Flags {
		var bit uint8
		if err := enumParse(&bit, []byte(f), travNames, "traversal flag"); err != nil {
			return err
		}
		t.Flags |= 1 << bit
	}
	return nil
}

type termWire struct {
	Oper    Operator    `json:"oper,omitempty"`
	Access  Access      `json:"access,omitempty"`
	Compare *Comparison `json:"compare,omitempty"`
	First   Ref         `json:"first,omitzero"`
	Second  Ref         `json:"second,omitzero"`
	Src     Ref         `json:"src,omitzero"`
	Or      *[]Term     `json:"or,omitempty"`
	Scope   *[]Term     `json:"scope,omitempty"`
}

// MarshalJSON writes one of four shapes. A chain is {"or":[...]}, a scope {"scope":[...]}.
func (t Term) MarshalJSON() ([]byte, error) {
	w := termWire{Oper: t.Oper, Access: t.Access, First: t.First, Second: t.Second, Src: t.Src}
	terms := t.Terms
	if terms == nil {
		terms = []Term{}
	}
	switch t.Kind {
	case TermMatch:
	case TermCompare:
		w.Compare = &t.Compare
	case TermOr:
		w.Or = &terms
	case TermScope:
		w.Scope = &terms
	default:
		return nil, fmt.Errorf("unknown kind of term %d", t.Kind)
	}
	return json.Marshal(w)
}

// UnmarshalJSON reads the form that MarshalJSON writes.
func (t *Term) UnmarshalJSON(b []byte) error {
	var w termWire
	if err := ReadJSON(b, &w); err != nil {
		return err
	}
	*t = Term{Oper: w.Oper, Access: w.Access, First: w.First, Second: w.Second, Src: w.Src}
	n := 0
	if w.Compare != nil {
		n++
		t.Kind, t.Compare = TermCompare, *w.Compare
	}
	if w.Or != nil {
		n++
		t.Kind, t.Terms = TermOr, *w.Or
	}
	if w.Scope != nil {
		n++
		t.Kind, t.Terms = TermScope, *w.Scope
	}
	if n > 1 {
		return fmt.Errorf("a term mixes fields of a match, a comparison, an Or chain or a scope: %s", b)
	}
	return nil
}
