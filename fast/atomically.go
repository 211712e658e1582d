package fast

import (
	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/spec"
)

// Atomically makes the changes of f all or none: if f returns an error or panics, everything that it
// has changed is taken back, and Atomically returns the error or goes on panicking. It may be called within
// another Atomically or a Record, of which a failure takes back what has succeeded within. What is
// taken back, and at what cost, [Edit] says.
//
//	err := w.Atomically(func() error {
//		if err := gold.Set(buyer, Gold(purse-price)); err != nil {
//			return err
//		}
//		return w.AddPair(ship, ownedBy, buyer)
//	})
//
// While f runs, Load, Restore and Teardown are refused with code invalid, and so is Atomically while
// changes are deferred; it is refused with locked while a loop runs. A deferral that f begins must
// end in f.
func (w *World) Atomically(f func() error) error {
	_, err := w.record(f, false)
	return err
}

// Record is [World.Atomically] that gives the changes of f as an edit, which can be taken back later.
// It is refused with code invalid within another Record or an Atomically.
func (w *World) Record(f func() error) (*Edit, error) {
	edit, err := w.record(f, true)
	if err != nil {
		return nil, err
	}
	return &Edit{edit}, nil
}

func (w *World) record(f func() error, keep bool) (*change.RecordedEdit, error) {
	if f == nil {
		return nil, spec.Errorf(spec.CodeInvalid, "the function of the edit is nil; pass one that makes the changes")
	}
	return w.core.Record(f, keep, w.typed.guard)
}

// guard makes the components tell of addresses that go out, or stop.
func (t *typedWorld) guard() {
	for _, o := range t.objects {
		if c, ok := o.(*componentCore); ok {
			c.guard()
		}
	}
}

// Edit is changes that [World.Record] has recorded. Undo takes them back, and Redo makes them again, as often as one
// likes and each in time and memory proportional to the changes, whatever the size of the world.
//
// Entities come back under their handles, with their ids, values, names, overrides, switched-off ids
// and places in the order of creation and in those of [Ordered] relationships; the scope comes back,
// too. A value is copied as [World.Snapshot] copies it, when it is first written or may be by an
// address: by one from [Get] and its relatives, and in a loop by the fields of each batch or row
// that are not [In]. Three things are not recorded: writes by an address from [Component.Own] or
// from before the edit; queries and observers that are made, released or end; and what a program
// holds beside the world.
//
// Observers hear of Undo and Redo as of one operation. What they changed when the edit was recorded
// is part of it; what they change now is dropped.
type Edit struct{ edit *change.RecordedEdit }

// Undo takes the edit back. It is refused with code invalid if the world has changed since in
// anything but values: undo the edits that came later first, the latest at the beginning. [World.Shrink]
// counts as a change. It is refused, too, if the edit is undone already, within a Record or an
// Atomically, and while changes are deferred, and with locked while a loop runs.
func (e *Edit) Undo() error { return asError(e.edit.Turn(true)) }

// Redo makes the changes of an edit that was undone again; it is refused as Undo is.
func (e *Edit) Redo() error { return asError(e.edit.Turn(false)) }
