// Package draft is a trace under construction: the operations so far, and the source of decisions
// for the next ones. All builders share it.
package draft

import "github.com/relspec/relspec/spec"

// Source provides decisions, one byte each. It is the Source of package fuzz.
type Source interface {
	Next() byte
	Spent() bool
}

// Draft is a trace under construction. Make it with [New].
type Draft struct {
	Source

	// Deferred is the number of open deferrals.
	Deferred int
	// Held has the prepared queries, the oldest first.
	Held []Held

	entries []spec.Entry
	queries int // number of queries prepared so far
	limit   int
	expect  func(*spec.Operation)
}

// New makes an empty draft with a limit of operations. Emit calls expect with each operation.
func New(src Source, limit int, expect func(*spec.Operation)) Draft {
	return Draft{Source: src, entries: make([]spec.Entry, 0, min(limit, 256)), limit: limit, expect: expect}
}

// Entries returns the operations so far.
func (d *Draft) Entries() []spec.Entry { return d.entries }

// Full reports whether the trace is finished: the decisions are spent, or it has enough operations.
func (d *Draft) Full() bool { return d.Spent() || len(d.entries) >= d.limit }

// Emit adds an operation, unless the draft is full, and updates the expected world.
func (d *Draft) Emit(op spec.Operation) {
	d.Attempt(op)
	d.expect(&op)
}

// Attempt adds an operation that is expected to fail: the expected world stays the same.
func (d *Draft) Attempt(op spec.Operation) {
	if !d.Full() {
		d.entries = append(d.entries, spec.Entry{Op: op})
	}
}

// Below decides between 0 and n-1. It reads one byte, or two if n is large, or none if n is below 2.
func (d *Draft) Below(n int) int {
	switch {
	case n < 2:
		return 0
	case n <= 256:
		return int(d.Next()) % n
	}
	return (int(d.Next())<<8 | int(d.Next())) % n
}

// OneIn reads a byte and is true one time in n.
func (d *Draft) OneIn(n int) bool { return int(d.Next())%n == n-1 }

// Defer begins or ends a deferral, and sometimes nests one. The expected world applies deferred
// operations at once.
func (d *Draft) Defer() {
	if d.Deferred == 0 || d.Deferred == 1 && d.OneIn(8) {
		d.Deferred++
		d.Emit(spec.Operation{Op: spec.OpDeferBegin})
		return
	}
	d.Deferred--
	d.Emit(spec.Operation{Op: spec.OpDeferEnd})
}

// EndDeferral ends every deferral.
func (d *Draft) EndDeferral() {
	for d.Deferred > 0 {
		d.Deferred--
		d.Emit(spec.Operation{Op: spec.OpDeferEnd})
	}
}
