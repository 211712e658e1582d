package fast

import "github.com/relspec/relspec/spec"

// rowSink makes rows of results.
type rowSink struct {
	e           *Engine
	q           *prepared
	values      bool
	skip, limit int
	rows        []spec.Row
	fields      []spec.Field // room for the fields of further rows
	seen        seenRows
	over        *spec.Error // why there are no more rows
	width       int         // elements of a row without values
	elements    int         // so far
	batches     *batcher    // nil if rows carry no batch
	trace       *rowTrace   // nil if change detection does not need it
}

// take adds a row for each entity of the result.
func (r *rowSink) take(x *exec) bool {
	if x.this != thisTable {
		return r.one(x, x.values[thisSlot])
	}
	for _, e := range x.st.Entities(x.table) {
		if !r.one(x, e.Index()) {
			return false
		}
	}
	return true
}

func (r *rowSink) one(x *exec, this uint32) bool {
	if r.seen.before(x, this) {
		return true
	}
	if r.skip > 0 {
		r.skip--
		return true
	}
	m := &r.e.w.meter
	if len(r.rows) >= m.limits.Rows {
		r.over = m.tooMany()
		return false
	}
	if r.width == 0 {
		r.width = r.q.width()
	}
	r.elements += r.width
	row := spec.Row{Fields: r.room(r.q.fields), Block: x.place.block}
	if o := r.q.ordering; o != nil && o.groups {
		group := r.handle(x.place.group)
		row.Group = &group
	}
	if this != 0 && r.q.usesThis {
		row.This = r.e.handles.of(this)
	}
	for i := range x.fields {
		r.field(&row.Fields[i], x, i, this)
		r.elements += len(row.Fields[i].Value)
	}
	if r.over = m.fits(r.elements); r.over != nil {
		return false
	}
	if len(r.q.variables) > 1 {
		row.Vars = make(map[string]spec.Handle, len(r.q.variables)-1)
		for slot := 1; slot < len(r.q.variables); slot++ {
			if v := &r.q.variables[slot]; v.outside && !v.anonymous {
				row.Vars[v.name] = r.handle(x.values[slot])
			}
		}
	}
	if r.batches != nil {
		row.Batch = r.batches.number(x, this)
	}
	if r.trace != nil {
		r.trace.note(x, this)
	}
	r.rows = append(r.rows, row)
	return r.limit == 0 || len(r.rows) < r.limit
}

// refusal says why an answer that is complete cannot be given.
func (r *rowSink) refusal(x *exec) *spec.Error {
	x.account()
	if err := x.w.meter.overworked(); err != nil {
		return err
	}
	if x.crowded {
		return x.w.meter.tooMany()
	}
	return r.over
}

// width is how many elements a row has without values (P-101).
func (q *prepared) width() int {
	n := 1 + q.fields
	for slot := 1; slot < len(q.variables); slot++ {
		if v := &q.variables[slot]; v.outside && !v.anonymous {
			n++
		}
	}
	return n
}

func (r *rowSink) handle(index uint32) spec.Handle {
	if index == 0 {
		return ""
	}
	return r.e.handles.of(index)
}

// room gives the fields of one row out of a larger array.
func (r *rowSink) room(n int) []spec.Field {
	if len(r.fields) < n {
		r.fields = make([]spec.Field, max(n, min(64*n, 2*n*(len(r.rows)+1))))
	}
	out := r.fields[:n:n]
	r.fields = r.fields[n:]
	return out
}

func (r *rowSink) field(to *spec.Field, x *exec, i int, this uint32) {
	f := &x.fields[i]
	if !f.set {
		return
	}
	src := x.source(i, this)
	to.Set, to.ID, to.Src = true, r.e.specID(f.id), r.handle(src)
	if f.term.member != nil {
		to.ID.First += spec.Handle("." + f.term.member.name)
	}
	if !r.values {
		return
	}
	typed := f.stored != 0 && f.stored == f.id && r.e.w.typedBy(f.stored) != 0 // not what "_" leaves open, nor what only follows (P-51)
	to.Access = accessOf(f.term.access, typed, src == 0)
	if !typed {
		return
	}
	owner := src
	if owner == 0 {
		owner = this
	}
	if t, row, ok := x.st.Record(r.e.w.entity(owner)); ok {
		to.Value = r.e.valueAt(t, row, f.stored)
	}
}

// accessOf resolves the default access (ruling 23).
func accessOf(access spec.Access, typed, owned bool) spec.Access {
	switch {
	case access != spec.AccessDefault:
		return access
	case !typed:
		return spec.AccessNone
	case owned:
		return spec.AccessInOut
	}
	return spec.AccessIn
}
