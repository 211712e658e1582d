package finding

import (
	"maps"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/internal/oracle/reduce"
	"github.com/relspec/relspec/spec"
)

// deeds are the changes that the operations make beside making plain entities with ids of their own: the kinds of operation, and
// the reserved handles that they write, wherever, but those that the query asks for: there they are ids like others. Names and numbers do not count, nor does when they happen.
func (e *Evidence) deeds() []string {
	words, asked := map[string]bool{}, e.asked()
	for i := range e.Operations {
		op := &e.Operations[i]
		if leavesWorld(op.Op) {
			continue
		}
		switch {
		case bears(op.Op) || op.Op == spec.OpAdd:
		case op.Op == spec.OpDisable && op.ID.IsZero():
			words[string(spec.Disabled)] = true
		default:
			words[string(op.Op)] = true
		}
		for _, id := range append([]spec.ID{op.ID}, op.IDs...) {
			reservedOf(id, asked, words)
		}
	}
	return slices.Sorted(maps.Keys(words))
}

// bears reports whether an operation makes something.
func bears(k spec.OpKind) bool {
	return k == spec.OpEntity || k == spec.OpComponent || k == spec.OpRelationship
}

// leavesWorld reports whether an operation leaves the world as it is, or only says when it changes.
func leavesWorld(k spec.OpKind) bool {
	switch k { //nolint:exhaustive // these few change no world, or say when it changes
	case spec.OpPrepare, spec.OpRelease, spec.OpDeferBegin, spec.OpDeferEnd, spec.OpIterBegin, spec.OpIterNext, spec.OpIterEnd,
		spec.OpNote, spec.OpHello, spec.OpReset, spec.OpQuit, spec.OpObserve:
		return true
	}
	return k.IsRead()
}

// plainPairs are the relationships that every engine has pairs of, and that say little.
var plainPairs = []spec.Handle{spec.ChildOf}

// reservedOf notes the reserved handles of an id that is not asked for.
func reservedOf(id spec.ID, asked map[string]bool, words map[string]bool) {
	if asked[string(id.First)] {
		return
	}
	for _, h := range []spec.Handle{id.First, id.Second} {
		if spec.IsReserved(h) && !slices.Contains(plainPairs, h) && !asked[string(h)] {
			words[string(h)] = true
		}
	}
}

// asked are the entities that the query writes whose answer differs.
func (e *Evidence) asked() map[string]bool {
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
	case spec.OpDepth, spec.OpWalkUp, spec.OpTraverse:
		return "hierarchy"
	case spec.OpLookup, spec.OpPath:
		return "names"
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
	case spec.TermMatch:
	}
	if t.Oper != spec.And {
		words[t.Oper.String()] = true
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
