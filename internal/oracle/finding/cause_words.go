package finding

import (
	"maps"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/internal/oracle/reduce"
	"github.com/relspec/relspec/spec"
)

// deeds are the changes that the operations make beside making plain entities with ids of their
// own: the kinds of operation (one for all that take something away, where the difference is about
// whether something changed), and the reserved handles that they write, but those that the query
// asks for: there they are ids like others; of a pair of two, such as (OnDelete, Panic), the first,
// whose value the second is. Names and numbers do not count, nor does when they happen. If a
// restoration goes wrong, the changes that it was to take back do not count.
func (e *Evidence) deeds() []string {
	words, asked := map[string]bool{}, e.queried()
	from, to := e.takenBack()
	changed := e.about() == aboutChanges
	for i := range e.Operations {
		op := &e.Operations[i]
		if leavesWorld(op.Op) || i >= from && i < to {
			continue
		}
		switch {
		case bears(op.Op) || op.Op == spec.OpAdd:
		case op.Op == spec.OpDisable && op.ID.IsZero():
			words[string(spec.Disabled)] = true
		case op.Op == spec.OpDelete && slices.ContainsFunc(e.Operations[i:],
			func(later spec.Operation) bool { return bears(later.Op) }):
			words[reuse] = true
		case changed && goes(op.Op):
			words["goes"] = true
		default:
			words[string(op.Op)] = true
		}
		for _, id := range append([]spec.ID{op.ID}, op.IDs...) {
			reservedOf(id, asked, words)
		}
	}
	if !slices.ContainsFunc(e.Operations, func(op spec.Operation) bool { return deletes(op.Op) }) {
		delete(words, string(spec.OnDelete)) // pairs like others, until something is deleted
		delete(words, string(spec.OnDeleteTarget))
	}
	return slices.Sorted(maps.Keys(words))
}

// reuse is a deletion after which something is made, which may get the number of an entity that is gone.
const reuse = "reuse"

// takenBack are the operations from a snapshot up to the restoration after which the world differs
// at once; from is not below to where there is none.
func (e *Evidence) takenBack() (from, to int) {
	to = len(e.Operations) - 1
	if to < 0 || e.Operations[to].Op != spec.OpRestore || !e.inDump() {
		return 0, 0
	}
	from = slices.IndexFunc(e.Operations,
		func(op spec.Operation) bool { return op.Op == spec.OpSnapshot && op.As == e.Operations[to].As })
	return max(from, 0), to
}

// bears reports whether an operation makes something.
func bears(k spec.OpKind) bool {
	return k == spec.OpEntity || k == spec.OpComponent || k == spec.OpRelationship
}

// leavesWorld reports whether an operation leaves the world as it is, or only says when it changes.
func leavesWorld(k spec.OpKind) bool {
	switch k { //nolint:exhaustive // these few change no world, or say when it changes
	case spec.OpPrepare, spec.OpRelease, spec.OpDeferBegin, spec.OpDeferEnd, spec.OpIterBegin, spec.OpIterNext,
		spec.OpIterEnd,
		spec.OpNote, spec.OpHello, spec.OpReset, spec.OpQuit, spec.OpObserve:
		return true
	}
	return k.IsRead()
}

// reservedOf notes the reserved handle of an id that the query does not ask for, but ChildOf, which
// every engine has pairs of.
func reservedOf(id spec.ID, asked map[string]bool, words map[string]bool) {
	if asked[string(id.First)] {
		return
	}
	handle := id.First
	if !spec.IsReserved(handle) {
		handle = id.Second
	}
	if spec.IsReserved(handle) && handle != spec.ChildOf && !asked[string(handle)] {
		words[string(handle)] = true
	}
}

// queried are the entities that the query writes whose answer differs.
func (e *Evidence) queried() map[string]bool {
	out := map[string]bool{}
	query := e.query()
	if query == nil {
		return out
	}
	terms, err := capability.Terms(e.Profile, query)
	if err != nil {
		return out
	}
	for i := range terms {
		terms[i].Walk(func(t *spec.Term) {
			for _, r := range []*spec.Ref{&t.First, &t.Second, &t.Src} {
				if r.Kind == spec.RefEntity || r.Kind == spec.RefName {
					out[r.Name] = true
				}
			}
		})
	}
	return out
}

// aboutChanges: whether something changed is asked, or told with rows. aboutHeld: what a query
// keeps from one iteration to the next.
const (
	aboutChanges = "changes "
	aboutHeld    = "held "
)

// deletes reports whether an operation deletes entities.
func deletes(k spec.OpKind) bool {
	return k == spec.OpDelete || k == spec.OpDeleteWith
}

// goes reports whether an operation takes something away: an entity or what it has.
func goes(k spec.OpKind) bool {
	switch k { //nolint:exhaustive // the others take nothing away, or give, too
	case spec.OpDelete, spec.OpDeleteWith, spec.OpClear, spec.OpRemove, spec.OpRemoveAll:
		return true
	}
	return false
}

// about names another thing than rows that the difference is about, or what a query keeps; "" where
// it is about rows or the world.
func (e *Evidence) about() string {
	if len(e.Operations) > 0 && e.Operations[len(e.Operations)-1].Op == spec.OpChanged ||
		strings.HasSuffix(e.Signature, " batches") {
		return aboutChanges
	}
	if e.iteratedBefore() {
		return aboutHeld
	}
	return e.deletion()
}

// iteratedBefore reports whether the query whose iteration differs was iterated before: as the trace
// is reduced, what it kept then is needed.
func (e *Evidence) iteratedBefore() bool {
	last := len(e.Operations) - 1
	return last > 0 && e.Operations[last].Op == spec.OpIterate &&
		slices.ContainsFunc(e.Operations[:last], func(op spec.Operation) bool {
			return op.Op == spec.OpIterate && op.On == e.Operations[last].On
		})
}

// locks reports whether the difference is about a lock, which is on the rows that an iterator stands on.
func (e *Evidence) locks() bool {
	return strings.Contains(e.Signature, " refused: "+string(spec.CodeLocked))
}

// query is the one that the last operation asks, at once or held before; nil where it asks none.
func (e *Evidence) query() *spec.Query {
	if len(e.Operations) == 0 {
		return nil
	}
	last := &e.Operations[len(e.Operations)-1]
	if last.Query != nil {
		return last.Query
	}
	for i := range e.Operations { // of an iterator, or of one whose lock is in question
		op := &e.Operations[i]
		if op.Op == spec.OpIterBegin && (op.As == last.On || e.locks()) {
			if op.Query != nil {
				return op.Query
			}
			return reduce.PreparedAs(e.Operations, op.On)
		}
	}
	if last.On == "" {
		return nil
	}
	return reduce.PreparedAs(e.Operations, last.On)
}

// asks are how the difference shows: the family of the last operation and the operators of its query, asked at once or
// held before.
func (e *Evidence) asks() []string {
	if len(e.Operations) == 0 {
		return nil
	}
	query := e.query()
	if query == nil {
		return []string{familyOf(e.Operations[len(e.Operations)-1].Op)}
	}
	words := map[string]bool{"query": true}
	if terms, err := capability.Terms(e.Profile, query); err == nil {
		for i := range terms {
			terms[i].Walk(func(t *spec.Term) { operatorsOf(t, words) })
		}
	}
	if query.OrderBy != nil {
		words["order"] = true
	}
	if query.GroupBy != "" {
		words["group"] = true
	}
	return slices.Sorted(maps.Keys(words))
}

// familyOf names operations that ask for the same thing in several forms by one word.
func familyOf(k spec.OpKind) string {
	switch k { //nolint:exhaustive // the others stand for themselves
	case spec.OpHas, spec.OpOwns, spec.OpIDs, spec.OpTarget, spec.OpTargets, spec.OpSources, spec.OpCount, spec.OpDump:
		return "ids"
	}
	if leavesWorld(k) && k != spec.OpDeferEnd {
		return string(k)
	}
	return "world"
}

// operatorsOf notes the operator of a term and the kinds of its elements; plain terms have none.
func operatorsOf(t *spec.Term, words map[string]bool) {
	switch t.Kind {
	case spec.TermOr:
		words["or"] = true
	case spec.TermScope:
		words["scope"] = true
	case spec.TermCompare:
		words["compare"] = true
		if t.Compare == spec.NotEqual {
			words[spec.Not.String()] = true
		}
	case spec.TermMatch:
	}
	if t.Oper != spec.And {
		words[t.Oper.String()] = true
	}
	if t.Kind == spec.TermMatch && repeats(t) {
		words["twice"] = true
	}
	for _, r := range []*spec.Ref{&t.First, &t.Second, &t.Src} {
		switch r.Kind {
		case spec.RefWildcard, spec.RefAny:
			words["wildcard"] = true
		case spec.RefVariable, spec.RefLookup:
			if r.Name != spec.This {
				words["variable"] = true
			}
		case spec.RefMember:
			words["member"] = true
		case spec.RefNone, spec.RefEntity, spec.RefName, spec.RefSingleton, spec.RefText, spec.RefNumber:
		}
		if r.Trav != nil && r.Trav.Flags&^spec.TravSelf != 0 {
			words["traversal"] = true
		}
	}
}

// repeats reports whether a variable stands at two places of a term.
func repeats(t *spec.Term) bool {
	same := func(a, b *spec.Ref) bool { return a.Kind == spec.RefVariable && b.Kind == a.Kind && a.Name == b.Name }
	return same(&t.First, &t.Second) || same(&t.First, &t.Src) || same(&t.Second, &t.Src)
}
