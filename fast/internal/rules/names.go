package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// maxName is the maximum length of a name in bytes (names.form).
const maxName = 256

// names maps entities to names, and parents with names to entities. Names are not ids
// (entities.bookkeeping).
type names struct {
	of map[uint32]string
	by map[nameKey]uint32
}

type nameKey struct {
	parent uint32 // 0 for a root
	name   string
}

func newNames() names { return names{of: map[uint32]string{}, by: map[nameKey]uint32{}} }

// CheckName returns an error if a text cannot be a name (names.form).
func CheckName(name string) *spec.Error {
	switch {
	case name == "" || len(name) > maxName:
		return spec.Errorf(spec.CodeInvalid, "the name does not have 1 to %d bytes; change it", maxName)
	case strings.Contains(name, ".") || strings.Contains(name, "::"):
		return spec.Errorf(spec.CodeInvalid, "name %q contains a path separator; leave out \".\" and \"::\"", name)
	}
	for _, c := range name {
		switch {
		case c < ' ' || c == 0x7f:
			return spec.Errorf(spec.CodeInvalid, "the name %q contains a control character; remove it", name)
		case c == utf8.RuneError:
			return spec.Errorf(spec.CodeInvalid, "the name %q is not UTF-8 or contains U+FFFD; convert it to UTF-8",
				name)
		}
	}
	return nil
}

// Taken reports whether an entity other than self has a name below a parent. At the root the
// reserved handles and the wildcards are taken, too (names.reserved).
func (w *World) Taken(parent uint32, name string, self uint32) bool {
	other := w.child(parent, name)
	return other != 0 && other != self
}

// checkFree returns an error if another entity below a parent already has a name. It returns nil if
// the name is empty.
func (w *World) checkFree(parent, index uint32, name string) *spec.Error {
	if name == "" || !w.Taken(parent, name, index) {
		return nil
	}
	other := w.names.by[nameKey{parent, name}]
	if other == 0 {
		return spec.Errorf(spec.CodeExists, "the name %q is reserved; choose another name", name)
	}
	sibling := fmt.Sprintf("#%d", other)
	if c := w.Components[other]; c.OfGoType() {
		sibling += fmt.Sprintf(", the component of %v,", c.GoType)
	}
	return spec.Errorf(spec.CodeExists, "the sibling %s has the name %q; choose another name", sibling, name)
}

// SetNameNow names an entity. The name must be unique among its siblings; "" removes the name.
func (w *World) SetNameNow(e Entity, name string) *spec.Error {
	if err := w.checkUser(e, "be named"); err != nil {
		return err
	}
	if name != "" {
		if err := CheckName(name); err != nil {
			return err
		}
		if err := w.checkFree(w.ParentOf(e.Index()), e.Index(), name); err != nil {
			return err
		}
	}
	w.RawName(e.Index(), name)
	return nil
}

// RawName changes a name that has been checked.
func (w *World) RawName(index uint32, name string) {
	old := w.NameOf(index)
	if old == name {
		return
	}
	if w.Listener != nil {
		w.Listener.Rename(index)
	}
	if w.UndoLog.Undoing {
		w.rememberName(index) // undoing a creation removes the name before the entity
	}
	w.rename(index, old, name)
}

// forgetName removes the name of an entity that is being deleted.
func (w *World) forgetName(index uint32) {
	if w.TraitsOf(index)&TraitNamed != 0 {
		w.rememberName(index)
		w.rename(index, w.names.of[index], "")
	}
}

// rememberName stores the name of an entity that is about to lose it, for callbacks about its
// deletion.
func (w *World) rememberName(index uint32) {
	if !w.KeepsNames || w.TraitsOf(index)&TraitNamed == 0 {
		return
	}
	if w.Departed == nil {
		w.Departed = map[Entity]string{}
	}
	w.Departed[w.Entity(index)] = w.names.of[index]
}

// rename replaces the name of an entity by a different one.
func (w *World) rename(index uint32, old, name string) {
	parent := w.ParentOf(index)
	w.UndoLog.note(undoEntry{kind: undoName, index: index, name: old})
	w.OutsideTables++
	if old != "" {
		delete(w.names.by, nameKey{parent, old})
	}
	if name == "" {
		delete(w.names.of, index)
		w.dropTraits(index, TraitNamed)
		return
	}
	w.names.of[index] = name
	w.AddTraits(index, TraitNamed)
	w.names.by[nameKey{parent, name}] = index
}

// moveName updates the index of names after a named entity got another parent. While an operation
// is undone, the new parent may for a moment have another child with that name. That child keeps
// its entry.
func (w *World) moveName(index, from, to uint32) {
	if w.TraitsOf(index)&TraitNamed == 0 {
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

// NameOf returns the name of an entity. That of a reserved entity is its handle.
func (w *World) NameOf(index uint32) string {
	if IsBuiltin(index) {
		return string(BuiltinHandles[index])
	}
	if w.TraitsOf(index)&TraitNamed == 0 {
		return ""
	}
	return w.names.of[index]
}

// child returns the entity with a name directly below a parent. At the root it also finds reserved
// entities and wildcards (names.reserved, names.lookup).
func (w *World) child(parent uint32, name string) uint32 {
	if index, ok := w.names.by[nameKey{parent, name}]; ok {
		return index
	}
	if parent == 0 {
		return w.reservedName(name)
	}
	return 0
}

// reservedName returns the reserved entity or wildcard with a name, or 0 if there is none
// (names.reserved).
func (w *World) reservedName(name string) uint32 {
	switch name {
	case string(spec.Wildcard):
		return Wildcard.Index()
	case string(spec.Any):
		return Any.Index()
	}
	return w.ReservedNames[name]
}

// ParentsOf lists the user's entities that have a child with a given name, in type order. It takes
// time proportional to the number of names.
func (w *World) ParentsOf(name string) []uint32 {
	var list []uint32
	for key := range w.names.by {
		if key.name == name && key.parent != 0 && !IsBuiltin(key.parent) {
			list = append(list, key.parent)
		}
	}
	slices.SortFunc(list, w.CompareEntities)
	return list
}

// Lookup finds an entity by a path that starts below from, or below the current scope if from is
// zero. If recursive is set, it then tries the path below each ancestor of the start and at the
// root (names.lookup).
func (w *World) Lookup(path string, from Entity, recursive bool) (Entity, *spec.Error) {
	if from == 0 {
		from = w.Scope
	} else if err := w.CheckAlive(from); err != nil {
		return 0, err
	}
	elements := strings.Split(strings.ReplaceAll(path, "::", "."), ".")
	for at := from.Index(); ; at = w.ParentOf(at) {
		if found := w.Below(at, elements); found != 0 {
			return w.Entity(found), nil
		}
		if at == 0 || !recursive {
			return 0, nil
		}
	}
}

// Below returns the entity that a list of names leads to from another entity, or 0 if there is
// none.
func (w *World) Below(at uint32, elements []string) uint32 {
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

// PathOf returns the path of an entity from the root, or from below its ancestor from if that is
// not zero. It returns false if an entity on the path has no name, if e or from is dead, or if from
// is not an ancestor of e (names.path).
func (w *World) PathOf(e, from Entity) (string, bool) {
	if !w.Store.Alive(e) || from != 0 && !w.Store.Alive(from) {
		return "", false
	}
	var elements []string
	for at := e.Index(); at != from.Index(); at = w.ParentOf(at) {
		if at == 0 {
			return "", false
		}
		name := w.NameOf(at)
		if name == "" {
			return "", false
		}
		elements = append(elements, name)
	}
	if len(elements) == 0 {
		return "", false
	}
	slices.Reverse(elements)
	return strings.Join(elements, "."), true
}

// EntityText returns a text for an entity in messages: its handle in an engine, its name, or "#"
// and its index.
func (w *World) EntityText(e Entity) string {
	if !w.Store.Alive(e) {
		if name := w.Departed[e]; name != "" {
			return name
		}
		return fmt.Sprintf("#%d, which is not alive", e.Index())
	}
	if n, is := w.NumberAt(e.Index()); is {
		return string(spec.NumberTarget(n))
	}
	if w.Naming != nil {
		return w.Naming(e)
	}
	if name := w.NameOf(e.Index()); name != "" {
		return name
	}
	return fmt.Sprintf("#%d", e.Index())
}

// textOf is like EntityText, for the alive entity with an index.
func (w *World) textOf(index uint32) string { return w.EntityText(w.Entity(index)) }

// IDText returns an id of alive elements as text: "Position", "(ChildOf, ship)".
func (w *World) IDText(id store.ID) string {
	first := w.textOf(id.First())
	if !id.IsPair() {
		return first
	}
	return "(" + first + ", " + w.textOf(id.Second()) + ")"
}

// Named returns the entity with a name or path, looked up from the current scope and then above it.
// "#" and a number is the entity with that index (query.numbers).
func (w *World) Named(name spec.Handle) (Entity, *spec.Error) {
	e, err := w.Lookup(string(name), 0, true)
	if err == nil && e == 0 {
		if digits, ok := strings.CutPrefix(string(name), "#"); ok {
			n, _ := strconv.ParseUint(digits, 10, 32)
			if e, ok := w.Store.At(uint32(n)); ok && n > uint64(Any.Index()) && n != HiddenMark &&
				n != NonFragmentingMark && !w.IsNumber(uint32(n)) {
				return e, nil
			}
		}
		err = spec.Errorf(spec.CodeUnresolved, "there is no entity named %q", string(name))
		if path := w.SuggestPath(string(name)); path != "" {
			err = spec.Errorf(spec.CodeUnresolved,
				"there is no entity named %q at the root or in the scope; did you mean %s?", string(name), path)
		}
	}
	return e, err
}

// SuggestPath suggests an entity of the user for a path that was not found: it returns the shortest
// path that ends with the given one, ignoring case if needed, or "" if there is none. It is used in
// error messages and takes time proportional to the number of names.
func (w *World) SuggestPath(path string) (found string) {
	path = strings.ReplaceAll(path, "::", ".")
	name, exact := path[strings.LastIndexByte(path, '.')+1:], false
	for key, index := range w.names.by {
		if !strings.EqualFold(key.name, name) {
			continue
		}
		whole, ok := w.PathOf(w.Entity(index), 0)
		above := len(whole) - len(path)
		if !ok || above < 0 || !strings.EqualFold(whole[above:], path) || above > 0 && whole[above-1] != '.' {
			continue
		}
		same := whole[above:] == path
		order := cmp.Or(len(whole)-len(found), strings.Compare(whole, found))
		if found == "" || same && !exact || same == exact && order < 0 {
			found, exact = whole, same
		}
	}
	return found
}
