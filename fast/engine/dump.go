package engine

import (
	"slices"
	"strings"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// dumper caches the last dump and rebuilds only the entities that have changed since, because the
// oracle asks for a dump after every operation. Dumps that it returned share slices with the cache;
// those slices are never modified.
type dumper struct {
	made    bool
	list    []spec.DumpEntity // sorted by handle
	shown   []spec.Handle     // by index: the handle in the list
	changed []uint32
	marked  []bool // by index: is in changed

	elements int // of the list
}

// touch marks an entity that was changed, created or deleted.
func (d *dumper) touch(index uint32) {
	if !d.made {
		return
	}
	d.grow(int(index))
	if !d.marked[index] {
		d.marked[index] = true
		d.changed = append(d.changed, index)
	}
}

func (d *dumper) grow(index int) {
	if missing := index + 1 - len(d.marked); missing > 0 {
		d.marked = append(d.marked, make([]bool, max(64, missing))...)
		d.shown = append(d.shown, make([]spec.Handle, max(64, missing))...)
	}
}

// of returns the dump of the world, cut off at the limit of elements.
func (d *dumper) of(e *Engine) *spec.Dump {
	if !d.made {
		d.all(e)
	} else if len(d.changed) > 0 {
		d.refresh(e)
	}
	return &spec.Dump{Scope: e.handles.name(e.w.Scope), Entities: d.list}
}

// all rebuilds the whole dump.
func (d *dumper) all(e *Engine) {
	*d = dumper{made: true, list: []spec.DumpEntity{}}
	d.grow(e.w.Store.Indices())
	for index := rules.Any.Index() + 1; int(index) < e.w.Store.Indices(); index++ {
		if entity, ok := e.dumpEntity(index); ok {
			d.list = append(d.list, entity)
			if d.elements += dumpElements(&entity); e.w.Meter.Fits(d.elements) != nil {
				return
			}
			d.shown[index] = entity.Handle
		}
	}
	slices.SortFunc(d.list, func(a, b spec.DumpEntity) int {
		return strings.Compare(string(a.Handle), string(b.Handle))
	})
}

// refresh copies the list and rebuilds the changed entities in it.
func (d *dumper) refresh(e *Engine) {
	list := make([]spec.DumpEntity, len(d.list), len(d.list)+4)
	copy(list, d.list)
	for _, index := range d.changed {
		d.marked[index] = false
		entity, ok := e.dumpEntity(index)
		if old := d.shown[index]; old != "" {
			at, _ := find(list, old)
			d.elements -= dumpElements(&list[at])
			if ok && old == entity.Handle {
				list[at] = entity
				d.elements += dumpElements(&entity)
				continue
			}
			list = slices.Delete(list, at, at+1)
		}
		if d.shown[index] = ""; ok {
			at, _ := find(list, entity.Handle)
			list = slices.Insert(list, at, entity)
			d.elements += dumpElements(&entity)
			d.shown[index] = entity.Handle
		}
	}
	d.list, d.changed = list, d.changed[:0]
}

func find(list []spec.DumpEntity, h spec.Handle) (int, bool) {
	return slices.BinarySearchFunc(list, h, func(e spec.DumpEntity, h spec.Handle) int {
		return strings.Compare(string(e.Handle), string(h))
	})
}

// dumpEntity returns an entity in canonical form; for a built-in entity, only the ids that the user
// added. It returns false if there is nothing to list.
func (e *Engine) dumpEntity(index uint32) (spec.DumpEntity, bool) {
	w := e.w
	entity, alive := w.Store.At(index)
	if !alive || index == rules.HiddenMark || w.IsNumber(index) {
		return spec.DumpEntity{}, false
	}
	t, row, _ := w.Store.Record(entity)
	ids := w.Store.IDs(t)
	if rules.IsBuiltin(index) {
		ids = slices.DeleteFunc(w.OwnIDs(t, index), func(id store.ID) bool { return w.IsOriginal(index, id) })
		if len(ids) == 0 {
			return spec.DumpEntity{}, false
		}
	}
	out := spec.DumpEntity{Handle: e.handles.of(index)}
	if !rules.IsBuiltin(index) {
		out.Name = w.NameOf(index)
	}
	if c := w.Components[index]; c != nil {
		out.Component, out.Members, out.Open = true, c.Members, c.Open
	}
	if len(ids) > 0 {
		out.IDs = make([]spec.DumpID, len(ids))
	}
	for i, id := range ids {
		id = w.Actual(id, index)
		out.IDs[i] = spec.DumpID{ID: e.specID(id), Value: e.valueAt(t, row, id), Off: w.IsOff(index, id)}
	}
	sortDumpIDs(out.IDs)
	for _, id := range w.Marks[index] {
		out.Overrides = append(out.Overrides, e.specID(id))
	}
	slices.SortFunc(out.Overrides, spec.ID.Compare)
	return out, true
}

// sortDumpIDs sorts short lists, the usual case, by insertion.
func sortDumpIDs(list []spec.DumpID) {
	if len(list) > 16 {
		slices.SortFunc(list, func(a, b spec.DumpID) int { return a.ID.Compare(b.ID) })
		return
	}
	for i := 1; i < len(list); i++ {
		for j := i; j > 0 && list[j].ID.Compare(list[j-1].ID) < 0; j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
}

// specID returns an id in terms of handles.
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

// valueAt returns the value of an id in a row, or nil for a tag.
func (e *Engine) valueAt(t store.Table, row int, id store.ID) spec.Value {
	cell, _, _ := e.w.Store.Cell(t, row, id)
	if cell == nil {
		return nil
	}
	return e.w.Components[e.w.TypedBy(id)].Read(cell, e.handles.text)
}
