package fast

import (
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Spawn makes an entity without ids; inside a scope it becomes a child of that (REL-110).
func (w *World) Spawn() Entity {
	if w.scope == 0 && !w.hooked() {
		return w.rawCreate()
	}
	e, err := w.create(birth{})
	if err != nil { // OneOf on ChildOf forbids the scope, or the world is locked
		if e, err = w.create(birth{unscoped: true}); err != nil {
			panic(err)
		}
	}
	return e
}

// Birth is what a new entity begins with: its parent, then its ids in order, then its name (P-2).
type Birth struct {
	Name     string
	Parent   Entity // the current scope if zero
	Unscoped bool   // ignore the scope (REL-113)
	IDs      []ID
}

// Create makes an entity with everything that b asks for, or nothing: errors are those of Add and SetName.
func (w *World) Create(b Birth) (Entity, error) {
	e, err := w.create(b.internal())
	return e, asError(err)
}

// internal is the same for the rules.
func (b Birth) internal() birth {
	return birth{b.Name, b.Parent, b.Unscoped, elementsOfAll(b.IDs)}
}

// birth is what a new entity begins with: its parent, then its ids in order, then its name (P-2).
type birth struct {
	name     string
	parent   Entity // the current scope if zero
	unscoped bool   // ignore the scope (REL-113)
	ids      []elements
}

func (w *World) create(b birth) (Entity, *spec.Error) {
	if w.hooked() {
		return w.passBirth(&b, nothingMore)
	}
	return w.createNow(&b, nothingMore)
}

func nothingMore(Entity) {}

// createNow makes an entity, or with makeComponent a component, with everything that b asks for.
func (w *World) createNow(b *birth, makeComponent func(Entity)) (Entity, *spec.Error) {
	mark := w.begin()
	e := w.rawCreate()
	makeComponent(e)
	if err := w.end(mark, w.equip(e, b)); err != nil {
		return 0, err
	}
	return e, nil
}

func (w *World) equip(e Entity, b *birth) *spec.Error {
	parent := b.parent
	if parent == 0 && !b.unscoped {
		parent = w.scope
	}
	if parent != 0 {
		if err := w.addElements(e, elements{ChildOf, parent}); err != nil {
			return err
		}
	}
	for _, id := range b.ids {
		if err := w.addElements(e, id); err != nil {
			return err
		}
	}
	if b.name != "" {
		return w.setNameNow(e, b.name)
	}
	return nil
}

func (w *World) addElements(e Entity, id elements) *spec.Error {
	sid, err := w.exact(id)
	if err != nil {
		return err
	}
	return w.addNow(e, sid)
}

// DeclareComponent makes a component with members, whose values [World.Value] gives and [World.SetValue] sets; without
// members it is a tag. [Register] does the same for a Go type, whose values are Go values.
func (w *World) DeclareComponent(b Birth, members []spec.Member) (Entity, error) {
	e, err := w.declare(b.internal(), members)
	return e, asError(err)
}

func (w *World) declare(b birth, members []spec.Member) (Entity, *spec.Error) {
	if err := spec.CheckMembers(members); err != nil {
		return 0, err
	}
	makeComponent := func(e Entity) { w.makeComponent(e, members) }
	if w.hooked() {
		return w.passBirth(&b, makeComponent)
	}
	return w.createNow(&b, makeComponent)
}

// Alive reports whether an entity exists.
func (w *World) Alive(e Entity) bool { return w.checkAlive(e) == nil }

// Len is the number of entities that the user made.
func (w *World) Len() int { return w.living() }

func (w *World) living() int { return w.st.Living() - (reserved - 1) }

// Has reports whether an entity owns or inherits an id or a match of a pattern; _ counts as * (P-8). It takes constant
// time for an own id, time proportional to the depth of bases otherwise. A dead entity has nothing.
func (w *World) Has(e Entity, pattern ID) bool {
	t, _, alive := w.st.Record(e)
	id, ok := w.patternID(pattern)
	return alive && ok && w.has(t, e.Index(), id)
}

// Owns is Has without inheritance (ruling 13).
func (w *World) Owns(e Entity, pattern ID) bool {
	t, _, alive := w.st.Record(e)
	id, ok := w.patternID(pattern)
	return alive && ok && w.owns(t, e.Index(), id)
}

// IDs lists what an entity owns, in type order.
func (w *World) IDs(e Entity) []ID {
	t, _, alive := w.st.Record(e)
	if !alive {
		return nil
	}
	ids := w.ownIDs(t, e.Index())
	w.sortIDs(ids)
	out := make([]ID, len(ids))
	for i, id := range ids {
		out[i] = w.publicID(id)
	}
	return out
}

// Count is the number of the user's entities that own a match of a pattern.
func (w *World) Count(pattern ID) int {
	id, ok := w.patternID(pattern)
	if !ok {
		return 0
	}
	n := 0
	for _, p := range w.st.Lookup(id) {
		if !w.st.Has(p.Table, store.Single(hiddenMark)) {
			n += w.st.Count(p.Table)
		}
	}
	if w.loose.any() && pattern.IsPair() && pattern.second != Wildcard && pattern.second != Any {
		return n + w.countLoosely(id)
	}
	return n
}

// Enable takes the tag Disabled away, Disable adds it (P-16).
func (w *World) Enable(e Entity) error { return asError(w.setEnabled(e, true)) }

// Disable keeps an entity out of queries that do not name Disabled (ruling 5).
func (w *World) Disable(e Entity) error { return asError(w.setEnabled(e, false)) }

func (w *World) setEnabled(e Entity, on bool) *spec.Error {
	if !w.hooked() {
		return w.setEnabledNow(e, on)
	}
	if on {
		return w.pass(change{kind: changeEnable, entity: e})
	}
	return w.pass(change{kind: changeDisable, entity: e})
}

func (w *World) setEnabledNow(e Entity, on bool) *spec.Error {
	if err := w.checkAlive(e); err != nil {
		return err
	}
	if isBuiltin(e.Index()) {
		return errReserved("be enabled or disabled")
	}
	if on {
		return w.removeNow(e, store.Single(Disabled.Index()))
	}
	return w.addNow(e, store.Single(Disabled.Index()))
}
