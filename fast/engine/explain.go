package engine

import (
	"fmt"
	"slices"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// explain gives the rows of a query, or those of one entity, with the match of each term; if the entity has none, the
// first term that fails for it.
func (e *Engine) explain(op *spec.Operation) spec.Outcome {
	q, err := e.compile(op)
	if err != nil {
		return spec.Fail(err)
	}
	entity, err := e.handles.optional(op.Entity)
	if err != nil {
		return spec.Fail(err)
	}
	asked := *op
	if entity != 0 && q.UsesThis {
		asked.Vars = map[string]spec.Handle{spec.This: op.Entity}
		for name, value := range op.Vars {
			asked.Vars[name] = value
		}
	}
	out := e.rows(q, &asked)
	if out.Err != nil {
		return out
	}
	explanation := &spec.Explanation{Matches: []spec.MatchProof{}, Misses: []spec.Miss{}}
	if err := e.w.Meter.Fits(len(out.Rows) * (q.Width() + q.Fields)); err != nil {
		return spec.Fail(err)
	}
	for _, row := range out.Rows {
		proof := spec.MatchProof{Row: row, Terms: make([]spec.Proof, len(row.Fields))}
		for i, f := range row.Fields {
			proof.Terms[i] = e.claim(q, &row, i, &f)
		}
		explanation.Matches = append(explanation.Matches, proof)
	}
	if len(out.Rows) == 0 && entity != 0 && q.UsesThis {
		explanation.Misses = append(explanation.Misses, e.miss(q, op, entity))
	}
	return spec.Outcome{Kind: spec.OutExplanation, Explanation: explanation}
}

// reasons are the statements that an explanation cites.
type reasons struct {
	id, pair, wildcard, variable []spec.StatementID // the source has the id that the term names
	stands, follows              []spec.StatementID // it has an id that stands for that, or a pair from which that follows
	reflexive                    []spec.StatementID // everything has it with itself
	above, inherited             []spec.StatementID // another entity has it, where the term looks, or as a base
	excluded, optional, lacks    []spec.StatementID
}

// plainReasons are those of profiles in which terms have no sets, setReasons those of the Queries manual of v3.0 beta.
var (
	plainReasons = reasons{
		id: cites("QRY-109"), pair: cites("QRY-109"), wildcard: cites("QRY-133"), variable: cites("QRY-109"),
		stands: cites("QRY-581"), follows: cites("QRY-592"), reflexive: cites("QRY-609"), above: cites("QRY-365"), inherited: cites("REL-088"),
		excluded: cites("QRY-234"), optional: cites("QRY-243"), lacks: cites("QRY-109"),
	}
	setReasons = reasons{
		id: cites("SET-153"), pair: cites("SET-162"), wildcard: cites("SET-191"), variable: cites("SET-201"),
		stands: cites("SET-218", "SET-268"), follows: cites("SET-256"), above: cites("SET-222"), inherited: cites("SET-278"),
		excluded: cites("SET-118"), optional: cites("SET-124"), lacks: cites("SET-109"),
	}
)

func cites(s ...spec.StatementID) []spec.StatementID { return s }

func (e *Engine) reasons() *reasons {
	if e.w.Profile.Substitution {
		return &setReasons
	}
	return &plainReasons
}

// claim describes the match of a field.
func (e *Engine) claim(q *preparedQuery, row *spec.Row, field int, f *spec.Field) spec.Proof {
	n := q.NodeOf(field)
	text, why := q.NodeText(n), e.reasons()
	switch {
	case !f.Set && n.Negative():
		return spec.Proof{Claim: "nothing matches " + text, Cites: why.excluded}
	case !f.Set:
		return spec.Proof{Claim: text + " is not set", Cites: why.optional}
	}
	p := spec.Proof{Claim: fmt.Sprintf("%s has %s", row.This, f.ID), Cites: why.id}
	if f.Src != "" {
		p.Claim = fmt.Sprintf("%s has %s, which matches %s", f.Src, f.ID, text)
	}
	if n.Kind == query.NodeMatch { // else which alternative, or which id of a list, is not known here
		t := &n.Terms[0]
		p.Cites = why.names(t)
		e.standIns(&p, t, f, why)
		e.follows(&p, row, f, why)
		e.elsewhere(&p, q, row, t, f, why)
	}
	return p
}

// names are the statements by which a term matches an id that it names.
func (why *reasons) names(t *query.Term) []spec.StatementID {
	either := func(is func(query.Element) bool) bool { return is(t.First) || is(t.Second) }
	switch {
	case either(func(e query.Element) bool { return e.Kind == query.ElementStar || e.Kind == query.ElementAny }):
		return why.wildcard
	case either(func(e query.Element) bool { return e.Uses() != 0 }):
		return why.variable
	case t.Second.Kind == query.ElementNone:
		return why.id
	}
	return why.pair
}

// standIns adds the elements in a field that stand for others that its term names.
func (e *Engine) standIns(p *spec.Proof, t *query.Term, f *spec.Field, why *reasons) {
	differs := func(named query.Element, has spec.Handle) bool {
		return named.Kind == query.ElementConst && e.handles.name(named.Entity) != has
	}
	if differs(t.First, f.ID.First) {
		p.Claim += fmt.Sprintf("; %s stands for %s", f.ID.First, e.handles.name(t.First.Entity))
		p.Cites = slices.Concat(p.Cites, why.stands)
	}
	if differs(t.Second, f.ID.Second) {
		leads := t.Sets.Second == nil && t.First.Kind == query.ElementConst &&
			e.w.TraitsOf(t.First.Entity.Index())&rules.TraitTransitive != 0
		if leads {
			p.Claim += fmt.Sprintf("; %s leads to %s", f.ID.Second, e.handles.name(t.Second.Entity))
			p.Cites = slices.Concat(p.Cites, why.follows)
			return
		}
		p.Claim += fmt.Sprintf("; %s stands for %s", f.ID.Second, e.handles.name(t.Second.Entity))
		p.Cites = slices.Concat(p.Cites, why.stands)
	}
}

// follows adds by which property a pair holds that its source does not have. (With sets, a field names the pair that it has.)
func (e *Engine) follows(p *spec.Proof, row *spec.Row, f *spec.Field, why *reasons) {
	holder := row.This
	if f.Src != "" {
		holder = f.Src
	}
	id, member := e.handles.id(f.ID)
	if member != nil || f.ID.Second == "" || id.HasWildcard() {
		return
	}
	entity, _ := e.handles.known(holder)
	if sid, ok := e.w.Pattern(id); ok && e.w.Has(e.w.Table(entity.Index()), entity.Index(), sid) {
		return
	}
	if f.ID.Second == holder {
		p.Claim += ", as everything has"
		p.Cites = slices.Concat(p.Cites, why.reflexive)
		return
	}
	p.Claim += ", which follows"
	p.Cites = slices.Concat(p.Cites, why.follows)
}

// elsewhere adds why a term finds an id of another entity than its source.
func (e *Engine) elsewhere(p *spec.Proof, q *preparedQuery, row *spec.Row, t *query.Term, f *spec.Field, why *reasons) {
	source := row.This
	switch {
	case t.Src.Kind == query.ElementConst:
		source = e.handles.name(t.Src.Entity)
	case t.Src.Kind == query.ElementVar && t.Src.Slot != query.ThisSlot:
		source = row.Vars[q.Variables[t.Src.Slot].Name]
	case t.Src.Kind == query.ElementLookup:
		return
	}
	switch {
	case f.Src == "" || f.Src == source:
	case t.Traversal != nil || t.Sets.Src != nil:
		p.Claim += fmt.Sprintf(", found from %s", source)
		p.Cites = slices.Concat(p.Cites, why.above)
	default:
		p.Claim += fmt.Sprintf(", a base of %s", source)
		p.Cites = slices.Concat(p.Cites, why.inherited)
	}
}

// miss finds the first term that fails for an entity.
func (e *Engine) miss(q *preparedQuery, op *spec.Operation, entity Entity) spec.Miss {
	m := spec.Miss{Entity: op.Entity, Vars: op.Vars}
	t := e.w.Table(entity.Index())
	for _, tag := range []Entity{rules.Prefab, rules.Disabled} {
		if (tag == rules.Prefab && !q.Prefabs || tag == rules.Disabled && !q.Disabled) && e.w.Store.Has(t, store.Single(tag.Index())) {
			m.Term = q.W.EntityText(tag)
			m.Reason = spec.Proof{
				Claim: fmt.Sprintf("%s has %s, and no term names that", op.Entity, m.Term),
				Cites: []spec.StatementID{"QRY-285"},
			}
			return m
		}
	}
	x := q.NewExec()
	defer x.Release()
	if _, err := e.preset(x, op.Vars); err != nil || !x.BindThis(entity.Index()) {
		m.Reason.Claim = fmt.Sprintf("%s cannot be a value of $this", op.Entity)
		return m
	}
	x.PlanFor(0)
	if s := x.Failing(); s != nil {
		m.Term = query.Sign(s.Node.Oper) + q.NodeText(s.Node)
		m.Reason = spec.Proof{Claim: fmt.Sprintf("%s has nothing that matches %s", op.Entity, m.Term), Cites: e.reasons().lacks}
		if s.Kind == query.StepNot {
			m.Reason = spec.Proof{Claim: fmt.Sprintf("%s has what %s excludes", op.Entity, m.Term), Cites: e.reasons().excluded}
		}
		m.Nearest = e.nearest(&s.Terms[0], t, entity.Index())
		return m
	}
	m.Reason.Claim = "each term matches by itself, but not with one value for each variable"
	return m
}

// nearest describes the pairs of the same relationship that an entity of a table has.
func (e *Engine) nearest(m *query.Match, t store.Table, index uint32) string {
	if m.First.Kind != query.ElementConst || m.Second.Kind == query.ElementNone || m.Dead {
		return ""
	}
	var buf [4]rules.Held
	for _, h := range e.w.Collect(buf[:0], t, index, store.Pair(m.FirstID, store.Wildcard), rules.TraitInherited) {
		return "has " + e.specID(h.ID).String()
	}
	return ""
}
