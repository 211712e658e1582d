package fast

import (
	"encoding/binary"
	"hash/fnv"

	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// Change detection (P-50, QRY-483 to QRY-516) compares what is remembered of a table when a query returned its rows with
// how it is now: the number of its changes of rows, which the storage always keeps, and when its columns were written,
// which is marked from the first query on that asks for it. A table in the sense of P-47 is one of the storage, except
// that targets beside the tables divide it; what is known of such parts is found from their entities.

// tableRef is a table in the sense of P-47; rows without $this have a table of their own.
type tableRef struct {
	table store.Table
	part  string // targets that lie beside the table
	none  bool   // of rows without $this
}

// dataRef is an id with data in a table.
type dataRef struct {
	ref tableRef
	id  store.ID
}

// tracked is what a query with change detection remembers.
type tracked struct {
	seen map[tableRef]seenState
}

// seenState is a table as it was when its rows were returned.
type seenState struct {
	rows  uint64 // changes whenever entities come and go
	clock uint64 // of writes
}

// partsOf is tracking of tables that loose pairs divide.
type partsOf struct {
	moves  map[uint32]uint32  // how often the ids of an entity have changed
	writes map[dataRef]uint64 // when
}

func (p *partsOf) make() {
	if p.moves == nil {
		p.moves, p.writes = map[uint32]uint32{}, map[dataRef]uint64{}
	}
}

// startTracking begins to mark what is written.
func (w *World) startTracking() {
	if !w.typed.marks {
		w.typed.marks = true
		w.attend(attendMarks, true)
		w.st.TrackChanges()
	}
}

// refOf is the table of an entity, by index.
func (w *World) refOf(index uint32) tableRef {
	if index == 0 {
		return tableRef{none: true}
	}
	t := w.table(index)
	return tableRef{table: t, part: w.partOf(t, index)}
}

// partOf tells the targets of an entity that lie beside its table.
func (w *World) partOf(t store.Table, index uint32) string {
	if !w.loose.any() {
		return ""
	}
	var part []byte
	for _, id := range w.st.IDs(t) {
		if isMark(id) {
			part = binary.LittleEndian.AppendUint64(part, uint64(w.entity(w.actual(id, index).Second())))
		}
	}
	return string(part)
}

// rowsOf is a number that is another whenever entities have come into a table or left it.
func (w *World) rowsOf(ref tableRef) uint64 {
	switch {
	case ref.none:
		return 0
	case ref.part == "":
		return uint64(w.st.Version(ref.table))
	}
	h := fnv.New64a()
	var buf [12]byte
	for _, e := range w.st.Entities(ref.table) {
		if w.partOf(ref.table, e.Index()) == ref.part {
			binary.LittleEndian.PutUint64(buf[:], uint64(e))
			binary.LittleEndian.PutUint32(buf[8:], w.parts.moves[e.Index()])
			_, _ = h.Write(buf[:])
		}
	}
	return h.Sum64()
}

// movedPart notes a change of an entity's ids, for tables that loose pairs divide.
func (w *World) movedPart(index uint32) {
	if w.typed.marks && w.loose.any() {
		w.parts.make()
		w.parts.moves[index]++
	}
}

// written marks the values of an id of a table as written now.
func (w *World) written(d dataRef) {
	if !w.typed.marks || d.ref.none {
		return
	}
	column, count := w.st.Find(d.ref.table, d.id)
	if count == 0 {
		return
	}
	w.st.Touch(d.ref.table, column)
	if d.ref.part != "" {
		w.parts.make()
		w.parts.writes[d] = w.st.Clock()
	}
}

// writtenAt is when the values of an id of a table were last written.
func (w *World) writtenAt(d dataRef) uint64 {
	if d.ref.part != "" {
		return w.parts.writes[d]
	}
	if column, count := w.st.Find(d.ref.table, d.id); count > 0 {
		return w.st.Mark(d.ref.table, column)
	}
	return 0
}

// checkTracking says why a query cannot detect changes.
func (q *Query) checkTracking() *spec.Error {
	switch {
	case !q.w.profile.ChangeDetection.Has(q.kind):
		return unsupported("change detection in this kind of query")
	case q.w.profile.ChangeOptIn && !q.detects:
		return spec.Errorf(spec.CodeInvalid, "change detection is asked for when the query is created")
	}
	return nil
}

// track makes a query remember what it returns from now on.
func (q *Query) track() {
	if q.tracked == nil {
		q.w.startTracking()
		q.tracked = &tracked{seen: map[tableRef]seenState{}}
	}
}

// rowTables are the tables that have rows, each with the data that fields of its rows match.
type rowTables struct {
	list []tableRef
	data map[tableRef]map[dataRef]struct{}
}

func (s *rowTables) take(x *exec) bool {
	if x.this != thisTable {
		this := x.values[thisSlot]
		if x.this == thisOpen || !x.q.usesThis {
			this = 0
		}
		s.add(x, this)
		return true
	}
	if !x.w.loose.any() {
		s.add(x, x.st.Entities(x.table)[0].Index())
		return true
	}
	for _, e := range x.st.Entities(x.table) {
		s.add(x, e.Index())
	}
	return true
}

func (s *rowTables) add(x *exec, this uint32) {
	ref := x.w.refOf(this)
	data, known := s.data[ref]
	if !known {
		if s.data == nil {
			s.data = map[tableRef]map[dataRef]struct{}{}
		}
		data = map[dataRef]struct{}{}
		s.data[ref] = data
		s.list = append(s.list, ref)
	}
	for i := range x.fields {
		if d, _, ok := x.dataOf(i, this); ok {
			data[d] = struct{}{}
		}
	}
}

// dataOf is the data that a field matches and what may be done with it; false if it has none.
func (x *exec) dataOf(i int, this uint32) (d dataRef, access spec.Access, ok bool) {
	f := &x.fields[i]
	if !f.set || f.stored == 0 || x.w.typedBy(f.stored) == 0 {
		return d, spec.AccessNone, false
	}
	owner := x.source(i, this)
	access = accessOf(f.term.access, f.stored == f.id, owner == 0)
	if owner == 0 {
		owner = this
	}
	return dataRef{x.w.refOf(owner), f.stored}, access, true
}

// tables are the tables of the rows that a query has now.
func (q *Query) tables() *rowTables {
	s := &rowTables{}
	x := q.newExec()
	defer x.release()
	if q.cache == nil || !q.replay(x, s) {
		x.run(s)
	}
	return s
}

// changed reports whether anything has changed since the query returned its rows.
func (q *Query) changed() bool {
	q.track()
	now := q.tables()
	t := q.tracked
	for ref := range t.seen {
		if _, there := now.data[ref]; !there {
			return true
		}
	}
	for _, ref := range now.list {
		if t.changedIn(q.w, ref, now.data[ref]) {
			return true
		}
	}
	return false
}

// changedIn reports whether a table has changed since its rows were returned.
func (t *tracked) changedIn(w *World, ref tableRef, data map[dataRef]struct{}) bool {
	before, seen := t.seen[ref]
	if !seen || before.rows != w.rowsOf(ref) {
		return true
	}
	for d := range data {
		if w.writtenAt(d) > before.clock {
			return true
		}
	}
	return false
}

// saw remembers a table whose rows were returned.
func (t *tracked) saw(w *World, ref tableRef) {
	t.seen[ref] = seenState{rows: w.rowsOf(ref), clock: w.st.Clock()}
}
