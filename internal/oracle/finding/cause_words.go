package finding

import (
	"maps"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/internal/oracle/reduce"
	"github.com/relspec/relspec/spec"
)

// deeds returns the changes that the operations make, other than creating entities and adding ids.
// It contains the kinds of these operations. An operation with a pattern, such as (R, *), is a kind
// of its own. If the difference is about change detection, all removals count as one kind. It also
// contains the reserved handles in the operations, except those in the query, where they are
// ordinary ids. For a pair of two reserved handles, such as (OnDelete, Panic), only the first
// counts. Names, numbers and order are ignored. If a restore goes wrong, the changes that it should
// have undone are ignored.
func (e *Evidence) deeds() []string {
	words, queried := map[string]bool{}, e.queried()
	from, to := e.restored()
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
		case changed && isRemoval(op.Op):
			words["goes"] = true
		case op.ID.HasWildcard():
			words[string(op.Op)+" by pattern"] = true
		default:
			words[string(op.Op)] = true
		}
		for _, id := range append([]spec.ID{op.ID}, op.IDs...) {
			reservedOf(id, queried, words)
		}
	}
	if !slices.ContainsFunc(e.Operations, func(op spec.Operation) bool { return deletes(op.Op) }) {
		delete(words, string(spec.OnDelete)) // ordinary pairs, unless something is deleted
		delete(words, string(spec.OnDeleteTarget))
	}
	return slices.Sorted(maps.Keys(words))
}

// reuse is a deletion followed by a creation, which may reuse the index of the deleted entity.
const reuse = "reuse"

// restored returns the range of operations from a snapshot to the restore directly after which the
// worlds differ. If there is none, from is not less than to.
func (e *Evidence) restored() (from, to int) {
	to = len(e.Operations) - 1
	if to < 0 || e.Operations[to].Op != spec.OpRestore || !e.inDump() {
		return 0, 0
	}
	from = slices.IndexFunc(e.Operations,
		func(op spec.Operation) bool { return op.Op == spec.OpSnapshot && op.As == e.Operations[to].As })
	return max(from, 0), to
}

// bears reports whether an operation creates something.
func bears(k spec.OpKind) bool {
	return k == spec.OpEntity || k == spec.OpComponent || k == spec.OpRelationship
}

// leavesWorld reports whether an operation leaves the world unchanged. Operations such as
// defer_begin count too, although they determine when other changes happen.
func leavesWorld(k spec.OpKind) bool {
	switch k { //nolint:exhaustive // the others change the world, or are reads
	case spec.OpPrepare, spec.OpRelease, spec.OpDeferBegin, spec.OpDeferEnd, spec.OpIterBegin, spec.OpIterNext,
		spec.OpIterEnd,
		spec.OpNote, spec.OpHello, spec.OpReset, spec.OpQuit, spec.OpObserve:
		return true
	}
	return k.IsRead()
}

// reservedOf records the reserved handle of an id, unless it is in the query. It ignores ChildOf,
// because every engine has such pairs.
func reservedOf(id spec.ID, queried map[string]bool, words map[string]bool) {
	if queried[string(id.First)] {
		return
	}
	handle := id.First
	if !spec.IsReserved(handle) {
		handle = id.Second
	}
	if spec.IsReserved(handle) && handle != spec.ChildOf && !queried[string(handle)] {
		words[string(handle)] = true
	}
}

// queried returns the entities written in the query whose answer differs.
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

// aboutChanges: the difference is about change detection. aboutHeld: it is about the state that a
// query keeps between iterations.
const (
	aboutChanges = "changes "
	aboutHeld    = "held "
)

// deletes reports whether an operation deletes entities.
func deletes(k spec.OpKind) bool {
	return k == spec.OpDelete || k == spec.OpDeleteWith
}

// isRemoval reports whether an operation removes an entity or something from an entity.
func isRemoval(k spec.OpKind) bool {
	switch k { //nolint:exhaustive // the others remove nothing, or also add something
	case spec.OpDelete, spec.OpDeleteWith, spec.OpClear, spec.OpRemove, spec.OpRemoveAll:
		return true
	}
	return false
}

// about says what the difference concerns, if that is change detection, the state that a query
// keeps between iterations, or a deletion. Otherwise it returns "".
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

// iteratedBefore reports whether the query was iterated before the iteration that differs. Because
// the trace is reduced, the state from that earlier iteration matters.
func (e *Evidence) iteratedBefore() bool {
	last := len(e.Operations) - 1
	return last > 0 && e.Operations[last].Op == spec.OpIterate &&
		slices.ContainsFunc(e.Operations[:last], func(op spec.Operation) bool {
			return op.Op == spec.OpIterate && op.On == e.Operations[last].On
		})
}

// locks reports whether the difference is about the lock on the table of an iterator's current
// rows.
func (e *Evidence) locks() bool {
	return strings.Contains(e.Signature, " refused: "+string(spec.CodeLocked))
}

// query returns the query of the last operation, either its own or a prepared one, or nil.
func (e *Evidence) query() *spec.Query {
	if len(e.Operations) == 0 {
		return nil
	}
	last := &e.Operations[len(e.Operations)-1]
	if last.Query != nil {
		return last.Query
	}
	for i := range e.Operations { // the query of the iterator that is named or locks the table
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

// observedBy describes how the difference is observed: by the operators and the kind of the query,
// or, if there is no query, by the family of the last operation. If the reduced trace names a kind,
// the difference needs it.
func (e *Evidence) observedBy() []string {
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
	if query.Kind != spec.KindAuto {
		words[query.Kind.String()] = true
	}
	return slices.Sorted(maps.Keys(words))
}

// familyOf returns a common word for operations that ask for the same thing in different forms.
func familyOf(k spec.OpKind) string {
	switch k { //nolint:exhaustive // the others have their own name
	case spec.OpHas, spec.OpOwns, spec.OpIDs, spec.OpTarget, spec.OpTargets, spec.OpSources, spec.OpCount, spec.OpDump:
		return "ids"
	}
	if leavesWorld(k) && k != spec.OpDeferEnd {
		return string(k)
	}
	return "world"
}

// operatorsOf records the operator of a term and the kinds of its elements, except And, constants
// and $this.
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

// repeats reports whether a variable occurs twice in a term.
func repeats(t *spec.Term) bool {
	same := func(a, b *spec.Ref) bool { return a.Kind == spec.RefVariable && b.Kind == a.Kind && a.Name == b.Name }
	return same(&t.First, &t.Second) || same(&t.First, &t.Src) || same(&t.Second, &t.Src)
}
