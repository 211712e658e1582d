package spec

import "cmp"

// Limits bound the work and memory of one operation, and the memory of a world. An operation that
// exceeds a limit is refused with code limit and changes nothing. The clauses limits.work to
// limits.snapshots and acts.limits define how each is counted; each engine implements the counting
// itself. A field that is 0 means the default.
type Limits struct {
	Work      int // steps of one operation; each engine defines its own steps and default
	Rows      int // rows of one answer
	Elements  int // elements of one answer, and of all open iterators
	Events    int // events that the caller has not fetched
	Snapshots int // elements of all snapshots of a world
	IDs       int // ids that one entity owns
	Depth     int // maximum depth that a query may write in a set
	Nesting   int // how deeply acts of observers may trigger each other
	Acts      int // acts of all observers in response to one operation
}

// DefaultLimits returns the default limits, except Work, which is 0: each engine has its own
// DefaultWork.
func DefaultLimits() Limits {
	return Limits{
		Rows: 100_000, Elements: 10_000_000, Events: 1_000_000, Snapshots: 4_000_000, IDs: 65_000,
		Depth: 1000, Nesting: 16, Acts: 100,
	}
}

// Or returns l, with the values of others in the fields that are 0.
func (l Limits) Or(others Limits) Limits {
	return Limits{
		Work: cmp.Or(l.Work, others.Work), Rows: cmp.Or(l.Rows, others.Rows), Elements: cmp.Or(l.Elements, others.Elements),
		Events: cmp.Or(l.Events, others.Events), Snapshots: cmp.Or(l.Snapshots, others.Snapshots),
		IDs: cmp.Or(l.IDs, others.IDs), Depth: cmp.Or(l.Depth, others.Depth),
		Nesting: cmp.Or(l.Nesting, others.Nesting), Acts: cmp.Or(l.Acts, others.Acts),
	}
}

// SnapshotBase is the size of a snapshot without its entities and ids (limits.snapshots).
const SnapshotBase = 1000
