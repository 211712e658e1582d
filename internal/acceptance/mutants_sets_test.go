package acceptance

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
)

// everySet changes the sets of all elements, and removes sets that have no flags left.
func everySet(change func(*spec.Traversal)) queryMutant {
	return refs(func(r *spec.Ref) {
		if r.Trav == nil {
			return
		}
		if change(r.Trav); r.Trav.Flags == 0 {
			r.Trav = nil
		}
	})
}

// turned changes the direction of sets.
func turned(from, to spec.TravFlags) queryMutant {
	return everySet(func(t *spec.Traversal) {
		if t.Flags&from != 0 {
			t.Flags = t.Flags&^from | to
		}
	})
}

// along makes every set with a direction follow a relationship.
func along(r spec.Handle) queryMutant {
	return everySet(func(t *spec.Traversal) {
		if t.Flags&(spec.TravUp|spec.TravDown) != 0 {
			t.Rel = new(spec.EntityRef(r))
		}
	})
}

// mutantsOfSets have bugs in explicit and implicit sets of elements, and in text as data.
func mutantsOfSets() map[string]mutant {
	defined := func(change func(right spec.Engine, op *spec.Operation) bool) mutant {
		return beforeEach(spec.OpDefine, change)
	}
	return map[string]mutant{
		"sets are ignored":                 refs(func(r *spec.Ref) { r.Trav = nil }),
		"sets of predicates are lost":      edit(func(t *spec.Term) { t.First.Trav = nil }),
		"sets of objects are lost":         edit(func(t *spec.Term) { t.Second.Trav = nil }),
		"sets of subjects are lost":        edit(func(t *spec.Term) { t.Src.Trav = nil }),
		"all is ignored":                   everySet(func(t *spec.Traversal) { t.Flags &^= spec.TravAll }),
		"every set has all":                everySet(func(t *spec.Traversal) { t.Flags |= spec.TravAll }),
		"sets with self contain only self": everySet(func(t *spec.Traversal) { *t = justSelf(*t) }),
		"self is in no set": everySet(func(t *spec.Traversal) {
			t.Flags = without1(t.Flags, t.Flags|spec.TravSelf, spec.TravSelf)
		}),
		"self is in every set": everySet(func(t *spec.Traversal) { t.Flags |= spec.TravSelf; t.MinDepth = 0 }),
		"super is sub":         turned(spec.TravUp, spec.TravDown),
		"sub is super":         turned(spec.TravDown, spec.TravUp),
		"sets have no maximum": everySet(func(t *spec.Traversal) { t.MaxDepth = 0 }),
		"sets have no minimum": everySet(func(t *spec.Traversal) { t.MinDepth = 0 }),
		"the maximum depth is one less": everySet(func(t *spec.Traversal) {
			t.MaxDepth = max(t.MaxDepth-1, min(t.MaxDepth, 1), t.MinDepth)
		}),
		"every set follows IsA":      along(spec.IsA),
		"every set follows ChildOf":  along(spec.ChildOf),
		"there are no implicit sets": edit(writeSelf(true, true, true)),
		"predicates have no subsets": edit(writeSelf(true, false, false)),
		"objects have no subsets":    edit(writeSelf(false, true, false)),
		"subjects have no supersets": edit(writeSelf(false, false, true)),
		"each entity has one row": answer(func(_ spec.Operation,
			out *spec.Outcome,
		) {
			out.Rows = firstOfEach(out.Rows)
		}),
		"define does nothing": defined(func(spec.Engine, *spec.Operation) bool { return true }),
		"define applies only the last line": defined(func(_ spec.Engine,
			op *spec.Operation,
		) bool {
			op.Text = lastLine(op.Text)
			return false
		}),
		"refused texts are ignored": afterAny(spec.OpDefine, func(_ spec.Engine, op spec.Operation, out *spec.Outcome) {
			if out.Err != nil {
				*out = nothing(op)
			}
		}),
	}
}

// justSelf restricts a set with self to self.
func justSelf(t spec.Traversal) spec.Traversal {
	if t.Flags&spec.TravSelf != 0 {
		return spec.Traversal{Flags: spec.TravSelf}
	}
	return t
}

// writeSelf adds the set self to elements without a set.
func writeSelf(first, second, src bool) func(*spec.Term) {
	return func(t *spec.Term) {
		if t.Kind != spec.TermMatch || t.Oper > spec.Optional {
			return
		}
		for _, e := range []struct {
			ref  *spec.Ref
			gets bool
		}{{&t.First, first}, {&t.Second, second}, {&t.Src, src}} {
			constant := e.ref.Kind == spec.RefName || e.ref.Kind == spec.RefEntity
			if e.gets && e.ref.Trav == nil && (constant || e.ref == &t.Src && e.ref.Kind == spec.RefNone) {
				e.ref.Trav = &spec.Traversal{Flags: spec.TravSelf}
			}
		}
	}
}

// firstOfEach keeps the first row of each entity.
func firstOfEach(rows []spec.Row) []spec.Row {
	var seen []spec.Handle
	return slices.DeleteFunc(slices.Clone(rows), func(r spec.Row) bool {
		again := slices.Contains(seen, r.This)
		seen = append(seen, r.This)
		return again
	})
}

func lastLine(text string) string {
	for i := len(text) - 1; i >= 0; i-- {
		if text[i] == '\n' || text[i] == ',' {
			return text[i+1:]
		}
	}
	return text
}

// afterAny changes the answers of operations of one kind, including refusals.
func afterAny(kind spec.OpKind, change func(right spec.Engine, op spec.Operation, out *spec.Outcome)) operationMutant {
	return after(func(right spec.Engine, op spec.Operation, out *spec.Outcome) {
		if op.Op == kind {
			change(right, op, out)
		}
	})
}

// TestStatementsOfSetsNoticeMutants is like TestStatementsNoticeMutants for the v3.0 beta manual,
// with testdata/mutants_sets.yaml.
func TestStatementsOfSetsNoticeMutants(t *testing.T) {
	all := operationMutants()
	maps.Copy(all, mutantsOfSets())
	noticed := readNoticed(t, "testdata/mutants_sets.yaml")
	requireNoticed(t, noticed, all)
	for name := range mutantsOfSets() {
		require.NotEmpty(t, noticed[name], "mutant %q is not used by any statement", name)
	}
}
