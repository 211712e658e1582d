package model

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// rows puts solutions into words: $this, the variables and the fields. It refuses what is too much for one answer.
func (ev *evaluation) rows(values bool) ([]spec.Row, *spec.Error) {
	elements := len(ev.out) * ev.q.width()
	if err := ev.fitsAnswer(elements); err != nil {
		return nil, err
	}
	out := make([]spec.Row, 0, len(ev.out))
	for _, s := range ev.out {
		row := spec.Row{Fields: make([]spec.Field, len(s.fields)), Block: s.block}
		if ev.q.order.grouped {
			group := ev.handle(ev.group(s))
			row.Group = &group
		}
		if ev.q.outer[this] {
			row.This = ev.handle(s.vars[this])
		}
		for v, name := range ev.q.variables {
			if v != this && ev.q.reports(v) {
				if row.Vars == nil {
					row.Vars = map[string]spec.Handle{}
				}
				row.Vars[name] = ""
				if s.vars[v] > 0 {
					row.Vars[name] = ev.handle(s.vars[v])
				}
			}
		}
		for n := range s.fields {
			if s.fields[n] != nil {
				row.Fields[n] = ev.field(n, s, values)
				elements += len(row.Fields[n].Value)
			}
		}
		if err := ev.fitsAnswer(elements); err != nil {
			return nil, err
		}
		out = append(out, row)
	}
	return out, nil
}

// field puts what matched field n into words.
func (ev *evaluation) field(n int, s solution, values bool) spec.Field {
	m := s.fields[n]
	f := spec.Field{Set: true, ID: ev.matchID(m), Src: ev.handle(ev.source(n, s))}
	for _, o := range m.or {
		other := solution{vars: s.vars, fields: slices.Clone(s.fields)}
		other.fields[n] = &o
		f.Or = append(f.Or, spec.FieldChoice{ID: ev.matchID(&o), Src: ev.handle(ev.source(n, other))})
	}
	if values {
		f.Access = ev.access(n, s)
		if own, ok := ev.owned(m.owner, m.id); ok {
			f.Value = own.value
		}
	}
	return f
}

// matchID is the id that a match reports; a member stands in it as "C.m" (P-61).
func (w *World) matchID(m *match) spec.ID {
	i := w.specID(m.id)
	if m.member != "" {
		i.First += spec.Handle("." + m.member)
	}
	return i
}

// hasData: what matched is an id that the owner owns, and no tag. Members, what follows from other facts, and what "_"
// leaves open have none.
func (w *World) hasData(m *match) bool {
	return m.stored && !m.id.hasWildcard() && w.typeOf(m.via) != none
}

// access is what a program may do with the data of a field: what the term says, else nothing where there is none, read
// what was matched on another entity, read and write what is owned (QRY-173 to QRY-177, QRY-393, ruling 23, P-51).
func (ev *evaluation) access(n int, s solution) spec.Access {
	switch m := s.fields[n]; {
	case m.by.written.Access != spec.AccessDefault:
		return m.by.written.Access
	case !ev.hasData(m):
		return spec.AccessNone
	case ev.source(n, s) != none:
		return spec.AccessIn
	}
	return spec.AccessInOut
}
