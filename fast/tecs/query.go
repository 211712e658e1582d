package tecs

import (
	"iter"
	"slices"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// Term is a condition of a query: a *[Relationship] (any target), the result of
// [Relationship.Targeting], a *[Tag] or a *[Component].
type Term interface {
	// id returns the id that an entity has if the term matches it.
	id(w *World) (fast.ID, *spec.Error)
}

// MaxTerms is the maximum number of terms of a query.
const MaxTerms = 64

// Terms selects the entities that match every term of Include and none of Exclude. For example,
// Terms{Exclude: []Term{w.ChildOf}} selects the entities without a parent.
type Terms struct {
	Include []Term
	Exclude []Term
}

func (r *Relationship) id(w *World) (fast.ID, *spec.Error) {
	if err := r.checkIn(w); err != nil {
		return fast.ID{}, err
	}
	return r.edges.any(), nil
}

// Targeting returns a term that matches the entities with an edge to target. The relationship must
// be dense: a query refuses a sparse one with code invalid. A dead target matches nothing.
//
// TECS-052, TECS-053, TECS-055, TECS-125.
func (r *Relationship) Targeting(target Entity) Term { return targeting{r, target} }

type targeting struct {
	r      *Relationship
	target Entity
}

func (t targeting) id(w *World) (fast.ID, *spec.Error) {
	if err := t.r.checkIn(w); err != nil {
		return fast.ID{}, err
	}
	if t.r.options.Sparse {
		return fast.ID{}, errSparse
	}
	return fast.Pair(t.r.entity, t.target), nil
}

// Query is a prepared query. It caches the tables that match, so a loop costs time proportional to
// the matching tables and entities. It stays valid whatever happens to the world, even after a
// restore.
type Query struct {
	w        *World
	terms    Terms
	declared int // declared of the world when the query was compiled
	found    fast.Query0

	isCompiled bool
}

// NewQuery prepares a query. Errors have the code invalid ([Relationship.Targeting] of a sparse
// relationship, a relationship of another world) and limit (more than [MaxTerms]).
//
// For example, the roots of a hierarchy are Terms{Include: []Term{transform}, Exclude:
// []Term{w.ChildOf}}.
//
// TECS-047, TECS-057, TECS-064.
func (w *World) NewQuery(terms Terms) (*Query, error) {
	q := &Query{w: w, terms: terms}
	return q, asError(q.compile())
}

// compile resolves the terms again.
func (q *Query) compile() *spec.Error {
	if len(q.terms.Include)+len(q.terms.Exclude) > MaxTerms {
		return spec.Errorf(spec.CodeLimit, "a query has at most %d terms; use fewer", MaxTerms)
	}
	if q.isCompiled {
		q.found.Release()
		q.isCompiled = false
	}
	q.declared = q.w.declared
	var list []fast.Term
	for _, t := range q.terms.Include {
		id, err := t.id(q.w)
		if err != nil {
			return err
		}
		list = append(list, id)
	}
	for _, t := range q.terms.Exclude {
		id, err := t.id(q.w)
		if err != nil {
			return err
		}
		list = append(list, fast.Not(id))
	}
	if q.onlyExcludes() && !q.w.profile.OnlyNot {
		return nil
	}
	if len(list) == 0 {
		list = append(list, fast.Not(fast.Single(q.w.ChildOf.entity))) // no entity has it without a target
	}
	q.found, q.isCompiled = fast.NewQuery0(q.w.base, list...), true
	return nil
}

func (q *Query) size() int { return len(q.terms.Include) + len(q.terms.Exclude) }

func (q *Query) onlyExcludes() bool { return len(q.terms.Include) == 0 }

// fresh compiles the query again if the entity of a relationship has changed, for example by a
// restore.
func (q *Query) fresh() {
	if q.declared != q.w.declared {
		if err := q.compile(); err != nil {
			panic(err) // the terms were valid when the query was made
		}
	}
}

// All iterates over the matching entities, each once, however many edges it has, in no particular
// order. For example, a query for Likes returns Ann, who likes pears and apples, once. The loop is
// a scope: its changes are staged and applied when it ends. Failures are passed to the function of
// [World.HandleFailures].
//
// TECS-060.
func (q *Query) All() iter.Seq[Entity] {
	return func(yield func(Entity) bool) {
		for b := range q.Batches() {
			for _, e := range b.Entities() {
				if !yield(e) {
					return
				}
			}
		}
	}
}

// Batches iterates over the matching tables that have entities, in no particular order. The loop is
// a scope, like that of [Query.All].
//
// TECS-060.
func (q *Query) Batches() iter.Seq[Batch] {
	return func(yield func(Batch) bool) {
		q.fresh()
		if !q.isCompiled {
			return
		}
		w := q.w
		w.Defer()
		w.stage.iterating++
		defer func() {
			w.stage.iterating--
			w.failed(w.Commit())
		}()
		for b := range q.found.Batches() {
			batch := Batch{b, w, nil}
			if q.onlyExcludes() && slices.ContainsFunc(b.Entities(), w.isHidden) {
				batch.some = slices.DeleteFunc(slices.Clone(b.Entities()), w.isHidden)
				if len(batch.some) == 0 {
					continue
				}
			}
			if !yield(batch) {
				return
			}
		}
	}
}

// isHidden reports whether an entity does not belong to the program or is not alive yet.
func (w *World) isHidden(e Entity) bool { return w.isOwn(e) || w.IsStagedEntity(e) }

// Len returns the number of matching entities.
func (q *Query) Len() int {
	n := 0
	for b := range q.Batches() {
		n += b.Len()
	}
	return n
}

// Matches reports whether an entity matches.
func (q *Query) Matches(e Entity) bool {
	q.fresh()
	return q.isCompiled && q.found.Matches(e) && (!q.onlyExcludes() || !q.w.isHidden(e))
}

// Batch holds the matching entities of one table. It is valid only in the loop that returned it.
type Batch struct {
	fast.Batch
	w    *World
	some []Entity // without the hidden entities; nil if none is hidden, as in every query with Include
}

// Len returns the number of entities.
func (b Batch) Len() int { return len(b.Entities()) }

// Entities returns the entities of the batch.
func (b Batch) Entities() []Entity {
	if b.some != nil {
		return b.some
	}
	return b.Batch.Entities()
}

// Edges holds the edges of one relationship for the entities of a batch, dense or sparse.
type Edges struct {
	r        *Relationship
	entities []Entity
	same     Entity // the target of every row, or zero if not known
}

// Edges returns the edges of a relationship, one row for each entity. If all entities of the table
// have the same target, it is looked up once.
//
// TECS-041, TECS-059, TECS-061, TECS-068.
func (b Batch) Edges(r *Relationship) Edges {
	out := Edges{r: r, entities: b.Entities()}
	if r.checkIn(b.w) == nil && !r.options.Sparse && len(out.entities) > 0 {
		out.same = r.edges.first(out.entities[0])
	}
	return out
}

// Target returns the target of a row that was created first, or the zero Entity if the row has
// none.
func (d Edges) Target(row int) Entity {
	if d.same != 0 || !d.r.options.Sparse {
		return d.same
	}
	return d.r.edges.first(d.entities[row])
}

// At returns the edge of a row to the target that was created first, and false if the row has none.
func (d Edges) At(row int) (Edge, bool) {
	return d.r.w.edge(d.entities[row], d.r, d.Target(row))
}

// Terms returns the terms of the query.
func (q *Query) Terms() Terms { return q.terms }
