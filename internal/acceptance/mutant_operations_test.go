package acceptance

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/ledger"
)

// operationMutant does something else than the operation asks for. It gets the correct engine.
type operationMutant func(right spec.Engine, op spec.Operation) spec.Outcome

func (m operationMutant) on(e spec.Engine, _ spec.Profile) spec.Engine { return mutantEngine{e, m} }

type mutantEngine struct {
	spec.Engine
	does operationMutant
}

func (w mutantEngine) Apply(op spec.Operation) spec.Outcome { return w.does(w.Engine, op) }

// nothing is an empty answer.
func nothing(op spec.Operation) spec.Outcome { return spec.Outcome{Kind: op.Op.Outcome()} }

// before changes an operation or the world, or skips the operation.
func before(change func(right spec.Engine, op *spec.Operation) (skip bool)) operationMutant {
	return func(right spec.Engine, op spec.Operation) spec.Outcome {
		if change(right, &op) {
			return nothing(op)
		}
		return right.Apply(op)
	}
}

// after changes the answer.
func after(change func(right spec.Engine, op spec.Operation, out *spec.Outcome)) operationMutant {
	return func(right spec.Engine, op spec.Operation) spec.Outcome {
		out := right.Apply(op)
		change(right, op, &out)
		return out
	}
}

// beforeEach is like before, for operations of one kind.
func beforeEach(kind spec.OpKind, change func(right spec.Engine, op *spec.Operation) bool) operationMutant {
	return before(func(right spec.Engine, op *spec.Operation) bool { return op.Op == kind && change(right, op) })
}

// afterEach is like after, for successful operations of one kind.
func afterEach(kind spec.OpKind, change func(right spec.Engine, op spec.Operation, out *spec.Outcome)) operationMutant {
	return after(func(right spec.Engine, op spec.Operation, out *spec.Outcome) {
		if op.Op == kind && out.Err == nil {
			change(right, op, out)
		}
	})
}

// onAdded changes the ids that entities get by creation, add or set.
func onAdded(change func(spec.ID) spec.ID) operationMutant {
	return before(func(_ spec.Engine, op *spec.Operation) bool {
		op.IDs = slices.Clone(op.IDs)
		for i := range op.IDs {
			op.IDs[i] = change(op.IDs[i])
		}
		if op.Op == spec.OpAdd || op.Op == spec.OpSet {
			op.ID = change(op.ID)
		}
		return false
	})
}

// keepingRows removes rows from answers.
func keepingRows(keep func(right spec.Engine, op spec.Operation, row spec.Row) bool) operationMutant {
	return after(func(right spec.Engine, op spec.Operation, out *spec.Outcome) {
		out.Rows = slices.DeleteFunc(slices.Clone(out.Rows), func(row spec.Row) bool { return !keep(right, op, row) })
	})
}

// eachRow changes every row of an answer.
func eachRow(change func(*spec.Row)) func(spec.Operation, *spec.Outcome) {
	return func(_ spec.Operation, out *spec.Outcome) {
		for i := range out.Rows {
			change(&out.Rows[i])
		}
	}
}

// isStored reports whether every field of a row has an id that its source owns.
func isStored(right spec.Engine, row spec.Row) bool {
	for _, f := range row.Fields {
		owner := f.Src
		if owner == "" {
			owner = row.This
		}
		if f.Set && owner != "" && !owns(right, owner, f.ID) {
			return false
		}
	}
	return true
}

func owns(right spec.Engine, e spec.Handle, id spec.ID) bool {
	return right.Apply(spec.Operation{Op: spec.OpOwns, Entity: e, ID: id}).Bool
}

func has(right spec.Engine, e spec.Handle, id spec.ID) bool {
	return right.Apply(spec.Operation{Op: spec.OpHas, Entity: e, ID: id}).Bool
}

func targetsOf(right spec.Engine, e, relationship spec.Handle) []spec.Handle {
	return right.Apply(spec.Operation{Op: spec.OpTargets, Entity: e, Relationship: relationship}).Entities
}

func count(right spec.Engine, id spec.ID) int64 {
	return right.Apply(spec.Operation{Op: spec.OpCount, ID: id}).Number
}

func valueOf(right spec.Engine, e spec.Handle, id spec.ID) spec.Value {
	return right.Apply(spec.Operation{Op: spec.OpGet, Entity: e, ID: id}).Value
}

// dumped returns the entities of the world.
func dumped(right spec.Engine) []spec.DumpEntity {
	if d := right.Apply(spec.Operation{Op: spec.OpDump}).Dump; d != nil {
		return d.Entities
	}
	return nil
}

// ownTargets returns the targets of a relationship that an entity in a dump owns.
func ownTargets(e spec.DumpEntity, relationship spec.Handle) []spec.Handle {
	var list []spec.Handle
	for _, id := range e.IDs {
		if id.ID.IsPair() && id.ID.First == relationship {
			list = append(list, id.ID.Second)
		}
	}
	return list
}

// operationMutants are mutants of the semantics of relationships, by their names in
// testdata/mutants_relationships.yaml.
func operationMutants() map[string]mutant {
	all := map[string]mutant{}
	for name, m := range mutants() {
		all[name] = m
	}
	for _, more := range []map[string]mutant{
		mutantsThatLeaveOut(), mutantsWithIDs(), mutantsWithQueries(), mutantsWithBases(), mutantsWithNames(),
		mutantsWithDeletions(), mutantsWithTeardown(), mutantsWithProperties(), mutantsWithTypes(),
	} {
		maps.Copy(all, more)
	}
	return all
}

// relationshipsFile names, for each statement about relationships, a mutant that its scenarios
// detect. For statements about storage, which answers do not show, it names tests.
type relationshipsFile struct {
	Noticed map[string]string
	Shown   map[string]string
}

func TestRelationshipStatementsNoticeMutants(t *testing.T) {
	requireFile(t, "testdata/mutants_relationships.yaml", operationMutants(), ledger.REL)
}

func TestDeclaredStatementsNoticeMutants(t *testing.T) {
	requireFile(t, "testdata/mutants_declared.yaml", declaredMutants(), ledger.TECS)
}

// requireFile checks the entries of a file, and that it has one for each statement of the document.
func requireFile(t *testing.T, name string, mutants map[string]mutant, document ledger.Document) {
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	var file relationshipsFile
	require.NoError(t, yaml.Unmarshal(text, &file))
	requireNoticed(t, file.Noticed, mutants)
	for name := range mutants {
		require.True(t, document != ledger.TECS || file.Noticed[name] != "", "mutant %q is not used by any statement", name)
	}

	known := declared(t, "../../fast", true)
	covered := map[string]bool{}
	for _, ids := range file.Noticed {
		for _, id := range strings.Fields(ids) {
			covered[id] = true
		}
	}
	for id, tests := range file.Shown {
		require.False(t, covered[id], "statement %s occurs twice", id)
		covered[id] = true
		for _, test := range strings.Fields(tests) {
			require.True(t, known[test], "%s: no test %s", id, test)
		}
	}
	statements, err := ledger.All()
	require.NoError(t, err)
	var missing []string
	for _, s := range statements {
		demanded := s.Check == ledger.CheckScenario || s.Check == ledger.CheckProperty
		if s.Document == document && demanded && !covered[s.ID] {
			missing = append(missing, s.ID)
		}
	}
	require.Empty(t, missing, "statements without an entry; add a mutant that their scenarios detect")
}
