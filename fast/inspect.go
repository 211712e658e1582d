package fast

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// TableInfo describes a table: the entities that own exactly the same ids lie in it, one row each. It is a
// copy; later changes of the world do not show in it. For example, ships at Mars and ships at Earth lie in two tables,
// since (DockedTo, Mars) and (DockedTo, Earth) are different ids.
//
// Statements: REL-259, REL-277, REL-282.
type TableInfo struct {
	// Number tells the tables of a world apart. Numbers of tables that are gone are used again.
	Number int
	// IDs are in the order of the columns: single ids, then pairs, so that the pairs of a
	// relationship are together. Within that the order is that of the indices, which is the order
	// of creation until an index is used again. (R, *) stands for pairs of a Union or an Exclusive
	// DontFragment relationship: their targets lie beside the table, so that they make no tables of
	// their own and have no [Record].
	IDs []ID
	// Entities is the number of rows.
	Entities int
}

// Record says where a table has an id, or the ids that match a pattern. For example, its Count for
// (Likes, *) is 2 in the table of those that like Alice and Carol and nobody else.
//
// Statements: REL-274, REL-275, REL-276.
type Record struct {
	// Table is the number of the table, see [TableInfo].
	Table int
	// Column is the position of the first match in the table's IDs.
	Column int
	// Count is the number of matches: 1 for an id, more perhaps for a pattern.
	Count int
}

// Records lists the tables of the user's entities that have an id or matches of a pattern, in order of their numbers:
// the tables in the index of the id. Every table is in the index of each of its ids, and of (R, *), (*, T),
// (*, *) and * for those that match; empty tables are, too. [Any] counts as [Wildcard]. It is meant
// for inspection and costs time proportional to the index; an id of a dead entity has no records.
//
// Statements: REL-267, REL-268, REL-269.
func (w *World) Records(pattern AnyID) []Record {
	id, alive := w.patternID(idOf(pattern))
	if !alive {
		return nil
	}
	var list []Record
	for _, p := range w.core.Store.Lookup(id) {
		if w.inspectable(p.Table) {
			column, _ := w.core.Store.Find(p.Table, id)
			list = append(list, Record{Table: int(p.Table), Column: column, Count: int(p.Count)})
		}
	}
	slices.SortFunc(list, func(a, b Record) int { return a.Table - b.Table })
	return list
}

// inspectable reports whether a table is in use and not one that keeps reserved entities apart.
func (w *World) inspectable(t store.Table) bool {
	return w.core.Store.InUse(t) && w.core.Store.Flags(t)&rules.FlagHidden == 0
}

// Tables describes every table of the user's entities, in order of their numbers, empty ones and the one of entities
// without ids included. It costs time proportional to all of them.
func (w *World) Tables() []TableInfo {
	var list []TableInfo
	for t := range w.core.Store.Tables() {
		if w.inspectable(store.Table(t)) {
			list = append(list, w.describe(store.Table(t)))
		}
	}
	return list
}

// TableOf describes the table that an entity is in; false if the entity is not alive or is a reserved one.
func (w *World) TableOf(e Entity) (TableInfo, bool) {
	t, _, alive := w.core.Store.Record(e)
	if !alive || !w.inspectable(t) {
		return TableInfo{}, false
	}
	return w.describe(t), true
}

func (w *World) describe(t store.Table) TableInfo {
	info := TableInfo{Number: int(t), Entities: w.core.Store.Count(t)}
	for _, id := range w.core.Store.IDs(t) {
		if rules.IsMark(id) {
			id = store.Pair(id.First(), store.Wildcard)
		}
		info.IDs = append(info.IDs, w.publicPattern(id))
	}
	return info
}

// Search is the first position at or after from whose id matches a pattern, -1 if there is none. Going on from the
// position after it visits all matches; those of a (R, *) follow each other, those of a (*, T) need not.
// It looks at one id after the other.
//
// Statements: REL-072, REL-279.
func (t TableInfo) Search(pattern AnyID, from int) int {
	want := idOf(pattern)
	for p := max(from, 0); p < len(t.IDs); p++ {
		if t.IDs[p].Matches(want) {
			return p
		}
	}
	return -1
}

// Matches reports whether an id is a pattern or is covered by it: a wildcard stands for any element, and alone for
// any single id, never for a pair. For example, (Likes, Alice) matches (Likes, *) and (*, *), and does not match *.
func (id ID) Matches(pattern ID) bool {
	if id.IsPair() != pattern.IsPair() {
		return false
	}
	covers := func(pattern, element Entity) bool { return rules.IsPattern(pattern) || pattern == element }
	return covers(pattern.first, id.first) && (!id.IsPair() || covers(pattern.second, id.second))
}

// ReservedIndices is the end of the low range of indices: those below it are for the entities that every world has
// from the start, [ChildOf] and the like. Entities of a program, components too, have an index from here on.
//
// Statements: REL-253.
const ReservedIndices = rules.Reserved

// Entities lists the entities of the program in order of creation, components and relationships
// among them. It costs time proportional to the world, and more for sorting.
func (w *World) Entities() []Entity {
	list := w.core.UserEntities()
	w.core.ByOrder(list)
	return list
}

// TextOf is an id as people read it: "Position", "(ChildOf, ship)". An entity without a name is "#" and its index.
func (w *World) TextOf(id AnyID) string {
	named := idOf(id)
	if !named.IsPair() {
		return w.elementText(named.first)
	}
	return "(" + w.elementText(named.first) + ", " + w.elementText(named.Second()) + ")"
}

func (w *World) elementText(e Entity) string {
	switch e {
	case 0:
		return "none"
	case Wildcard:
		return string(spec.Wildcard)
	case Any:
		return string(spec.Any)
	}
	if e.Index() == 0 { // a variable
		return e.String()
	}
	return w.core.EntityText(e)
}

// Describe says in one line which ids an entity owns, with their values, which it inherits, which
// are switched off, and which its instances get copies of (see [World.Override]). Values behind
// pointers are written out. Functions and channels are their types, structs of this package their
// names, such as &Component[Hull]. A value is cut with "..." below 8 levels of pointers, slices and
// maps, and after 64 KiB. The text is for people: the form may change. An entity that is not alive
// is described as such.
func (w *World) Describe(e Entity) string {
	if w.core.CheckAlive(e) != nil {
		return w.elementText(e)
	}
	t, index := w.core.Table(e.Index()), e.Index()
	text := fmt.Sprintf("#%d", index)
	if name := w.core.NameOf(index); name != "" {
		text = name + " " + text
	}
	var parts []string
	for _, pattern := range []store.ID{store.AnySingle, store.AnyPair} {
		for _, h := range w.core.Collect(nil, t, index, pattern, rules.TraitInherited) {
			parts = append(parts, w.describeHeld(e, h))
		}
	}
	for _, id := range w.Overrides(e) {
		parts = append(parts, "overrides "+w.TextOf(id))
	}
	if len(parts) == 0 {
		return text
	}
	return text + ": " + strings.Join(parts, ", ")
}

func (w *World) describeHeld(e Entity, h rules.Held) string {
	id := w.publicID(h.ID)
	text := w.TextOf(id)
	holder := e
	if h.Base != 0 {
		holder = w.core.Entity(h.Base)
	}
	switch value, _ := w.valueOf(holder, id); value := value.(type) {
	case nil:
	case spec.Value:
		text += memberText(value)
	default:
		text += goText(value)
	}
	if h.Base != 0 {
		return text + " from " + w.core.EntityText(holder)
	}
	if w.core.IsOff(e.Index(), h.ID) {
		return text + " off"
	}
	return text
}

// WriteText writes a line for every entity of the program, in order of creation, as
// [World.Describe] gives it, and under a target of an [Ordered] relationship its sources in their
// order; reserved entities come first where the program has added something to them, and the scope
// last. It is for people, and to see by diff how two worlds differ. [World.Save] writes a world
// that can be read again.
func (w *World) WriteText(out io.Writer) error {
	var list []Entity
	for index := range uint32(ReservedIndices) {
		if e := w.core.Entity(index); w.core.Grown(e) {
			list = append(list, e)
		}
	}
	for _, e := range append(list, w.Entities()...) {
		if _, err := io.WriteString(out, w.Describe(e)+"\n"+w.orderText(e)); err != nil {
			return err
		}
	}
	if scope := w.Scope(); scope != 0 {
		_, err := io.WriteString(out, "scope: "+w.elementText(scope)+"\n")
		return err
	}
	return nil
}

// orderText has a line for each pair with an entity whose sources have an order.
func (w *World) orderText(target Entity) string {
	var lines strings.Builder
	for _, relationship := range slices.Sorted(maps.Keys(w.core.Sequences)) {
		sources := w.core.Sequences[relationship].Sources(nil, target.Index())
		for i, source := range sources {
			if i == 0 {
				lines.WriteString("  in order " + w.TextOf(Pair(w.core.Entity(relationship), target)) + ": ")
			} else {
				lines.WriteString(", ")
			}
			lines.WriteString(w.elementText(w.core.Entity(source)))
		}
		if len(sources) > 0 {
			lines.WriteString("\n")
		}
	}
	return lines.String()
}

// Shrink gives memory back that the world no longer needs: empty tables go, and the rest is stored
// with as much room as it takes. A world keeps some of what it has once needed, since it mostly needs
// it again: room for entities that are deleted, and as many empty tables as others, or 4,096. Call it when
// that is not so, after a level has ended, say. Answers do not change, but addresses of values from
// before must not be used, and the numbers of [World.Tables] may be others.
//
// It takes time in proportion to the world, and for that time the memory of the rest once more. The
// operating system gets the free memory when Go's collector has run; see
// runtime/debug.FreeOSMemory. It errs with code locked while a loop over a query or an operation
// runs.
func (w *World) Shrink() error {
	if err := w.core.CheckHooks(true); err != nil {
		return err
	}
	busy := w.core.Hooks.Load()&rules.HookLoops != 0 || w.core.UndoLog.On() || w.core.Listener != nil ||
		len(w.core.Locked) > 0
	if busy {
		return rules.ErrLooping
	}
	w.core.World.Shrink()
	return nil
}
