package finding

import (
	"slices"

	"github.com/relspec/relspec/docs/specification"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/spec"
)

// Ground is what decides the effect and answer of an operation: statements of the manuals, and
// clauses of the specification where the manuals are silent or incomplete. If there is neither,
// Page is the part of the documentation that describes the operation, for example
// "docs/protocol.md#session".
type Ground struct {
	Statements []spec.StatementID
	Clauses    []string // "snapshot.keeps"
	Page       string
}

func stated(ids ...spec.StatementID) Ground { return Ground{Statements: ids} }

func ruled(ids ...string) Ground { return Ground{Clauses: ids} }

func described(page string) Ground { return Ground{Page: page} }

func (g Ground) ruled(ids ...string) Ground {
	g.Clauses = ids
	return g
}

// decides holds the ground of each operation. A finding cites it if the reference's proofs cite no
// statement, for example because the operation has no consequences and only the rule of the
// operation itself applies.
var decides = map[spec.Family]map[spec.OpKind]Ground{
	spec.FlecsFamily: {
		spec.OpHello: described(pageSession),
		spec.OpReset: ruled("deferral.failures", "iterate.lock", "observers.life"),
		spec.OpQuit:  described(pageSession), spec.OpNote: described(pageSession),
		spec.OpEntity: stated("REL-014", "REL-110"), spec.OpComponent: stated("REL-005"),
		spec.OpDelete: stated("REL-118", "REL-121"),
		spec.OpAdd:    stated("REL-001", "REL-003"), spec.OpRemove: stated("REL-001", "REL-003"),
		spec.OpSet: stated("REL-045"),
		spec.OpGet: stated("REL-045"), spec.OpHas: stated("REL-025", "REL-026"),
		spec.OpOwns: stated("REL-025", "REL-026"), spec.OpIDs: stated("REL-032"),
		spec.OpTarget: stated("REL-027", "REL-028", "REL-031"), spec.OpTargets: stated("REL-030"),
		spec.OpSources: stated("REL-018", "REL-019"),
		spec.OpCount:   stated("REL-018", "REL-019"), spec.OpTypeOf: stated("REL-048"),
		spec.OpRemoveAll: stated("REL-122", "REL-124"),
		spec.OpScope:     stated("REL-110", "REL-111"), spec.OpLookup: stated("REL-105", "REL-106"),
		spec.OpPath:     stated("REL-107", "REL-108"),
		spec.OpChildren: stated("QRY-629"), spec.OpDeferBegin: stated("QRY-102", "QRY-103"),
		spec.OpDeferEnd: stated("QRY-102", "QRY-103"),
		spec.OpTeardown: stated("REL-155"), spec.OpQuery: stated("REL-018", "REL-019"),
		spec.OpIterate: stated("QRY-636"),
		spec.OpChanged: stated("QRY-500", "QRY-505", "QRY-516"), spec.OpIterNext: stated("REL-039"),
		spec.OpObserve: stated("QRY-009", "QRY-010"), spec.OpEvents: stated("QRY-009", "QRY-010", "REL-141"),
		spec.OpEmit:  ruled("observers.emit"),
		spec.OpClear: ruled("entities.clear", "entities.reserved"), spec.OpAlive: ruled("entities.unknown-and-dead"),
		spec.OpModified: stated("QRY-495").ruled("ids.wildcard-refused", "data.set-refused"),
		spec.OpOrdered:  ruled("ordered.sources"), spec.OpReorder: ruled("ordered.reorder"),
		spec.OpDeleteWith: ruled("ids.patterns", "cleanup.all-owners", "entities.reserved"),
		spec.OpClone:      ruled("prefab.clone"), spec.OpInstantiate: ruled("prefab.instantiate", "prefab.parts", "prefab.slots"),
		spec.OpOverride: ruled("inheritance.override-mark"),
		spec.OpDefine:   stated("SET-030", "SET-031", "SET-032").ruled("sets.define"),
		spec.OpSetName:  stated("REL-103").ruled("names.siblings", "names.form", "names.reserved"),
		spec.OpParent:   stated("REL-099", "REL-185").ruled("pairs.targets"),
		spec.OpDepth:    ruled("hierarchy.walks", "hierarchy.walks-any"),
		spec.OpWalkUp:   ruled("hierarchy.walks", "hierarchy.walks-any"),
		spec.OpTraverse: ruled("hierarchy.walks", "hierarchy.walks-any"),
		spec.OpEnable:   ruled("toggle.entity"), spec.OpDisable: ruled("toggle.entity"),
		spec.OpSnapshot: ruled("snapshot.restore", "limits.snapshots"),
		spec.OpRestore:  ruled("snapshot.restore", "snapshot.keeps"), spec.OpReload: ruled("reload.same"),
		spec.OpDump: described(pageState), spec.OpPrepare: stated("QRY-005").ruled("query.kinds", "query.prepared"),
		spec.OpRelease:   stated("REL-038").ruled("iterate.iterators", "observers.life"),
		spec.OpIterBegin: stated("QRY-067").ruled("iterate.iterators"),
		spec.OpIterEnd:   ruled("iterate.iterators", "iterate.lock"),
		spec.OpExplain:   described(pageQueries), spec.OpPlan: described(pageQueries),
	},
	spec.TecsFamily: {
		spec.OpHello: described(pageSession),
		spec.OpReset: ruled("declared.deferral", "observers.life"), spec.OpQuit: described(pageSession),
		spec.OpNote:         described(pageSession),
		spec.OpRelationship: stated("TECS-009"), spec.OpDelete: stated("TECS-003", "TECS-070", "TECS-144"),
		spec.OpSet:    stated("TECS-018", "TECS-030", "TECS-032"),
		spec.OpRemove: stated("TECS-105", "TECS-106", "TECS-107"), spec.OpGet: stated("TECS-042", "TECS-043"),
		spec.OpHas:    stated("TECS-042", "TECS-043"),
		spec.OpTarget: stated("TECS-092"), spec.OpTargets: stated("TECS-028"),
		spec.OpSources: stated("TECS-081", "TECS-126"), spec.OpCount: stated("TECS-107"),
		spec.OpTables: stated("TECS-033", "TECS-037"), spec.OpWalkUp: stated("TECS-091", "TECS-092", "TECS-097"),
		spec.OpTraverse: stated("TECS-086", "TECS-089"),
		spec.OpSnapshot: stated("TECS-120", "TECS-142"), spec.OpRestore: stated("TECS-120", "TECS-142"),
		spec.OpQuery:   stated("TECS-047", "TECS-052", "TECS-057"),
		spec.OpIterate: stated("TECS-047", "TECS-052", "TECS-057"),
		spec.OpObserve: stated("TECS-123"), spec.OpEvents: stated("TECS-123", "TECS-150"),
		spec.OpComponent: ruled("declared.fields", "entities.identity"),
		spec.OpEntity:    ruled("declared.create", "entities.identity"),
		spec.OpAlive:     ruled("declared.kinds", "entities.unknown-and-dead"), spec.OpClear: ruled("declared.remove"),
		spec.OpDeferBegin: ruled("declared.deferral", "deferral.nesting"),
		spec.OpDeferEnd:   ruled("declared.deferral", "deferral.failures"),
		spec.OpDump:       described(pageState), spec.OpExplain: described(pageQueries),
		spec.OpPrepare: ruled("declared.query", "query.prepared"), spec.OpRelease: ruled("observers.life"),
	},
}

// Parts of the documentation that describe what neither a manual nor a clause decides.
const (
	pageSession = "docs/protocol.md#session"
	pageState   = "docs/protocol.md#state"
	pageQueries = "docs/protocol.md#queries"
)

// deferral is the ground of changes in a deferral, toggles that of enabling and disabling an id.
var (
	deferral = map[spec.Family]Ground{
		spec.FlecsFamily: stated("QRY-102", "QRY-103").ruled("deferral.waits"),
		spec.TecsFamily:  ruled("declared.deferral", "deferral.waits"),
	}
	toggles = ruled("toggle.hides", "toggle.refused")
)

// Deciding returns the ground of an operation and its answer. A difference in events is about
// observers, and one in order or batches is about sorting and groups, whatever the operation.
func Deciding(p *spec.Profile, op *spec.Operation, q *spec.Query, kind compare.DiffKind) Ground {
	of := decides[p.Family]
	switch {
	case kind == compare.DiffEvents:
		return of[spec.OpEvents]
	case p.Family != spec.FlecsFamily:
		return of[op.Op]
	case kind == compare.DiffOrder && q != nil && q.GroupBy != "":
		return stated("QRY-555", "QRY-565")
	case kind == compare.DiffOrder:
		return stated("QRY-520", "QRY-543")
	case kind == compare.DiffBatches:
		return stated("REL-039", "REL-064")
	case op.Changes:
		return of[spec.OpChanged]
	case (op.Op == spec.OpEnable || op.Op == spec.OpDisable) && !op.ID.IsZero():
		return toggles
	}
	return of[op.Op]
}

// general cites the ground of the operation if no proof cites a statement; for a change in a
// deferral, that is the variable deferral. If it cites statements but no clause, it adds the clause
// that rests on most of them.
func (f *Finding) general(p *spec.Profile, q *spec.Query) {
	d := &f.Divergence
	if len(f.Statements) == 0 && d.Difference.Kind != compare.DiffBroken {
		depth := 0
		for i := range min(d.Index, len(f.Trace.Entries)) {
			if k := f.Trace.Entries[i].Op.Op; k == spec.OpDeferBegin {
				depth++
			} else if k == spec.OpDeferEnd {
				depth--
			}
		}
		g := Deciding(p, &d.Op, q, d.Difference.Kind)
		if depth > 0 && !d.Op.Op.IsRead() {
			g = deferral[p.Family]
		}
		f.Statements, f.Clauses, f.Undecided = slices.Clone(g.Statements), slices.Clone(g.Clauses), g.Page
	}
	if c := specification.Deciding(f.Statements); c != nil && len(f.Clauses) == 0 {
		f.Clauses = []string{c.Name}
	}
}
