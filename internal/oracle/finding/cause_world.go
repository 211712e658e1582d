package finding

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/spec"
)

// effects are what a deletion that leaves a wrong world can do. The worst comes first, because the
// others follow from it.
var effects = [...]struct {
	phrase   string
	severity int
}{
	losesEntity:    {"deletes", 0}, // Title says what
	sparesEntity:   {"does not delete an entity that should be deleted too", 0},
	leavesDangling: {"leaves an id of a deleted entity", 1},
	losesID:        {"removes an id that should remain", 1},
	leavesID:       {"leaves an id that should be removed", 3},
}

const (
	losesEntity = iota
	sparesEntity
	leavesDangling
	losesID
	leavesID
	noEffect // no deletion, or no difference of this kind
)

// effect returns the worst that a deletion did, as an index of [effects].
func (e *Evidence) effect() int {
	worst := noEffect
	if e.Kind != compare.DiffDump || e.deletion() == nil {
		return worst
	}
	want, got := e.worlds()
	for handle, ids := range want {
		if left, lives := got[handle]; !lives {
			worst = min(worst, losesEntity)
		} else if !within(ids, left) {
			worst = min(worst, losesID)
		}
	}
	gone := e.deleted()
	for handle, ids := range got {
		right, lives := want[handle]
		if !lives {
			worst = min(worst, sparesEntity)
			continue
		}
		for _, id := range ids {
			if !slices.Contains(right, id) {
				worst = min(worst, leavesID)
				if slices.ContainsFunc(elements.FindAllString(id, -1), func(h string) bool { return gone[h] }) {
					worst = min(worst, leavesDangling)
				}
			}
		}
	}
	return worst
}

// Parts of a line of a difference.
var (
	elements = regexp.MustCompile(`[^(), ]+`) // of an id
	values   = regexp.MustCompile(` ?\{\w+=[^{}]*\}`)
	off      = regexp.MustCompile(` \(off\)`)
	names    = regexp.MustCompile(`  name="(?:[^"\\]|\\.)*"`)
)

// worlds returns the ids, without values, of the entities whose lines differ, as they should be and
// as they are.
func (e *Evidence) worlds() (want, got map[string][]string) {
	want, got = map[string][]string{}, map[string][]string{}
	for _, line := range e.Lines {
		head, ids, _ := strings.Cut(values.ReplaceAllString(line, ""), ":  ")
		sign, entity, _ := strings.Cut(head, " ")
		handle, _, _ := strings.Cut(entity, " ")
		side := want
		if sign == "+" {
			side = got
		}
		side[handle] = slices.DeleteFunc(strings.Split(ids, "  "), func(id string) bool { return id == "nothing" })
	}
	return want, got
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
	want, got := e.worlds()
	if e.Kind != compare.DiffDump || len(want) != len(got) {
		return false
	}
	more := false
	for handle, ids := range got {
		right, lives := want[handle]
		if !lives || !within(right, ids) {
			return false
		}
		for _, id := range ids {
			if !slices.Contains(right, id) {
				if !strings.HasPrefix(id, "(") {
					return false
				}
				more = true
			}
		}
	}
	return more
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

// deleted returns the entities that the operations delete, and their children. "?" is an entity for
// which an adapter has no handle.
func (e *Evidence) deleted() map[string]bool {
	gone := map[string]bool{"?": true}
	for i := range e.Operations {
		if op := &e.Operations[i]; op.Op == spec.OpDelete {
			gone[string(op.Entity)] = true
		}
	}
	for i := range e.Operations { // parents come before their children
		for _, id := range given(&e.Operations[i]) {
			if id.First == spec.ChildOf && gone[string(id.Second)] {
				gone[string(e.Operations[i].Entity)] = true
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
