package fast

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// dumper keeps the last dump and makes anew only what has changed since, because the oracle asks for one after every
// operation. What it hands out shares slices with it that are never changed again.
type dumper struct {
	made    bool
	list    []spec.DumpEntity // sorted by handle
	changed []uint32
	marked  []bool // by index: is in changed
}

// touch notes that an entity has changed, is new or is gone.
func (d *dumper) touch(index uint32) {
	if !d.made {
		return
	}
	for int(index) >= len(d.marked) {
		d.marked = append(d.marked, make([]bool, 64)...)
	}
	if !d.marked[index] {
		d.marked[index] = true
		d.changed = append(d.changed, index)
	}
}

// of is the world as a dump.
func (d *dumper) of(e *Engine) *spec.Dump {
	if !d.made || len(d.changed) > 0 {
		d.refresh(e)
	}
	return &spec.Dump{Scope: e.handles.name(e.w.scope), Entities: slices.Clone(d.list)}
}

func (d *dumper) refresh(e *Engine) {
	d.list, d.made = d.list[:0], true
	for _, index := range d.changed {
		d.marked[index] = false
	}
	d.changed = d.changed[:0]
	for index := uint32(0); int(index) < e.w.st.Indices(); index++ {
		if entity, alive := e.w.st.At(index); alive && index > Any.Index() && index != hiddenMark {
			if de, show := e.dumpEntity(entity); show {
				d.list = append(d.list, de)
			}
		}
	}
	slices.SortFunc(d.list, func(a, b spec.DumpEntity) int { return compareHandles(a.Handle, b.Handle) })
}

func compareHandles(a, b spec.Handle) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// dumpEntity is one entity in canonical form; of a reserved one what the user added.
func (e *Engine) dumpEntity(entity Entity) (spec.DumpEntity, bool) {
	w, index := e.w, entity.Index()
	t, row, _ := w.st.Record(entity)
	ids := w.ownIDs(t)
	if isBuiltin(index) {
		ids = slices.DeleteFunc(ids, func(id store.ID) bool { return w.isOriginal(index, id) })
		if len(ids) == 0 {
			return spec.DumpEntity{}, false
		}
	}
	out := spec.DumpEntity{Handle: e.handles.of(index), }
	if !isBuiltin(index) {
		out.Name = w.nameOf(index)
	}
	if c := w.components[index]; c != nil {
		out.Component, out.Members, out.Open = true, c.members, c.open
	}
	if len(ids) > 0 {
		out.IDs = make([]spec.DumpID, len(ids))
	}
	for i, id := range ids {
		out.IDs[i] = spec.DumpID{ID: e.specID(id), Value: e.valueAt(t, row, id)}
	}
	slices.SortFunc(out.IDs, func(a, b spec.DumpID) int { return a.ID.Compare(b.ID) })
	return out, true
}

// specID is an id under handles.
func (e *Engine) specID(id store.ID) spec.ID {
	out := spec.ID{First: e.element(id.First())}
	if id.IsPair() {
		out.Second = e.element(id.Second())
	}
	return out
}

func (e *Engine) element(index uint32) spec.Handle {
	if index == store.Wildcard {
		return spec.Wildcard
	}
	return e.handles.of(index)
}

// valueAt is the value of an id in a row, nil for a tag.
func (e *Engine) valueAt(t store.Table, row int, id store.ID) spec.Value {
	cell, _, _ := e.w.st.Cell(t, row, id)
	if cell == nil {
		return nil
	}
	return e.w.components[e.w.typedBy(id)].read(cell, e.handles.text)
}
