package law

import (
	"fmt"
	"slices"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/hash"
	"github.com/relspec/relspec/spec"
)

// The laws of this file compare answers with the pairs that the engine's own dump has.

// graph are the own pairs of one relationship, in the direction of a set.
type graph struct {
	next  map[spec.Handle][]spec.Handle // in the order of the engine
	owned map[spec.Handle]map[spec.ID]bool
	alive map[spec.Handle]bool
}

// entities are those of the engine's dump; false where it has none.
func (q *setQuery) entities() ([]spec.DumpEntity, bool) {
	out := q.Engine.Apply(spec.Operation{Op: spec.OpDump})
	if out.Err != nil || out.Dump == nil {
		return nil, false
	}
	return out.Dump.Entities, true
}

// graph reads the own pairs of the relationship of a set; false where the engine has no dump, or does not tell the order.
func (q *setQuery) graph(t *spec.Traversal) (*graph, bool) {
	r, known := q.along(t)
	all, told := q.entities()
	if !known || !told {
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

func (g *graph) steps(from spec.Handle) []spec.Handle { return g.next[from] }

// reached lists the candidates of a set with all in no particular order: the start by self, and the ends of walks of the depths that
// it allows.
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
		last = len(g.next) + 1 // a longer walk leads nowhere else
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

// mostAlternatives bounds the chains that the law of expansion writes.
const mostAlternatives = 12

// expandLaw: a set with all on a predicate or an object is the chain of its candidates.
func expandLaw() *Law {
	return &Law{
		Name: "expand",
		Says: "a term with all on its predicate or object is the Or chain of the candidates",
		Check: func(c Case) (int, *compare.Difference) {
			q, ok := c.sets()
			if !ok || !q.Profile.SetsAll.Has(q.kind) || len(q.terms) > 1 && hasVariables(q.terms) {
				return 0, nil
			}
			at, ok := q.directed(func(t *spec.Term, e int) bool {
				return e != subject && isConstant(elements(t)[e]) && !q.ranges(t)
			})
			if !ok {
				return 0, nil
			}
			every := q.everyMatch(at.term)
			r := elements(&every[at.term])[at.element]
			g, ok := q.graph(r.Trav)
			if !ok {
				return 0, nil
			}
			candidates := g.reached(spec.Handle(r.Name), r.Trav)
			if len(candidates) > mostAlternatives || namesHidden(candidates) {
				return 0, nil
			}
			rows, ok, d := q.ask(every, nil)
			if d != nil || !ok {
				return 0, d
			}
			if len(candidates) == 0 {
				return 1, q.equal(rowKeys(rows), map[string]bool{}, "a set without candidates, and no rows")
			}
			chained, ok, d := q.ask(q.chainOf(every, at, candidates), nil)
			if d != nil || !ok {
				return 0, d
			}
			return 1, q.equal(rowKeys(rows), rowKeys(chained), fmt.Sprintf("a set with all, and the chain of its %d candidates", len(candidates)))
		},
	}
}

// namesHidden reports whether a term for one of the entities would let others in (ruling 5).
func namesHidden(entities []spec.Handle) bool {
	return slices.Contains(entities, spec.Prefab) || slices.Contains(entities, spec.Disabled)
}

// chainOf replaces a term by the chain of the same with each candidate in one place.
func (q *setQuery) chainOf(terms []spec.Term, at setAt, candidates []spec.Handle) []spec.Term {
	out := spec.CloneTerms(terms)
	chain := spec.Term{Kind: spec.TermOr}
	for _, e := range candidates {
		one := spec.CloneTerms(terms)[at.term]
		*elements(&one)[at.element] = spec.Ref{Kind: spec.RefEntity, Name: string(e), Trav: &spec.Traversal{Flags: spec.TravSelf}}
		chain.Terms = append(chain.Terms, one)
	}
	if len(candidates) == 1 {
		chain = chain.Terms[0]
	}
	out[at.term] = chain
	return out
}

// hasVariables reports whether terms have variables beside $this.
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

// plainTag draws a tag that every owner shows and none inherits.
func (q *setQuery) plainTag(salt uint64) (spec.Handle, bool) {
	tags := slices.DeleteFunc(slices.Clone(q.Tags), spec.IsReserved)
	if len(tags) == 0 {
		return "", false
	}
	t := tags[hash.Mix(hash.Of(q.terms)+salt)%uint64(len(tags))]
	if q.mayAct(t, spec.DontInheritTag) {
		return "", false
	}
	rows, ok, _ := q.askAs(spec.KindFilter, lettingIn(tagOf(t, &spec.Traversal{Flags: spec.TravUp | spec.TravAll})))
	return t, ok && len(rows) == 0 && !q.inheritsUnseen(t)
}

// inheritsUnseen reports whether an entity has a tag that it does not own, though no query finds it above: it inherits through
// a pair that is switched off, which sets do not follow (P-43). An entity without a base has what it owns, and is not asked.
func (q *setQuery) inheritsUnseen(tag spec.Handle) bool {
	all, told := q.entities()
	return !told || slices.ContainsFunc(all, func(e spec.DumpEntity) bool {
		owns := slices.ContainsFunc(e.IDs, func(id spec.DumpID) bool { return id.ID == spec.Single(tag) })
		based := slices.ContainsFunc(e.IDs, func(id spec.DumpID) bool { return id.ID.First == spec.IsA && id.ID.IsPair() })
		return !owns && based && q.has(e.Handle, spec.Single(tag))
	})
}

// tagOf is a term for exactly a tag, on $this with a set.
func tagOf(t spec.Handle, set *spec.Traversal) spec.Term {
	first := spec.EntityRef(t)
	first.Trav = &spec.Traversal{Flags: spec.TravSelf}
	return spec.Term{First: first, Src: spec.Ref{Trav: set}}
}

// lettingIn adds terms that let prefabs and disabled entities in (ruling 5).
func lettingIn(terms ...spec.Term) []spec.Term {
	for _, h := range []spec.Handle{spec.Prefab, spec.Disabled} {
		t := tagOf(h, &spec.Traversal{Flags: spec.TravSelf})
		t.Oper = spec.Optional
		terms = append(terms, t)
	}
	return terms
}

// sourceOf is the entity on which field i of a row was matched.
func sourceOf(r *spec.Row, i int) spec.Handle {
	if i >= len(r.Fields) || r.Fields[i].Src == "" {
		return r.This
	}
	return r.Fields[i].Src
}

// anySet is a set of the query with a direction and a known relationship.
func (q *setQuery) anySet() (*spec.Traversal, bool) {
	at, ok := q.directed(func(t *spec.Term, e int) bool {
		_, known := q.along(elements(t)[e].Trav)
		return known
	})
	if !ok {
		return nil, false
	}
	tr := *elements(&q.terms[at.term])[at.element].Trav
	if r, _ := q.along(&tr); tr.Rel == nil {
		tr.Rel = new(spec.EntityRef(r))
	}
	return &tr, true
}

// graphLaw: one step of a set goes where own pairs go.
func graphLaw() *Law {
	return &Law{
		Name: "graph",
		Says: "a set of depth 1 finds a tag on exactly the entities that own pairs lead to",
		Check: func(c Case) (int, *compare.Difference) {
			q, ok := c.sets()
			if !ok || q.Op.Vars != nil {
				return 0, nil
			}
			tr, ok := q.anySet()
			if !ok {
				return 0, nil
			}
			tag, ok := q.plainTag(1)
			if !ok {
				return 0, nil
			}
			g, ok := q.graph(tr)
			if !ok {
				return 0, nil
			}
			set := &spec.Traversal{Flags: tr.Flags&(spec.TravUp|spec.TravDown) | spec.TravAll, Rel: tr.Rel, MinDepth: 1, MaxDepth: 1}
			rows, ok, d := q.askAs(spec.KindFilter, lettingIn(tagOf(tag, set)))
			if d != nil || !ok {
				return 0, d
			}
			found, own := map[string]bool{}, map[string]bool{}
			for i := range rows {
				found[string(rows[i].This+" to "+sourceOf(&rows[i], 0))] = true
			}
			for e := range g.alive {
				if spec.IsReserved(e) {
					continue // no row is about it (ruling 4)
				}
				for _, to := range g.next[e] {
					if g.owned[to][spec.Single(tag)] {
						own[string(e+" to "+to)] = true
					}
				}
			}
			return 1, q.equal(found, own, "the steps of a set, and the own pairs")
		},
	}
}

// dualLaw: an entity is above another if that is below it.
func dualLaw() *Law {
	return &Law{
		Name: "dual",
		Says: "an entity is in super of another, at some depths, exactly if the other is in sub of it at these",
		Check: func(c Case) (int, *compare.Difference) {
			q, ok := c.sets()
			if !ok || q.Op.Vars != nil {
				return 0, nil
			}
			tr, ok := q.anySet()
			if !ok {
				return 0, nil
			}
			low, ok1 := q.plainTag(2)
			high, ok2 := q.plainTag(3)
			if !ok1 || !ok2 {
				return 0, nil
			}
			self := &spec.Traversal{Flags: spec.TravSelf}
			up := &spec.Traversal{Flags: spec.TravUp | spec.TravAll, Rel: tr.Rel, MinDepth: tr.MinDepth, MaxDepth: tr.MaxDepth}
			down := &spec.Traversal{Flags: spec.TravDown | spec.TravAll, Rel: tr.Rel, MinDepth: tr.MinDepth, MaxDepth: tr.MaxDepth}
			above, ok1, d := q.askAs(spec.KindFilter, lettingIn(tagOf(low, self), tagOf(high, up)))
			if d != nil {
				return 0, d
			}
			below, ok2, d := q.askAs(spec.KindFilter, lettingIn(tagOf(high, self), tagOf(low, down)))
			if d != nil || !ok1 || !ok2 {
				return 0, d
			}
			ups, downs := map[string]bool{}, map[string]bool{}
			for i := range above {
				ups[string(above[i].This+" below "+sourceOf(&above[i], 1))] = true
			}
			for i := range below {
				downs[string(sourceOf(&below[i], 1)+" below "+below[i].This)] = true
			}
			return 1, q.equal(ups, downs, "what is above, and what is below")
		},
	}
}

// firstLaw: a row without all has the first candidate that shows the id.
func firstLaw() *Law {
	return &Law{
		Name: "first",
		Says: "without all no entity before the one that a row reports, depth first, has the id",
		Check: func(c Case) (int, *compare.Difference) {
			q, ok := c.sets()
			if !ok || len(q.terms) != 1 || len(q.rows) == 0 {
				return 0, nil
			}
			at, ok := q.directed(func(t *spec.Term, e int) bool { return e == subject && q.searchesByID(t) })
			if !ok {
				return 0, nil
			}
			if q.switchedOff() { // an entity inherits through a pair that is off, which the walk of the law does not follow (P-43)
				return 0, nil
			}
			t := &q.terms[at.term]
			row := &q.rows[hash.Of(q.terms)%uint64(len(q.rows))]
			if !q.isPlain(t, row.Fields[0].ID) {
				return 0, nil
			}
			g, ok := q.graph(t.Src.Trav)
			if !ok {
				return 0, nil
			}
			return q.isFirst(g, t, row)
		},
	}
}

// searchesByID reports whether a term searches from $this or from an entity, without bounds, for each id on its own.
func (q *setQuery) searchesByID(t *spec.Term) bool {
	tr := t.Src.Trav
	_, known := q.along(tr)
	start := t.Src.Kind == spec.RefNone || isConstant(&t.Src)
	return known && start && !hasDirection(&t.First) && !hasDirection(&t.Second) && tr.Flags&spec.TravAll == 0 && tr.MaxDepth == 0
}

// isPlain reports whether an id is shown wherever it is had, by itself, by the entities that a term searches.
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

// isFirst walks from the subject of a row, depth first, and asks each entity by itself until one has the id.
func (q *setQuery) isFirst(g *graph, t *spec.Term, row *spec.Row) (int, *compare.Difference) {
	start := row.This
	if t.Src.Kind == spec.RefEntity {
		start = spec.Handle(t.Src.Name)
	}
	if t.Src.Trav.Flags&spec.TravSelf != 0 && sourceOf(row, 0) == start {
		return 1, nil
	}
	seen := spec.TravSelf // along IsA the bases show own ids, along others inherited ones too
	if along, _ := q.along(t.Src.Trav); along != spec.IsA {
		seen |= spec.TravUp
	}
	entered := map[spec.Handle]bool{}
	var source spec.Handle
	var failed *compare.Difference
	var walk func(e spec.Handle) bool
	walk = func(e spec.Handle) bool {
		for _, next := range q.ordered(g.next[e]) {
			if entered[next] {
				continue
			}
			entered[next] = true
			one := []spec.Term{itself(row.Fields[0].ID)}
			one[0].Src = spec.Ref{Kind: spec.RefEntity, Name: string(next), Trav: &spec.Traversal{Flags: seen}}
			rows, ok, d := q.ask(one, nil)
			if d != nil || !ok {
				failed = d
				return true
			}
			if len(rows) > 0 {
				source = sourceOf(&rows[0], 0)
				return true
			}
			if walk(next) {
				return true
			}
		}
		return false
	}
	walk(start)
	if failed != nil || source == "" || source == sourceOf(row, 0) {
		return 1, failed
	}
	return 1, q.contradiction(fmt.Sprintf("%s is reported from %s, but the first that has it on the way from %s is %s",
		row.Fields[0].ID, sourceOf(row, 0), start, source))
}

// itself is a term for exactly an id.
func itself(id spec.ID) spec.Term {
	t := spec.Term{First: spec.EntityRef(id.First), Second: spec.EntityRef(id.Second)}
	for _, r := range [...]*spec.Ref{&t.First, &t.Second} {
		if r.Kind != spec.RefNone {
			r.Trav = &spec.Traversal{Flags: spec.TravSelf}
		}
	}
	return t
}

// ordered gives entities the order in which the engine follows pairs: that of their creation.
func (q *setQuery) ordered(entities []spec.Handle) []spec.Handle {
	out := slices.Clone(entities)
	slices.SortFunc(out, func(a, b spec.Handle) int { return q.Made[a] - q.Made[b] })
	return out
}
