package cover

import (
	"reflect"
	"slices"

	"github.com/relspec/relspec/internal/believed"
	"github.com/relspec/relspec/spec"
)

// Pattern is a constellation that has broken real engines. Occurrences are recognised in the operations that the
// reference carried out, whoever made the trace, so that a generator that stops making one is noticed.
type Pattern string

// The patterns.
const (
	PatOneOfTwo  Pattern = "one of two pairs removed"   // to one target, or of one relationship
	PatRecycled  Pattern = "target's id reused"         // the first creation after a target was deleted
	PatHeld      Pattern = "held against new"           // a query held through changes, and the same built now
	PatCascade   Pattern = "cascade with survivors"     // a deletion takes others along, and those who stay lose ids
	PatDeferred  Pattern = "deferred commands"          // an outermost deferral of two commands and more
	PatOverride  Pattern = "own target over inherited"  // of a relationship with one target at most
	PatRoutes    Pattern = "two routes up"              // an entity reaches the id that is asked for by two of its targets
	PatReadded   Pattern = "not fragmenting, re-added"  // Sparse, DontFragment, Union: added, removed, added
	PatNotAny    Pattern = "wildcard under not"         // * or _ as an element
	PatMaybeAny  Pattern = "wildcard under optional"    // likewise
	PatLeaf      Pattern = "transitive reflexive leaf"  // asked while an entity is a target and has none itself
	PatPolicyEnd Pattern = "teardown with policies"     // in use
	PatSpread    Pattern = "prefab spreads to children" // ruling 28
	PatCopied    Pattern = "ids copied to an instance"  // by Override, or marked: rulings 19 and 29
	PatUnset     Pattern = "variable that may be unset" // in two terms at least: rulings 8, 10 and 32
	PatReborn    Pattern = "relationship's id reused"   // the first creation after a first element that was in use has died
	PatRestored  Pattern = "id reused after restore"    // the first creation after a restore that took entities away
	PatJoint     Pattern = "targets deleted together"   // in one operation, and who stays had pairs with two of them
	PatLate      Pattern = "refused by a consequence"   // of With, a mirror or a copy
	PatThreeUp   Pattern = "three bases up"             // a query for ids that an entity inherits from there
	PatBeside    Pattern = "two beside the tables"      // one entity gets a pair of a second relationship that lies there
	PatAfar      Pattern = "held over what came from afar"
	PatFixed     Pattern = "two fixed sources held"
	PatWriter    Pattern = "read between writes by rows" // changed, after another query with explicit out or inout
	PatPart      Pattern = "tracked in part"             // some rows of a query that tracks changes
	PatLateMove  Pattern = "moved, then refused"         // a consequence before the refused one replaces a target
	PatLateDeath Pattern = "deletion refused by the way" // by an entity that it takes along
	PatWay       Pattern = "inherited on the way"        // of a transitive relationship that is asked for
	PatBatch     Pattern = "made together"               // entities, in one operation
	PatActs      Pattern = "told of acting observers"    // the events of some
	PatActFailed Pattern = "acts failed"                 // with another code than limit
	PatActChain  Pattern = "acts without end"            // with the code limit
	PatOrder     Pattern = "order of three"              // asked for, of three sources and more
	PatMoved     Pattern = "moved among three"           // a source, by reorder
	PatPlace     Pattern = "refused out of its place"    // a change that would take a source from among three
	PatReloaded  Pattern = "id reused after reload"      // the first creation after a reload of a world in which some have died
	PatMany      Pattern = "hundreds of entities"        // 200 and more, once for each world
	PatWide      Pattern = "forty ids on one"            // once for each entity
	PatLong      Pattern = "chain of forty"              // a pair that makes one
)

// Patterns lists all patterns in the order of documents.
func Patterns() []Pattern {
	out := slices.Clone(flecsPatterns)
	for _, p := range declaredPatterns {
		if !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

// PatternsOf lists the patterns that traces of a profile can have.
func PatternsOf(p spec.Profile) []Pattern {
	if p.Has(spec.OpRelationship) {
		return slices.Clone(declaredPatterns)
	}
	return slices.DeleteFunc(slices.Clone(flecsPatterns), func(pattern Pattern) bool { return pattern == PatLeaf && !p.Reflexive })
}

// flecsPatterns are those of worlds whose relationships are entities.
var flecsPatterns = []Pattern{
	PatOneOfTwo, PatRecycled, PatHeld, PatCascade, PatDeferred, PatOverride, PatRoutes, PatReadded, PatNotAny,
	PatMaybeAny, PatLeaf, PatPolicyEnd, PatSpread, PatCopied, PatUnset, PatReborn, PatRestored, PatJoint, PatLate,
	PatThreeUp, PatBeside, PatAfar, PatFixed, PatWriter, PatPart, PatLateMove, PatLateDeath, PatWay, PatBatch, PatActs,
	PatActFailed, PatActChain, PatOrder, PatMoved, PatPlace, PatReloaded, PatMany, PatWide, PatLong,
}

// IsRare reports whether only large traces have a pattern, which are few.
func (p Pattern) IsRare() bool { return p == PatMany || p == PatWide || p == PatLong }

// patternRun recognises patterns along a trace. Its belief of the world follows from the operations that
// succeeded alone: it aims at counting, not at being right in every corner.
type patternRun struct {
	profile  spec.Profile
	counts   map[Pattern]uint64
	world    *believed.World
	lost     map[owning]bool // ids that an entity had and that were removed
	freed    bool            // a target was deleted, and nothing created since
	disused  bool            // a first element that was in use was deleted, and nothing created since
	rewound  bool            // a restore took entities away, and nothing was created since
	reloaded bool            // a world in which some had died was saved and loaded, and nothing was created since
	queries  map[string]heldPattern
	actors   map[string]bool // the observers that act
	writes   int
	afar     int    // changes of many entities at once so far
	written  int    // iterations so far that wrote by explicit access
	many     bool   // the world had hundreds of entities
	asked    string // the query iterated by the operation before, "" if there is none
	commands int    // of the deferral
	deferred int
}

// owning is an entity and an id that it has or had.
type owning struct {
	entity believed.Ref
	id     believed.Fact
}

// heldPattern is a prepared query.
type heldPattern struct {
	query *spec.Query
	since int // writes when it was prepared

	// When it was iterated last, or prepared:
	seen, afar, written int
	tracked             bool // it was asked whether something changed
}

func newPatternRun(p spec.Profile, counts map[Pattern]uint64) *patternRun {
	r := &patternRun{profile: p, counts: counts}
	r.reset()
	return r
}

func (r *patternRun) reset() {
	r.world, r.lost, r.freed = believed.New(&r.profile), map[owning]bool{}, false
	r.disused, r.rewound, r.reloaded = false, false, false
	r.forget()
	r.asked, r.commands, r.deferred, r.many = "", 0, 0, false
}

// forget ends queries and observers.
func (r *patternRun) forget() {
	r.queries, r.actors = map[string]heldPattern{}, map[string]bool{}
}

func (r *patternRun) countIf(p Pattern, yes bool) {
	if yes {
		r.counts[p]++
	}
}

// follow looks at an operation and the answer of the reference.
func (r *patternRun) follow(op *spec.Operation, out *spec.Outcome) {
	asked := r.asked
	r.asked = ""
	if out.Err != nil {
		r.countIf(PatPlace, r.staysInPlace(op))
		late := r.refusedLate(op, out.Err.Code)
		r.countIf(PatLate, late)
		r.countIf(PatLateMove, late && r.movesBefore(op))
		r.countIf(PatLateDeath, op.Op == spec.OpDelete && out.Err.Code == spec.CodePolicy && !r.isGuarded(r.world.Number(op.Entity)))
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
		r.queries[op.As] = heldPattern{query: op.Query, since: r.writes, seen: r.writes, afar: r.afar, written: r.written}
	case spec.OpIterate:
		r.asked = op.On
		if h, ok := r.queries[op.On]; ok {
			r.query(h.query)
			r.iterated(op, h)
		}
	case spec.OpChanged:
		if h, ok := r.queries[op.On]; ok {
			r.countIf(PatWriter, h.tracked && r.written > h.written)
			h.tracked = true
			r.queries[op.On] = h
		}
	case spec.OpOrdered:
		r.countIf(PatOrder, len(out.Entities) > 2)
	case spec.OpReorder:
		r.countIf(PatMoved, op.Entity != op.Beside() && r.deferred == 0 && len(r.world.Owners(r.world.Fact(op.ID))) > 2)
	case spec.OpReset:
		r.reset()
		return
	case spec.OpReload:
		r.forget()
		r.reloaded = len(r.world.Dead) > 0
	case spec.OpObserve:
		r.actors[op.As] = len(op.Acts) > 0
	case spec.OpEvents:
		r.events(out)
	case spec.OpTeardown:
		r.events(out)
		r.countIf(PatPolicyEnd, r.policyInUse())
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
	}
	r.change(op)
}

func sameQuery(a, b *spec.Query) bool {
	return a == b || a.Kind == b.Kind && a.Expr == b.Expr && reflect.DeepEqual(a.Terms, b.Terms)
}

// change follows a write.
func (r *patternRun) change(op *spec.Operation) {
	w := r.world
	e, f := w.Number(op.Entity), w.Fact(op.ID)
	concerned := []believed.Ref{e}
	if op.Op == spec.OpRemoveAll || op.Op == spec.OpDeleteWith || op.Op == spec.OpRestore {
		r.afar++
	}
	switch op.Op { //nolint:exhaustive // the others change nothing that patterns are about
	case spec.OpEntity, spec.OpComponent:
		r.creates(e)
		r.countIf(PatBatch, len(op.More) > 0)
	case spec.OpRestore:
		before := len(w.Live)
		w.Happened(op)
		r.rewound = len(w.Live) < before
		return
	case spec.OpRemove:
		r.countIf(PatOneOfTwo, r.hasTwin(e, f))
	case spec.OpRemoveAll:
		concerned = w.Owners(f)
	case spec.OpDelete:
		r.deletes([]believed.Ref{e})
	case spec.OpDeleteWith:
		r.deletes(w.Owners(f))
	case spec.OpAdd, spec.OpSet:
	default:
		w.Happened(op)
		return
	}
	before := make([][]believed.Fact, len(concerned))
	for i, c := range concerned {
		if w.IsAlive(c) {
			before[i] = slices.Clone(w.Things[c].Own)
		}
	}
	plain := r.plainChildren(op)
	w.Happened(op)
	if !r.many && len(w.Live) >= manyEntities {
		r.many = true
		r.counts[PatMany]++
	}
	r.adds(op)
	r.consequences(op, slices.Concat(before...), plain)
	for i, c := range concerned {
		for _, had := range before[i] {
			if w.IsAlive(c) && !w.Owns(c, had) {
				r.lost[owning{c, had}] = true
			}
		}
	}
}

// creates looks at a creation, which takes over the number of an entity that has died or was undone.
func (r *patternRun) creates(e believed.Ref) {
	if e != believed.Stranger {
		return
	}
	r.countIf(PatRecycled, r.freed)
	r.countIf(PatReborn, r.disused)
	r.countIf(PatRestored, r.rewound)
	r.countIf(PatReloaded, r.reloaded)
	r.freed, r.disused, r.rewound, r.reloaded = false, false, false, false
}

// adds looks at the ids that an operation gave an entity.
func (r *patternRun) adds(op *spec.Operation) {
	w := r.world
	e := w.Number(op.Entity)
	for _, f := range r.given(op) {
		if key := (owning{e, f}); w.Is(f.First, w.Words.DontFragment) || w.Is(f.First, w.Words.Sparse) || w.Is(f.First, w.Words.Union) {
			r.countIf(PatReadded, r.lost[key])
			delete(r.lost, key)
		}
		r.countIf(PatOverride, r.overrides(e, f))
		r.countIf(PatBeside, r.isSecondBeside(e, f))
		r.countIf(PatWide, e >= 0 && len(w.Things[e].Own) == wideEntity && slices.Contains(w.Things[e].Own, f))
		r.countIf(PatLong, f.IsPair() && e >= 0 && len(w.Live) > longChain && len(w.Above(e, f.First)) == longChain+1)
	}
}

// given are the ids that an operation gives an entity, without consequences.
func (r *patternRun) given(op *spec.Operation) []believed.Fact {
	ids := op.IDs
	switch op.Op { //nolint:exhaustive // no other operation gives ids
	case spec.OpEntity, spec.OpComponent:
		if op.Parent != "" {
			ids = append(slices.Clip(ids), spec.Pair(spec.ChildOf, op.Parent))
		}
	case spec.OpAdd, spec.OpSet:
		ids = []spec.ID{op.ID}
	default:
		return nil
	}
	facts := make([]believed.Fact, len(ids))
	for i, id := range ids {
		facts[i] = r.world.Fact(id)
	}
	return facts
}

// consequences looks at the ids that an entity and others own because it was given some: Prefab below a prefab, and copies from a base.
// before are the ids that it had, plain its children that were no prefabs.
func (r *patternRun) consequences(op *spec.Operation, before []believed.Fact, plain []believed.Ref) {
	w, e, given := r.world, r.world.Number(op.Entity), r.given(op)
	if len(given) == 0 || e < 0 {
		return
	}
	prefab, isA := believed.Single(w.Words.Prefab), w.Words.IsA
	becomes := w.Owns(e, prefab) && !slices.Contains(before, prefab) && !slices.Contains(given, prefab)
	r.countIf(PatSpread, becomes || slices.ContainsFunc(plain, func(child believed.Ref) bool { return w.Owns(child, prefab) }))
	if !slices.ContainsFunc(given, func(f believed.Fact) bool { return f.First == isA && f.IsPair() }) {
		return
	}
	bases := w.Above(e, isA)[1:]
	r.countIf(PatCopied, slices.ContainsFunc(w.Things[e].Own, func(f believed.Fact) bool {
		return f != prefab && !slices.Contains(before, f) && !slices.Contains(given, f) &&
			slices.ContainsFunc(bases, func(base believed.Ref) bool { return w.Owns(base, f) })
	}))
}

// plainChildren are the children, none of them a prefab, of an entity that is about to be given Prefab; nil for other operations.
func (r *patternRun) plainChildren(op *spec.Operation) []believed.Ref {
	w, e, prefab := r.world, r.world.Number(op.Entity), believed.Single(r.world.Words.Prefab)
	if e < 0 || !slices.Contains(r.given(op), prefab) {
		return nil
	}
	children := w.Owners(believed.Fact{First: w.Words.ChildOf, Second: e})
	return slices.DeleteFunc(children, func(c believed.Ref) bool { return w.Owns(c, prefab) })
}

// deletes looks at a deletion that is about to happen: which entities die with the targets, and which lose ids by it.
func (r *patternRun) deletes(targets []believed.Ref) {
	w := r.world
	targets = slices.DeleteFunc(targets, func(e believed.Ref) bool { return !w.IsAlive(e) })
	dying := w.Dying(targets...)
	if len(dying) == 0 {
		return
	}
	dies := func(f believed.Fact) bool { return slices.Contains(dying, f.First) || slices.Contains(dying, f.Second) }
	lose := slices.ContainsFunc(w.Live, func(e believed.Ref) bool {
		return !slices.Contains(dying, e) && slices.ContainsFunc(w.Things[e].Own, dies)
	})
	r.countIf(PatCascade, len(dying) > len(targets) && lose)
	r.countIf(PatJoint, r.losesTwo(dying))
	r.freed = r.anyOwned(dying, func(f believed.Fact) believed.Ref { return f.Second })
	r.disused = r.anyOwned(dying, func(f believed.Fact) believed.Ref { return f.First })
}
