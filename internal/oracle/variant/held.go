package variant

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/relspec/relspec/internal/oracle/hash"
	"github.com/relspec/relspec/internal/oracle/lawful"
	"github.com/relspec/relspec/spec"
)

// history finds the earliest operation at which a query can be created with the same meaning.
type history struct {
	noted   bool                // the list of an operator such as and_from is read when a query is created
	created map[spec.Handle]int // the operation that created the entity
	before  []changes           // for each operation
}

// changes has the last operations that may change the meaning of a query, or -1 for none.
type changes struct {
	naming  int // it may change the meaning of a name
	traits  int // it may change which relationships are traversable, and for which ids
	singles int // it may change which components are Singletons
	restore int // a restore or reload
}

func (r *Recorded) history() *history {
	h := &history{noted: r.Profile.ListsSnapshot, created: map[spec.Handle]int{}}
	last := changes{-1, -1, -1, -1}
	implied := r.implied() // any addition may bring these
	singleton, parent := slices.Contains(implied, spec.Singleton), slices.Contains(implied, spec.ChildOf)
	trait := slices.ContainsFunc(implied, isTrait)
	for i := range r.Ops {
		h.before = append(h.before, last)
		op := r.Ops[i]
		if r.Outcomes[i].Err != nil || op.Op.IsRead() {
			continue
		}
		made := op.Makes()
		if op.Op == spec.OpDefine {
			made = r.Outcomes[i].Entities
		}
		for _, e := range made {
			h.created[e] = i
		}
		if changesNames(op) || parent {
			last.naming = i
		}
		if changesTraits(op) || trait {
			last.traits = i
		}
		if r.Profile.UsageTraits && (singleton || changesSingletons(op)) {
			last.singles = i
		}
		if one(op.Op, spec.OpRestore, spec.OpReload) {
			last.restore = i
		}
	}
	return h
}

// implied returns each X for which the trace has an id (With, X).
func (r *Recorded) implied() (list []spec.Handle) {
	for _, op := range r.Ops {
		for _, id := range append([]spec.ID{op.ID}, op.IDs...) {
			if id.First == spec.With {
				list = append(list, id.Second)
			}
		}
	}
	return list
}

// changesNames reports whether a name may mean something else after op.
func changesNames(op *spec.Operation) bool {
	switch {
	case one(op.Op, spec.OpAdd, spec.OpRemove, spec.OpRemoveAll):
		return op.ID.First == spec.ChildOf || op.ID.First.IsWildcard()
	case one(op.Op, spec.OpEntity, spec.OpComponent):
		return op.Name != nil
	}
	return !one(op.Op, spec.OpSet, spec.OpModified, spec.OpObserve, spec.OpDeferBegin)
}

// changesTraits reports whether op may change whether a traversal is valid.
func changesTraits(op *spec.Operation) bool {
	if op.Op == spec.OpEntity {
		return len(op.IDs) > 0
	}
	return changesIDs(op, isTrait)
}

// isTrait reports whether entities with an id may differ in what can be traversed.
func isTrait(first spec.Handle) bool { return spec.IsProperty(first) || first == spec.IsA }

// changesSingletons reports whether op may change the default source of a term
// (usage.singleton-term).
func changesSingletons(op *spec.Operation) bool {
	if op.Op == spec.OpEntity {
		return slices.Contains(op.IDs, spec.Single(spec.Singleton))
	}
	return changesIDs(op, func(first spec.Handle) bool { return first == spec.Singleton })
}

// changesIDs reports whether op, which is not entity, may add or remove an id with one of some first
// elements.
func changesIDs(op *spec.Operation, is func(first spec.Handle) bool) bool {
	if one(op.Op, spec.OpAdd, spec.OpRemove, spec.OpRemoveAll) {
		return is(op.ID.First) || op.ID.First.IsWildcard()
	}
	return !one(op.Op, spec.OpComponent, spec.OpSet, spec.OpModified, spec.OpObserve, spec.OpDeferBegin, spec.OpScope,
		spec.OpSetName)
}

// one reports whether k is one of the kinds.
func one(k spec.OpKind, kinds ...spec.OpKind) bool { return slices.Contains(kinds, k) }

// uses reports whether is(t) is true for a term t of the list or a term nested in it.
func uses(terms []spec.Term, is func(*spec.Term) bool) bool {
	probe, found := spec.Query{Terms: terms}, false
	probe.Walk(func(t *spec.Term) { found = found || is(t) })
	return found
}

// since returns the earliest operation before which the query of operation i can be created with
// the same meaning.
func (h *history) since(i int, q *spec.Query, terms []spec.Term) int {
	last := h.before[i]
	at := max(0, last.restore+1, last.singles+1)
	lists := func(t *spec.Term) bool { return t.Oper.IsList() }
	if q.OrderBy != nil || q.GroupBy != "" || h.noted && uses(terms, lists) {
		return i
	}
	made := func(e spec.Handle) {
		if c, ok := h.created[e]; ok {
			at = max(at, c+1)
		}
	}
	ref := func(r *spec.Ref) {
		switch r.Kind {
		case spec.RefName:
			at = max(at, last.naming+1)
		case spec.RefMember:
			at = max(at, last.naming+1)
			made(spec.Handle(r.Name))
		case spec.RefNumber:
			made(spec.Handle("#" + strconv.FormatUint(r.Number, 10)))
		case spec.RefEntity:
			made(spec.Handle(r.Name))
		case spec.RefNone, spec.RefWildcard, spec.RefAny, spec.RefVariable, spec.RefLookup, spec.RefSingleton,
			spec.RefText:
		}
		if r.Trav != nil {
			at = max(at, last.traits+1)
		}
	}
	for k := range terms {
		terms[k].Walk(func(t *spec.Term) {
			for _, r := range t.Refs() {
				ref(r)
				if r.Trav != nil && r.Trav.Rel != nil {
					ref(r.Trav.Rel)
				}
			}
			if t.Src.Kind == spec.RefNone && t.Src.Trav != nil {
				ref(&t.Src)
			}
		})
	}
	return min(at, i)
}

// heldVariant prepares every one-shot query as early as possible without changing its meaning, and
// iterates it where the trace runs it. With KindCached the prepared query is cached.
func heldVariant(name string, kind spec.QueryKind) *Variant {
	return &Variant{
		Name:        name,
		Law:         "a query prepared before the changes answers like one created after them",
		OnlyQueries: true,
		Rewrite: func(r *Recorded) []Step {
			if r.has(spec.OpReset) {
				return nil
			}
			h, m := r.history(), lawful.ImpliedBy(r.Profile, slices.Values(r.Ops))
			prepares := map[int][]Step{}
			held := map[string]string{}
			steps := r.rewriteOps(func(i int) (Step, bool) {
				op := r.Ops[i]
				terms, ok := r.terms(i)
				if op.Op != spec.OpQuery || !ok {
					return Step{}, false
				}
				q := op.Query.Clone()
				if kind != spec.KindAuto {
					if !r.canBe(i, kind, m) {
						return Step{}, false
					}
					q.Kind = kind
				}
				at := h.since(i, q, terms)
				key := fmt.Sprintf("%d %d", at, hash.Of(spec.Operation{Op: spec.OpQuery, Query: q}))
				as, have := held[key]
				if !have {
					as = fmt.Sprintf("~held%d", len(held))
					held[key] = as
					prepares[at] = append(prepares[at], extra(spec.Operation{Op: spec.OpPrepare, As: as, Query: q}))
				}
				it := spec.Operation{
					Op: spec.OpIterate, On: as, Vars: op.Vars, Values: op.Values, Batches: op.Batches,
					Limit: op.Limit, Skip: op.Skip,
				}
				return asking(it, i), true
			})
			return insertBefore(steps, prepares)
		},
	}
}

// insertBefore inserts extra steps before the step with the index of their key. If there are no steps
// or no extra steps, it returns nil.
func insertBefore(steps []Step, extras map[int][]Step) []Step {
	if steps == nil || len(extras) == 0 {
		return nil
	}
	out := make([]Step, 0, len(steps)+len(extras))
	for i := range steps {
		out = append(append(out, extras[i]...), steps[i])
	}
	return append(out, extras[len(steps)]...)
}

// freshVariant runs a new query wherever the trace iterates a prepared one.
func freshVariant() *Variant {
	return &Variant{
		Name:        "fresh",
		Law:         "a query created after the changes answers like one prepared before them",
		OnlyQueries: true,
		Rewrite: func(r *Recorded) []Step {
			h, changes := r.history(), r.asksChanges() // each query has its own change detection
			prepared := map[string]int{}
			return r.rewriteOps(func(i int) (Step, bool) {
				op := r.Ops[i]
				if op.Op == spec.OpPrepare {
					prepared[op.As] = i
				}
				from, ok := prepared[op.On]
				if op.Op != spec.OpIterate || !ok || op.Group != nil || op.Batches || changes {
					return Step{}, false
				}
				terms, ok := r.terms(from)
				q := r.Ops[from].Query
				if !ok || h.since(i, q, terms) > from {
					return Step{}, false
				}
				fresh := spec.Operation{
					Op: spec.OpQuery, Query: q, Vars: op.Vars, Values: op.Values, Limit: op.Limit,
					Skip: op.Skip,
				}
				return asking(fresh, i), true
			})
		},
	}
}
