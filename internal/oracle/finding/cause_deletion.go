package finding

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// A deletion that leaves a wrong world does one of these to it. The worst comes first: what else
// differs follows from it.
const (
	losesEntity    = "loses an entity"      // that should live on
	sparesEntity   = "spares an entity"     // that should die
	leavesDangling = "leaves a dangling id" // that mentions an entity that is gone
	losesID        = "loses an id"
	leavesID       = "leaves an id"
)

// deletion says what a deletion does wrong to the world, and what the deleted entity was to the
// others, "" where the difference is not in the world after one. Findings that differ in it have
// different causes: without it the worst of them would stand below the title of a harmless one.
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
	has, gone := map[string]bool{}, e.gone()
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
				has[leavesDangling] = has[leavesDangling] || mentionsGone(id, gone)
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

// worlds are the ids of the entities whose lines differ, without values, as they should be and as
// they are; nothing where a line is none of a dump.
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

// deleting is the last operation where that deletes, or the last deletion of a deferral that it
// ends; nil where there is none.
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

// mentionsGone reports whether an id, as a dump shows it, has one of the elements that are gone, or
// one that an adapter has no handle for.
func mentionsGone(id string, gone map[spec.Handle]bool) bool {
	return slices.ContainsFunc(strings.FieldsFunc(id, func(r rune) bool { return strings.ContainsRune("(), ", r) }),
		func(element string) bool { return element == "?" || gone[spec.Handle(element)] })
}

// gone are the entities that the operations delete, and those that are deleted with them: children,
// and sources of relationships that have (OnDeleteTarget, Delete).
func (e *Evidence) gone() map[spec.Handle]bool {
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

// given are the ids that an operation gives to its entity.
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

// roles are what the entity that is deleted is in the ids of others.
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
