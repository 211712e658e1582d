package finding

import (
	"slices"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/spec"
)

// decides has for each operation the statements about its effect and its answer. A finding cites them where the reference's
// reasons cite none: nothing followed from it, so that the rule of the operation itself decides.
var decides = map[spec.Family]map[spec.OpKind][]spec.StatementID{
	spec.FlecsFamily: {
		spec.OpEntity: {"REL-014", "REL-110"}, spec.OpComponent: {"REL-005"}, spec.OpDelete: {"REL-118", "REL-121"},
		spec.OpAdd: {"REL-001", "REL-003"}, spec.OpRemove: {"REL-001", "REL-003"}, spec.OpSet: {"REL-045"},
		spec.OpGet: {"REL-045"}, spec.OpHas: {"REL-025", "REL-026"}, spec.OpOwns: {"REL-025", "REL-026"}, spec.OpIDs: {"REL-032"},
		spec.OpTarget: {"REL-027", "REL-028", "REL-031"}, spec.OpTargets: {"REL-030"}, spec.OpSources: {"REL-018", "REL-019"},
		spec.OpCount: {"REL-018", "REL-019"}, spec.OpTypeOf: {"REL-048"}, spec.OpRemoveAll: {"REL-122", "REL-124"},
		spec.OpScope: {"REL-110", "REL-111"}, spec.OpLookup: {"REL-105", "REL-106"}, spec.OpPath: {"REL-107", "REL-108"},
		spec.OpChildren: {"QRY-629"}, spec.OpDeferBegin: {"QRY-102", "QRY-103"}, spec.OpDeferEnd: {"QRY-102", "QRY-103"},
		spec.OpTeardown: {"REL-155"}, spec.OpQuery: {"REL-018", "REL-019"}, spec.OpIterate: {"QRY-636"},
		spec.OpChanged: {"QRY-500", "QRY-505", "QRY-516"}, spec.OpIterNext: {"REL-039"},
		spec.OpObserve: {"QRY-009", "QRY-010"}, spec.OpEvents: {"QRY-009", "QRY-010", "REL-141"},
	},
	spec.TecsFamily: {
		spec.OpRelationship: {"TECS-009"}, spec.OpDelete: {"TECS-003", "TECS-070", "TECS-144"}, spec.OpSet: {"TECS-018", "TECS-030", "TECS-032"},
		spec.OpRemove: {"TECS-105", "TECS-106", "TECS-107"}, spec.OpGet: {"TECS-042", "TECS-043"}, spec.OpHas: {"TECS-042", "TECS-043"},
		spec.OpTarget: {"TECS-092"}, spec.OpTargets: {"TECS-028"}, spec.OpSources: {"TECS-081", "TECS-126"}, spec.OpCount: {"TECS-107"},
		spec.OpTables: {"TECS-033", "TECS-037"}, spec.OpWalkUp: {"TECS-091", "TECS-092", "TECS-097"}, spec.OpTraverse: {"TECS-086", "TECS-089"},
		spec.OpSnapshot: {"TECS-120", "TECS-142"}, spec.OpRestore: {"TECS-120", "TECS-142"},
		spec.OpQuery: {"TECS-047", "TECS-052", "TECS-057"}, spec.OpIterate: {"TECS-047", "TECS-052", "TECS-057"},
		spec.OpObserve: {"TECS-123"}, spec.OpEvents: {"TECS-123", "TECS-150"},
	},
}

// waits are the statements of changes that wait for the end of a deferral.
var waits = []spec.StatementID{"QRY-102", "QRY-103"}

// Deciding lists the statements of the manuals about the effect and the answer of an operation, nil if they say nothing of it and a
// ruling decides. A difference in events is about observers, one in order or batches about sorting and groups, whatever the operation.
func Deciding(p *spec.Profile, op *spec.Operation, q *spec.Query, kind compare.DiffKind) []spec.StatementID {
	of := decides[p.Family]
	switch {
	case kind == compare.DiffEvents:
		return of[spec.OpEvents]
	case p.Family != spec.FlecsFamily:
		return of[op.Op]
	case kind == compare.DiffOrder && q != nil && q.GroupBy != "":
		return []spec.StatementID{"QRY-555", "QRY-565"}
	case kind == compare.DiffOrder:
		return []spec.StatementID{"QRY-520", "QRY-543"}
	case kind == compare.DiffBatches:
		return []spec.StatementID{"REL-039", "REL-064"}
	case op.Changes:
		return of[spec.OpChanged]
	}
	return of[op.Op]
}

// general cites the statements of the operation where no reason has cited anything. While changes wait, that is deferral.
func (f *Finding) general(p *spec.Profile, q *spec.Query) {
	d := &f.Divergence
	if len(f.Statements) > 0 || d.Difference.Kind == compare.DiffBroken {
		return
	}
	f.Statements = slices.Clone(Deciding(p, &d.Op, q, d.Difference.Kind))
	depth := 0
	for i := range min(d.Index, len(f.Trace.Entries)) {
		if k := f.Trace.Entries[i].Op.Op; k == spec.OpDeferBegin {
			depth++
		} else if k == spec.OpDeferEnd {
			depth--
		}
	}
	if depth > 0 && p.Family == spec.FlecsFamily && !d.Op.Op.IsRead() {
		f.Statements = slices.Clone(waits)
	}
}
