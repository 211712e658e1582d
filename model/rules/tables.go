package rules

import (
	"encoding/binary"
	"slices"
)

// Table tells the tables apart: entities of the user that own the same ids are one table. It is "" for an entity that is not alive,
// and for None, the source of rows without $this (P-47).
func (w *World) Table(e Entity) string {
	if e <= 0 {
		return ""
	}
	return w.Entities[e].table()
}

// table is a text that is the same for records with the same ids: their numbers, in type order. Values make no difference,
// nor does it whether a toggle hides an id.
func (r *Record) table() string {
	if !r.Alive {
		return ""
	}
	key := []byte{'t'}
	if r.Builtin {
		key[0] = 'b'
	}
	for _, f := range r.Own {
		key = binary.AppendVarint(key, int64(f.First))
		key = binary.AppendVarint(key, int64(f.Second))
	}
	return string(key)
}

// Moves lists the tables that entities left or entered in the operation under way. While one of them is iterated the
// operation is refused, unless it is deferred (ruling 24, P-49); else each of them changed (QRY-488, QRY-492 to QRY-495).
func (w *World) Moves() []string {
	var out []string
	for e, r := range w.Was {
		if was, is := r.table(), w.Entities[e].table(); was != is {
			out = append(out, was, is)
		}
	}
	return slices.DeleteFunc(out, func(t string) bool { return t == "" })
}
