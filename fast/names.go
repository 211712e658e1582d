package fast

import (
	"strings"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// maxName is the longest name in bytes (P-3).
const maxName = 256

// names holds the names of entities and finds them by parent and name. Names are not ids (ruling 4).
type names struct {
	of map[uint32]string
	by map[nameKey]uint32
}

type nameKey struct {
	parent uint32 // 0 for a root
	name   string
}

func newNames() names { return names{of: map[uint32]string{}, by: map[nameKey]uint32{}} }

// checkName says why a text cannot be a name (P-3).
func checkName(name string) *spec.Error {
	switch {
	case name == "" || len(name) > maxName:
		return spec.Errorf(spec.CodeInvalid, "a name has 1 to %d bytes", maxName)
	case strings.Contains(name, ".") || strings.Contains(name, "::"):
		return spec.Errorf(spec.CodeInvalid, "name %q contains a separator of paths", name)
	}
	for _, c := range name {
		if c < ' ' || c == 0x7f {
			return spec.Errorf(spec.CodeInvalid, "name %q contains a control character", name)
		}
	}
	return nil
}

// taken reports whether another entity than self has a name below a parent; at the root that includes the reserved
// handles and the wildcards (P-4).
func (w *World) taken(parent uint32, name string, self uint32) bool {
	if other, ok := w.names.by[nameKey{parent, name}]; ok {
		return other != self
	}
	if parent != 0 {
		return false
	}
	return w.reservedName(name) != 0
}

func errTaken(name string) *spec.Error {
	return spec.Errorf(spec.CodeExists, "a sibling has the name %q already", name)
}

// SetName gives an entity a name among its siblings; "" takes it away. A name that a sibling has is an error with
// code exists, a text that is no name one with code invalid.
func (w *World) SetName(e Entity, name string) error {
	return asError(w.setName(e, name))
}

func (w *World) setName(e Entity, name string) *spec.Error {
	if w.hooked() {
		return w.pass(change{kind: changeName, entity: e, name: name})
	}
	return w.setNameNow(e, name)
}

func (w *World) setNameNow(e Entity, name string) *spec.Error {
	if err := w.checkAlive(e); err != nil {
		return err
	}
	if isBuiltin(e.Index()) {
		return errReserved("be named")
	}
	if name == "" {
		w.rawName(e.Index(), "")
		return nil
	}
	if err := checkName(name); err != nil {
		return err
	}
	if w.taken(w.parentOf(e.Index()), name, e.Index()) {
		return errTaken(name)
	}
	w.rawName(e.Index(), name)
	return nil
}

// rawName changes a name that has been checked.
func (w *World) rawName(index uint32, name string) {
	old := w.nameOf(index)
	if old == name {
		return
	}
	if w.listener != nil {
		w.listener.Rename(index)
	}
	w.journal.name(index, old)
	parent := w.parentOf(index)
	if old != "" {
		delete(w.names.by, nameKey{parent, old})
	}
	if name == "" {
		delete(w.names.of, index)
		w.entities[index].traits &^= traitNamed
	} else {
		w.names.of[index] = name
		w.entities[index].traits |= traitNamed
		w.names.by[nameKey{parent, name}] = index
	}
	w.touch(index)
}

// moveName follows an entity with a name to another parent. While an operation is taken back the entity may pass a
// parent below which its name is another's; that one keeps it.
func (w *World) moveName(index, from, to uint32) {
	if w.entities[index].traits&traitNamed == 0 {
		return
	}
	name := w.names.of[index]
	if w.names.by[nameKey{from, name}] == index {
		delete(w.names.by, nameKey{from, name})
	}
	if _, taken := w.names.by[nameKey{to, name}]; !taken {
		w.names.by[nameKey{to, name}] = index
	}
}

// nameOf is the name of an entity; that of a reserved one is its handle.
func (w *World) nameOf(index uint32) string {
	if isBuiltin(index) {
		return string(builtinHandles[index])
	}
	if w.entities[index].traits&traitNamed == 0 {
		return ""
	}
	return w.names.of[index]
}

// Name is the name of an entity, "" if it has none or is not alive.
func (w *World) Name(e Entity) string {
	if !w.st.Alive(e) {
		return ""
	}
	return w.nameOf(e.Index())
}

// child finds an entity by name directly below a parent, reserved ones and the wildcards at the root (P-4, P-5).
func (w *World) child(parent uint32, name string) uint32 {
	if index, ok := w.names.by[nameKey{parent, name}]; ok {
		return index
	}
	if parent == 0 {
		return w.reservedName(name)
	}
	return 0
}

// reservedName finds what every world has at its root: the reserved entities and the wildcards, 0 if it is none of them
// (P-4).
func (w *World) reservedName(name string) uint32 {
	switch name {
	case string(spec.Wildcard):
		return Wildcard.Index()
	case string(spec.Any):
		return Any.Index()
	}
	return w.reservedNames[name]
}

// Lookup finds an entity by a path whose elements are separated by "." or "::". It looks below from; if from is the
// zero Entity, below the current scope, else at the root. If nothing is there and recursive is set, it looks below the
// parent of that, and so on up to the root. The zero Entity is nothing (P-5).
func (w *World) Lookup(path string, from Entity, recursive bool) (Entity, error) {
	e, err := w.lookup(path, from, recursive)
	return e, asError(err)
}

func (w *World) lookup(path string, from Entity, recursive bool) (Entity, *spec.Error) {
	if from == 0 {
		from = w.scope
	} else if err := w.checkAlive(from); err != nil {
		return 0, err
	}
	elements := strings.Split(strings.ReplaceAll(path, "::", "."), ".")
	for at := from.Index(); ; at = w.parentOf(at) {
		switch found := w.below(at, elements); {
		case found == Wildcard.Index():
			return Wildcard, nil
		case found == Any.Index():
			return Any, nil
		case found != 0:
			return w.entity(found), nil
		}
		if at == 0 || !recursive {
			return 0, nil
		}
	}
}

func (w *World) below(at uint32, elements []string) uint32 {
	for _, name := range elements {
		if name == "" {
			return 0
		}
		if at = w.child(at, name); at == 0 {
			return 0
		}
	}
	return at
}

// Path joins the names from the root, or from below an ancestor, with "."; false if one of them has no name or the
// ancestor is none (P-6).
func (w *World) Path(e, from Entity) (string, bool) { return w.pathOf(e, from) }

func (w *World) pathOf(e, from Entity) (string, bool) {
	if !w.st.Alive(e) || from != 0 && !w.st.Alive(from) {
		return "", false
	}
	var elements []string
	for at := e.Index(); at != from.Index(); at = w.parentOf(at) {
		if at == 0 {
			return "", false
		}
		name := w.nameOf(at)
		if name == "" {
			return "", false
		}
		elements = append(elements, name)
	}
	if len(elements) == 0 {
		return "", false
	}
	path := elements[len(elements)-1]
	for i := len(elements) - 2; i >= 0; i-- {
		path += "." + elements[i]
	}
	return path, true
}

// SetScope makes an entity the parent of what is created from now on, the zero Entity none, and returns the scope
// before (REL-110, REL-111).
func (w *World) SetScope(e Entity) (Entity, error) {
	if e != 0 {
		if err := w.checkAlive(e); err != nil {
			return 0, err
		}
	}
	before := w.scope
	w.scope = e
	return before, nil
}

// Scope is the current scope, the zero Entity if there is none.
func (w *World) Scope() Entity { return w.scope }

// parentOf is the index of the parent of an entity, 0 for a root.
func (w *World) parentOf(index uint32) uint32 {
	return w.parentIn(w.table(index))
}

func (w *World) parentIn(t store.Table) uint32 {
	column, count := w.st.Find(t, store.Pair(ChildOf.Index(), store.Wildcard))
	if count == 0 {
		return 0
	}
	return w.st.IDs(t)[column].Second()
}
