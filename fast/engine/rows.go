package engine

import (
	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/spec"
)

// rowSink converts results to rows of the answer.
type rowSink struct {
	e           *Engine
	q           *query.Query
	values      bool
	skip, limit int
	rows        []spec.Row
	fields      []spec.Field // allocated for further rows
	seen        query.RowSet
	over        *spec.Error // the exceeded limit, if any; then no more rows are added
	width       int         // elements of a row without values
	elements    int         // so far
	batches     *batcher    // nil if rows carry no batch
	traces      bool        // change detection needs traces
	trace       []tracedRow // of each row, if traces
}

// Take adds a row for each entity of the result.
func (r *rowSink) Take(x *query.Exec) bool {
	if x.This != query.ThisTable {
		return r.one(x, x.Values[query.ThisSlot])
	}
	for _, e := range x.Store.Entities(x.Table) {
		if !r.one(x, e.Index()) {
			return false
		}
	}
	return true
}

func (r *rowSink) one(x *query.Exec, this uint32) bool {
	if r.seen.Before(x, this) {
		return true
	}
	if r.skip > 0 {
		r.skip--
		return true
	}
	m := &r.e.w.Meter
	if len(r.rows) >= m.Limits.Rows {
		r.over = m.TooMany()
		return false
	}
	if r.width == 0 {
		r.width = r.q.Width()
	}
	r.elements += r.width
	row := spec.Row{Fields: r.newFields(r.q.Fields), Block: x.Position.Block}
	if o := r.q.Ordering; o != nil && o.Groups {
		group := r.handle(x.Position.Group)
		row.Group = &group
	}
	if this != 0 && r.q.UsesThis {
		row.This = r.e.handles.of(this)
	}
	for i := range x.Fields {
		r.field(&row.Fields[i], x, i, this)
		r.elements += len(row.Fields[i].Value)
	}
	if r.over = m.Fits(r.elements); r.over != nil {
		return false
	}
	if len(r.q.Variables) > 1 {
		row.Vars = make(map[string]spec.Handle, len(r.q.Variables)-1)
		for slot := 1; slot < len(r.q.Variables); slot++ {
			if v := &r.q.Variables[slot]; v.Outside && !v.Anonymous {
				row.Vars[v.Name] = r.handle(x.Values[slot])
			}
		}
	}
	if r.batches != nil {
		row.Batch = r.batches.number(x, this)
	}
	if r.traces {
		r.trace = append(r.trace, r.e.traced(x, this))
	}
	r.rows = append(r.rows, row)
	return r.limit == 0 || len(r.rows) < r.limit
}

// refusal returns an error if the rows are incomplete because a limit ended the run.
func (r *rowSink) refusal(x *query.Exec) *spec.Error {
	x.Account()
	if err := x.W.Meter.Overworked(); err != nil {
		return err
	}
	if x.Crowded {
		return x.W.Meter.TooMany()
	}
	return r.over
}

func (r *rowSink) handle(index uint32) spec.Handle {
	if index == 0 {
		return ""
	}
	return r.e.handles.of(index)
}

// newFields returns the fields of one row, sliced from a larger allocation.
func (r *rowSink) newFields(n int) []spec.Field {
	if len(r.fields) < n {
		r.fields = make([]spec.Field, max(n, min(64*n, 2*n*(len(r.rows)+1))))
	}
	out := r.fields[:n:n]
	r.fields = r.fields[n:]
	return out
}

func (r *rowSink) field(to *spec.Field, x *query.Exec, i int, this uint32) {
	f := &x.Fields[i]
	if !f.Set {
		return
	}
	src := x.Source(i, this)
	to.Set, to.ID, to.Src = true, r.e.specID(f.ID), r.handle(src)
	term := x.Term(i)
	if term.Member != nil {
		to.ID.First += spec.Handle("." + term.Member.Name)
	}
	if !r.values {
		return
	}
	// A field that reports an id with a wildcard, or a derived pair, has no value
	// (access.no-value).
	typed := f.Stored != 0 && f.Stored == f.ID && r.e.w.TypedBy(f.Stored) != 0
	to.Access = query.AccessOf(term.Access, typed, src == 0)
	if !typed {
		return
	}
	owner := src
	if owner == 0 {
		owner = this
	}
	if t, row, ok := x.Store.Record(r.e.w.Entity(owner)); ok {
		to.Value = r.e.valueAt(t, row, f.Stored)
	}
}
