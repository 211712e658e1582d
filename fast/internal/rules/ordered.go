package rules

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// The sources of each target of an Ordered relationship, and the children of an entity with
// OrderedChildren, have an order, which is stored outside the tables. Like the reachability indexes
// it is updated by follow and unfollow, which must be called for every pair (ordered.sources).
// While a relationship has pairs, Ordered can neither be added nor removed, so an order is empty
// when it begins and ends (ordered.property).

// Sequences has the orders of the Ordered relationships. It also has orders of ChildOf once an
// entity has had OrderedChildren. If ChildOf itself is not Ordered, they contain only the children
// of entities with OrderedChildren.
type Sequences map[uint32]*store.Ordered

// OrderOf returns the orders of a pair's relationship, or nil if the sources of the pair have no
// order.
func (w *World) OrderOf(id store.ID) *store.Ordered {
	if len(w.Sequences) == 0 || !id.IsPair() || !w.orders(id.First(), id.Second()) {
		return nil
	}
	return w.Sequences[id.First()]
}

// orderWith returns the orders in which an entity has a position because of a pair, or nil for
// none. Reserved entities have no positions.
func (w *World) orderWith(index uint32, id store.ID) *store.Ordered {
	if len(w.Sequences) == 0 || IsBuiltin(index) {
		return nil
	}
	return w.OrderOf(id)
}

// orders reports whether the sources of a pair have an order, given that the relationship has
// orders.
func (w *World) orders(relationship, target uint32) bool {
	return relationship != ChildOf.Index() ||
		(w.TraitsOf(relationship)&TraitOrdered|w.TraitsOf(target)&TraitOrderedChildren) != 0
}

// followOrder creates or removes the orders of a relationship after Ordered was added or removed.
// If the entity has OrderedChildren, it creates the orders of ChildOf.
func (w *World) followOrder(index uint32) {
	if w.TraitsOf(index)&TraitOrderedChildren != 0 {
		w.beginOrder(ChildOf.Index())
	}
	switch {
	case w.TraitsOf(index)&TraitOrdered != 0:
		w.beginOrder(index)
	case index != ChildOf.Index():
		delete(w.Sequences, index)
	}
}

func (w *World) beginOrder(relationship uint32) {
	if w.Sequences == nil {
		w.Sequences = Sequences{}
	}
	if w.Sequences[relationship] == nil {
		w.Sequences[relationship] = store.NewOrdered()
	}
}

// notePosition records for undo the position of an entity among the sources of a pair that it is
// about to lose.
func (w *World) notePosition(index uint32, id store.ID) {
	if o := w.orderWith(index, id); o != nil {
		after := o.Previous(index, id.Second())
		w.UndoLog.note(undoEntry{kind: undoPosition, index: index, id: id, value: unsafe.Pointer(&after)})
	}
}

// moveAfter moves a source of a pair to the position after another one, or to the start if after is
// 0.
func (w *World) moveAfter(index uint32, id store.ID, after uint32) {
	if w.UndoLog.On() {
		w.notePosition(index, id)
	}
	w.Sequences[id.First()].Move(index, id.Second(), after)
	w.OutsideTables++
}

// ReorderNow moves a source of a pair directly before or after another one (ordered.reorder).
func (w *World) ReorderNow(e Entity, id store.ID, neighbour Entity, after bool) *spec.Error {
	o := w.OrderOf(id)
	switch {
	case o == nil:
		return errUnordered
	case !o.Has(e.Index(), id.Second()), !o.Has(neighbour.Index(), id.Second()):
		return spec.Errorf(spec.CodeInvalid, "the entity or its neighbour does not own the pair; add the pair to it first")
	case e == neighbour:
		return nil
	case after:
		w.moveAfter(e.Index(), id, neighbour.Index())
	default:
		w.moveAfter(e.Index(), id, o.Previous(neighbour.Index(), id.Second()))
	}
	return nil
}

var errUnordered = spec.Errorf(spec.CodeInvalid,
	"only the sources of an Ordered relationship have an order; add Ordered to it before its first pair, "+
		"or OrderedChildren to a parent in Flecs 4.1")

// InOrder lists the sources of a pair in their order.
func (w *World) InOrder(relationship, target Entity) ([]Entity, *spec.Error) {
	o := w.OrderOf(store.Pair(relationship.Index(), target.Index()))
	if o == nil || !w.Store.Alive(relationship) {
		return nil, errUnordered
	}
	return w.Alive(o.Sources(target.Index())), nil
}

// FillOrders creates the empty orders of a filled world. [World.FillOrder] fills them.
func (w *World) FillOrders() {
	for index := Any.Index() + 1; int(index) < w.Store.Indices(); index++ {
		if _, alive := w.Store.At(index); alive {
			w.followOrder(index)
		}
	}
}

// FillOrder appends an entity to the sources of a pair that it owns. It returns false if that is
// impossible.
func (w *World) FillOrder(index uint32, id store.ID) bool {
	o := w.orderWith(index, id)
	if o == nil || !w.OwnsID(w.Table(index), index, id) || o.Has(index, id.Second()) {
		return false
	}
	o.Append(index, id.Second())
	return true
}

// checkOrders compares the orders with the pairs.
func (w *World) checkOrders() error {
	for index := Any.Index() + 1; int(index) < w.Store.Indices(); index++ {
		o := w.Sequences[index]
		_, alive := w.Store.At(index)
		switch ordered := alive && w.TraitsOf(index)&TraitOrdered != 0; {
		case ordered != (o != nil) && (ordered || index != ChildOf.Index()):
			return fmt.Errorf("relationship %d: Ordered is %t, having orders is %t", index, ordered,
				o != nil)
		case o == nil:
			continue
		}
		if n := w.PairsOfUser(index); n != o.Len() {
			return fmt.Errorf("relationship %d has %d pairs that need a position, but its order has %d positions",
				index, n, o.Len())
		}
		if err := w.checkPositions(index, o); err != nil {
			return err
		}
	}
	return nil
}

// checkPositions returns an error if a pair that needs a position has none.
func (w *World) checkPositions(relationship uint32, o *store.Ordered) (err error) {
	w.eachPair(relationship, func(source, target uint32) {
		if w.hasPosition(source, relationship, target) && !slices.Contains(o.Sources(target), source) {
			err = fmt.Errorf("entity %d has a pair (%d, %d) and no place in the order", source, relationship, target)
		}
	})
	return err
}

// PairsOfUser counts the pairs of a relationship that must have a position in an order.
func (w *World) PairsOfUser(relationship uint32) (n int) {
	w.eachPair(relationship, func(source, target uint32) { n += Bit(w.hasPosition(source, relationship, target)) })
	return n
}

// hasPosition reports whether a pair must have a position: its source is an entity of the user, and
// the sources of the pair have an order.
func (w *World) hasPosition(source, relationship, target uint32) bool {
	return !IsBuiltin(source) && w.orders(relationship, target)
}
