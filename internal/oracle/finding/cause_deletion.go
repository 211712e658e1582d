package finding

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// A deletion that leaves a wrong world does one of these things. The worst comes first, because
// other differences follow from it.
const (
	losesEntity    = "loses an entity"      // that should stay alive
	sparesEntity   = "spares an entity"     // that should die
	leavesDangling = "leaves a dangling id" // that mentions a dead entity
	losesID        = "loses an id"
	leavesID       = "leaves an id"
)

// deletion describes what a deletion did wrong, and how the deleted entity was used by others. It
// returns "" if the difference is not in the world after a deletion. The result is part of the keys
// of a finding. So a severe deletion error is not in a group with a harmless one, whose title would
// hide it.
func (e *Evidence) deletion() string {
	effect := e.effect()
	if effect == "" {
		return ""
	}
	return effect + " by deleting " + strings.Join(e.roles(), ", ") + " "
}

func (e *Evidence) effect() string {
	if !e.inDump() || e.deleting() == nil {
		return ""
	}
	want, got := e.worlds()
	has, gone := map[string]bool{}, e.deleted()
	for handle, ids := range want {
		left, lives := got[handle]
		has[losesEntity] = has[losesEntity] || !lives
		has[losesID] = has[losesID] || lives && !within(ids, left)
	}
	for handle, ids := range got {
		before, lives := want[handle]
		has[sparesEntity] = has[sparesEntity] || !lives
		for _, id := range ids {
			if lives && !slices.Contains(before, id) {
				has[leavesID] = true
				has[leavesDangling] = has[leavesDangling] || mentionsDeleted(id, gone)
			}
		}
	}
	for _, effect := range []string{losesEntity, sparesEntity, leavesDangling, losesID, leavesID} {
		if has[effect] {
			return effect
		}
	}
	return ""
}

// inDump reports whether the worlds differ.
func (e *Evidence) inDump() bool { return strings.HasSuffix(e.Signature, " dump") }

// worlds returns the ids, without values, of the entities whose lines differ, as they should be and
// as they are. It returns nothing if a line is not from a dump.
func (e *Evidence) worlds() (want, got map[string][]string) {
	want, got = map[string][]string{}, map[string][]string{}
	for _, line := range e.Lines {
		if len(line) < 2 {
			return nil, nil
		}
		head, ids, _ := strings.Cut(values.ReplaceAllString(line[2:], ""), ":  ")
		handle, _, _ := strings.Cut(head, " ")
		side := want
		if line[0] == '+' {
			side = got
		}
		side[handle] = slices.DeleteFunc(strings.Split(ids, "  "), func(id string) bool { return id == "nothing" })
	}
	return want, got
}

// deleting returns the last operation if that is a deletion. If the last operation ends a deferral,
// deleting returns the last deletion in that deferral. Otherwise it returns nil.
func (e *Evidence) deleting() *spec.Operation {
	last := len(e.Operations) - 1
	for i := last; i >= 0; i-- {
		switch op := &e.Operations[i]; {
		case deletes(op.Op):
			return op
		case e.Operations[last].Op != spec.OpDeferEnd || op.Op == spec.OpDeferBegin:
			return nil
		}
	}
	return nil
}

// mentionsDeleted reports whether an id in a dump contains a deleted entity, or one for which an
// adapter has no handle.
func mentionsDeleted(id string, gone map[spec.Handle]bool) bool {
	return slices.ContainsFunc(strings.FieldsFunc(id, func(r rune) bool { return strings.ContainsRune("(), ", r) }),
		func(element string) bool { return element == "?" || gone[spec.Handle(element)] })
}

// deleted returns the entities that the operations delete, and those deleted with them: children,
// and sources of relationships with (OnDeleteTarget, Delete).
func (e *Evidence) deleted() map[spec.Handle]bool {
	gone, cascades := map[spec.Handle]bool{}, map[spec.Handle]bool{spec.ChildOf: true}
	for i := range e.Operations {
		op := &e.Operations[i]
		if op.Op == spec.OpDelete {
			gone[op.Entity] = true
		}
		for id := range given(op) {
			cascades[op.Entity] = cascades[op.Entity] || id.First == spec.OnDeleteTarget && id.Second == spec.DeleteAction
		}
	}
	for range e.Operations {
		for i := range e.Operations {
			for id := range given(&e.Operations[i]) {
				if cascades[id.First] && gone[id.Second] {
					gone[e.Operations[i].Entity] = true
				}
			}
		}
	}
	return gone
}

// given returns the ids that an operation adds to its entity.
func given(op *spec.Operation) iter.Seq[spec.ID] {
	return func(yield func(spec.ID) bool) {
		if !bears(op.Op) && op.Op != spec.OpAdd && op.Op != spec.OpSet {
			return
		}
		ids := append([]spec.ID{op.ID}, op.IDs...)
		if op.Parent != "" {
			ids = append(ids, spec.ID{First: spec.ChildOf, Second: op.Parent})
		}
		for _, id := range ids {
			if !yield(id) {
				return
			}
		}
	}
}

// roles describes how other entities use the deleted entity in their ids.
func (e *Evidence) roles() []string {
	last := e.deleting()
	if last.Op == spec.OpDeleteWith {
		return []string{"by an id"}
	}
	roles, sources := map[string]bool{}, 0
	for i := range e.Operations {
		for id := range given(&e.Operations[i]) {
			if id.Second == last.Entity {
				sources += 1 + len(e.Operations[i].More)
			}
			if id.First == last.Entity && id.IsPair() {
				roles["a relationship"] = true
			} else if id.First == last.Entity {
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
