package finding

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/spec"
)

// Values of [signs.about]; that of a deletion is longer.
const (
	aboutChanges = "changes "
	aboutHeld    = "held "
	aboutBroken  = "broken "
)

// about says what the difference concerns. For a deletion it says what is wrong, and how others
// used the deleted entity, so that a severe error is not in a group with a harmless one, whose
// title would hide it.
func (e *Evidence) about() string {
	switch worst := e.effect(); {
	case e.Kind == compare.DiffBroken:
		return aboutBroken
	case e.last().Op == spec.OpChanged || e.Kind == compare.DiffBatches:
		return aboutChanges
	case e.iteratedBefore():
		return aboutHeld
	case worst != nil:
		return worst.phrase + " by deleting " + strings.Join(e.roles(), ", ") + " "
	}
	return ""
}

// last returns the operation that differs.
func (e *Evidence) last() *spec.Operation {
	if len(e.Operations) == 0 {
		return new(spec.Operation)
	}
	return &e.Operations[len(e.Operations)-1]
}

// iteratedBefore reports whether the query was iterated before the iteration that differs. Because
// the trace is reduced, the state from that earlier iteration matters.
func (e *Evidence) iteratedBefore() bool {
	last := e.last()
	return last.Op == spec.OpIterate && slices.ContainsFunc(e.Operations[:len(e.Operations)-1],
		func(op spec.Operation) bool { return op.Op == spec.OpIterate && op.On == last.On })
}

// uneventful lists operations whose kind says nothing about the cause: nearly every trace has them,
// or they only determine when other changes happen.
var uneventful = []spec.OpKind{
	spec.OpEntity, spec.OpComponent, spec.OpRelationship, spec.OpAdd, spec.OpPrepare, spec.OpRelease,
	spec.OpDeferBegin, spec.OpDeferEnd, spec.OpIterBegin, spec.OpIterNext, spec.OpIterEnd, spec.OpObserve,
	spec.OpNote, spec.OpHello, spec.OpReset, spec.OpQuit,
}

// deeds returns the kinds of operations that change the world, other than creating entities and
// adding ids, and the reserved handles in their ids. It omits the handles that the query needs,
// where they are ordinary ids, and ChildOf, because every engine has such pairs. For a pair of two
// reserved handles, such as (OnDelete, Panic), only the first counts. Names, numbers and order are
// ignored. Differences of change detection have no deeds.
func (e *Evidence) deeds() []string {
	if e.about() == aboutChanges {
		return nil
	}
	words, asked := map[string]bool{}, append(e.queryNeeds(), spec.CapChildOf)
	for i := range e.Operations {
		op := &e.Operations[i]
		if !op.Op.IsRead() && !slices.Contains(uneventful, op.Op) {
			words[string(op.Op)] = true
		}
		for _, id := range append([]spec.ID{op.ID}, op.IDs...) {
			row := spec.RowOf(id.First)
			if row == nil {
				row = spec.RowOf(id.Second)
			}
			if row != nil && !slices.Contains(asked, row.Capability) {
				words[string(row.Handle)] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(words))
}

// query returns the query of the last operation, either its own or a prepared one, or nil.
func (e *Evidence) query() *spec.Query {
	judge := capability.New(e.Profile)
	for i := range e.Operations {
		judge.Follow(&e.Operations[i])
	}
	q, _ := judge.Held(e.last())
	return q
}

// queryNeeds returns the capabilities that the query needs.
func (e *Evidence) queryNeeds() []spec.Capability {
	q := e.query()
	if q == nil {
		return nil
	}
	parsed := *q
	if terms, err := capability.Terms(e.Profile, q); err == nil {
		parsed.Expr, parsed.Terms = "", terms
	}
	return parsed.Needs()
}

// wildcards are words for capabilities whose names say less.
var wildcards = map[spec.Capability]string{spec.CapStar: "wildcard *", spec.CapAny: "wildcard _"}

// asks describes how the difference is observed: by the capabilities of the query that only queries
// have or, if there is no query, by reading or by the world.
func (e *Evidence) asks() []string {
	var out []string
	for _, c := range e.queryNeeds() {
		if c.OfQueries() && c != spec.CapText && c != spec.CapFixedSource {
			out = append(out, cmp.Or(wildcards[c], strings.ReplaceAll(string(c), "_", " ")))
		}
	}
	slices.Sort(out)
	switch {
	case len(out) > 0:
		return out
	case e.Op.IsRead():
		return []string{"reads"}
	}
	return []string{"world"}
}
