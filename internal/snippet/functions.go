package snippet

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"text/template"

	"github.com/relspec/relspec/spec"
)

// functions returns the functions that templates may call.
func (p *program) functions() template.FuncMap {
	name := func(as role) func(string) string {
		return func(h string) string { return p.roles.name(spec.Handle(h), as) }
	}
	is := func(as role) func(string) bool {
		return func(h string) bool { return p.roles.of[spec.Handle(h)][as] }
	}
	return template.FuncMap{
		"entity": name(asEntity), "tag": name(asTag), "relation": name(asRelation), "name": name(asName),
		"isEntity": is(asEntity), "isTag": is(asTag), "isRelation": is(asRelation),
		"wild":       func(h any) bool { return h == "*" || h == "_" },
		"isPair":     func(id any) bool { pair, ok := id.([]any); return ok && len(pair) == 2 },
		"is":         func(a, b any) bool { return a == b },
		"has":        func(ids any, id string) bool { list, _ := ids.([]any); return slices.Contains(list, any(id)) },
		"isProperty": p.isProperty, "plain": p.plain, "property": p.property, "members": p.members,
		"fields": fields, "own": func() (any, error) { return dataOf(p.Own[p.at]) }, "idOf": idOfTerm, "prepared": p.terms, "json": text, "quote": quote,
		"join":     strings.Join,
		"indent":   func(by, code string) string { return by + strings.ReplaceAll(code, "\n", "\n"+by) },
		"argument": func(word string) bool { return slices.Contains(p.Command, word) },
	}
}

// isProperty reports whether an id is one of the properties of the file.
func (p *program) isProperty(written any) (bool, error) {
	id, err := idOf(written)
	return err == nil && p.roles.isProperty(id), err
}

// plain returns a list of ids without the properties.
func (p *program) plain(ids any) ([]any, error) {
	list, _ := ids.([]any)
	var out []any
	for _, written := range list {
		property, err := p.isProperty(written)
		if err != nil {
			return nil, err
		}
		if !property {
			out = append(out, written)
		}
	}
	return out, nil
}

// property reports whether the trace adds a property to a handle.
func (p *program) property(h string, elements ...string) (bool, error) {
	var written any = elements
	if len(elements) == 1 {
		written = elements[0]
	}
	id, err := idOf(written)
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(p.Operations, func(op spec.Operation) bool {
		given := op.Op == spec.OpEntity && slices.Contains(op.IDs, id) || op.Op == spec.OpAdd && op.ID == id
		return given && op.Entity == spec.Handle(h)
	}), nil
}

// members returns the members of a component, or none if it has no data.
func (p *program) members(h string) []spec.Member {
	for i := range p.Operations {
		if op := &p.Operations[i]; op.Op == spec.OpComponent && op.Entity == spec.Handle(h) {
			return op.Members
		}
	}
	return nil
}

// idOfTerm returns the id of a term: a handle, or a list of two handles.
func idOfTerm(term any) (any, error) {
	parts, ok := term.(map[string]any)
	if !ok {
		return nil, errors.New("idOf takes a term")
	}
	if parts["second"] == nil {
		return parts["first"], nil
	}
	return []any{parts["first"], parts["second"]}, nil
}

// terms returns the terms of a prepared query.
func (p *program) terms(name string) (any, error) {
	if query := p.prepared[name]; query != nil {
		return dataOf(query.Terms)
	}
	return nil, errors.New("there is no prepared query " + name)
}

// text returns a value as JSON.
func text(v any) (string, error) {
	b, err := json.Marshal(v)
	return string(b), err
}

// quote returns a text in single quotes if it contains double quotes, or else as JSON. It is for
// languages that have both kinds of quotes.
func quote(s string) (string, error) {
	if strings.Contains(s, `"`) && !strings.ContainsAny(s, "'\\") {
		return "'" + s + "'", nil
	}
	return text(s)
}

// fields builds one value from alternating names and values, for a template that takes several
// arguments.
func fields(pairs ...any) (map[string]any, error) {
	if len(pairs)%2 != 0 {
		return nil, errors.New("fields takes alternating names and values")
	}
	out := map[string]any{}
	for i := 0; i < len(pairs); i += 2 {
		name, ok := pairs[i].(string)
		if !ok {
			return nil, errors.New("fields takes alternating names and values")
		}
		out[name] = pairs[i+1]
	}
	return out, nil
}
