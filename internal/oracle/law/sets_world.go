package law

import (
	"slices"

	"github.com/relspec/relspec/internal/oracle/hash"
	"github.com/relspec/relspec/spec"
)

// This file reads the world from the engine's dump for the laws of sets, and builds the terms that
// they use.

// graph holds the own pairs of one relationship, in the direction of a set.
type graph struct {
	next  map[spec.Handle][]spec.Handle // in the order of the engine
	owned map[spec.Handle]map[spec.ID]bool
	alive map[spec.Handle]bool
}

// entities returns the entities in the engine's dump, or false if it has none.
func (q *setQuery) entities() ([]spec.DumpEntity, bool) {
	out := q.Engine.Apply(spec.Operation{Op: spec.OpDump})
	if out.Err != nil || out.Dump == nil {
		return nil, false
	}
	return out.Dump.Entities, true
}

// graph reads the own pairs of the relationship of a set. It returns false if the engine has no
// dump, or if the dump does not show the order.
func (q *setQuery) graph(t *spec.Traversal) (*graph, bool) {
	r, known := q.along(t)
	all, complete := q.entities()
	if !known || !complete {
		return nil, false
	}
	g := &graph{map[spec.Handle][]spec.Handle{}, map[spec.Handle]map[spec.ID]bool{}, map[spec.Handle]bool{}}
	for _, e := range all {
		g.alive[e.Handle], g.owned[e.Handle] = true, map[spec.ID]bool{}
		for _, id := range e.IDs {
			if id.Off {
				continue
			}
			g.owned[e.Handle][id.ID] = true
			if id.ID.First != r || !id.ID.IsPair() {
				continue
			}
			from, to := e.Handle, id.ID.Second
			if t.Flags&spec.TravDown != 0 {
				from, to = to, from
			}
			g.next[from] = append(g.next[from], to)
		}
	}
	return g, true
}

// reached returns the candidates of a set with all, in no particular order: the start if the set
// has self, and everything within the allowed depths.
func (g *graph) reached(start spec.Handle, t *spec.Traversal) []spec.Handle {
	var out []spec.Handle
	note := func(e spec.Handle) {
		if !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	if t.Flags&spec.TravSelf != 0 {
		note(start)
	}
	level := []spec.Handle{start}
	last := t.MaxDepth
	if last == 0 {
		last = len(g.next) + 1 // longer walks reach nothing new
	}
	for depth := 1; depth <= last && len(level) > 0; depth++ {
		var next []spec.Handle
		for _, e := range level {
			for _, to := range g.next[e] {
				if !slices.Contains(next, to) {
					next = append(next, to)
				}
			}
		}
		if level = next; depth >= t.MinDepth {
			for _, e := range level {
				note(e)
			}
		}
	}
	return out
}

// family returns a constant predicate with its subsets.
func (q *setQuery) family(r *spec.Ref) []spec.Handle {
	if !isConstant(r) {
		return nil
	}
	g, ok := q.graph(&spec.Traversal{Flags: spec.TravDown, Rel: new(spec.EntityRef(spec.IsA))})
	if !ok {
		return []spec.Handle{spec.Handle(r.Name)}
	}
	return g.reached(spec.Handle(r.Name), &spec.Traversal{Flags: spec.TravSelf | spec.TravDown})
}

// mayFollow reports whether the object of a term may match pairs derived by transitivity.
func (q *setQuery) mayFollow(t *spec.Term) bool {
	if t.Second.Kind == spec.RefNone || isNamed(&t.Second) || !isNamed(&t.First) {
		return false
	}
	h := spec.Handle(t.First.Name)
	return t.First.Kind == spec.RefName || hasDirection(&t.First) || h == spec.IsA || q.mayAct(h, spec.Transitive)
}

// writeOut writes the implicit sets of a term explicitly. sure is false if it cannot determine
// them.
func (q *setQuery) writeOut(t *spec.Term) (changed, sure bool) {
	self := &spec.Traversal{Flags: spec.TravSelf}
	subsets := &spec.Traversal{Flags: spec.TravSelf | spec.TravAll | spec.TravDown}
	supersets := &spec.Traversal{Flags: spec.TravSelf | spec.TravUp}
	rule := q.kind == spec.KindRule
	isA := isConstant(&t.First) && t.First.Name == string(spec.IsA)
	family := q.family(&t.First)
	if slices.ContainsFunc(family, func(h spec.Handle) bool { return q.mayAct(h, spec.DontInheritTag) }) {
		return false, false
	}
	transitive := slices.ContainsFunc(family, func(h spec.Handle) bool { return q.mayAct(h, spec.Transitive) })
	if rule && t.Second.Kind != spec.RefNone &&
		(!isConstant(&t.First) || hasDirection(&t.First) || transitive && !isA) ||
		t.First.Kind == spec.RefName || t.Second.Kind == spec.RefName {
		return false, false
	}
	if t.Src.Trav == nil {
		changed = true
		switch {
		case !q.Profile.SubjectSubstitution.Has(q.kind), rule && isA:
			t.Src.Trav = self
		default:
			t.Src.Trav = supersets
		}
	}
	if isConstant(&t.Second) && t.Second.Trav == nil {
		changed = true
		if t.Second.Trav = self; rule {
			t.Second.Trav = subsets
		}
	}
	if isConstant(&t.First) && t.First.Trav == nil && !isA {
		changed = true
		h := spec.Handle(t.First.Name)
		if rule && q.isUncertain(h, spec.Final) {
			return false, false
		}
		if t.First.Trav = self; rule && !spec.IsReserved(h) && !q.mayAct(h, spec.Final) {
			t.First.Trav = subsets
		}
	}
	return changed, true
}

// putConstant replaces a variable by an entity. It returns false if the term may follow a
// transitive relationship, for which a constant is reported differently.
func (q *setQuery) putConstant(terms []spec.Term, name string, value spec.Handle) bool {
	fine := true
	for i := range terms {
		terms[i].Walk(func(t *spec.Term) {
			for e, r := range elements(t) {
				if r.Kind != spec.RefVariable || r.Name != name {
					continue
				}
				if e == object && isNamed(&t.First) {
					family := q.family(&t.First)
					follows := t.First.Kind == spec.RefName ||
						slices.ContainsFunc(family, func(h spec.Handle) bool {
							return h == spec.IsA || q.mayAct(h, spec.Transitive)
						})
					fine = fine && !follows && !hasDirection(&t.First)
				}
				// the set means more behind a constant
				if e == predicate && t.Second.Kind != spec.RefNone && t.Second.Trav == nil {
					fine = fine && !hasDirection(r) && !q.mayAct(value, spec.Transitive) &&
						!q.mayAct(value, spec.Union) && value != spec.IsA
				}
				r.Kind, r.Name = spec.RefEntity, string(value)
				if r.Trav == nil && e != subject {
					r.Trav = &spec.Traversal{Flags: spec.TravSelf}
				}
			}
		})
	}
	return fine
}

func isStar(r *spec.Ref) bool {
	return r.Kind == spec.RefEntity && r.Name == string(spec.Wildcard) || r.Kind == spec.RefWildcard
}

// hasChain reports whether terms contain a chain. The position of a chain differs from that of its
// field.
func hasChain(terms []spec.Term) bool {
	return slices.ContainsFunc(terms, func(t spec.Term) bool { return t.Kind != spec.TermMatch })
}

// anyTarget reports whether a wildcard object is reported as written, as for a Union relationship.
func (q *setQuery) anyTarget(t *spec.Term) bool {
	if !q.Profile.UnionWildcard || t.First.Kind != spec.RefName && !isNamed(&t.First) {
		return false
	}
	candidates := q.family(&t.First)
	if hasDirection(&t.First) {
		g, ok := q.graph(t.First.Trav)
		if !ok {
			return true
		}
		candidates = g.reached(spec.Handle(t.First.Name), t.First.Trav)
	}
	return t.First.Kind == spec.RefName ||
		slices.ContainsFunc(candidates, func(h spec.Handle) bool { return q.mayAct(h, spec.Union) })
}

// besides removes the source from the keys of some sides if the source of a set's term is _. The
// row then has the first entity with the id (wildcard.source), and which one that is depends on the
// candidates.
func (q *setQuery) besides(at setAt, sides ...side) []side {
	if q.terms[at.term].Src.Kind != spec.RefAny {
		return sides
	}
	field := len(spec.Fields(q.terms[:at.term]))
	for i := range sides {
		sides[i].by = func(r *spec.Row) string {
			row := *r
			row.Fields = slices.Clone(r.Fields)
			row.Fields[field].Src = ""
			return rowKey(&row)
		}
	}
	return sides
}

// switchedOff reports whether an entity owns a disabled id.
func (q *setQuery) switchedOff() bool {
	all, complete := q.entities()
	return !complete || slices.ContainsFunc(all, func(e spec.DumpEntity) bool {
		return slices.ContainsFunc(e.IDs, func(id spec.DumpID) bool { return id.Off })
	})
}

// hides reports whether a set on a subject may find fewer pairs without all: along IsA, the first
// owner of an exclusive relationship hides the others.
func (q *setQuery) hides(t *spec.Term, element int) bool {
	if element != subject || t.Second.Kind == spec.RefNone {
		return false
	}
	if along, known := q.along(t.Src.Trav); known && along != spec.IsA {
		return false
	}
	return !isConstant(&t.First) || slices.ContainsFunc(q.family(&t.First), func(h spec.Handle) bool {
		return hasDirection(&t.First) || q.mayAct(h, spec.Exclusive) || q.mayAct(h, spec.Union)
	})
}

func onlySelf(r *spec.Ref) { r.Trav = &spec.Traversal{Flags: spec.TravSelf} }

// exactly restricts a set to one depth.
func exactly(depth int) func(*spec.Ref) {
	return func(r *spec.Ref) {
		r.Trav.Flags &^= spec.TravSelf
		r.Trav.MinDepth, r.Trav.MaxDepth = depth, depth
	}
}

// maxAlternatives limits the length of the chains in the law of expansion.
const maxAlternatives = 12

// namesHidden reports whether a term for one of the entities would make hidden entities visible
// (query.hidden-entities).
func namesHidden(entities []spec.Handle) bool {
	return slices.Contains(entities, spec.Prefab) || slices.Contains(entities, spec.Disabled)
}

// chainOf replaces a term by a chain of the same term with each candidate at one position.
func chainOf(terms []spec.Term, at setAt, candidates []spec.Handle) []spec.Term {
	out := spec.CloneTerms(terms)
	chain := spec.Term{Kind: spec.TermOr}
	for _, e := range candidates {
		one := spec.CloneTerms(terms)[at.term]
		*elements(&one)[at.element] = spec.Ref{
			Kind: spec.RefEntity, Name: string(e),
			Trav: &spec.Traversal{Flags: spec.TravSelf},
		}
		chain.Terms = append(chain.Terms, one)
	}
	if len(candidates) == 1 {
		chain = chain.Terms[0]
	}
	out[at.term] = chain
	return out
}

// hasVariables reports whether terms have variables other than $this.
func hasVariables(terms []spec.Term) bool {
	named := false
	for i := range terms {
		terms[i].Walk(func(t *spec.Term) {
			for _, r := range t.Refs() {
				named = named || r.Kind == spec.RefVariable && r.Name != spec.This
			}
		})
	}
	return named
}

// plainTag selects a random tag that is visible on every owner and that nothing inherits.
func (q *setQuery) plainTag(salt uint64) (spec.Handle, bool) {
	tags := slices.DeleteFunc(slices.Clone(q.Tags), spec.IsReserved)
	if len(tags) == 0 {
		return "", false
	}
	t := tags[hash.Mix(hash.Of(q.terms)+salt)%uint64(len(tags))]
	if q.mayAct(t, spec.DontInheritTag) {
		return "", false
	}
	rows, ok, _ := q.answerTo(filter(tagOf(t, &spec.Traversal{Flags: spec.TravUp | spec.TravAll})).questions[0])
	return t, ok && len(rows) == 0 && !q.inheritsHidden(t)
}

// inheritsHidden reports whether an entity has a tag that it does not own and that no query finds
// on its bases: it inherits through a disabled pair, which sets do not follow (toggle.hides).
// Entities without a base are not checked.
func (q *setQuery) inheritsHidden(tag spec.Handle) bool {
	all, complete := q.entities()
	return !complete || slices.ContainsFunc(all, func(e spec.DumpEntity) bool {
		owns := slices.ContainsFunc(e.IDs, func(id spec.DumpID) bool { return id.ID == spec.Single(tag) })
		based := slices.ContainsFunc(e.IDs,
			func(id spec.DumpID) bool { return id.ID.First == spec.IsA && id.ID.IsPair() })
		return !owns && based && q.has(e.Handle, spec.Single(tag))
	})
}

// tagOf returns a term for exactly a tag, on $this with a set.
func tagOf(t spec.Handle, set *spec.Traversal) spec.Term {
	first := spec.EntityRef(t)
	first.Trav = &spec.Traversal{Flags: spec.TravSelf}
	return spec.Term{First: first, Src: spec.Ref{Trav: set}}
}

// lettingIn adds terms that make prefabs and disabled entities visible (query.hidden-entities).
func lettingIn(terms ...spec.Term) []spec.Term {
	for _, h := range []spec.Handle{spec.Prefab, spec.Disabled} {
		t := tagOf(h, &spec.Traversal{Flags: spec.TravSelf})
		t.Oper = spec.Optional
		terms = append(terms, t)
	}
	return terms
}

// sourceOf returns the entity on which field i of a row matched.
func sourceOf(r *spec.Row, i int) spec.Handle {
	if i >= len(r.Fields) || r.Fields[i].Src == "" {
		return r.This
	}
	return r.Fields[i].Src
}

// searchesByID reports whether a term starts at $this or at an entity, without depth limits, and
// searches for each id separately.
func (q *setQuery) searchesByID(t *spec.Term) bool {
	tr := t.Src.Trav
	_, known := q.along(tr)
	start := t.Src.Kind == spec.RefNone || isConstant(&t.Src)
	return known && start && !hasDirection(&t.First) && !hasDirection(&t.Second) && tr.Flags&spec.TravAll == 0 &&
		tr.MaxDepth == 0
}

// isPlain reports whether an id is visible on every entity that has it and that a term searches.
func (q *setQuery) isPlain(t *spec.Term, id spec.ID) bool {
	if spec.IsReserved(id.First) || id.HasWildcard() || q.mayAct(id.First, spec.DontInheritTag) {
		return false
	}
	if !id.IsPair() {
		return true
	}
	along, _ := q.along(t.Src.Trav)
	hidden := along == spec.IsA && (q.mayAct(id.First, spec.Exclusive) || q.mayAct(id.First, spec.Union))
	return !hidden && (q.kind != spec.KindRule || !q.mayAct(id.First, spec.Transitive))
}

// itself returns a term for exactly an id.
func itself(id spec.ID) spec.Term {
	t := spec.Term{First: spec.EntityRef(id.First), Second: spec.EntityRef(id.Second)}
	for _, r := range [...]*spec.Ref{&t.First, &t.Second} {
		if r.Kind != spec.RefNone {
			r.Trav = &spec.Traversal{Flags: spec.TravSelf}
		}
	}
	return t
}

// ordered sorts entities in the order in which the engine follows pairs: that of creation.
func (q *setQuery) ordered(entities []spec.Handle) []spec.Handle {
	out := slices.Clone(entities)
	slices.SortFunc(out, func(a, b spec.Handle) int { return q.Made[a] - q.Made[b] })
	return out
}

// onEach returns queries for exactly an id on each entity that a set reaches from a start, depth
// first.
func (q *setQuery) onEach(g *graph, t *spec.Term, start spec.Handle, id spec.ID) (all []question) {
	seen := spec.TravSelf // along IsA the bases have own ids, along other relationships also inherited ones
	if along, _ := q.along(t.Src.Trav); along != spec.IsA {
		seen |= spec.TravUp
	}
	entered := map[spec.Handle]bool{}
	var walk func(e spec.Handle)
	walk = func(e spec.Handle) {
		for _, next := range q.ordered(g.next[e]) {
			if !entered[next] {
				entered[next] = true
				one := itself(id)
				one.Src = spec.Ref{Kind: spec.RefEntity, Name: string(next), Trav: &spec.Traversal{Flags: seen}}
				all = append(all, question{terms: []spec.Term{one}})
				walk(next)
			}
		}
	}
	walk(start)
	return all
}
