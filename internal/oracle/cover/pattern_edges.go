package cover

import (
	"slices"

	"github.com/relspec/relspec/internal/believed/edges"
	"github.com/relspec/relspec/spec"
)

// The patterns of profiles whose relationships are declared, beside some of the others.
const (
	PatReplaced  Pattern = "exclusive edge replaced"       // by one to another target
	PatRepeated  Pattern = "edge set again"                // to the same target
	PatSelfEdge  Pattern = "edge to itself"                //
	PatLongDeath Pattern = "cascade over two steps"        // a deletion takes an entity two steps below
	PatLoopDeath Pattern = "cascade round a cycle"         // the deleted is below itself
	PatTransient Pattern = "transient edge left behind"    // by a restore
	PatAgain     Pattern = "restored twice"                // with no snapshot between
	PatLoopWalk  Pattern = "traverse round a cycle"        // below an entity that is below itself
	PatBounded   Pattern = "walk stopped by its bound"     // max_depth, or a hundred
	PatTaken     Pattern = "walk stopped by its callback"  // take
	PatLastEdge  Pattern = "last edge of a held container" // removed while a query for any target is prepared
	PatTargeting Pattern = "targeting"                     // a query for a dense relationship and one target
	PatByDefault Pattern = "payload by default"            // a field is left out that has a default
	PatRequired  Pattern = "payload refused"               // by require, or for its fields
	PatLeave     Pattern = "left by deletion"              // a monitor tells of an entity that has died
	PatFirst     Pattern = "first of several targets"      // asked for by the relationship alone
)

// declaredPatterns are those of such profiles in the order of documents.
var declaredPatterns = []Pattern{
	PatHeld, PatRecycled, PatDeferred, PatOneOfTwo, PatRestored, PatJoint, PatReplaced, PatRepeated, PatSelfEdge, PatLongDeath, PatLoopDeath,
	PatTransient, PatAgain, PatLoopWalk, PatBounded, PatTaken, PatLastEdge, PatTargeting, PatByDefault, PatRequired, PatLeave, PatFirst,
}

// edgeRun recognises them along a trace.
type edgeRun struct {
	counts   map[Pattern]uint64
	world    *edges.World
	freed    bool // a target was deleted, and nothing created since
	rewound  bool // a restore took entities away, and nothing was created since
	restored bool // since the last snapshot
	queries  map[string]heldPattern
	writes   int
	asked    string
	commands int
	deferred int
}

func newEdgeRun(counts map[Pattern]uint64) *edgeRun {
	return &edgeRun{counts: counts, world: edges.New(), queries: map[string]heldPattern{}}
}

func (r *edgeRun) countIf(p Pattern, yes bool) {
	if yes {
		r.counts[p]++
	}
}

// follow looks at an operation and the answer of the reference.
func (r *edgeRun) follow(op *spec.Operation, out *spec.Outcome) {
	asked := r.asked
	r.asked = ""
	if out.Err != nil {
		fields, _ := r.world.Relationship(op.ID.First)
		r.countIf(PatRequired, op.Op == spec.OpSet && out.Err.Code == spec.CodeInvalid && len(fields.Fields) > 0 && r.world.IsAlive(op.ID.Second))
		r.countIf(PatBounded, op.Op == spec.OpWalkUp && out.Err.Code == spec.CodeLimit)
		return
	}
	if op.Op.IsRead() {
		r.reads(op, out, asked)
	} else {
		r.writes++
		r.changes(op)
	}
	r.world.Happened(op)
}

// reads looks at a question.
func (r *edgeRun) reads(op *spec.Operation, out *spec.Outcome, asked string) {
	switch op.Op { //nolint:exhaustive // no pattern is about the others
	case spec.OpPrepare:
		r.queries[op.As] = heldPattern{query: op.Query, since: r.writes}
	case spec.OpIterate:
		r.asked = op.On
	case spec.OpQuery:
		if h, ok := r.queries[asked]; ok && h.since < r.writes {
			r.countIf(PatHeld, sameQuery(h.query, op.Query))
		}
		r.countIf(PatTargeting, slices.ContainsFunc(op.Query.Terms, func(t spec.Term) bool { return t.Second.Kind == spec.RefEntity }))
	case spec.OpSnapshot:
		r.restored = false
	case spec.OpTraverse:
		r.countIf(PatLoopWalk, slices.Contains(r.below(op.Entity, op.Relationship), op.Entity))
	case spec.OpWalkUp:
		r.countIf(PatTaken, op.Take > 0 && len(out.Entities) == op.Take)
	case spec.OpGet:
		r.countIf(PatFirst, !op.ID.IsPair() && len(r.world.Targets(op.Entity, op.ID.First)) > 1)
	case spec.OpEvents:
		for _, e := range out.Events {
			r.countIf(PatLeave, e.Event == spec.OnRemove && !r.world.IsAlive(e.Entity))
		}
	}
}

// changes looks at a change that is about to be followed.
func (r *edgeRun) changes(op *spec.Operation) {
	w := r.world
	switch op.Op { //nolint:exhaustive // no pattern is about the others
	case spec.OpDeferBegin:
		r.deferred++
		return
	case spec.OpDeferEnd:
		if r.deferred--; r.deferred == 0 {
			r.countIf(PatDeferred, r.commands > 1)
			r.commands = 0
		}
		return
	case spec.OpReset:
		*r = *newEdgeRun(r.counts)
		return
	case spec.OpSet:
		r.sets(op)
	case spec.OpRemove:
		r.removes(op)
	case spec.OpDelete:
		r.deletes(op.Entity)
	case spec.OpEntity:
		r.countIf(PatRecycled, r.freed)
		r.countIf(PatRestored, r.rewound)
		r.freed, r.rewound = false, false
	case spec.OpRestore:
		before := len(w.Live)
		transient := slices.ContainsFunc(w.Edges, func(e edges.Edge) bool { d, _ := w.Relationship(e.Relationship); return d.Transient })
		then := w.Clone()
		then.Happened(op)
		r.rewound = len(then.Live) < before
		r.countIf(PatTransient, transient)
		r.countIf(PatAgain, r.restored)
		r.restored = true
	}
	if r.deferred > 0 {
		r.commands++
	}
}

func (r *edgeRun) sets(op *spec.Operation) {
	w, id := r.world, op.ID
	if !id.IsPair() {
		return
	}
	d, _ := w.Relationship(id.First)
	r.countIf(PatSelfEdge, op.Entity == id.Second)
	r.countIf(PatRepeated, w.Has(op.Entity, id.First, id.Second))
	r.countIf(PatReplaced, d.Exclusive && w.Has(op.Entity, id.First, "") && !w.Has(op.Entity, id.First, id.Second))
	r.countIf(PatByDefault, len(op.Args) < len(d.Defaults) && op.Value == nil)
}

func (r *edgeRun) removes(op *spec.Operation) {
	w, id := r.world, op.ID
	targets := w.Targets(op.Entity, id.First)
	r.countIf(PatOneOfTwo, len(targets) > 1 && slices.Contains(targets, id.Second))
	if len(targets) != 1 || id.IsPair() && !slices.Contains(targets, id.Second) && !id.Second.IsWildcard() {
		return
	}
	for _, h := range r.queries {
		if slices.ContainsFunc(h.query.Terms, func(t spec.Term) bool {
			return t.First.Name == string(id.First) && t.Second.Kind == spec.RefNone
		}) {
			r.counts[PatLastEdge]++
			return
		}
	}
}

// deletes looks at the entities that die with one, and those that lose edges by it.
func (r *edgeRun) deletes(e spec.Handle) {
	w := r.world
	dying := w.Dying(e)
	lost := map[spec.Handle]spec.Handle{} // a target that goes, by source
	for _, x := range w.Edges {
		if slices.Contains(dying, x.Source) || !slices.Contains(dying, x.Target) {
			continue
		}
		r.freed = true
		if first, ok := lost[x.Source]; ok && first != x.Target {
			r.counts[PatJoint]++
		}
		lost[x.Source] = x.Target
	}
	direct, round := 0, false
	for _, x := range w.Edges {
		if d, _ := w.Relationship(x.Relationship); !d.CascadeDelete {
			continue
		}
		if x.Target == e {
			direct++
		}
		round = round || x.Source == e && slices.Contains(dying, x.Target)
	}
	r.countIf(PatLongDeath, len(dying) > direct+1)
	r.countIf(PatLoopDeath, round)
}

// below are the entities that edges lead from to one, over any number of steps; the entity itself only round a cycle.
func (r *edgeRun) below(e, relationship spec.Handle) []spec.Handle {
	var out []spec.Handle
	todo := []spec.Handle{e}
	for len(todo) > 0 {
		at := todo[0]
		todo = todo[1:]
		for _, s := range r.world.Sources(at, relationship) {
			if !slices.Contains(out, s) {
				out, todo = append(out, s), append(todo, s)
			}
		}
	}
	return out
}
