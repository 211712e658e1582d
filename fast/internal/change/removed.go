package change

import (
	"reflect"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
)

// Values that an operation removes are copied to cells for observers of OnRemove. The cells are
// reused.

// RemovedValue is a copy of a removed value. The zero RemovedValue means none.
type RemovedValue struct {
	Component *rules.Component // the type of the value
	Cell      unsafe.Pointer
}

// holding is an id of an entity.
type holding struct {
	owner Entity
	id    store.ID
}

// keep copies the value of an id that an entity is about to lose. If an entity loses an id twice,
// the later value counts.
func (v *Observers) keep(index uint32, id store.ID) {
	at := holding{v.w.Entity(index), id}
	if v.removed == nil {
		v.removed = map[holding]RemovedValue{}
	}
	if taken := v.copyOf(at, v.removed[at].Cell); taken.Cell != nil {
		v.removed[at] = taken
	}
}

// copyOf copies a value to the cell to. If to is nil, it uses a free or new cell. If there is no
// value, it copies nothing.
func (v *Observers) copyOf(at holding, to unsafe.Pointer) RemovedValue {
	w := v.w
	cell, typ, has := w.Store.Get(at.owner, at.id)
	if !has || cell == nil {
		return RemovedValue{}
	}
	if to == nil {
		to = v.cell(typ)
	}
	w.Store.CopyCell(typ, to, cell)
	return RemovedValue{w.Components[w.TypedBy(at.id)], to}
}

// cell returns a free or new cell for a value of a type.
func (v *Observers) cell(typ store.TypeIndex) unsafe.Pointer {
	if int(typ) < len(v.cells) {
		if free := &v.cells[typ]; len(*free) > 0 {
			last := len(*free) - 1
			cell := (*free)[last]
			*free = (*free)[:last]
			return cell
		}
	}
	return reflect.New(v.w.Store.GoType(typ)).UnsafePointer()
}

// maxFreeCells limits how many free cells of a type, and how large a map of values, are kept for
// reuse.
const maxFreeCells = 256

// FreeCells returns the number of free cells.
func (v *Observers) FreeCells() (n int) {
	for _, free := range v.cells {
		n += len(free)
	}
	return n
}

// forget frees the copies of removed values once their events are delivered.
func (v *Observers) forget(gone map[holding]RemovedValue) {
	if gone == nil || len(gone) > maxFreeCells {
		return
	}
	for _, k := range gone {
		v.giveBack(k)
	}
	clear(gone)
	if v.removed == nil {
		v.removed = gone
	}
}

// giveBack frees the cell of one value.
func (v *Observers) giveBack(k RemovedValue) {
	if k.Cell == nil {
		return
	}
	typ := k.Component.Typ
	if grow := int(typ) + 1 - len(v.cells); grow > 0 {
		v.cells = append(v.cells, make([][]unsafe.Pointer, grow)...)
	}
	if len(v.cells[typ]) < maxFreeCells {
		v.w.Store.ZeroCell(typ, k.Cell) // it may contain pointers
		v.cells[typ] = append(v.cells[typ], k.Cell)
	}
}
