package engine

import (
	"slices"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// ways tells by which ways an engine comes to its answers, as fingerprints. An engine has it only while someone asks.
type ways struct {
	told    func(spec.Fingerprint)
	kinds   map[uint32]stored // of the entities that have changed so far, by index
	touched []uint32          // by the present operation
	leaving []uint64          // room for one comparison
	coming  []uint64
}

// stored has the table and the ids of an entity after the last operation that changed it.
type stored struct {
	table store.Table
	kinds []uint64 // of its ids, sorted
}

// Fingerprint begins to tell the ways of the engine, those of queries and changes; nil ends it. Worlds of the Tecs family tell none.
func (e *Engine) Fingerprint(told func(spec.Fingerprint)) {
	e.ways, e.w.Touched = nil, e.dump.touch
	if told == nil || e.front != nil {
		return
	}
	v := &ways{told: told, kinds: map[uint32]stored{}}
	e.ways = v
	e.w.Touched = func(index uint32) {
		e.dump.touch(index)
		v.touched = append(v.touched, index)
	}
}

func (v *ways) tell(of spec.Way, number query.Mixed) {
	v.told(spec.Fingerprint{Way: of, Number: uint64(number)})
}

// answer runs a query for an operation, and tells its plan and the state of its cache before.
func (e *Engine) answer(q *preparedQuery, op *spec.Operation) spec.Outcome {
	if e.ways == nil {
		return e.rows(q, op)
	}
	state := q.CacheState()
	out := e.rows(q, op)
	whole := query.Mixed(q.Kind).With(uint64(few(len(op.Vars)))).With(uint64(few(len(out.Rows))))
	q.Shape(func(part query.Mixed) { e.ways.tell(spec.WayPlan, part) }, &whole)
	e.ways.tell(spec.WayPlan, whole)
	if state != 0 {
		e.ways.tell(spec.WayStore, state.With(uint64(few(len(out.Rows)))))
	}
	return out
}

// few is a number of which only none, one and more count.
func few(n int) int { return min(n, 2) }

// changed tells the changes of tables and ids of the entities that an operation has touched.
func (v *ways) changed(e *Engine, op *spec.Operation, out *spec.Outcome) {
	if op.Op.IsRead() && len(v.touched) == 0 {
		return
	}
	slices.Sort(v.touched)
	list := slices.Compact(v.touched)
	by := query.Mixed(0).WithText(string(op.Op))
	how := by.With(uint64(few(len(list)))).With(uint64(few(len(e.log)))).With(uint64(few(len(e.failures)))).With(uint64(few(len(e.iterators))))
	if out.Err != nil {
		how = how.WithText(string(out.Err.Code))
	}
	v.tell(spec.WayChange, how)
	for _, index := range list {
		v.moved(e, by, index)
	}
	v.touched = v.touched[:0]
}

// moved tells of the ids that an entity has got and lost since it was seen last, and where it is now.
func (v *ways) moved(e *Engine, by query.Mixed, index uint32) {
	before, now := v.kinds[index], stored{}
	entity, alive := e.w.Store.At(index)
	if alive {
		t, _, _ := e.w.Store.Record(entity)
		now.table = t
		for _, id := range e.w.Store.IDs(t) {
			now.kinds = append(now.kinds, kindOf(e, id))
		}
		slices.Sort(now.kinds)
		v.kinds[index] = now
	} else {
		delete(v.kinds, index)
	}
	v.leaving, v.coming = difference(v.leaving[:0], before.kinds, now.kinds), difference(v.coming[:0], now.kinds, before.kinds)
	whole := by.With(uint64(e.w.TraitsOf(index) & shownTraits))
	for i, list := range [...][]uint64{v.leaving, v.coming} {
		for _, kind := range list {
			v.tell(spec.WayChange, by.With(uint64(i)).With(kind))
			whole = whole.With(uint64(i)).With(kind)
		}
	}
	v.tell(spec.WayChange, whole)
	if !alive {
		return
	}
	place := by.With(uint64(few(e.w.Store.Count(now.table)))).With(uint64(e.w.Store.Flags(now.table))).With(uint64(min(len(now.kinds), 17)))
	if before.table == now.table {
		place = place.With(1)
	}
	v.tell(spec.WayStore, place.With(uint64(few(len(v.leaving)))).With(uint64(few(len(v.coming)))))
}

// shownTraits are the traits that tell one kind of id from another.
const shownTraits = rules.TraitExclusive | rules.TraitUnion | rules.TraitTransitive | rules.TraitAcyclic | rules.TraitSymmetric |
	rules.TraitWith | rules.TraitOneOf | rules.TraitDontInherit | rules.TraitInherit | rules.TraitOnDelete | rules.TraitOnDeleteTarget |
	rules.TraitComponent | rules.TraitInherited | rules.TraitNonFragmenting | rules.TraitBase | rules.TraitToggled

// kindOf is an id of a table without the entities of the program in it.
func kindOf(e *Engine, id store.ID) uint64 {
	kind := query.Mixed(e.w.TraitsOf(id.First()) & shownTraits)
	if rules.IsBuiltin(id.First()) {
		kind = kind.With(uint64(id.First()))
	}
	if id.IsPair() {
		kind = kind.With(1)
		if second := id.Second(); rules.IsBuiltin(second) {
			kind = kind.With(uint64(second))
		} else {
			kind = kind.With(uint64(e.w.TraitsOf(second) & (rules.TraitComponent | rules.TraitBase)))
		}
	}
	if e.w.TypedBy(id) != 0 {
		kind = kind.With(2)
	}
	return uint64(kind)
}

// difference appends the elements of a that b does not have, both sorted.
func difference(to, a, b []uint64) []uint64 {
	for i, j := 0, 0; i < len(a); i++ {
		for j < len(b) && b[j] < a[i] {
			j++
		}
		if j < len(b) && b[j] == a[i] {
			j++
			continue
		}
		to = append(to, a[i])
	}
	return to
}
