package spec

// Limits bound the work and the room that an engine gives to one operation, and the room of a
// world. An operation beyond one is refused with code limit, and nothing changes; the clauses
// limits.work to limits.snapshots and acts.limits say how each is counted. They are numbers only: each engine
// counts by itself. A field that is 0 stands for the default.
type Limits struct {
	Work      int // steps of one operation; each engine has its own kind of step and its own default
	Rows      int // of one answer
	Elements  int // of one answer, and of the answers that open iterators hold
	Events    int // that wait to be asked for
	Snapshots int // elements of all snapshots of a world
	IDs       int // that one entity owns
	Depth     int // that a query may write as a bound of a set
	Nesting   int // of acts of observers: how often in a row one may cause the next
	Acts      int // that observers carry out in the wake of one operation
}

// DefaultLimits are the limits without options, but for Work, which is 0: each engine has a DefaultWork.
func DefaultLimits() Limits {
	return Limits{
		Rows: 1_000_000, Elements: 10_000_000, Events: 1_000_000, Snapshots: 4_000_000, IDs: 65_000,
		Depth: 1000, Nesting: 16, Acts: 100,
	}
}

// Or gives the fields that are 0 the value of others.
func (l Limits) Or(others Limits) Limits {
	for _, f := range []struct{ field, other *int }{
		{&l.Work, &others.Work},
		{&l.Rows, &others.Rows},
		{&l.Elements, &others.Elements},
		{&l.Events, &others.Events},
		{&l.Snapshots, &others.Snapshots},
		{&l.IDs, &others.IDs},
		{&l.Depth, &others.Depth},
		{&l.Nesting, &others.Nesting},
		{&l.Acts, &others.Acts},
	} {
		if *f.field == 0 {
			*f.field = *f.other
		}
	}
	return l
}

// SnapshotBase is the count of a snapshot beside the entities and ids that it holds
// (limits.snapshots).
const SnapshotBase = 1000
