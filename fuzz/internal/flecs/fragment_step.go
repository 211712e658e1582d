package flecs

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/relspec/relspec/fuzz/internal/draft"
	"github.com/relspec/relspec/spec"
)

// readStep parses a step of scenarios. After the step, the line can name a relationship, for
// example ", with sets along r". The elements of the query then get sets along r.
func (f *fragment) readStep(text string) (action, error) {
	text, along, sets := strings.Cut(text, ", with sets along ")
	ops, err := f.steps(text)
	if len(ops) == 0 && err == nil {
		err = errors.New("want a step with an operation")
	}
	return func(s *playback, n *node) bool {
		done := false
		for i := range ops {
			op, ok := s.filled(&ops[i])
			if sets && ok {
				s.giveSets(op.Query, spec.Handle(along))
			}
			done = ok && s.carry(&op, n.refused) || done
		}
		return done
	}, err
}

func (s *playback) giveSets(q *spec.Query, along spec.Handle) {
	r, known := s.entity(along)
	if !known {
		r = none
	}
	s.drawn++
	for i, t := range q.Terms {
		q.Terms[i] = s.withSets(t, r)
	}
}

// filled replaces the names in an operation by their values. It returns false if a name has no
// value.
func (s *playback) filled(from *spec.Operation) (spec.Operation, bool) {
	op, ok := *from, true
	entity := func(h *spec.Handle) {
		if *h == "" || h.IsOfEvent() {
			return
		}
		e, known := s.entity(*h)
		ok = ok && known
		*h = s.world.Handle(e)
	}
	for _, h := range [...]*spec.Handle{
		&op.Entity, &op.Parent, &op.Relationship, &op.From, &op.Before, &op.After, &op.Event,
	} {
		entity(h)
	}
	op.Events = slices.Clone(from.Events)
	for i, kind := range op.Events {
		if h := spec.Handle(kind); !kind.IsChange() {
			entity(&h)
			op.Events[i] = spec.EventKind(h)
		}
	}
	if op.Op == spec.OpEmit {
		op.IDs = nil
		for _, id := range from.IDs {
			f, known := s.fact(id)
			ok = ok && known
			op.IDs = append(op.IDs, s.world.ID(f))
		}
	}
	switch {
	case op.ID.First.IsOfEvent() || op.ID.Second.IsOfEvent():
		entity(&op.ID.First)
		entity(&op.ID.Second)
	case !op.ID.IsZero():
		f, known := s.fact(op.ID)
		ok = ok && known
		op.ID = s.world.ID(f)
	}
	if op.Group != nil {
		op.Group = new(*op.Group)
		entity(op.Group)
	}
	if op.Vars != nil {
		op.Vars = map[string]spec.Handle{}
		for name, h := range from.Vars {
			entity(&h)
			op.Vars[name] = h
		}
	}
	if op.Name != nil {
		op.Name = new(s.texts(*op.Name))
	}
	op.Path = s.texts(op.Path)
	if op.Query != nil {
		op.Query = op.Query.Clone()
		if entity(&op.Query.GroupBy); op.Query.OrderBy != nil {
			entity(&op.Query.OrderBy.Component)
		}
		ok = s.fillQuery(op.Query) && ok
	}
	if op.Op == spec.OpObserve {
		s.holes[spec.Handle(op.As)] = hole{text: "o" + number(s.watches+1)}
	}
	op.Acts = nil
	for i := range from.Acts {
		act, known := s.filled(&from.Acts[i])
		ok = ok && known
		op.Acts = append(op.Acts, act)
	}
	if op.On != "" {
		op.On = s.holes[spec.Handle(op.On)].text
		ok = ok && op.On != ""
	}
	if ok && op.Op == spec.OpSet {
		s.fillValue(&op)
	}
	return op, ok
}

// texts replaces each name in a path by its value, if the value is a text.
func (s *playback) texts(path string) string {
	return namesInPath.ReplaceAllStringFunc(path, func(name string) string {
		return cmp.Or(s.holes[spec.Handle(name)].text, name)
	})
}

// namesInPath matches the names in a path, which are separated by "." or "::".
var namesInPath = regexp.MustCompile(`[^.:]+`)

// fillValue draws the members of a value if the template does not give them. If the id has no data,
// it turns set into add.
func (s *playback) fillValue(op *spec.Operation) {
	members := s.world.Members(s.world.Fact(op.ID))
	if len(members) == 0 {
		op.Op, op.Value = spec.OpAdd, nil
		return
	}
	given := op.Value
	op.Value = s.builder.value(members)
	for name, value := range given {
		if h, isName := value.(string); isName {
			e, _ := s.entity(spec.Handle(h))
			value = string(s.world.Handle(e))
		}
		op.Value[name] = value
	}
}

// fillQuery replaces the names in the terms of a query by their values.
func (s *playback) fillQuery(q *spec.Query) bool {
	ok := true
	entity := func(r *spec.Ref) {
		switch r.Kind { //nolint:exhaustive // the others name nothing of ours
		case spec.RefEntity:
			name, member, isMember := strings.Cut(r.Name, ".")
			e, known := s.entity(spec.Handle(name))
			ok = ok && known
			named := spec.EntityRef(s.world.Handle(e))
			named.Trav = r.Trav
			if *r = named; isMember {
				r.Kind, r.Path = spec.RefMember, member
			}
		case spec.RefLookup:
			if r.Path = s.texts(r.Path); s.oneIn(2) { // a parsed path has only "."
				r.Path = strings.ReplaceAll(r.Path, ".", "::")
			}
		}
		if r.Trav != nil && r.Trav.Rel != nil && r.Trav.Rel.Kind == spec.RefEntity {
			e, known := s.entity(spec.Handle(r.Trav.Rel.Name))
			ok = ok && known
			r.Trav.Rel.Name = string(s.world.Handle(e))
		}
	}
	q.Walk(func(t *spec.Term) {
		if t.First.Kind == spec.RefEntity && t.Second.Kind == spec.RefNone && !strings.Contains(t.First.Name, ".") {
			f, known := s.named(spec.Handle(t.First.Name))
			ok = ok && known
			trav := t.First.Trav
			if t.First = s.refTo(f.First); f.IsPair() {
				t.Second = s.refTo(f.Second)
			}
			t.First.Trav = trav
		} else {
			entity(&t.First)
			entity(&t.Second)
		}
		entity(&t.Src)
	})
	return ok
}

// needsFeature maps operations to the feature that enables them.
var needsFeature = map[spec.OpKind]func(*Features) bool{
	spec.OpSnapshot:   func(f *Features) bool { return f.Snapshots },
	spec.OpRestore:    func(f *Features) bool { return f.Snapshots },
	spec.OpReload:     func(f *Features) bool { return f.Saving },
	spec.OpOverride:   func(f *Features) bool { return f.Overrides },
	spec.OpModified:   func(f *Features) bool { return f.Modified },
	spec.OpClone:      func(f *Features) bool { return f.Copies },
	spec.OpDepth:      func(f *Features) bool { return f.Walks },
	spec.OpWalkUp:     func(f *Features) bool { return f.Walks },
	spec.OpTraverse:   func(f *Features) bool { return f.Walks },
	spec.OpDeferBegin: func(f *Features) bool { return f.Deferral },
	spec.OpDeferEnd:   func(f *Features) bool { return f.Deferral },
	spec.OpObserve:    func(f *Features) bool { return f.Observers },
	spec.OpEmit:       func(f *Features) bool { return f.Emit },
	spec.OpEvents:     func(f *Features) bool { return f.Observers },
	spec.OpIterBegin:  func(f *Features) bool { return f.Iterators },
	spec.OpIterNext:   func(f *Features) bool { return f.Iterators },
	spec.OpIterEnd:    func(f *Features) bool { return f.Iterators },
	spec.OpChanged:    func(f *Features) bool { return f.Changes },
}

// generated reports whether the features of the trace include an operation.
func (s *playback) generated(op *spec.Operation) bool {
	f := s.features
	needs := needsFeature[op.Op]
	toggles := (op.Op == spec.OpEnable || op.Op == spec.OpDisable) && !op.ID.IsZero()
	return s.Profile.Has(op.Op) && (needs == nil || needs(f)) && (f.Toggles || !toggles) &&
		(f.Batches || !op.Batches) &&
		(f.Acts || len(op.Acts) == 0) && !slices.ContainsFunc(op.Acts,
		func(act spec.Operation) bool { return !s.generated(&act) }) &&
		(op.Query == nil || s.generatedQuery(op.Query))
}

func (s *playback) generatedQuery(q *spec.Query) bool {
	f := s.features
	ok := f.Ordering || q.OrderBy == nil && q.GroupBy == ""
	q.Walk(func(t *spec.Term) {
		lacks := t.Kind == spec.TermScope && !f.Scopes || t.Kind == spec.TermCompare && !f.Equality ||
			t.Oper >= spec.AndFrom && !f.Lists
		for _, r := range t.Refs() {
			lacks = lacks || r.Kind == spec.RefLookup && !f.LookupVariables || r.Kind == spec.RefMember && !f.Members
			switch {
			case r.Trav == nil || f.Substitution:
			case r == &t.Src:
				lacks = lacks || !f.Traversal || r.Trav.Flags&spec.TravCascade != 0 && !f.Ordering
			default:
				lacks = lacks || !f.SelfOnElements
			}
		}
		if !f.Access {
			t.Access = spec.AccessDefault
		}
		ok = ok && !lacks
	})
	return ok
}

// allowed reports whether an operation should be accepted.
func (s *playback) allowed(op *spec.Operation) bool {
	w := s.world
	e, f := w.Number(op.Entity), w.Fact(op.ID)
	if !s.live(op) {
		return false
	}
	switch op.Op { //nolint:exhaustive // the others are accepted if all their entities are alive
	case spec.OpAdd, spec.OpSet:
		return w.IsSound(f) && s.allows(e, f)
	case spec.OpRemove:
		return w.AllowsRemoval(e, f)
	case spec.OpGet:
		return w.IsSound(f) && len(w.Members(f)) > 0
	case spec.OpEnable, spec.OpDisable:
		return op.ID.IsZero() || w.Owns(e, f) && s.switches(f)
	case spec.OpModified:
		return op.ID.IsZero() || w.Owns(e, f)
	case spec.OpDelete, spec.OpClear:
		return w.IsUser(e)
	case spec.OpSetName:
		return *op.Name == "" || !w.NameTaken(*op.Name, s.parentOf(e), e)
	case spec.OpReorder:
		return w.IsOrdered(f.First, f.Second)
	case spec.OpOrdered:
		return w.IsOrdered(w.Number(op.Relationship), e)
	case spec.OpSnapshot:
		return s.Deferred == 0
	case spec.OpRestore:
		return s.Deferred == 0 && s.hasSnapshot
	case spec.OpIterBegin:
		return s.iterator == "" && s.heldNamed(op.On) != nil
	case spec.OpIterate:
		h := s.heldNamed(op.On)
		return h != nil && takes(h, op)
	case spec.OpChanged:
		h := s.heldNamed(op.On)
		return h != nil && h.Query.Kind == spec.KindCached && (h.Query.DetectChanges || !s.Profile.ChangeOptIn)
	}
	return true
}

// takes reports whether a prepared query can be iterated with the options of op: with a variable,
// with a group, or with limit and skip, which need an order.
func takes(h *draft.Held, op *spec.Operation) bool {
	for name := range op.Vars {
		if name != spec.This && !slices.Contains(h.Variables, name) {
			return false
		}
	}
	return (op.Group == nil || h.Query.GroupBy != "" || cascades(h.Query)) &&
		(op.Limit == 0 || h.Query.OrderBy != nil && h.Query.GroupBy == "")
}

// live reports whether the entities that an operation names are alive, or wildcards.
func (s *playback) live(op *spec.Operation) bool {
	ok := true
	check := func(h spec.Handle) {
		e := s.world.Number(h)
		ok = ok && (h == "" || h.IsOfEvent() || e == every || e == anyOf || s.world.IsAlive(e))
	}
	if op.Op != spec.OpAlive {
		check(op.Entity)
	}
	for _, h := range [...]spec.Handle{
		op.ID.First, op.ID.Second, op.Relationship, op.Parent, op.From, op.Before,
		op.After, op.Event,
	} {
		check(h)
	}
	for _, id := range op.IDs {
		check(id.First)
		check(id.Second)
	}
	for _, kind := range op.Events {
		if !kind.IsChange() {
			check(spec.Handle(kind))
		}
	}
	for _, h := range op.Vars {
		check(h)
	}
	if op.Group != nil {
		check(*op.Group)
	}
	if op.Query != nil {
		op.Query.Walk(func(t *spec.Term) {
			for _, r := range t.Refs() {
				if r.Kind == spec.RefEntity || r.Kind == spec.RefMember {
					check(spec.Handle(r.Name))
				}
			}
		})
	}
	return ok
}

// heldNamed returns a prepared query that is not released.
func (b *builder) heldNamed(name string) *draft.Held {
	for i := range b.Held {
		if b.Held[i].Name == name {
			return &b.Held[i]
		}
	}
	return nil
}

// carry emits an operation. It returns false if the operation is not possible in the trace.
func (s *playback) carry(op *spec.Operation, r refused) bool {
	if op.Op == spec.OpDisable && !op.ID.IsZero() && r == never {
		s.switchable(s.world.Fact(op.ID))
	}
	if !s.generated(op) || r == never && !s.allowed(op) {
		return false
	}
	b, as := s.builder, spec.Handle(op.As)
	if op.Query != nil && !s.kindFor(op.Query, op.Op) {
		return false
	}
	switch op.Op { //nolint:exhaustive // the others are used as in the template
	case spec.OpPrepare:
		s.holes[as] = hole{text: b.Held[b.hold(op.Query, b.plan.outer())].Name}
	case spec.OpObserve:
		s.observed(op)
	case spec.OpIterate:
		if op.Vars == nil && op.Limit+op.Skip == 0 && op.Group == nil && !op.Changes && !op.Untouched {
			b.iterateHeld(*b.heldNamed(op.On), nil)
		} else {
			op.Changes, op.Untouched = op.Changes && b.features.Changes, op.Untouched && b.features.Changes
			b.emit(*op)
		}
	case spec.OpIterBegin:
		b.iterator = b.beginIterator(op.On)
		s.holes[as] = hole{text: b.iterator}
	case spec.OpIterEnd:
		b.iterator = ""
		b.emit(*op)
	case spec.OpDeferBegin, spec.OpDeferEnd:
		s.deferBy(op)
	case spec.OpSnapshot, spec.OpRestore:
		op.As, s.hasSnapshot = "s1", true
		b.emit(*op)
	case spec.OpReload:
		b.reload()
	default:
		if r == always {
			b.Attempt(*op)
		} else {
			b.emit(*op)
		}
	}
	return true
}

// deferBy begins a deferral, possibly nested, or ends one.
func (s *playback) deferBy(op *spec.Operation) {
	switch {
	case op.Op == spec.OpDeferBegin && s.Deferred < 2:
		s.Deferred++
	case op.Op == spec.OpDeferEnd && s.Deferred > 0:
		s.Deferred--
	default:
		return
	}
	s.emit(*op)
}

// kindFor chooses the kind of a query. Prepared queries are mostly cached, because only a cached
// query can be stale. kindFor returns false if no kind supports the query.
func (s *playback) kindFor(q *spec.Query, kind spec.OpKind) bool {
	wanted, ordered := q.Kind, q.OrderBy != nil || q.GroupBy != ""
	q.Kind = s.queryOf(q.Terms...).Kind
	if ordered {
		s.plan.ordered, wanted = true, spec.KindCached
	}
	switch {
	case kind == spec.OpObserve:
		q.Kind = spec.KindAuto
	case wanted != spec.KindAuto:
		q.Kind = s.kindLike(wanted)
	case kind == spec.OpPrepare && s.oneIn(2):
		q.Kind = s.kindLike(spec.KindCached)
	}
	q.DetectChanges = q.DetectChanges && s.Profile.ChangeOptIn && q.Kind == spec.KindCached
	return s.kinds() != spec.Nowhere && (!ordered || s.plan.boundThis)
}

// observed makes an observer. If the template does not name events, they are drawn.
func (s *playback) observed(op *spec.Operation) {
	if len(op.Events) == 0 && len(op.Acts) == 0 {
		s.watch(op.Query)
		return
	}
	if len(op.Events) == 0 {
		op.Events = watchedEvents[s.below(len(watchedEvents))]
	}
	s.listen(*op)
}

// compare asks a prepared query and a new query with the same terms, even if entities in these
// terms are dead.
func (s *playback) compare(name string) bool {
	if h := s.heldNamed(s.holes[spec.Handle(name)].text); h != nil {
		s.iterateHeld(*h, nil)
		s.emit(spec.Operation{Op: spec.OpQuery, Query: h.Query.Clone()})
	}
	return true
}

// maxWatched is the maximum size of a world with acting observers. The reference evaluates each
// observer for every entity before and after each act, which is slow in large worlds.
const maxWatched = 100
