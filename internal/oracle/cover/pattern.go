package cover

import (
	"reflect"

	"github.com/relspec/relspec/spec"
)

// Pattern is a constellation that has broken real engines. Occurrences are recognised in the operations that the
// reference carried out, whoever made the trace, so that a generator that stops making one is noticed.
type Pattern string

// The patterns.
const (
	PatOneOfTwo  Pattern = "one of two pairs removed"  // to one target, or of one relationship
	PatRecycled  Pattern = "target's id reused"        // the first creation after a target was deleted
	PatHeld      Pattern = "held against new"          // a query held through changes, and the same built now
	PatCascade   Pattern = "cascade with survivors"    // a deletion takes others along, and those who stay lose ids
	PatDeferred  Pattern = "deferred commands"         // an outermost deferral of two commands and more
	PatOverride  Pattern = "own target over inherited" // of a relationship with one target at most
	PatRoutes    Pattern = "two routes up"             // an entity reaches what is asked for by two of its targets
	PatReadded   Pattern = "not fragmenting, re-added" // Sparse, DontFragment, Union: added, removed, added
	PatNotAny    Pattern = "wildcard under not"        // * or _ as an element
	PatMaybeAny  Pattern = "wildcard under optional"   // likewise
	PatLeaf      Pattern = "transitive reflexive leaf" // asked while an entity is a target and has none itself
	PatPolicyEnd Pattern = "teardown with policies"    // in use
)

// Patterns lists all patterns in the order of documents.
func Patterns() []Pattern {
	return []Pattern{
		PatOneOfTwo, PatRecycled, PatHeld, PatCascade, PatDeferred, PatOverride, PatRoutes, PatReadded, PatNotAny,
		PatMaybeAny, PatLeaf, PatPolicyEnd,
	}
}

// patternRun recognises patterns along a trace. What it believes of the world follows from the operations that
// succeeded alone: it aims at counting, not at being right in every corner.
type patternRun struct {
	profile  spec.Profile
	counts   map[Pattern]uint64
	world    patternWorld
	kept     map[string]patternWorld // by snapshot
	queries  map[string]heldPattern
	writes   int
	asked    string // the query iterated by the operation before, "" if there is none
	commands int    // of the deferral
	deferred int
}

// heldPattern is a prepared query.
type heldPattern struct {
	query *spec.Query
	since int // writes when it was prepared
}

func newPatternRun(p spec.Profile, counts map[Pattern]uint64) *patternRun {
	r := &patternRun{profile: p, counts: counts}
	r.reset()
	return r
}

func (r *patternRun) reset() {
	r.world = newPatternWorld(r.profile)
	r.kept, r.queries = map[string]patternWorld{}, map[string]heldPattern{}
	r.asked, r.commands, r.deferred = "", 0, 0
}

func (r *patternRun) countIf(p Pattern, yes bool) {
	if yes {
		r.counts[p]++
	}
}

// follow looks at an operation and what the reference answered.
func (r *patternRun) follow(op *spec.Operation, out *spec.Outcome) {
	asked := r.asked
	r.asked = ""
	if out.Err != nil {
		return
	}
	if !op.Op.IsRead() {
		r.writes++
	}
	switch op.Op { //nolint:exhaustive // the others are changes of the world, or nothing to patterns
	case spec.OpQuery:
		r.query(op.Query)
		if h, ok := r.queries[asked]; ok && h.since < r.writes {
			r.countIf(PatHeld, sameQuery(h.query, op.Query))
		}
	case spec.OpPrepare:
		r.queries[op.As] = heldPattern{op.Query, r.writes}
	case spec.OpIterate:
		r.asked = op.On
		if h, ok := r.queries[op.On]; ok {
			r.query(h.query)
		}
	case spec.OpSnapshot:
		r.kept[op.As] = r.world.clone()
	case spec.OpRestore:
		if w, ok := r.kept[op.As]; ok {
			r.world = w.clone()
		}
	case spec.OpReset:
		r.reset()
	case spec.OpTeardown:
		r.countIf(PatPolicyEnd, r.world.policyInUse())
	case spec.OpDeferBegin:
		r.deferred++
	case spec.OpDeferEnd:
		if r.deferred--; r.deferred == 0 {
			r.countIf(PatDeferred, r.commands > 1)
			r.commands = 0
		}
	default:
		if r.deferred > 0 && !op.Op.IsRead() {
			r.commands++
		}
		r.change(op)
	}
}

func sameQuery(a, b *spec.Query) bool {
	return a == b || a.Kind == b.Kind && a.Expr == b.Expr && reflect.DeepEqual(a.Terms, b.Terms)
}

// change follows a write.
func (r *patternRun) change(op *spec.Operation) {
	w := &r.world
	switch op.Op { //nolint:exhaustive // the others change nothing that patterns are about
	case spec.OpEntity, spec.OpComponent:
		r.create(op)
	case spec.OpAdd, spec.OpSet:
		r.add(op.Entity, op.ID)
	case spec.OpRemove:
		r.countIf(PatOneOfTwo, w.twin(op.Entity, op.ID))
		w.remove(op.Entity, op.ID)
	case spec.OpRemoveAll:
		for e := range w.owns {
			w.remove(e, op.ID)
		}
	case spec.OpClear:
		w.owns[op.Entity] = nil
	case spec.OpDelete:
		r.remove([]spec.Handle{op.Entity})
	case spec.OpDeleteWith:
		r.remove(w.holders(op.ID))
	}
}

func (r *patternRun) create(op *spec.Operation) {
	w := &r.world
	if _, lives := w.owns[op.Entity]; !lives {
		w.owns[op.Entity] = nil
		r.countIf(PatRecycled, w.freed)
		w.freed = false
	}
	if op.Parent != "" {
		r.add(op.Entity, spec.Pair(spec.ChildOf, op.Parent))
	}
	for _, id := range op.IDs {
		r.add(op.Entity, id)
	}
}

func (r *patternRun) add(e spec.Handle, id spec.ID) {
	w := &r.world
	key := ownedID{e, id}
	if w.has(id.First, spec.DontFragment) || w.has(id.First, spec.Sparse) || w.has(id.First, spec.Union) {
		r.countIf(PatReadded, w.lost[key])
		delete(w.lost, key)
	}
	w.add(e, id)
	r.countIf(PatOverride, w.overrides(e, id))
}

// remove deletes entities and what dies with them.
func (r *patternRun) remove(targets []spec.Handle) {
	w := &r.world
	dying := w.dying(targets)
	if len(dying) == 0 {
		return
	}
	lose := w.bereave(dying)
	r.countIf(PatCascade, len(dying) > len(targets) && lose > 0)
	w.freed = lose > 0
}
