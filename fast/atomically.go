package fast

import (
	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/spec"
)

// Atomically runs f as a transaction: if f returns an error or panics, all changes that it made are
// undone, and Atomically returns the error or continues to panic. Calls can be nested in other
// calls of Atomically or Record; if the outer one fails, the inner changes are undone too. For what
// is undone, and the cost, see [Edit].
//
//	err := w.Atomically(func() error {
//		if err := gold.Set(buyer, Gold(purse-price)); err != nil {
//			return err
//		}
//		return w.AddPair(ship, ownedBy, buyer)
//	})
//
// While f runs, [World.Load] and [World.Teardown] return an error with code invalid, and
// [World.Restore] panics with it. A deferral that begins in f must end in f. If changes are
// deferred, Atomically returns an error with code invalid, and if a loop runs, with code locked;
// then it does not call f.
func (w *World) Atomically(f func() error) error {
	_, err := w.record(f, false)
	return err
}

// Record is like [World.Atomically], but also returns the changes of f as an [Edit], which can be
// undone later. Inside another Record or an Atomically it returns an error with code invalid.
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

// guard calls componentCore.guard for each component.
func (t *typedWorld) guard() {
	for _, o := range t.objects {
		if c, ok := o.(*componentCore); ok {
			c.guard()
		}
	}
}

// Edit is a set of changes that [World.Record] recorded. Undo and Redo can be called alternately,
// any number of times. Each takes time and memory proportional to the changes, independent of the
// size of the world.
//
// Undo restores entities with their handles, ids, values, names, overrides, switched-off ids, and
// positions in the order of creation and in [Ordered] relationships. It also restores the scope.
//
// To restore values, the edit copies each value, as [World.Snapshot] does, before it is first
// written. The edit also copies a value before the program gets a pointer to it from [Get] and
// similar functions, or from a query field that is not read-only (see [In]). It does not record
// writes through a pointer from [Component.Own], or through a pointer that the program got before
// the edit began. It does not include queries, observers, and data outside the world.
//
// For observers, Undo and Redo are one operation each. The edit includes the changes that observers
// made while it was recorded. Changes that they make during Undo or Redo are discarded.
type Edit struct{ edit *change.RecordedEdit }

// Undo undoes the edit. It returns an error with code invalid if anything but values has changed
// since; so undo later edits first, the latest one first. [World.Shrink] counts as a change. The
// error is also invalid if the edit is undone already, inside a Record or an Atomically, and while
// changes are deferred. While a loop runs, the error has code locked.
func (e *Edit) Undo() error { return asError(e.edit.Turn(true)) }

// Redo applies the changes of an undone edit again. Errors are those of Undo, and invalid if the
// edit is not undone.
func (e *Edit) Redo() error { return asError(e.edit.Turn(false)) }
