package model

import (
	"cmp"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// Apply does one operation. It never panics; an operation that errs has no effect.
func (w *World) Apply(op spec.Operation) spec.Outcome {
	var out spec.Outcome
	err := w.atomically(func() *spec.Error {
		var err *spec.Error
		out, err = w.apply(op)
		return err
	})
	if err != nil {
		return spec.Fail(err)
	}
	out.Kind = op.Op.Outcome()
	return out
}

// found is an operation's argument: the alive entity of a handle.
func (w *World) find(h spec.Handle) (entity, *spec.Error) {
	e, ok := w.handles[h]
	switch {
	case !ok:
		return none, spec.Errorf(spec.CodeUnresolved, "there is no entity %q", string(h))
	case !w.alive(e):
		return none, spec.Errorf(spec.CodeNotAlive, "%s was deleted", h)
	}
	return e, nil
}

// pattern resolves an id of a question or a removal: wildcards allowed, dead elements match nothing (P-1).
func (w *World) pattern(i spec.ID) (id, *spec.Error) {
	if i.First == "" {
		return id{}, spec.Errorf(spec.CodeInvalid, "an id is missing")
	}
	for _, h := range []spec.Handle{i.First, i.Second} {
		if _, ok := w.handles[h]; !ok && h != "" && !h.IsWildcard() {
			return id{}, spec.Errorf(spec.CodeUnresolved, "there is no entity %q", string(h))
		}
	}
	return w.idOf(i), nil
}

// concrete resolves an id that is to be added or that holds data: no wildcard, nothing dead (P-8).
func (w *World) concrete(i spec.ID) (id, *spec.Error) {
	p, err := w.pattern(i)
	switch {
	case err != nil:
		return id{}, err
	case p.hasWildcard():
		return id{}, spec.Errorf(spec.CodeInvalid, "%s has a wildcard where an id is needed", i)
	case !w.alive(p.first) || p.isPair() && !w.alive(p.second):
		return id{}, spec.Errorf(spec.CodeNotAlive, "%s mentions a deleted entity", i)
	}
	return p, nil
}

func (w *World) apply(op spec.Operation) (spec.Outcome, *spec.Error) {
	switch op.Op {
	case spec.OpHello:
		return spec.Outcome{Info: &spec.Info{Implementation: "relspec/model", Version: "1", Language: "Go", Protocol: spec.Version}}, nil
	case spec.OpReset:
		p, err := spec.ProfileByName(op.Profile)
		if err == nil {
			*w = *New(p)
		}
		return spec.OK(), err
	case spec.OpQuit, spec.OpNote:
		return spec.OK(), nil
	case spec.OpEntity, spec.OpComponent:
		return spec.OK(), w.create(op)
	case spec.OpAlive:
		return spec.Outcome{Bool: w.alive(max(none, w.handles[op.Entity]))}, nil
	case spec.OpCount, spec.OpTypeOf, spec.OpRemoveAll, spec.OpDeleteWith:
		return w.applyID(op)
	case spec.OpScope, spec.OpLookup:
		return w.applyScope(op)
	case spec.OpQuery, spec.OpPrepare, spec.OpIterate, spec.OpRelease, spec.OpExplain, spec.OpPlan:
		return w.applyQuery(op)
	case spec.OpSnapshot:
		w.snapshots[op.As] = snapshot{slices.Clone(w.entities), w.scope}
		return spec.OK(), nil
	case spec.OpRestore:
		return spec.OK(), w.restore(op.As)
	case spec.OpDump:
		return spec.Outcome{Dump: w.dump()}, nil
	case spec.OpDelete, spec.OpClear, spec.OpAdd, spec.OpRemove, spec.OpSet, spec.OpGet, spec.OpModified, spec.OpHas,
		spec.OpOwns, spec.OpIDs, spec.OpTarget, spec.OpTargets, spec.OpSources, spec.OpPath, spec.OpSetName,
		spec.OpParent, spec.OpChildren, spec.OpDepth, spec.OpWalkUp, spec.OpTraverse, spec.OpEnable, spec.OpDisable:
		e, err := w.find(op.Entity)
		if err != nil {
			return spec.Outcome{}, err
		}
		return w.applyEntity(op, e)
	case spec.OpOverride, spec.OpDeferBegin, spec.OpDeferEnd, spec.OpTeardown, spec.OpChanged, spec.OpIterBegin,
		spec.OpIterNext, spec.OpIterEnd, spec.OpObserve, spec.OpEvents:
		return spec.Outcome{}, spec.Errorf(spec.CodeUnsupported, "%s is not built yet", op.Op)
	}
	return spec.Outcome{}, spec.Errorf(spec.CodeInvalid, "unknown operation %q", string(op.Op))
}

// create makes an entity or a component (REL-014, REL-110 to REL-113, P-2, P-7).
func (w *World) create(op spec.Operation) *spec.Error {
	if err := op.Entity.Check(); err != nil {
		return err
	}
	if _, ok := w.handles[op.Entity]; ok {
		return spec.Errorf(spec.CodeExists, "the handle %s is taken", op.Entity)
	}
	if err := spec.CheckMembers(op.Members); err != nil {
		return err
	}
	e := entity(len(w.entities))
	w.handles[op.Entity] = e
	isComponent := op.Op == spec.OpComponent
	w.entities = append(w.entities, record{handle: op.Entity, alive: true, component: isComponent, members: op.Members})
	parent := w.scope
	if op.Parent != "" {
		var err *spec.Error
		if parent, err = w.find(op.Parent); err != nil {
			return err
		}
	}
	if parent != none && (op.Parent != "" || !op.Unscoped) {
		if err := w.add(e, id{w.handles[spec.ChildOf], parent}); err != nil {
			return err
		}
	}
	for _, i := range op.IDs {
		x, err := w.concrete(i)
		if err == nil {
			err = w.add(e, x)
		}
		if err != nil {
			return err
		}
	}
	if op.Name != nil {
		return w.setName(e, *op.Name)
	}
	return nil
}

func (w *World) applyID(op spec.Operation) (out spec.Outcome, err *spec.Error) {
	if op.Op == spec.OpTypeOf {
		i, err := w.concrete(op.ID)
		if err == nil && w.typeOf(i) != none {
			out.Entity = w.handle(w.typeOf(i))
		}
		return out, err
	}
	p, err := w.pattern(op.ID)
	if err != nil {
		return out, err
	}
	owners := slices.DeleteFunc(w.users(), func(e entity) bool { return !w.owns(e, p) })
	switch op.Op {
	case spec.OpCount:
		out.Number = int64(len(owners))
	case spec.OpRemoveAll: // REL-122 to REL-124
		for _, e := range w.all() {
			if !w.entities[e].builtin || !slices.ContainsFunc(w.entities[e].initial, func(f fact) bool { return p.matches(f.id) }) {
				if err := w.removeMatches(e, p); err != nil {
					return out, err
				}
			}
		}
	case spec.OpDeleteWith:
		if !p.isPair() && p.first < 0 || p.first == anyone || p.second == anyone {
			return out, nil
		}
		return out, w.delete(owners)
	default:
	}
	return out, nil
}

func (w *World) applyScope(op spec.Operation) (out spec.Outcome, err *spec.Error) {
	e := none
	h := op.Entity
	if op.Op == spec.OpLookup {
		h = op.From
		e = w.scope
	}
	if h != "" {
		if e, err = w.find(h); err != nil {
			return out, err
		}
	}
	if op.Op == spec.OpLookup {
		if found := w.lookup(op.Path, e, op.Recursive == nil || *op.Recursive); found != none {
			out.Entity = w.handle(found)
		}
		return out, nil
	}
	if w.scope != none {
		out.Entity = w.handle(w.scope) // REL-111
	}
	w.scope = e
	return out, nil
}

// applyEntity does what concerns one alive entity.
func (w *World) applyEntity(op spec.Operation, e entity) (out spec.Outcome, err *spec.Error) {
	switch op.Op {
	case spec.OpDelete:
		if w.entities[e].builtin {
			return out, spec.Errorf(spec.CodeInvalid, "%s is reserved and cannot be deleted", op.Entity)
		}
		return out, w.delete([]entity{e})
	case spec.OpClear:
		return out, w.clear(e)
	case spec.OpIDs:
		for _, f := range w.entities[e].own {
			out.IDs = append(out.IDs, w.specID(f.id))
		}
		return out, nil
	case spec.OpSetName:
		if op.Name == nil {
			return out, spec.Errorf(spec.CodeInvalid, "set_name needs a name")
		}
		return out, w.setName(e, *op.Name)
	case spec.OpPath:
		from := none
		if op.From != "" {
			if from, err = w.find(op.From); err != nil {
				return out, err
			}
		}
		if path, ok := w.path(e, from); ok {
			out.Text = &path
		}
		return out, nil
	case spec.OpParent:
		if p := w.parent(e); p != none {
			out.Entity = w.handle(p)
		}
		return out, nil
	case spec.OpChildren:
		out.Entities = w.sources(w.handles[spec.ChildOf], e)
		return out, nil
	case spec.OpEnable, spec.OpDisable:
		return out, w.enable(op, e)
	case spec.OpTarget, spec.OpTargets, spec.OpSources, spec.OpDepth, spec.OpWalkUp, spec.OpTraverse:
		return w.applyRelationship(op, e)
	case spec.OpHas, spec.OpOwns, spec.OpRemove:
		p, err := w.pattern(op.ID)
		switch {
		case err != nil:
		case op.Op == spec.OpHas:
			_, out.Bool = w.has(e, p)
		case op.Op == spec.OpOwns:
			out.Bool = w.owns(e, p)
		default:
			err = w.removeNamed(e, p)
		}
		return out, err
	default:
		i, err := w.concrete(op.ID)
		if err != nil {
			return out, err
		}
		return w.applyData(op, e, i)
	}
}

// removeNamed is remove for the operation of that name: it may also lift the default Final of a component (P-12).
func (w *World) removeNamed(e entity, p id) *spec.Error {
	if w.handle(p.first) == spec.Final && !p.isPair() && w.entities[e].component {
		w.entities[e].open = true
	}
	return w.removeMatches(e, p)
}

// applyData does what concerns one concrete id of an entity (REL-045, REL-054, P-10).
func (w *World) applyData(op spec.Operation, e entity, i id) (out spec.Outcome, err *spec.Error) {
	if op.Op == spec.OpAdd {
		if first := w.handle(i.first); !i.isPair() && (first == spec.Union || first == spec.Sparse || first == spec.DontFragment) {
			return out, spec.Errorf(spec.CodeUnsupported, "%s is not built yet", first)
		}
		return out, w.add(e, i)
	}
	component := w.typeOf(i)
	if component == none && op.Op != spec.OpModified {
		return out, spec.Errorf(spec.CodeInvalid, "%s is a tag and has no data", op.ID)
	}
	switch op.Op {
	case spec.OpGet:
		out.Value = w.valueOf(e, i)
	case spec.OpSet:
		value, err := op.Value.Typed(w.entities[component].members)
		if err == nil {
			err = w.add(e, i)
		}
		if err == nil {
			w.put(e, i, value)
		}
		return out, err
	case spec.OpModified:
		if _, ok := w.owned(e, i); !ok {
			return out, spec.Errorf(spec.CodeInvalid, "%s does not own %s", op.Entity, op.ID)
		}
	default:
	}
	return out, nil
}

// clear takes everything that e owns away, its name included (P-3, ruling 18).
func (w *World) clear(e entity) *spec.Error {
	if w.entities[e].builtin {
		return spec.Errorf(spec.CodeInvalid, "%s is reserved and cannot be cleared", w.handle(e))
	}
	w.entities[e].name = ""
	for _, f := range slices.Clone(w.entities[e].own) {
		if err := w.remove(e, f.id); err != nil {
			return err
		}
	}
	return nil
}

// enable and disable take away and add Disabled (P-16).
func (w *World) enable(op spec.Operation, e entity) *spec.Error {
	switch {
	case !op.ID.IsZero():
		return spec.Errorf(spec.CodeUnsupported, "enabling and disabling ids is not built yet")
	case w.entities[e].builtin:
		return spec.Errorf(spec.CodeInvalid, "%s is reserved", op.Entity)
	case op.Op == spec.OpEnable:
		return w.remove(e, id{first: w.handles[spec.Disabled]})
	}
	return w.add(e, id{first: w.handles[spec.Disabled]})
}

func (w *World) sources(r, t entity) []spec.Handle {
	var out []spec.Handle
	for _, x := range w.users() {
		if w.owns(x, id{r, t}) {
			out = append(out, w.handle(x))
		}
	}
	return out
}

// applyRelationship does what follows one relationship from e (REL-027 to REL-031, REL-074, P-14, P-15).
func (w *World) applyRelationship(op spec.Operation, e entity) (out spec.Outcome, err *spec.Error) {
	name := op.Relationship
	if name == "" {
		name = spec.ChildOf
	}
	r, err := w.find(name)
	if err != nil {
		return out, err
	}
	switch op.Op {
	case spec.OpTarget, spec.OpTargets:
		for _, h := range w.holdings(e) {
			if h.isPair() && h.first == r {
				out.Entities = append(out.Entities, w.handle(h.second))
			}
		}
		if op.Op == spec.OpTarget {
			targets := out.Entities
			out.Entities = nil
			if op.Index >= 0 && op.Index < len(targets) {
				out.Entity = targets[op.Index]
			}
		}
	case spec.OpSources:
		out.Entities = w.sources(r, e)
	case spec.OpDepth:
		out.Number = int64(w.depth(e, r, nil))
	case spec.OpWalkUp:
		seen := []entity{e}
		for next := w.targets(e, r); len(next) > 0 && !slices.Contains(seen, next[0]); next = w.targets(next[0], r) {
			seen = append(seen, next[0])
			out.Entities = append(out.Entities, w.handle(next[0]))
			if op.MaxDepth > 0 && len(out.Entities) > op.MaxDepth {
				return out, spec.Errorf(spec.CodeLimit, "more than %d steps up from %s", op.MaxDepth, op.Entity)
			}
		}
	default:
		out.Entities = w.below(e, r, op.MaxDepth)
	}
	return out, nil
}

// depth is the longest path over own pairs of r, cut where it would meet itself (P-15).
func (w *World) depth(e, r entity, path []entity) int {
	longest := 0
	path = append(path, e)
	for _, t := range w.targets(e, r) {
		if !slices.Contains(path, t) {
			longest = max(longest, 1+w.depth(t, r, path))
		}
	}
	return longest
}

// below lists everything that leads to e over own pairs of r, children at depth 0, up to a depth (0: all).
func (w *World) below(e, r entity, maxDepth int) []spec.Handle {
	var out []spec.Handle
	level, seen := []entity{e}, []entity{e}
	for depth := 0; len(level) > 0 && (maxDepth == 0 || depth <= maxDepth); depth++ {
		var next []entity
		for _, x := range w.users() {
			if !slices.Contains(seen, x) && slices.ContainsFunc(level, func(t entity) bool { return w.owns(x, id{r, t}) }) {
				next, seen = append(next, x), append(seen, x)
				out = append(out, w.handle(x))
			}
		}
		level = next
	}
	return out
}

// applyQuery creates and answers queries.
func (w *World) applyQuery(op spec.Operation) (out spec.Outcome, err *spec.Error) {
	var q *query
	prepared, ok := w.queries[op.On]
	switch op.Op {
	case spec.OpIterate, spec.OpRelease:
		if q = prepared; !ok {
			return out, spec.Errorf(spec.CodeUnresolved, "no query is named %q", op.On)
		}
	default:
		if q, err = w.compile(op.Query); err != nil {
			return out, err
		}
	}
	switch op.Op {
	case spec.OpPrepare:
		if _, taken := w.queries[op.As]; taken || op.As == "" {
			return out, spec.Errorf(spec.CodeExists, "a prepared query needs a new name, got %q", op.As)
		}
		w.queries[op.As] = q
		return out, nil
	case spec.OpRelease:
		delete(w.queries, op.On)
		return out, nil
	case spec.OpPlan:
		text := "try every assignment of " + strings.Join(q.variables, ", ")
		out.Text = &text
		return out, nil
	case spec.OpExplain:
		out.Explanation, err = w.explain(q, op)
		return out, err
	default:
	}
	if op.Batches || op.Group != nil {
		return out, spec.Errorf(spec.CodeUnsupported, "batches and groups are not built yet")
	}
	preset, err := w.preset(q, op.Vars)
	if err != nil {
		return out, err
	}
	ev, err := w.solve(q, preset)
	if err != nil {
		return out, err
	}
	out.Rows = ev.rows(op.Values)
	if op.Skip > 0 {
		out.Rows = out.Rows[min(op.Skip, len(out.Rows)):]
	}
	if op.Limit > 0 {
		out.Rows = out.Rows[:min(op.Limit, len(out.Rows))]
	}
	return out, nil
}

// restore brings a snapshot back. Entities made since then are gone for good: their numbers stay used, so that
// prepared queries never see another entity in their place (P-17).
func (w *World) restore(name string) *spec.Error {
	s, ok := w.snapshots[name]
	if !ok {
		return spec.Errorf(spec.CodeUnresolved, "no snapshot is named %q", name)
	}
	for _, r := range w.entities[len(s.entities):] {
		if w.handles[r.handle] >= entity(len(s.entities)) {
			delete(w.handles, r.handle)
		}
	}
	for e, r := range s.entities {
		if r.handle != "" {
			w.handles[r.handle] = entity(e)
		}
	}
	later := len(w.entities) - len(s.entities)
	w.entities = append(slices.Clone(s.entities), make([]record, later)...)
	w.scope = s.scope
	return nil
}

// dump is the whole world in canonical form. Builtins are in it where the user changed them (P-13).
func (w *World) dump() *spec.Dump {
	d := &spec.Dump{Entities: []spec.DumpEntity{}}
	if w.scope != none {
		d.Scope = w.handle(w.scope)
	}
	for _, e := range w.all() {
		r := w.entities[e]
		out := spec.DumpEntity{Handle: r.handle, Name: r.name, Component: r.component, Members: r.members, Open: r.open}
		for _, f := range r.own {
			if !r.builtin || !slices.ContainsFunc(r.initial, func(i fact) bool { return i.id == f.id }) {
				out.IDs = append(out.IDs, spec.DumpID{ID: w.specID(f.id), Value: f.value})
			}
		}
		if r.builtin && len(out.IDs) == 0 {
			continue
		}
		slices.SortFunc(out.IDs, func(a, b spec.DumpID) int { return a.ID.Compare(b.ID) })
		d.Entities = append(d.Entities, out)
	}
	slices.SortFunc(d.Entities, func(a, b spec.DumpEntity) int { return cmp.Compare(a.Handle, b.Handle) })
	return d
}
