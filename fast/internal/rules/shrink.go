package rules

import "maps"

// Shrink frees memory that the world no longer needs. No operation may be running.
func (w *World) Shrink() {
	w.Store.Shrink()
	w.entities.shrink(w.Store.Indices())
	w.names = names{of: packed(w.names.of), by: packed(w.names.by)}
	w.Toggles.renumbered(w)
	w.deletion = deletion{}
	w.restored()
}

// packed returns a copy of a map without spare capacity.
func packed[M ~map[K]V, K comparable, V any](m M) M {
	out := make(M, len(m))
	maps.Copy(out, m)
	return out
}

// renumbered updates the toggles after tables got other numbers.
func (g *Toggles) renumbered(w *World) {
	if !g.Any() {
		*g = Toggles{Changes: g.Changes}
		return
	}
	clear(g.tables)
	for index, at := range g.heads {
		if at == 0 {
			continue
		}
		t := w.Table(uint32(index))
		g.count(t, 1)
		for ; at != 0; at = g.list[at-1].next {
			g.list[at-1].table = t
		}
	}
	g.Changes++
}
