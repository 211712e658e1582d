package finding

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/spec"
)

// effect is what a deletion that leaves a wrong world did.
type effect struct {
	phrase   string
	severity int
}

// The effects. The worst comes first, because the others follow from it.
var (
	losesEntity    = &effect{"deletes", 0} // Title says what
	sparesEntity   = &effect{"does not delete an entity that should be deleted too", 0}
	leavesDangling = &effect{"leaves an id of a deleted entity", 1}
	losesID        = &effect{"removes an id that should remain", 1}
	leavesID       = &effect{"leaves an id that should be removed", 3}
)

// effect returns the worst effect, or nil if the last operation is no deletion or has none.
func (e *Evidence) effect() *effect {
	if e.Kind != compare.DiffDump || e.deletion() == nil {
		return nil
	}
	gone := e.deleted()
	dangles := func(id string) bool {
		return slices.ContainsFunc(elements.FindAllString(id, -1), func(h string) bool { return gone[h] })
	}
	switch w := e.worlds(); {
	case len(w.lost) > 0:
		return losesEntity
	case len(w.spared) > 0:
		return sparesEntity
	case slices.ContainsFunc(w.extra, dangles):
		return leavesDangling
	case len(w.missing) > 0:
		return losesID
	case len(w.extra) > 0:
		return leavesID
	}
	return nil
}

// Parts of a line of a difference.
var (
	elements = regexp.MustCompile(`[^(), ]+`) // of an id
	values   = regexp.MustCompile(` ?\{\w+=[^{}]*\}`)
	off      = regexp.MustCompile(` \(off\)`)
	names    = regexp.MustCompile(`  name="(?:[^"\\]|\\.)*"`)
)

// worlds is the difference between the world of the reference and that of the engine: the entities
// that only one of them has, and the ids, without values, of the others that only one of them has.
type worlds struct{ lost, spared, missing, extra []string }

func (e *Evidence) worlds() worlds {
	sides := map[string]map[string][]string{"-": {}, "+": {}} // the ids of the entities whose lines differ
	for _, line := range e.Lines {
		head, ids, _ := strings.Cut(values.ReplaceAllString(line, ""), ":  ")
		sign, entity, _ := strings.Cut(head, " ")
		handle, _, _ := strings.Cut(entity, " ")
		if sides[sign] != nil {
			sides[sign][handle] = slices.DeleteFunc(strings.Split(ids, "  "), func(id string) bool { return id == "nothing" })
		}
	}
	only := func(some, others map[string][]string) (entities, ids []string) {
		for handle, all := range some {
			if other, both := others[handle]; both {
				for _, id := range all {
					if !slices.Contains(other, id) {
						ids = append(ids, id)
					}
				}
			} else {
				entities = append(entities, handle)
			}
		}
		return entities, ids
	}
	var w worlds
	w.lost, w.missing = only(sides["-"], sides["+"])
	w.spared, w.extra = only(sides["+"], sides["-"])
	return w
}

// only reports whether the expected and the actual answer are equal without the matches of a
// pattern.
func (e *Evidence) only(pattern *regexp.Regexp) bool {
	lines, met := map[string]int{}, false
	for _, line := range e.Lines {
		sign, text, _ := strings.Cut(line, " ")
		met = met || pattern.MatchString(text)
		n := 1
		if sign == "+" {
			n = -1
		}
		lines[pattern.ReplaceAllString(text, "")] += n
	}
	maps.DeleteFunc(lines, func(_ string, n int) bool { return n == 0 })
	return met && len(lines) == 0
}

// keepsPair reports whether the only error in the world is that entities have too many pairs: an
// old target, or its mirror pair, was not removed.
func (e *Evidence) keepsPair() bool {
	w := e.worlds()
	single := func(id string) bool { return !strings.HasPrefix(id, "(") }
	return e.Kind == compare.DiffDump && len(w.lost)+len(w.spared)+len(w.missing) == 0 && len(w.extra) > 0 &&
		!slices.ContainsFunc(w.extra, single)
}

// deletion returns the last operation if that is a deletion or, at the end of a deferral, the last
// deletion in it. Otherwise it returns nil.
func (e *Evidence) deletion() *spec.Operation {
	for i := len(e.Operations) - 1; i >= 0; i-- {
		switch op := &e.Operations[i]; {
		case op.Op == spec.OpDelete || op.Op == spec.OpDeleteWith:
			return op
		case e.Op != spec.OpDeferEnd || op.Op == spec.OpDeferBegin:
			return nil
		}
	}
	return nil
}

// deleted returns the entities that the operations delete, and those deleted with them: children,
// and sources of relationships with (OnDeleteTarget, Delete). "?" is an entity for which an adapter
// has no handle.
func (e *Evidence) deleted() map[string]bool {
	gone, cascades := map[string]bool{"?": true}, map[spec.Handle]bool{spec.ChildOf: true}
	for i := range e.Operations {
		op := &e.Operations[i]
		if op.Op == spec.OpDelete {
			gone[string(op.Entity)] = true
		}
		for _, id := range given(op) {
			cascades[op.Entity] = cascades[op.Entity] || id.First == spec.OnDeleteTarget && id.Second == spec.DeleteAction
		}
	}
	for range e.Operations { // a pair of a child may be older than that of its parent
		for i := range e.Operations {
			for _, id := range given(&e.Operations[i]) {
				if cascades[id.First] && gone[string(id.Second)] {
					gone[string(e.Operations[i].Entity)] = true
				}
			}
		}
	}
	return gone
}

// given returns the ids that an operation adds to its entity.
func given(op *spec.Operation) []spec.ID {
	switch op.Op { //nolint:exhaustive // the others add none
	case spec.OpEntity, spec.OpComponent, spec.OpRelationship, spec.OpAdd, spec.OpSet:
		ids := append([]spec.ID{op.ID}, op.IDs...)
		if op.Parent != "" {
			ids = append(ids, spec.ID{First: spec.ChildOf, Second: op.Parent})
		}
		return ids
	}
	return nil
}

// roles describes how other entities use the deleted entity in their ids.
func (e *Evidence) roles() []string {
	deletion := e.deletion()
	if deletion.Op == spec.OpDeleteWith {
		return []string{"by an id"}
	}
	roles, sources := map[string]bool{}, 0
	for i := range e.Operations {
		for _, id := range given(&e.Operations[i]) {
			if id.Second == deletion.Entity {
				sources += 1 + len(e.Operations[i].More)
			}
			if id.First == deletion.Entity && id.IsPair() {
				roles["a relationship"] = true
			} else if id.First == deletion.Entity {
				roles["a tag"] = true
			}
		}
	}
	switch {
	case sources == 1:
		roles["a target"] = true
	case sources > 1: // a reduced trace needs them all
		roles["a target of several"] = true
	}
	return slices.Sorted(maps.Keys(roles))
}
