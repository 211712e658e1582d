package fast

import (
	"reflect"
	"slices"
	"unsafe"

	"github.com/relspec/relspec/fast/internal/change"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/save"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Instance is the result of [World.Instantiate]: an instance of a prefab, and the copies of the
// entities below the prefab. If the prefab has slots, the program need not keep the Instance; see
// Instantiate. While changes are deferred, Root is alive at once and the copies are made when the
// deferral ends.
type Instance struct {
	// Root is the instance of the prefab.
	Root   Entity
	copies map[Entity]Entity
}

// Of returns the copy of an entity below the prefab, Root for the prefab itself, and the zero
// Entity for any other entity.
func (i *Instance) Of(part Entity) Entity { return i.copies[part] }

// Clone makes an entity with the same ids, values, switched-off ids and overrides as e. Values are
// copied as [RegisterCopy] says. The clone has the same parent, no name and no children. For
// example, the clone of a ship with a cockpit is another ship in the same fleet, without a cockpit.
//
// If an id or a value of e refers to e, the clone refers to itself instead. Clone replaces
// references in fields, arrays, slices, maps and structs of any depth, but does not follow
// pointers: the clone shares the data behind them. If a value refers to a child of e, the value of
// the clone refers to the same child; [World.Instantiate] copies children too. Ids are added as by
// [World.Add], with the same consequences. Observers are notified after all ids are added.
//
// While changes are deferred, or in a callback of an observer, the clone is alive at once and owns
// nothing until the deferral ends. Then it gets what e owns at that time. If e is dead by then or
// the copy is refused, the clone stays empty.
//
// The error has code not_alive; invalid for a component or a reserved entity; locked while a loop
// runs and changes are not deferred (use [Commands.Clone] then); or it is an error of Add. After an
// error nothing has changed.
func (w *World) Clone(e Entity) (Entity, error) {
	c := copier{w: w, original: e}
	err := c.start()
	return c.root, asError(err)
}

// Instantiate makes an instance of a prefab, with the given ids, and copies everything below the
// prefab along ChildOf. The instance inherits from the prefab by (IsA, prefab). The copies have the
// names, ids, values and switched-off ids of their originals, but not the tag Prefab. A copy owns
// the ids that [World.Override] marked on its original. In [Ordered] relationships, the copies have
// the order of the originals.
//
// If an id or a value refers to the prefab or an entity below it, the copy refers to the
// corresponding new entity, by the rules of [World.Clone]. Therefore the instance does not inherit
// pairs and values of the prefab that refer to a part: it owns its own version. [Instance.Of]
// returns the copy of each part.
//
// A slot is a pair of the prefab with one of its parts, whose relationship is [Exclusive]. For an
// instance, [World.Target] returns the instance's own part, also in a loaded world. For example, if
// tank has (Gun, barrel), Target(instance, gun, 0) is the instance's own barrel. If the
// relationship also has [DontFragment], slots do not add tables. The part can also be the
// relationship itself: if barrel has ([SlotOf], tank), Target(instance, barrel, 0) is the
// instance's own barrel.
//
// Adding (IsA, prefab) with [World.Add] makes no children. Errors and deferral are as for
// [World.Clone]. In a deferral, a value that the program sets for the root after Instantiate
// replaces the value of the prefab, and ids with an element that is dead when the deferral ends are
// left out. The cost is proportional to the number of copies.
func (w *World) Instantiate(prefab Entity, ids ...AnyID) (*Instance, error) {
	return w.instantiate(prefab, idsOf(nil, ids))
}

func (w *World) instantiate(prefab Entity, ids []ID) (*Instance, error) {
	c := w.copierOf(prefab, elementsOfAll(ids))
	if err := c.start(); err != nil {
		return nil, err
	}
	return &Instance{c.root, c.copies}, nil
}

// copierOf returns a copier that makes an instance.
func (w *World) copierOf(prefab Entity, ids []rules.Elements) *copier {
	ids = append([]rules.Elements{{First: IsA, Second: prefab}}, ids...)
	return &copier{w: w, original: prefab, instance: true, ids: ids}
}

// copier makes copies of entities.
type copier struct {
	w              *World
	original, root Entity
	copies         map[Entity]Entity
	order          []Entity
	instance       bool             // make an instance of a prefab, not a clone
	ids            []rules.Elements // additional ids of root
	preserved      map[store.ID]preservedValue
	born           func(Entity) // called for each new entity
}

// preservedValue is a value of the original, saved before the copy is made; see keep.
type preservedValue struct {
	value unsafe.Pointer
	typ   store.TypeIndex
}

// start copies the original as one operation that can be undone. If changes are deferred, it makes
// only the root and queues the rest.
func (c *copier) start() *spec.Error {
	core := &c.w.core
	if err := core.CheckHooks(true); err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	if core.Deferral.Depth == 0 {
		return c.copyNow()
	}
	return core.Operate(func() *spec.Error {
		c.makeRoot()
		change.RunLater(core, c.root, c.original, c)
		return nil
	})
}

// copyNow copies the original. If a function of [RegisterCopy] panics, the copy is undone.
func (c *copier) copyNow() *spec.Error {
	core := &c.w.core
	opened, mark, err := core.Open(), core.Begin(), errCopyPanics
	defer func() {
		_ = core.End(mark, err)
		for err == errCopyPanics && core.UndoLog.Open() { // nested operations that the panic left open
			_ = core.End(mark, err)
		}
		if opened {
			core.Close(err == nil)
		}
	}()
	c.makeRoot()
	if err = c.finish(); err != nil {
		c.root = 0
	}
	return err
}

// errCopyPanics ends the operation of a copy that panics, so that it is undone. It is not returned
// to the caller.
var errCopyPanics = new(spec.Error)

func (c *copier) makeRoot() {
	c.copies = map[Entity]Entity{}
	c.root = c.create(c.original)
}

func (c *copier) create(e Entity) Entity {
	made := c.w.core.RawCreate()
	c.copies[e] = made
	if c.born != nil {
		c.born(made)
	}
	return made
}

// check returns an error if the original can never be copied, or if an additional id is invalid.
func (c *copier) check() *spec.Error {
	core := &c.w.core
	if err := core.CheckAlive(c.original); err != nil {
		return err
	}
	if rules.IsBuiltin(c.original.Index()) {
		return spec.Errorf(spec.CodeInvalid, "a reserved entity cannot be copied")
	}
	for _, id := range c.ids {
		if _, err := core.Exact(id); err != nil {
			return err
		}
	}
	return c.checkKind(c.original)
}

func (c *copier) checkKind(e Entity) *spec.Error {
	if c.w.core.TraitsOf(e.Index())&rules.TraitRecord != 0 {
		return spec.Errorf(spec.CodeInvalid, "%s is a component and cannot be copied", c.w.core.EntityText(e))
	}
	return nil
}

// Apply finishes a copy that was deferred. If it fails, the root stays empty.
func (c *copier) Apply(w *change.World, root Entity, _ store.ID) *spec.Error {
	if err := w.CheckHooks(true); err != nil {
		return err
	}
	mark := w.Begin()
	err := w.End(mark, c.finish())
	if err != nil {
		clear(c.copies)
		c.copies[c.original] = root
	}
	return err
}

// finish adds the ids and values of the root and, for an instance, copies the entities below the
// original.
func (c *copier) finish() *spec.Error {
	if !c.instance {
		return c.fill(c.original)
	}
	if err := c.list(); err != nil {
		return err
	}
	core := &c.w.core
	for _, el := range c.ids {
		if !core.AliveElements(el) {
			continue // it died while the copy was queued
		}
		id, err := core.Exact(el)
		if err == nil {
			err = core.AddNow(c.root, id)
		}
		if err != nil {
			return err
		}
	}
	for _, part := range c.order {
		c.create(part)
	}
	for _, part := range c.order {
		if err := c.fill(part); err != nil {
			return err
		}
		if name := core.NameOf(part.Index()); name != "" {
			if err := core.SetNameNow(c.copies[part], name); err != nil {
				return err
			}
		}
	}
	if err := c.refer(c.original); err != nil {
		return err
	}
	for _, e := range append([]Entity{c.original}, c.order...) {
		if err := c.slots(e); err != nil {
			return err
		}
	}
	c.arrange()
	return nil
}

// list finds all entities below the original, the oldest first.
func (c *copier) list() *spec.Error {
	core := &c.w.core
	seen := map[Entity]bool{c.original: true}
	for todo := []Entity{c.original}; len(todo) > 0; todo = todo[1:] {
		for _, child := range c.w.Children(todo[0]) {
			if seen[child] { // an entity may have several parents in profiles where ChildOf is not Exclusive
				continue
			}
			if err := c.checkKind(child); err != nil {
				return err
			}
			seen[child] = true
			c.order, todo = append(c.order, child), append(todo, child)
		}
	}
	slices.SortFunc(c.order, func(a, b Entity) int { return core.CompareEntities(a.Index(), b.Index()) })
	return nil
}

// mapped returns the entity that replaces e in the ids and values of a copy.
func (c *copier) mapped(e Entity) Entity {
	if made := c.copies[e]; made != 0 {
		return made
	}
	return e
}

// id returns the id of a copy for an id of its original.
func (c *copier) id(id store.ID) store.ID {
	core := &c.w.core
	first := c.mapped(core.Entity(id.First())).Index()
	if !id.IsPair() {
		return store.Single(first)
	}
	return store.Pair(first, c.mapped(core.Entity(id.Second())).Index())
}

// fill adds the ids, values, disabled ids and overrides of e to its copy.
func (c *copier) fill(e Entity) *spec.Error {
	core := &c.w.core
	made := c.copies[e]
	ids := slices.DeleteFunc(c.owned(e), func(id store.ID) bool {
		return c.instance && (id == store.Single(Prefab.Index()) || c.isSlot(id))
	})
	off := core.Off(e.Index()) // before the original loses symmetric pairs to the copy
	for range 2 {              // the second time adds the ids that a consequence of a later id has removed
		for _, id := range ids {
			if err := core.AddNow(made, c.id(id)); err != nil {
				return err
			}
		}
	}
	for _, id := range ids {
		c.value(e, made, id)
	}
	for _, id := range off {
		if !core.OwnsID(core.Table(made.Index()), made.Index(), c.id(id)) {
			continue
		}
		if err := core.ToggleNow(made, c.id(id), false); err != nil {
			return err
		}
	}
	marks := slices.Clone(core.Marks[e.Index()])
	core.SortIDs(marks)
	mark := core.OverrideNow
	if c.instance {
		mark = core.AddNow
	}
	for _, id := range marks {
		if err := mark(made, c.id(id)); err != nil {
			return err
		}
	}
	return nil
}

// owned lists the ids of an original in type order, and calls keep.
func (c *copier) owned(e Entity) []store.ID {
	ids := c.w.core.OwnIDs(c.w.core.Table(e.Index()), e.Index())
	c.w.core.SortIDs(ids)
	c.keep(e, ids)
	return ids
}

// isSlot reports whether an id is the pair of [SlotOf] with an entity that is copied.
func (c *copier) isSlot(id store.ID) bool {
	return id.First() == SlotOf.Index() && id.IsPair() && c.copies[c.w.core.Entity(id.Second())] != 0
}

// slots adds the slot pair for e: if e has (SlotOf, owner) and owner is copied too, the copy of
// owner gets (e, copy of e).
func (c *copier) slots(e Entity) *spec.Error {
	for _, id := range c.owned(e) {
		if !c.isSlot(id) {
			continue
		}
		owner := c.mapped(c.w.core.Entity(id.Second()))
		if err := c.w.core.AddNow(owner, store.Pair(e.Index(), c.copies[e].Index())); err != nil {
			return err
		}
	}
	return nil
}

// keep saves the values of symmetric pairs. If the relationship is also exclusive, adding such a
// pair to the copy removes it, with its value, from the original.
func (c *copier) keep(e Entity, ids []store.ID) {
	core := &c.w.core
	clear(c.preserved)
	for _, id := range ids {
		if !id.IsPair() || core.TraitsOf(id.First())&rules.TraitSymmetric == 0 {
			continue
		}
		cell, typ, _ := core.Store.Get(e, id)
		if cell == nil {
			continue
		}
		if c.preserved == nil {
			c.preserved = map[store.ID]preservedValue{}
		}
		value := reflect.New(core.Store.GoType(typ)).UnsafePointer()
		core.Store.CopyCell(typ, value, cell)
		c.preserved[id] = preservedValue{value, typ}
	}
}

// refer gives an instance its own version of the ids and values of the prefab that refer to a part.
func (c *copier) refer(prefab Entity) *spec.Error {
	core := &c.w.core
	root := c.copies[prefab]
	for _, id := range c.owned(prefab) {
		if id.First() == ChildOf.Index() && id.IsPair() || c.isSlot(id) {
			continue
		}
		cell, typ, _ := core.Store.Get(prefab, id)
		if c.id(id) == id && (cell == nil || !c.mentions(typ, cell)) {
			continue
		}
		if err := core.AddNow(root, c.id(id)); err != nil {
			return err
		}
		c.value(prefab, root, id)
	}
	return nil
}

// arrange orders the copies like their originals.
func (c *copier) arrange() {
	core := &c.w.core
	for relationship, o := range core.Sequences {
		copied := core.Sequences[c.mapped(core.Entity(relationship)).Index()]
		for target, made := range c.copies {
			for _, source := range o.Sources(target.Index()) {
				if e := c.copies[core.Entity(source)]; e != 0 && copied != nil && copied.Has(e.Index(), made.Index()) {
					copied.Remove(e.Index(), made.Index())
					copied.Append(e.Index(), made.Index())
				}
			}
		}
	}
}

// mentions reports whether a value refers to an entity that was copied.
func (c *copier) mentions(typ store.TypeIndex, cell unsafe.Pointer) bool {
	t := c.w.core.Store.GoType(typ)
	return save.MayMention(t) && save.Mentions(t, cell, func(e Entity) bool { return c.mappedRef(e) != e })
}

// value copies the value of an id.
func (c *copier) value(from, to Entity, id store.ID) {
	core := &c.w.core
	cell, typ, _ := core.Store.Get(from, id)
	if preserved, ok := c.preserved[id]; ok {
		cell, typ = preserved.value, preserved.typ
	}
	copyValue, have, ok := core.Store.Get(to, c.id(id))
	if cell == nil || !ok || have != typ {
		return
	}
	core.Writing(to.Index(), c.id(id))
	core.Store.DuplicateCell(typ, copyValue, cell)
	if c.mentions(typ, copyValue) { // otherwise keep slices that the copy shares: MapEntities replaces them
		save.MapEntities(core.Store.GoType(typ), copyValue, c.mappedRef, true)
	}
	core.Wrote(to, c.id(id))
}

// mappedRef is like mapped for a reference in a value. If an engine owns the world, references are
// its handle numbers.
func (c *copier) mappedRef(e Entity) Entity {
	core := &c.w.core
	if made := c.copies[core.EntityOf(rules.HandleRef(e))]; made != 0 {
		return Entity(core.Reference(made))
	}
	return e
}
