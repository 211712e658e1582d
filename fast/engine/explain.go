package engine

import (
	"fmt"
	"slices"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// explain answers with the rows of a query, or those of one entity, and the match of each term. If
// there are no rows, it names a term that fails.
func (e *Engine) explain(op *spec.Operation) spec.Outcome {
	q, err := e.compile(op)
	if err != nil {
		return spec.Fail(err)
	}
	if err := e.checkPresets(q, op.Vars); err != nil {
		return spec.Fail(err)
	}
	entity, err := e.handles.optional(op.Entity)
	if err != nil {
		return spec.Fail(err)
	}
	terms, err := query.TermsOf(&e.w.World, op.Query)
	if err != nil {
		return spec.Fail(err)
	}
	if !q.UsesThis {
		entity = 0
	}
	out := e.rows(q, about(q, op, entity))
	if out.Err != nil {
		return out
	}
	if entity != 0 {
		out.Rows = slices.DeleteFunc(out.Rows, func(r spec.Row) bool { return r.This != op.Entity })
	}
	explanation := &spec.Explanation{Matches: []spec.MatchProof{}, Misses: []spec.Miss{}}
	if err := e.w.Meter.Fits(len(out.Rows) * (q.Width() + len(terms))); err != nil {
		return spec.Fail(err)
	}
	for _, row := range out.Rows {
		proof := spec.MatchProof{Row: row, Terms: make([]spec.Proof, len(terms))}
		for i := range terms {
			proof.Terms[i] = e.claim(q, &row, &q.Nodes[i], &terms[i])
		}
		explanation.Matches = append(explanation.Matches, proof)
	}
	if len(out.Rows) == 0 && (entity != 0 || !q.UsesThis) {
		miss, err := e.miss(q, op, entity, terms)
		if err != nil {
			return spec.Fail(err)
		}
		explanation.Misses = append(explanation.Misses, miss)
	}
	return spec.Outcome{Kind: spec.OutExplanation, Explanation: explanation}
}

// checkPresets returns the error of the first preset that is wrong.
func (e *Engine) checkPresets(q *preparedQuery, vars map[string]spec.Handle) *spec.Error {
	x := q.NewExec()
	defer x.Release()
	_, err := e.preset(x, vars)
	return err
}

// about returns the operation with $this set to an entity, unless $this is already set or the
// entity is 0.
func about(q *preparedQuery, op *spec.Operation, entity Entity) *spec.Operation {
	if entity == 0 {
		return op
	}
	vars := map[string]spec.Handle{spec.This: op.Entity}
	for name, value := range op.Vars {
		if slot, ok := q.Presettable(name); ok && slot == query.ThisSlot {
			return op
		}
		vars[name] = value
	}
	question := *op
	question.Vars = vars
	return &question
}

// reasons are the statements of the specification that an explanation cites.
type reasons struct {
	id, pair, wildcard, variable []spec.StatementID // the source has the id that the term names
	// the source has an id that satisfies the term, or a pair from which the pair of the term is
	// derived
	stands, follows           []spec.StatementID
	reflexive                 []spec.StatementID // every entity has it with itself
	above, inherited          []spec.StatementID // another entity has it: one that the term traverses to, or a base
	excluded, optional, lacks []spec.StatementID
	scope, compared           []spec.StatementID
}

// plainReasons are for profiles in which terms have no sets, setReasons for the Queries manual of
// v3.0 beta.
var (
	plainReasons = reasons{
		id: cites("QRY-109"), pair: cites("QRY-109"), wildcard: cites("QRY-133"), variable: cites("QRY-109"),
		stands: cites("QRY-581"), follows: cites("QRY-592"), reflexive: cites("QRY-609"), above: cites("QRY-365"),
		inherited: cites("REL-088"),
		excluded:  cites("QRY-234"), optional: cites("QRY-243"), lacks: cites("QRY-109"), scope: cites("QRY-308"),
		compared: cites("QRY-257"),
	}
	setReasons = reasons{
		id: cites("SET-153"), pair: cites("SET-162"), wildcard: cites("SET-191"), variable: cites("SET-201"),
		stands: cites("SET-218", "SET-268"), follows: cites("SET-256"), above: cites("SET-222"),
		inherited: cites("SET-278"),
		excluded:  cites("SET-118"), optional: cites("SET-124"), lacks: cites("SET-109"),
	}
)

func cites(s ...spec.StatementID) []spec.StatementID { return s }

func (e *Engine) reasons() *reasons {
	if e.w.Profile.Substitution {
		return &setReasons
	}
	return &plainReasons
}

// claim describes how a row satisfies a term.
func (e *Engine) claim(q *preparedQuery, row *spec.Row, n *query.Node, written *spec.Term) spec.Proof {
	text, why := q.NodeText(n), e.reasons()
	switch {
	case written.Kind == spec.TermScope:
		return spec.Proof{Claim: "the terms of " + e.text(written) + " have no solution together", Cites: why.scope}
	case written.Kind == spec.TermCompare:
		return spec.Proof{Claim: e.text(written) + compared(row, written), Cites: why.compared}
	case written.Oper == spec.AndFrom || written.Oper == spec.OrFrom:
		return spec.Proof{Claim: e.text(written) + " holds for the ids that the list has", Cites: why.id}
	case !row.Fields[n.Field].Set && n.Negative():
		return spec.Proof{Claim: "nothing matches " + text, Cites: why.excluded}
	case !row.Fields[n.Field].Set:
		return spec.Proof{Claim: text + " is not set", Cites: why.optional}
	}
	f := &row.Fields[n.Field]
	p := spec.Proof{Claim: fmt.Sprintf("%s has %s", row.This, f.ID), Cites: why.id}
	if f.Src != "" {
		p.Claim = fmt.Sprintf("%s has %s, which matches %s", f.Src, f.ID, text)
	}
	if n.Kind == query.NodeMatch { // for chains and lists it is not known here which alternative or id matched
		t := &n.Terms[0]
		p.Cites = why.names(t)
		e.standIns(&p, t, f, why)
		e.follows(&p, row, f, why)
		e.addSource(&p, q, row, t, f, why)
	}
	return p
}

// compared describes how a row satisfies a comparison. The row may lack a variable.
func compared(row *spec.Row, written *spec.Term) string {
	for _, r := range written.Refs() {
		value, set := row.Vars[r.Name]
		switch {
		case r.Kind != spec.RefVariable || r.Name == spec.This:
		case !set:
			return " holds, or uses a variable that is not set"
		case value == "":
			return " uses $" + r.Name + ", which is not set"
		}
	}
	return " holds"
}

// names returns the statements by which a term matches an id that it names.
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

// standIns adds a sentence for each element of a field that differs from the constant in its term.
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

// follows adds the property by which the source has a derived pair. (In profiles with sets, the
// field holds the stored pair instead.)
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

// addSource adds the reason why a term matched an id of an entity other than its source.
func (e *Engine) addSource(p *spec.Proof, q *preparedQuery, row *spec.Row, t *query.Term, f *spec.Field, why *reasons) {
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

// text returns a term as it was written.
func (e *Engine) text(t *spec.Term) string { return lang.PrintTerm(e.w.Profile.Dialect, t) }

// miss returns the term at which the search for rows ends. entity is 0 if the query does not ask
// for $this.
func (e *Engine) miss(q *preparedQuery, op *spec.Operation, entity Entity, terms []spec.Term) (spec.Miss, *spec.Error) {
	m := spec.Miss{Vars: op.Vars}
	if entity != 0 {
		m.Entity = op.Entity
		t := e.w.Table(entity.Index())
		for _, tag := range []Entity{rules.Prefab, rules.Disabled} {
			if (tag == rules.Prefab && !q.Prefabs || tag == rules.Disabled && !q.Disabled) &&
				e.w.Store.Has(t, store.Single(tag.Index())) {
				m.Reason = spec.Proof{
					Claim: fmt.Sprintf("%s has %s, and no term names that", op.Entity, q.W.EntityText(tag)),
					Cites: []spec.StatementID{"QRY-285"},
				}
				return m, nil
			}
		}
	}
	x := q.NewExec()
	defer x.Release()
	possible, err := e.preset(x, op.Vars)
	switch this := x.Values[query.ThisSlot]; {
	case err != nil:
		return m, err
	case len(terms) == 0:
		m.Reason.Claim = "an empty query matches nothing"
		return m, nil
	case !possible:
		m.Reason.Claim = "a variable is set to a value that it cannot have"
		return m, nil
	case entity != 0 && (this != 0 && this != entity.Index() || !x.BindThis(entity.Index())):
		m.Reason.Claim = fmt.Sprintf("%s cannot be a value of $this", op.Entity)
		return m, nil
	}
	failing := x.Failing()
	x.Account()
	if err := e.w.Meter.Overworked(); err != nil || failing < 0 {
		return m, err
	}
	m.TermNumber, m.Term = failing+1, e.text(&terms[failing])
	n := &q.Nodes[failing]
	m.Reason = e.reasons().failsForAll(&terms[failing], m.Term)
	if this := n.Kind == query.NodeMatch && n.Terms[0].AboutThis(); this && n.Negative() {
		m.Reason.Claim = fmt.Sprintf("%s has what %s excludes", op.Entity, m.Term)
	} else if this {
		m.Reason.Claim = fmt.Sprintf("%s has nothing that matches %s", op.Entity, m.Term)
		m.Nearest = e.nearest(&n.Terms[0], op.Entity, entity)
	}
	return m, nil
}

// failsForAll says why a term fails for all values that the terms before it allow.
func (why *reasons) failsForAll(t *spec.Term, text string) spec.Proof {
	switch {
	case t.Kind == spec.TermScope:
		return spec.Proof{Claim: "the terms of " + text + " have a solution", Cites: why.scope}
	case t.Kind == spec.TermCompare:
		return spec.Proof{Claim: text + " does not hold", Cites: why.compared}
	case t.Oper == spec.Not || t.Oper == spec.NotFrom:
		return spec.Proof{Claim: "something matches what " + text + " excludes", Cites: why.excluded}
	}
	return spec.Proof{Claim: "nothing matches " + text, Cites: why.lacks}
}

// nearest describes an existing pair of the relationship that a term about $this names.
func (e *Engine) nearest(t *query.Term, name spec.Handle, entity Entity) string {
	if t.First.Kind != query.ElementConst || t.Second.Kind == query.ElementNone || !e.world.Alive(t.First.Entity) {
		return ""
	}
	var buf [4]rules.Held
	pattern := store.Pair(t.First.Entity.Index(), store.Wildcard)
	for _, h := range e.w.Collect(buf[:0], e.w.Table(entity.Index()), entity.Index(), pattern, rules.TraitInherited) {
		return fmt.Sprintf("%s has %s", name, e.specID(h.ID))
	}
	return ""
}
