package transcript

import (
	"cmp"
	"maps"
	"slices"

	"github.com/relspec/relspec/spec"
)

// tecsDefects are the effects of the released Tecs. They do not replace operations: each is a
// switch of [tecsWorld].
var tecsDefects = []string{
	dataOfFirst, edgesToDead, edgesWithoutTag, staleSparse, emptyIndex, removedEarly, indexedEarly, stagedOutlive,
	replacedNotified, boundReached, emptyWithoutIndex, walkWithoutIndex, everyRoute, stagedListed,
}

const (
	dataOfFirst       = "data of the first instance"
	edgesToDead       = "edges to the dead stay"
	edgesWithoutTag   = "removing all leaves dense edges"
	staleSparse       = "sparse edges read from before a restore"
	emptyIndex        = "no index of dense edges after a restore"
	removedEarly      = "sparse removals seen in a scope"
	indexedEarly      = "index of dense edges seen in a scope"
	stagedOutlive     = "sources of staged sparse edges outlive their target"
	replacedNotified  = "a replaced dense target heard"
	boundReached      = "walks refused at their bound"
	emptyWithoutIndex = "nothing found without an index"
	walkWithoutIndex  = "walks up without an index"
	everyRoute        = "an entity for each route"
	stagedListed      = "entities of a scope in dumps" // a defect of the adapter, not of Tecs
)

// tecsWorld is a world of the reference with some defects of Tecs. If edges still lead to a dead
// entity, tecsWorld hides the entity, but keeps it alive in the reference, without components and
// edges. In Tecs, an instance of a relationship holds the target and the data of edges, and is made
// when an operation first names the target.
type tecsWorld struct {
	spec.Engine
	on        map[string]bool
	relations map[spec.Handle]spec.Declaration
	first     map[spec.ID]spec.Operation // the data of the first instance for each target
	tecsState
	saved map[string]tecsState
	held  map[string]spec.Operation // prepared queries and monitors
	log   []spec.Event

	// The state of a scope.
	depth   int
	before  map[tecsEdge]bool // the edges at the start of the scope
	dying   []spec.Handle
	staged  []spec.Handle
	removed map[tecsEdge]bool
	indexed map[tecsEdge]bool
}

// tecsState is the part of a snapshot that the reference does not have.
type tecsState struct {
	dead      map[spec.Handle]bool
	untagged  map[spec.ID]bool          // sources with edges of a relationship but without its tag
	stale     map[spec.ID][]spec.DumpID // sources for which stale edges are read
	unindexed map[tecsEdge]bool
}

type tecsEdge struct{ source, relation, target spec.Handle }

func newTecsWorld(reference spec.Engine, defects map[string]string) *tecsWorld {
	w := &tecsWorld{
		Engine: reference, on: map[string]bool{}, first: map[spec.ID]spec.Operation{},
		relations: map[spec.Handle]spec.Declaration{
			spec.ChildOf: {Exclusive: true, Sparse: true, ReverseIndex: true, CascadeDelete: true},
		},
		tecsState: tecsState{
			map[spec.Handle]bool{}, map[spec.ID]bool{}, map[spec.ID][]spec.DumpID{}, map[tecsEdge]bool{},
		},
		saved: map[string]tecsState{}, held: map[string]spec.Operation{},
	}
	for _, d := range defects {
		w.on[d] = true
	}
	return w
}

func (s *tecsState) copied() tecsState {
	return tecsState{maps.Clone(s.dead), maps.Clone(s.untagged), maps.Clone(s.stale), maps.Clone(s.unindexed)}
}

// Apply applies an operation as Tecs would.
func (w *tecsWorld) Apply(op spec.Operation) spec.Outcome {
	if w.dead[op.Entity] && op.Op != spec.OpAlive || op.Op == spec.OpSet && w.dead[op.ID.Second] ||
		op.Op == spec.OpEntity && slices.ContainsFunc(op.IDs, func(id spec.ID) bool { return w.dead[id.Second] }) {
		return spec.Fail(spec.Errorf(spec.CodeNotAlive, "it was deleted"))
	}
	if w.on[dataOfFirst] && op.Op != spec.OpSet && op.Op != spec.OpEntity && w.isIncomplete(&op) {
		return spec.Fail(spec.Errorf(spec.CodeInvalid, "no instance can be made"))
	}
	w.note(&op)
	switch op.Op { //nolint:exhaustive // the others are as in the reference, but for what is hidden
	case spec.OpEvents:
		w.recordEvent()
		out := spec.Outcome{Kind: spec.OutEvents, Events: w.log}
		w.log = nil
		return out
	case spec.OpRelationship, spec.OpPrepare, spec.OpObserve, spec.OpSnapshot:
		out := w.Engine.Apply(op)
		if out.Err == nil {
			w.keep(op)
		}
		return out
	case spec.OpRelease:
		delete(w.held, op.On)
	case spec.OpEntity:
		return w.entity(op)
	case spec.OpSet:
		return w.set(op)
	case spec.OpRemove:
		return w.remove(op)
	case spec.OpDelete:
		return w.delete(op)
	case spec.OpDeferBegin:
		if w.depth++; w.depth == 1 {
			w.before, w.removed, w.indexed = w.edges(), map[tecsEdge]bool{}, map[tecsEdge]bool{}
		}
	case spec.OpDeferEnd:
		return w.commit(op)
	case spec.OpRestore:
		return w.restore(op)
	}
	return w.ask(op)
}

// keep remembers a declared relationship, a query or a snapshot.
func (w *tecsWorld) keep(op spec.Operation) {
	switch op.Op { //nolint:exhaustive // no other is kept
	case spec.OpRelationship:
		w.relations[op.Entity] = op.Declared
	case spec.OpSnapshot:
		w.saved[op.As] = w.copied()
	default:
		w.held[op.As] = op
	}
}

// note records the first instance of each relationship and target. Every operation that names them
// makes one, even a query.
func (w *tecsWorld) note(op *spec.Operation) {
	for _, id := range w.unmade(op) {
		if d := w.relations[id.First]; isWellFormed(op, &d) && isComplete(op, &d) {
			w.first[id] = spec.Operation{Args: op.Args, Value: op.Value}
		}
	}
}

// unmade returns the edges that an operation names and that have no instance yet.
func (w *tecsWorld) unmade(op *spec.Operation) []spec.ID {
	ids := append([]spec.ID{op.ID}, op.IDs...)
	if op.Query != nil {
		for _, t := range op.Query.Terms {
			ids = append(ids, spec.Pair(spec.Handle(t.First.Name), spec.Handle(t.Second.Name)))
		}
	}
	return slices.DeleteFunc(ids, func(id spec.ID) bool {
		_, declared := w.relations[id.First]
		_, made := w.first[id]
		return made || !declared || !id.IsPair() || id.Second.IsWildcard()
	})
}

// isIncomplete reports whether an operation creates an instance without the data that it needs.
func (w *tecsWorld) isIncomplete(op *spec.Operation) bool {
	return slices.ContainsFunc(w.unmade(op), func(id spec.ID) bool {
		d := w.relations[id.First]
		return !isComplete(&spec.Operation{}, &d)
	})
}

func isWellFormed(op *spec.Operation, d *spec.Declaration) bool {
	for name := range op.Value {
		if !slices.Contains(d.Fields, name) {
			return false
		}
	}
	return len(op.Args) <= len(d.Fields) && (len(op.Args) == 0 || len(op.Value) == 0)
}

// isComplete reports whether all required fields have data.
func isComplete(op *spec.Operation, d *spec.Declaration) bool {
	for i, f := range d.Fields {
		given := i < len(op.Args) && !op.Args[i].IsNull() || op.Value[f] != nil ||
			i < len(d.Defaults) && !d.Defaults[i].IsNull()
		if !given && slices.Contains(d.Require, f) {
			return false
		}
	}
	return true
}

// entity creates an entity. Its edges have the data of the first instances.
func (w *tecsWorld) entity(op spec.Operation) spec.Outcome {
	ids := op.IDs
	if w.on[dataOfFirst] {
		op.IDs = slices.DeleteFunc(slices.Clone(ids), func(id spec.ID) bool {
			first := w.first[id]
			return len(first.Args)+len(first.Value) > 0
		})
	}
	out := w.Engine.Apply(op)
	if out.Err == nil && w.depth > 0 {
		w.staged = append(w.staged, op.Entity)
	}
	for _, id := range ids {
		if out.Err == nil && !slices.Contains(op.IDs, id) {
			w.set(spec.Operation{Op: spec.OpSet, Entity: op.Entity, ID: id})
		} else if out.Err == nil {
			w.linked(op.Entity, id)
		}
	}
	return out
}

func (w *tecsWorld) set(op spec.Operation) spec.Outcome {
	d, edge := w.relations[op.ID.First]
	first, made := w.first[op.ID]
	if w.on[dataOfFirst] && made && isWellFormed(&op, &d) {
		op.Args, op.Value = first.Args, first.Value
	}
	var events []spec.Event
	if w.on[replacedNotified] && edge && d.Exclusive && !d.Sparse && w.depth == 0 {
		events = w.replaced(&op)
	}
	out := w.Engine.Apply(op)
	if out.Err == nil && edge {
		if len(events) > 0 {
			w.recordEvent()
			w.log = append(w.log, events...)
		}
		w.linked(op.Entity, op.ID)
	}
	return out
}

// linked records that an edge was set.
func (w *tecsWorld) linked(e spec.Handle, id spec.ID) {
	d, edge := w.relations[id.First]
	if !edge {
		return
	}
	at, x := spec.Pair(e, id.First), tecsEdge{e, id.First, id.Second}
	delete(w.untagged, at)
	delete(w.stale, at)
	delete(w.unindexed, x)
	if w.depth > 0 && d.ReverseIndex && !d.Sparse && w.on[indexedEarly] {
		w.indexed[x] = true
	}
}

// replaced returns the monitor events for an edge that replaces another.
func (w *tecsWorld) replaced(op *spec.Operation) (out []spec.Event) {
	targets := w.Engine.Apply(spec.Operation{Op: spec.OpTargets, Entity: op.Entity, Relationship: op.ID.First}).Entities
	if len(targets) == 0 || targets[0] == op.ID.Second {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(w.held)) {
		q := w.held[name].Query
		plain := !slices.ContainsFunc(q.Terms, func(t spec.Term) bool {
			return t.Oper == spec.Not && string(op.ID.First) == t.First.Name || t.Second.Name != ""
		})
		if w.held[name].Op == spec.OpObserve && plain && w.matches(q, op.Entity) {
			out = append(out, spec.Event{Observer: name, Event: spec.OnRemove, Entity: op.Entity, Leave: true},
				spec.Event{Observer: name, Event: spec.OnAdd, Entity: op.Entity})
		}
	}
	return out
}

func (w *tecsWorld) matches(q *spec.Query, e spec.Handle) bool {
	return !slices.ContainsFunc(q.Terms, func(t spec.Term) bool {
		has := spec.Operation{Op: spec.OpHas, Entity: e, ID: spec.ID{
			First: spec.Handle(t.First.Name), Second: spec.Handle(t.Second.Name),
		}}
		return w.ask(has).Bool == (t.Oper == spec.Not)
	})
}

func (w *tecsWorld) remove(op spec.Operation) spec.Outcome {
	d, edge := w.relations[op.ID.First]
	all := !op.ID.IsPair() || op.ID.Second.IsWildcard()
	at := spec.Pair(op.Entity, op.ID.First)
	if edge && all && !d.Sparse && w.on[edgesWithoutTag] {
		if out := w.Engine.Apply(spec.Operation{Op: spec.OpHas, Entity: op.Entity, ID: op.ID}); out.Err != nil || !out.Bool {
			return w.Engine.Apply(op)
		}
		w.untagged[at] = true
		return spec.OK()
	}
	out := w.Engine.Apply(op)
	if out.Err != nil || !edge {
		return out
	}
	delete(w.stale, at)
	for x := range w.edges() {
		if w.depth > 0 && x.source == op.Entity && x.relation == op.ID.First && (all || x.target == op.ID.Second) {
			switch {
			case d.Sparse && w.on[removedEarly]:
				w.removed[x], w.indexed[x] = true, false
			case !d.Sparse && w.on[indexedEarly]:
				w.indexed[x] = false
			}
		}
	}
	return out
}

// edges returns the edges of the reference.
func (w *tecsWorld) edges() map[tecsEdge]bool {
	out := map[tecsEdge]bool{}
	for _, e := range w.Engine.Apply(spec.Operation{Op: spec.OpDump}).Dump.Entities {
		for _, id := range e.IDs {
			if id.ID.IsPair() {
				out[tecsEdge{e.Handle, id.ID.First, id.ID.Second}] = true
			}
		}
	}
	return out
}

func (w *tecsWorld) delete(op spec.Operation) spec.Outcome {
	switch {
	case !w.Engine.Apply(spec.Operation{Op: spec.OpAlive, Entity: op.Entity}).Bool,
		!w.on[edgesToDead] && !w.on[stagedOutlive] && !w.on[removedEarly] && len(w.unindexed) == 0:
		return w.Engine.Apply(op)
	case w.depth > 0:
		w.dying = append(w.dying, op.Entity)
		for x := range w.edges() {
			if x.source == op.Entity && w.relations[x.relation].Sparse && w.on[removedEarly] {
				w.removed[x], w.indexed[x] = true, false
			}
		}
	default:
		w.bury(op.Entity, nil)
	}
	return spec.OK()
}

// bury deletes an entity and those that die with it. Edges to them remain if no index has them.
func (w *tecsWorld) bury(e spec.Handle, before map[tecsEdge]bool) {
	edges := w.edges()
	staged := func(x tecsEdge) bool {
		return before != nil && !before[x] && w.relations[x.relation].Sparse && w.on[stagedOutlive]
	}
	dead := map[spec.Handle]bool{e: true}
	for grown := true; grown; {
		grown = false
		for x := range edges {
			if w.relations[x.relation].CascadeDelete && dead[x.target] && !dead[x.source] && !w.unindexed[x] && !staged(x) {
				dead[x.source], grown = true, true
			}
		}
	}
	led := map[spec.Handle]bool{} // dead targets of edges that remain
	var cut []tecsEdge
	for x := range edges {
		d := w.relations[x.relation]
		switch {
		case !dead[x.target] || dead[x.source]:
		case w.unindexed[x], staged(x), w.on[edgesToDead] && (d.Sparse || !d.ReverseIndex):
			led[x.target] = true
		default:
			cut = append(cut, x)
		}
	}
	if len(led) == 0 { // delete at once, so that monitors see one operation
		w.Engine.Apply(spec.Operation{Op: spec.OpDelete, Entity: e})
		return
	}
	for _, x := range cut {
		w.Engine.Apply(spec.Operation{Op: spec.OpRemove, Entity: x.source, ID: spec.Pair(x.relation, x.target)})
	}
	for h := range dead {
		w.Engine.Apply(spec.Operation{Op: spec.OpClear, Entity: h})
	}
	for h := range dead {
		if led[h] {
			w.dead[h] = true
		} else {
			w.Engine.Apply(spec.Operation{Op: spec.OpDelete, Entity: h})
		}
	}
}

func (w *tecsWorld) commit(op spec.Operation) spec.Outcome {
	out := w.Engine.Apply(op)
	if out.Err != nil {
		return out
	}
	if w.depth--; w.depth > 0 {
		return out
	}
	w.removed, w.indexed, w.staged = nil, nil, nil
	for _, e := range w.dying {
		w.bury(e, w.before)
	}
	w.dying = nil
	return out
}

func (w *tecsWorld) restore(op spec.Operation) spec.Outcome {
	before := w.dump()
	out := w.Engine.Apply(op)
	if out.Err != nil {
		return out
	}
	saved := w.saved[op.As]
	w.tecsState = saved.copied()
	for x := range w.edges() {
		d := w.relations[x.relation]
		if !d.Sparse && d.ReverseIndex && w.on[emptyIndex] {
			w.unindexed[x] = true
		}
		if d.Sparse && w.on[staleSparse] {
			at := spec.Pair(x.source, x.relation)
			w.stale[at] = []spec.DumpID{}
			for _, e := range before.Entities {
				for _, id := range e.IDs {
					if e.Handle == x.source && id.ID.First == x.relation {
						w.stale[at] = append(w.stale[at], id)
					}
				}
			}
		}
	}
	return out
}

// recordEvent moves the new events of the reference to the log.
func (w *tecsWorld) recordEvent() {
	for _, e := range w.Engine.Apply(spec.Operation{Op: spec.OpEvents}).Events {
		if !w.dead[e.Entity] || e.Event != spec.OnAdd {
			w.log = append(w.log, e)
		}
	}
}

// ask applies an operation that does not change the world.
func (w *tecsWorld) ask(op spec.Operation) spec.Outcome {
	d, edge := w.relations[along(&op)]
	switch op.Op { //nolint:exhaustive // the others are as in the reference
	case spec.OpAlive:
		if w.dead[op.Entity] {
			return spec.BoolOutcome(false)
		}
	case spec.OpDump:
		return spec.Outcome{Kind: spec.OutDump, Dump: w.dump()}
	case spec.OpHas, spec.OpGet, spec.OpTargets, spec.OpTarget:
		return w.about(op)
	case spec.OpQuery, spec.OpIterate:
		return w.rows(op)
	case spec.OpSources:
		return w.sources(op)
	case spec.OpTraverse:
		if edge && op.MaxDepth == 0 {
			return w.traverse(op, &d)
		}
	case spec.OpWalkUp:
		if edge {
			return w.walkUp(op, &d)
		}
	case spec.OpTables:
		out := w.Engine.Apply(op)
		empty := func(e spec.DumpEntity) bool { return len(e.IDs) == 0 }
		if len(w.dead) > 0 && !slices.ContainsFunc(w.dump().Entities, empty) {
			out.Number--
		}
		return out
	}
	return w.Engine.Apply(op)
}

// along returns the relationship that a walk follows.
func along(op *spec.Operation) spec.Handle { return cmp.Or(op.Relationship, spec.ChildOf) }

// about answers a question about the ids or targets of one entity.
func (w *tecsWorld) about(op spec.Operation) spec.Outcome {
	out := w.Engine.Apply(op)
	r, whole := op.Relationship, true
	if r == "" {
		r, whole = op.ID.First, !op.ID.IsPair() || op.ID.Second.IsWildcard()
	}
	at := spec.Pair(op.Entity, r)
	stale, isStale := w.stale[at]
	gone := func(t spec.Handle) bool { return w.removed[tecsEdge{op.Entity, r, t}] }
	switch {
	case out.Err != nil:
	case op.Op == spec.OpHas && whole:
		out.Bool = out.Bool && !w.untagged[at]
	case op.Op == spec.OpHas:
		out.Bool = out.Bool && !gone(op.ID.Second)
	case op.Op == spec.OpTargets && isStale:
		out.Entities = nil
		for _, id := range stale {
			out.Entities = append(out.Entities, id.ID.Second)
		}
	case op.Op == spec.OpTargets:
		out.Entities = slices.DeleteFunc(out.Entities, gone)
	case op.Op == spec.OpGet && isStale && whole:
		out.Value = nil
		if len(stale) > 0 {
			to := spec.NamedScalar{
				Name: "target", Scalar: spec.Scalar{Type: spec.Entity, Text: string(stale[0].ID.Second)},
			}
			out.Value = append(slices.Clone(stale[0].Value), to)
		}
	case op.Op == spec.OpGet && whole && w.relations[r].Exclusive && len(out.Value) > 0,
		op.Op == spec.OpGet && !whole:
		t := op.ID.Second
		if whole {
			t = spec.Handle(out.Value[len(out.Value)-1].Text)
		}
		if gone(t) {
			out.Value = nil
		}
	}
	return out
}

// dump returns the dump of Tecs: without dead entities, and with the edges that Tecs reads.
func (w *tecsWorld) dump() *spec.Dump {
	out := *w.Engine.Apply(spec.Operation{Op: spec.OpDump}).Dump
	out.Entities = slices.DeleteFunc(slices.Clone(out.Entities),
		func(e spec.DumpEntity) bool { return w.dead[e.Handle] })
	for i := range out.Entities {
		e := &out.Entities[i]
		before := e.IDs
		e.IDs = slices.DeleteFunc(slices.Clone(before), func(id spec.DumpID) bool {
			_, isStale := w.stale[spec.Pair(e.Handle, id.ID.First)]
			return isStale || w.removed[tecsEdge{e.Handle, id.ID.First, id.ID.Second}]
		})
		for r := range w.relations {
			of := func(id spec.DumpID) bool { return id.ID.First == r }
			stale, isStale := w.stale[spec.Pair(e.Handle, r)]
			e.IDs = append(e.IDs, stale...)
			if (isStale || slices.ContainsFunc(before, of)) && !slices.ContainsFunc(e.IDs, of) { // only the tag
				e.IDs = append(e.IDs, spec.DumpID{ID: spec.Pair(r, "?")})
			}
		}
		slices.SortFunc(e.IDs, func(a, b spec.DumpID) int { return a.ID.Compare(b.ID) })
	}
	if w.on[stagedListed] {
		for _, h := range w.staged {
			out.Entities = append(out.Entities, spec.DumpEntity{Handle: h})
		}
		slices.SortFunc(out.Entities, func(a, b spec.DumpEntity) int { return cmp.Compare(a.Handle, b.Handle) })
	}
	return &out
}

// rows answers a query.
func (w *tecsWorld) rows(op spec.Operation) spec.Outcome {
	out := w.Engine.Apply(op)
	if out.Err != nil {
		return out
	}
	q := op.Query
	if op.Op == spec.OpIterate {
		q = w.held[op.On].Query
	}
	if len(w.untagged) > 0 && q != nil {
		out.Rows = nil
		for _, e := range w.dump().Entities {
			if w.matches(q, e.Handle) {
				out.Rows = append(out.Rows, spec.Row{This: e.Handle, Fields: []spec.Field{}})
			}
		}
	}
	out.Rows = slices.DeleteFunc(out.Rows, func(r spec.Row) bool { return w.dead[r.This] })
	return out
}

// isSilent reports whether a relationship has no index, but Tecs answers with nothing.
func (w *tecsWorld) isSilent(d *spec.Declaration) bool {
	return d.Sparse && !d.ReverseIndex && w.on[emptyWithoutIndex]
}

func (w *tecsWorld) sources(op spec.Operation) spec.Outcome {
	d := w.relations[op.Relationship]
	out := w.Engine.Apply(op)
	switch {
	case out.Err != nil && w.isSilent(&d):
		return spec.Outcome{Kind: spec.OutEntities}
	case out.Err != nil:
		return out
	}
	out.Entities = slices.DeleteFunc(out.Entities, func(s spec.Handle) bool {
		x := tecsEdge{s, op.Relationship, op.Entity}
		shown, changed := w.indexed[x]
		return w.unindexed[x] || changed && !shown
	})
	for x, shown := range w.indexed {
		if shown && x.relation == op.Relationship && x.target == op.Entity && !slices.Contains(out.Entities, x.source) {
			out.Entities = append(out.Entities, x.source)
		}
	}
	return out
}

// traverse returns an entity once for each path, and refuses endless walks.
func (w *tecsWorld) traverse(op spec.Operation, d *spec.Declaration) spec.Outcome {
	out := w.Engine.Apply(op)
	switch {
	case out.Err != nil && w.isSilent(d):
		return spec.Outcome{Kind: spec.OutEntities, Depths: []int{}}
	case out.Err != nil:
		return out
	}
	routes := spec.Outcome{Kind: spec.OutEntities, Depths: []int{}, AnyOrder: out.AnyOrder}
	r := along(&op)
	var below func(e spec.Handle, depth int) bool
	below = func(e spec.Handle, depth int) bool {
		for _, s := range w.sources(spec.Operation{Op: spec.OpSources, Entity: e, Relationship: r}).Entities {
			routes.Entities, routes.Depths = append(routes.Entities, s), append(routes.Depths, depth)
			if len(routes.Entities) > 1000 || !below(s, depth+1) {
				return false
			}
		}
		return true
	}
	ended := below(op.Entity, 0)
	switch {
	case !ended && w.on[everyRoute]:
		return spec.Fail(spec.Errorf(spec.CodeLimit, "the walk does not end"))
	case !ended || !w.on[everyRoute] && len(routes.Entities) != len(out.Entities):
		return out
	}
	return routes
}

func (w *tecsWorld) walkUp(op spec.Operation, d *spec.Declaration) spec.Outcome {
	out := w.Engine.Apply(op)
	limit := cmp.Or(op.MaxDepth, spec.Tecs().WalkUp)
	r := along(&op)
	if out.Err != nil && out.Err.Code == spec.CodeInvalid && !d.ReverseIndex && w.on[walkWithoutIndex] {
		out = spec.Outcome{Kind: spec.OutPath}
		for at := op.Entity; at != "" && (op.Take == 0 || len(out.Entities) < op.Take); {
			at = w.Engine.Apply(spec.Operation{Op: spec.OpTarget, Entity: at, Relationship: r}).Entity
			if at != "" {
				out.Entities = append(out.Entities, at)
			}
			if len(out.Entities) > limit {
				return spec.Fail(spec.Errorf(spec.CodeLimit, "there are more ancestors"))
			}
		}
	}
	if out.Err == nil && w.on[boundReached] && len(out.Entities) == limit && op.Take != limit {
		return spec.Fail(spec.Errorf(spec.CodeLimit, "there are as many ancestors as the bound"))
	}
	return out
}
