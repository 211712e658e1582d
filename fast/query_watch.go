package fast

// rowWatch is what change detection has to do with one loop over rows: it remembers the tables that the loop comes to,
// and marks what may have been written when the loop goes on (P-50).
type rowWatch struct {
	w       *World
	tracked *tracker // of the query, nil if it does not detect changes
	seen    map[*tableState]struct{}
}

// watchRows begins to watch a loop; nil if the world keeps no marks.
func (q *Query) watchRows() *rowWatch {
	if !q.w.watch.on && !q.w.watch.marks {
		return nil
	}
	watch := &rowWatch{w: q.w}
	if q.tracker.on() {
		watch.tracked, watch.seen = &q.tracker, map[*tableState]struct{}{}
		q.tracker.forgetOthers(q.tracker.tables())
	}
	return watch
}

// take hands the rows of a result to a loop, those of one table in the sense of P-47 together.
func (r *rowWatch) take(x *exec, s *loopSink) bool {
	if x.this != thisTable {
		this := x.values[thisSlot]
		if x.this == thisOpen || !x.q.usesThis {
			this = 0
		}
		r.saw(x, this)
		ok := s.one(x, x.values[thisSlot])
		r.wrote(x, this)
		return ok
	}
	list, loose := x.st.Entities(x.table), x.w.loose.any()
	for i, e := range list {
		if i == 0 || loose {
			r.saw(x, e.Index())
		}
		ok := s.one(x, e.Index())
		if !ok || loose || i == len(list)-1 {
			r.wrote(x, e.Index())
		}
		if !ok {
			return false
		}
	}
	return true
}

// saw remembers the table of an entity as it is when the loop comes to it first.
func (r *rowWatch) saw(x *exec, this uint32) {
	x.skips = false
	if r.tracked == nil {
		return
	}
	w := r.w
	w.watch.marking.Lock()
	defer w.watch.marking.Unlock()
	table := w.watch.stateOf(w, this)
	if _, before := r.seen[table]; !before {
		r.seen[table] = struct{}{}
		r.tracked.saw(table)
	}
}

// wrote marks what the fields of the present result have matched and may write.
func (r *rowWatch) wrote(x *exec, this uint32) {
	if x.skips {
		return
	}
	w := r.w
	w.watch.marking.Lock()
	defer w.watch.marking.Unlock()
	for i := range x.fields {
		d, ok := w.writtenBy(x, i, this)
		if !ok {
			continue
		}
		w.watch.mark(d)
		if owner := x.source(i, this); w.watch.marks {
			if owner == 0 {
				owner = this
			}
			t := w.table(owner)
			if column, count := w.st.Find(t, d.id); count > 0 {
				w.st.Touch(t, column)
			}
		}
	}
}

// Skip says that the loop writes nothing in this row, and in the others of its table that match in the same way: they
// are not marked as written (QRY-507, QRY-514). They count as seen all the same.
func (r Row) Skip() { r.x.skips = true }
