// Package draft is a trace that a builder is making of decisions: the operations so far, and the
// decisions that are left. The builders of all libraries have it in common.
package draft

import "github.com/relspec/relspec/spec"

// Source is where decisions come from, as that of package fuzz.
type Source interface {
	Next() byte
	Spent() bool
}

// Draft is the operations so far. Make it with [New].
type Draft struct {
	Source

	// Deferred is how many deferrals have begun and not ended.
	Deferred int
	// Held are the prepared queries, the oldest first.
	Held []Held

	entries []spec.Entry
	queries int // prepared so far
	most    int
	expect  func(*spec.Operation)
}

// New is an empty draft of at most so many operations; expect is told each, whether it is complete or not.
func New(src Source, most int, expect func(*spec.Operation)) Draft {
	return Draft{Source: src, entries: make([]spec.Entry, 0, min(most, 256)), most: most, expect: expect}
}

// Entries are the operations so far.
func (d *Draft) Entries() []spec.Entry { return d.entries }

// Full reports whether no further operation is wanted: the decisions are spent, or the trace is long enough.
func (d *Draft) Full() bool { return d.Spent() || len(d.entries) >= d.most }

// Emit adds an operation, unless the decisions ended before it was complete, and follows it.
func (d *Draft) Emit(op spec.Operation) {
	d.Attempt(op)
	d.expect(&op)
}

// Attempt is [Draft.Emit] for an operation that is expected to fail: nothing is followed.
func (d *Draft) Attempt(op spec.Operation) {
	if !d.Full() {
		d.entries = append(d.entries, spec.Entry{Op: op})
	}
}

// Below is a decision between n: one byte, or two where n is large; 0 for n below 2, without reading.
func (d *Draft) Below(n int) int {
	switch {
	case n < 2:
		return 0
	case n <= 256:
		return int(d.Next()) % n
	}
	return (int(d.Next())<<8 | int(d.Next())) % n
}

// OneIn is true for one of n bytes.
func (d *Draft) OneIn(n int) bool { return int(d.Next())%n == n-1 }

// Defer begins or ends deferring, or now and then begins an inner one. Deferred operations are
// followed as if they happened at once.
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
