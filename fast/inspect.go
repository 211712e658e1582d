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

// TableInfo describes a table: the set of entities that own exactly the same ids, with one row for
// each entity. For example, ships at Mars and ships at Earth are in two tables, since (DockedTo,
// Mars) and (DockedTo, Earth) are different ids. A TableInfo does not follow later changes of the
// world.
//
// Statements: REL-259, REL-277, REL-282.
type TableInfo struct {
	// Number identifies the table in its world. The number of a table that was freed can be used
	// again.
	Number int
	// IDs are in the order of the columns: first single ids, then pairs, each ordered by the
	// indices of their elements. So the pairs of a relationship are together. Until an index is
	// reused, the order of indices is the order of creation. If a relationship R is a Union, or
	// Exclusive with DontFragment, its targets are not stored in tables. IDs then has (R, *), and a
	// pair with a target has no [Record].
	IDs []ID
	// Entities is the number of rows.
	Entities int
}

// Record says where a table has an id, or the ids that match a pattern. For example, for the
// pattern (Likes, *), Count is 2 in the table of the entities that like exactly Alice and Carol.
//
// Statements: REL-274, REL-275, REL-276.
type Record struct {
	// Table is the number of the table, see [TableInfo].
	Table int
	// Column is the position of the first match in the table's IDs.
	Column int
	// Count is the number of matches. It can exceed 1 only for a pattern.
	Count int
}

// Records lists the tables of the program's entities that have an id matching a pattern, in order
// of their numbers. Empty tables are included, and [Any] counts as [Wildcard]. An id with a dead
// element has no records. Records is meant for inspection. It costs time proportional to the number
// of records.
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

// inspectable reports whether a table is in use and is not for reserved entities.
func (w *World) inspectable(t store.Table) bool {
	return w.core.Store.InUse(t) && w.core.Store.Flags(t)&rules.FlagHidden == 0
}

// Tables describes every table of the program's entities, in order of their numbers. It includes
// empty tables, and the table of entities without ids. It costs time proportional to the number of
// tables.
func (w *World) Tables() []TableInfo {
	var list []TableInfo
	for t := range w.core.Store.Tables() {
		if w.inspectable(store.Table(t)) {
			list = append(list, w.describe(store.Table(t)))
		}
	}
	return list
}

// TableOf describes the table of an entity. It returns false if the entity is reserved or not
// alive.
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
		info.IDs = append(info.IDs, w.publicID(id))
	}
	return info
}

// Search returns the first position, from position from on, whose id matches pattern, or -1. To
// visit all matches, continue at the position after each match. Matches of (R, *) are consecutive;
// those of (*, T) need not be. Search compares one id after the other.
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

// Matches reports whether id is pattern, or matches it by wildcards. In a pair a wildcard stands
// for any element; alone it stands for any single id, never for a pair. For example, (Likes, Alice)
// matches (Likes, *) and (*, *), but not *.
func (id ID) Matches(pattern ID) bool {
	if id.IsPair() != pattern.IsPair() {
		return false
	}
	covers := func(pattern, element Entity) bool { return rules.IsPattern(pattern) || pattern == element }
	return covers(pattern.first, id.first) && (!id.IsPair() || covers(pattern.second, id.second))
}

// ReservedIndices is the number of indices that are reserved for entities that every world has,
// such as [ChildOf]. The entities of a program, including components, have the index
// ReservedIndices or a higher one.
//
// Statements: REL-253.
const ReservedIndices = rules.Reserved

// Entities lists the entities of the program in order of creation, including components and
// relationships. It costs time proportional to the size of the world, plus sorting.
func (w *World) Entities() []Entity {
	list := w.core.UserEntities()
	w.core.SortByCreation(list)
	return list
}

// TextOf returns an id with names: "Position", "(ChildOf, ship)". An entity without a name is "#"
// and its index, a deleted one is "#12, which is not alive", and the zero Entity is "none".
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

// Describe returns one line about an entity, with its own and inherited ids and their values, the
// ids that are switched off, and the ids that are marked with [World.Override]. Values behind
// pointers are written out. Functions and channels appear as their types, and structs of this
// package as their names, such as &Component[Hull]. A value is cut with "..." below 8 levels of
// pointers, slices and maps, and after 64 KiB. If the entity is not alive, the line says so. The
// format may change.
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

// WriteText writes the line of [World.Describe] for every entity of the program, in order of
// creation. Use it to read a world or to compare two worlds with diff. Below the line of a target
// of an [Ordered] relationship, WriteText lists the sources in their order. The text begins with
// the reserved entities to which the program added something, and ends with the scope. To save a
// world for [World.Load], use [World.Save].
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

// orderText returns a line for each ordered pair (R, target), with its sources.
func (w *World) orderText(target Entity) string {
	var lines strings.Builder
	for _, relationship := range slices.Sorted(maps.Keys(w.core.Sequences)) {
		sources := w.core.Sequences[relationship].Sources(target.Index())
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

// Shrink frees memory that the world does not need now: it frees empty tables, and stores the other
// tables without spare capacity. Call it when the memory will not be needed again, for example
// after a level of a game has ended. Without Shrink, a world keeps the memory of deleted entities
// for reuse, and frees most empty tables only when there are more than 4,096 of them, and more
// empty tables than others. Results of queries and other calls stay the same, but pointers to
// values become invalid and the numbers of [World.Tables] may change.
//
// Shrink takes time proportional to the size of the world, and temporarily needs memory for a
// second copy of its tables. Go's garbage collector returns the memory to the operating system
// later; runtime/debug.FreeOSMemory does so at once. The error has code locked while a loop or an
// operation runs.
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
