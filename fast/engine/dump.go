package engine

import (
	"slices"
	"strings"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// dumpWorld returns the dump of the world, unless it has more elements than the limits allow.
func (e *Engine) dumpWorld(*request) (spec.Outcome, *spec.Error) {
	list, elements := []spec.DumpEntity{}, 0
	for index := rules.Any.Index() + 1; int(index) < e.w.Store.Indices(); index++ {
		if entity, ok := e.dumpEntity(index); ok {
			list = append(list, entity)
			elements += dumpElements(&entity)
			if err := e.w.Meter.Fits(elements); err != nil {
				return none, err
			}
		}
	}
	slices.SortFunc(list, func(a, b spec.DumpEntity) int {
		return strings.Compare(string(a.Handle), string(b.Handle))
	})
	return spec.Outcome{Kind: spec.OutDump, Dump: &spec.Dump{Scope: e.handles.name(e.w.Scope), Entities: list}}, nil
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
	slices.SortFunc(out.IDs, func(a, b spec.DumpID) int { return a.ID.Compare(b.ID) })
	for _, id := range w.Marks[index] {
		out.Overrides = append(out.Overrides, e.specID(id))
	}
	slices.SortFunc(out.Overrides, spec.ID.Compare)
	return out, true
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
