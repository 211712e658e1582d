package transcript

import (
	"fmt"
	"maps"
	"slices"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/lawful"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec"
)

// A quirk predicts the answer of a released Flecs that differs from the reference: it changes the
// query for the reference, or the reference's answer. It reports whether it applies to the query.
type quirk func(q *question) bool

// quirks are the values of the field answer in declarations.
var quirks = map[string]quirk{
	"transitive terms without flags": withoutFlags,
	"targets of every base":          targetsOfBases,
	"hidden entities":                hiddenAnswer,
	"wildcards as variables":         wildcardsAsVariables(false),
	"wildcards of not as variables":  wildcardsAsVariables(true),
	"wildcards find oneself":         wildcardsFindOneself,
	"one match of a chain":           oneOfChain(false),
	"one match of a chain for each":  oneOfChain(true),
	"reflexive facts lost":           reflexiveLost(true),
	"lonely reflexive facts lost":    reflexiveLost(false),
	"every value of loose sources":   looseSources,
	"$this as a wildcard":            thisAsWildcard,
	"a row for each subclass":        subclassRows,
	"chains of exact ids":            exactChains,
	"no lonely reflexive facts":      reflexiveAlone,
	"free variables after a chain":   freeAfterChain,
	"With beside exclusive targets":  withBesideTargets,
	"properties of bases":            propertiesOfBases,
	"chains bind what they compare":  chainsBind,
	"an entity for each match":       countMatches,
	"lists without bases":            listsWithoutBases,
}

// adding lists the quirks that only add rows to those of the reference: rows with hidden entities
// or with reflexive facts. This holds if no term is optional or in a chain.
var adding = []string{"hidden entities", "wildcards as variables", "wildcards find oneself"}

// adds checks a prediction by quirks of this list: it must have all rows of the reference, and only
// the additional rows that these quirks explain. It returns true for other quirks and queries.
func (q *question) adds(by []*Declaration, rows []spec.Row) bool {
	if slices.ContainsFunc(by, func(d *Declaration) bool { return !slices.Contains(adding, d.Answer) }) ||
		slices.ContainsFunc(q.terms, func(t declaredTerm) bool { return t.chain || t.Oper == spec.Optional }) {
		return true
	}
	m := compare.MatchRows(q.want.Rows, rows, compare.Options{ExtraUnset: true})
	for i := range rows {
		row := &declaredRow{&rows[i], q.world, nil, q.terms}
		explained := q.hidden && row.hides() || row.some(func(t declaredTerm, f declaredField) bool {
			return reflexiveWildcard(t) && fieldWords["self"](f)
		})
		if m.Got[i] < 0 && !explained {
			return false
		}
	}
	return !slices.Contains(m.Want, -1)
}

// question is the query that the reference answers to predict the answer of Flecs.
type question struct {
	*judgedLine
	reference spec.Engine
	instead   []spec.Term                        // replaces the query's terms
	loose     []string                           // variables that are set to each entity in turn
	alter     []func(rows []spec.Row) []spec.Row // changes to the reference's answer
	hidden    bool                               // include prefabs and disabled entities
	free      []string                           // variables whose preset values are ignored
	without   []spec.Operation                   // remove properties before the question, added again after it
	answer    *spec.Outcome                      // the answer to an operation without a query
}

// predicted returns Flecs's answer according to several declarations together, or nil if one of
// them does not apply.
func (j *judgedLine) predicted(reference spec.Engine, by []*Declaration) *spec.Outcome {
	q := &question{judgedLine: j, reference: reference, instead: j.written}
	for _, d := range by {
		if !quirks[d.Answer](q) {
			return nil
		}
	}
	if j.query == nil {
		return q.answer
	}
	op := spec.Operation{
		Op: spec.OpQuery, Query: lawful.WithTerms(j.query, q.instead), Vars: maps.Clone(j.line.Op.Vars),
		Values: j.line.Op.Values,
	}
	for _, name := range q.free {
		delete(op.Vars, name)
	}
	out := q.ask(op, q.loose)
	fields := len(spec.Fields(j.written))
	for i := range out.Rows {
		out.Rows[i].Fields = slices.Clone(out.Rows[i].Fields[:fields])
		out.Rows[i].Vars = maps.Clone(out.Rows[i].Vars)
	}
	if j.altered != nil {
		out = j.altered(out)
	}
	for _, alter := range q.alter {
		out.Rows = alter(out.Rows)
	}
	if !q.adds(by, out.Rows) {
		return nil // the reference contradicts itself
	}
	return &out
}

// ask runs the query once for each assignment of entities to the loose variables, and joins the
// rows.
func (q *question) ask(op spec.Operation, loose []string) spec.Outcome {
	if len(loose) == 0 {
		for _, remove := range q.without {
			q.reference.Apply(remove)
			add := remove
			add.Op = spec.OpAdd
			defer q.reference.Apply(add)
		}
		return q.reference.Apply(op)
	}
	if op.Vars[loose[0]] != "" {
		return q.ask(op, loose[1:])
	}
	all := spec.Outcome{Kind: spec.OutRows}
	for _, e := range q.world.entities {
		if !q.hidden && (q.world.property(e, spec.Prefab) && !q.names(spec.Prefab) ||
			q.world.disabled(e) && !q.names(spec.Disabled)) {
			continue
		}
		with := op
		with.Vars = map[string]spec.Handle{loose[0]: e}
		maps.Copy(with.Vars, op.Vars)
		out := q.ask(with, loose[1:])
		if out.Err != nil {
			return out
		}
		all.Rows = append(all.Rows, out.Rows...)
	}
	return all
}

// names reports whether the query has a term for a tag. If it names Prefab or Disabled, variables
// may match such entities.
func (q *question) names(tag spec.Handle) bool {
	return slices.ContainsFunc(q.terms, func(t declaredTerm) bool { return t.relationship() == tag })
}

// rewrite changes terms that match ids, and reports whether it changed any.
func (q *question) rewrite(change func(t declaredTerm) bool) bool {
	changed := false
	var within func(terms []spec.Term, chain bool) []spec.Term
	within = func(terms []spec.Term, chain bool) []spec.Term {
		out := slices.Clone(terms)
		for i := range out {
			out[i].Terms = within(out[i].Terms, out[i].Kind == spec.TermOr)
			if out[i].Kind == spec.TermMatch && change(declaredTerm{Term: &out[i], world: q.world, chain: chain}) {
				changed = true
			}
		}
		return out
	}
	q.instead = within(q.instead, false)
	return changed
}

// fields changes each field of the answer, given its term, or drops the row.
func (q *question) fields(alter func(t declaredTerm, f declaredField) (keep bool)) {
	q.alter = append(q.alter, func(rows []spec.Row) []spec.Row {
		return slices.DeleteFunc(rows, func(r spec.Row) bool {
			row := &declaredRow{&r, q.world, nil, q.terms}
			return row.some(func(t declaredTerm, f declaredField) bool { return !alter(t, f) })
		})
	})
}

// withoutFlags runs the query without the flags on terms of transitive and reflexive relationships.
func withoutFlags(q *question) bool {
	return q.rewrite(func(t declaredTerm) bool {
		if t.flags() == 0 || !t.has(spec.Transitive) && !t.has(spec.ReflexiveProp) {
			return false
		}
		t.Src.Trav = nil
		return true
	})
}

// hiddenAnswer runs the query as if it named Prefab and Disabled.
func hiddenAnswer(q *question) bool {
	q.hidden = true
	q.instead = append(slices.Clone(q.instead),
		spec.Term{Oper: spec.Optional, First: spec.EntityRef(spec.Prefab)},
		spec.Term{Oper: spec.Optional, First: spec.EntityRef(spec.Disabled)})
	return slices.ContainsFunc(q.terms, declaredTerm.isThis)
}

// reflexiveWildcard reports whether a term has a wildcard target and a reflexive relationship.
func reflexiveWildcard(t declaredTerm) bool {
	return t.Second.Kind == spec.RefWildcard && t.has(spec.ReflexiveProp)
}

// wildcardsAsVariables makes wildcards match reflexive facts, as variables do, in Not terms or in
// all others.
func wildcardsAsVariables(not bool) quirk {
	return func(q *question) bool {
		number := 0
		return q.rewrite(func(t declaredTerm) bool {
			if !reflexiveWildcard(t) || (t.Oper == spec.Not) != not {
				return false
			}
			number++
			t.Second = spec.VarRef(fmt.Sprintf("_any%d", number))
			return true
		})
	}
}

// wildcardsFindOneself makes wildcards also match the reflexive facts of entities that have a pair
// of the relationship. In chains they match only these.
func wildcardsFindOneself(q *question) bool {
	q.fields(func(t declaredTerm, f declaredField) bool {
		switch self := f.ID.Second == f.source(); {
		case !f.Set || !reflexiveWildcard(t) || f.ID.First != t.relationship():
			return true
		case t.chain:
			return self && f.has(f.ID.First)
		default:
			return !self || f.has(f.ID.First) || slices.ContainsFunc(q.want.Rows, func(w spec.Row) bool {
				return compare.RowMatches(&w, f.row.Row, compare.Options{ExtraUnset: true})
			})
		}
	})
	return wildcardsAsVariables(false)(q)
}

// oneOfChain predicts that Flecs returns only one of several matches of an Or chain with wildcards
// that is not the first term. If each is set, it returns as many rows as there are matches, all
// with the same match.
func oneOfChain(each bool) quirk {
	return func(q *question) bool {
		shown := false
		for _, t := range q.terms {
			if !t.chain || t.field < 0 || t.at == 0 || t.Second.Kind != spec.RefWildcard { // in a scope there is no field
				continue
			}
			shown = true
			q.alter = append(q.alter, func(rows []spec.Row) []spec.Row { return oneOf(rows, t.field, each) })
		}
		return shown
	}
}

// oneOf merges rows that differ only in the given field into one row, which allows any of their
// matches in that field. If each is set, it repeats the row for each merged row.
func oneOf(rows []spec.Row, field int, each bool) []spec.Row {
	matches, order := map[string][]spec.FieldChoice{}, []spec.Row{}
	key := func(r spec.Row) string {
		r.Fields = slices.Delete(slices.Clone(r.Fields), field, field+1)
		return show.Row(r)
	}
	for _, r := range rows {
		if k := key(r); each || matches[k] == nil {
			order = append(order, r)
		}
		f := r.Fields[field]
		matches[key(r)] = append(matches[key(r)], spec.FieldChoice{ID: f.ID, Src: f.Src})
	}
	for i, r := range order {
		order[i].Fields = slices.Clone(r.Fields)
		order[i].Fields[field].Or = append(slices.Clip(r.Fields[field].Or), matches[key(r)]...)
	}
	return order
}

// reflexiveLost drops the reflexive facts whose target is a variable: all of them, or those of
// entities without a pair of the relationship.
func reflexiveLost(all bool) quirk {
	return func(q *question) bool {
		matches := func(t declaredTerm) bool {
			return t.Second.Kind == spec.RefVariable && t.has(spec.ReflexiveProp)
		}
		q.fields(func(t declaredTerm, f declaredField) bool {
			alone := !f.has(f.ID.First)
			if !f.Set || !matches(t) || f.ID.First != t.relationship() || f.ID.Second != f.source() || !all && !alone {
				return true
			}
			if t.Oper != spec.Optional || !alone {
				return false
			}
			f.Set, f.Or = false, nil
			if f.row.Vars[t.Second.Name] != "" {
				f.row.Vars[t.Second.Name] = ""
			}
			return true
		})
		return slices.ContainsFunc(q.terms, matches)
	}
}

// thisAsWildcard treats $this as a wildcard if it is the relationship or target.
func thisAsWildcard(q *question) bool {
	return q.rewrite(func(t declaredTerm) bool {
		changed := false
		for _, r := range t.elements() {
			if isThis(r) {
				*r, changed = spec.Ref{Kind: spec.RefWildcard}, true
			}
		}
		return changed
	})
}

// looseSources selects the variables that are sources of Not, NotFrom or Optional terms and occur in
// no plain term. The query runs with each entity as the value of such a variable.
func looseSources(q *question) bool {
	for _, t := range q.terms {
		loose := t.Oper == spec.Not || t.Oper == spec.Optional || t.Oper == spec.NotFrom
		if loose && isVariable(&t.Src) && !isAnonymous(&t.Src) &&
			t.isLoose(t.Src.Name) && !slices.Contains(q.loose, t.Src.Name) {
			q.loose = append(q.loose, t.Src.Name)
		}
	}
	return len(q.loose) > 0
}

// exactChains lets the alternatives of Or chains match only the component that they name, not its
// subclasses.
func exactChains(q *question) bool {
	return q.rewrite(func(t declaredTerm) bool {
		if !t.chain || t.isPair() || !termWords["subclassed"](t) {
			return false
		}
		t.First.Trav = &spec.Traversal{Flags: spec.TravSelf}
		return true
	})
}

// reflexiveAlone makes the reference answer as if relationships that are not Transitive were not
// Reflexive either.
func reflexiveAlone(q *question) bool {
	for _, e := range q.world.entities {
		if q.world.property(e, spec.ReflexiveProp) && !q.world.property(e, spec.Transitive) {
			q.without = append(q.without, spec.Operation{Op: spec.OpRemove, Entity: e, ID: spec.Single(spec.ReflexiveProp)})
		}
	}
	return slices.ContainsFunc(q.terms, func(t declaredTerm) bool {
		return t.has(spec.ReflexiveProp) && !t.has(spec.Transitive)
	})
}

// subclassRows returns a row for the component itself and one for each of its subclasses that an
// entity has.
func subclassRows(q *question) bool {
	changed := false
	for _, t := range q.terms {
		if t.field < 0 || t.chain || t.isPair() || !q.world.instances(t.relationship()) {
			continue
		}
		changed = true
		q.alter = append(q.alter, func(rows []spec.Row) []spec.Row {
			var out []spec.Row
			for i := range rows {
				f := declaredField{&rows[i].Fields[t.field], &declaredRow{Row: &rows[i]}}
				if !f.Set {
					out = append(out, rows[i])
					continue
				}
				for _, id := range q.world.ids[f.source()] {
					if !id.IsPair() && q.world.is(id.First, t.relationship()) {
						row := rows[i]
						row.Fields = slices.Clone(row.Fields)
						with := &row.Fields[t.field]
						with.ID, with.Or, with.Value = id, nil, q.world.of(f.source(), id).Value
						out = append(out, row)
					}
				}
			}
			return out
		})
	}
	return changed
}

// targetsOfBases lists the targets of a relationship on an entity and all its bases, whatever its
// inheritance rule says, and although the first owner of an exclusive pair hides the others. The
// question has is answered in this way only for an exclusive relationship that is inherited.
func targetsOfBases(q *question) bool {
	w, op := q.world, &q.line.Op
	r := op.Relationship
	if op.Op == spec.OpHas {
		r = op.ID.First
	}
	if op.Op == spec.OpHas && (!w.property(r, spec.Exclusive) || w.rule(r, spec.DontInheritTag)) {
		return false
	}
	var targets []spec.Handle
	for _, e := range w.lineage(op.Entity) {
		for _, id := range w.pairs(e, r) {
			if !slices.Contains(targets, id.Second) {
				targets = append(targets, id.Second)
			}
		}
	}
	copied := w.profile.Instantiation != spec.Inherit && !w.rule(r, spec.InheritRule) && !w.property(op.Entity, r)
	if len(targets) < 2 && !copied {
		return false // being exclusive changes nothing
	}
	out := *q.want
	out.Entities = targets
	if op.Op == spec.OpHas {
		out.Entities, out.Bool = nil, slices.Contains(targets, op.ID.Second)
	}
	q.answer = &out
	return (op.Op == spec.OpTargets || op.Op == spec.OpHas && out.Bool) &&
		show.Outcome(out) != show.Outcome(q.reference.Apply(*op))
}

// freeAfterChain ignores the preset values of variables that do not occur before the first Or
// chain.
func freeAfterChain(q *question) bool {
	chain := slices.IndexFunc(q.terms, func(t declaredTerm) bool { return t.chain })
	if chain < 0 {
		return false
	}
	for name := range q.line.Op.Vars {
		if !slices.ContainsFunc(q.terms[:chain], func(t declaredTerm) bool { return slices.Contains(t.variables(), name) }) {
			q.free = append(q.free, name)
		}
	}
	return len(q.free) > 0
}

// withBesideTargets gives each entity with (R, t) the pair (X, t) if R has (With, X) and X is
// exclusive, whatever other target of X the entity has.
func withBesideTargets(q *question) bool {
	if q.want.Dump == nil {
		return false
	}
	out, dump, changed := *q.want, *q.want.Dump, false
	dump.Entities = slices.Clone(dump.Entities)
	for i := range dump.Entities {
		e := &dump.Entities[i]
		e.IDs = slices.Clone(e.IDs)
		for _, id := range q.world.pairs(e.Handle, "") {
			for _, with := range q.world.pairs(id.First, spec.With) {
				more := spec.Pair(with.Second, id.Second)
				if q.world.property(with.Second, spec.Exclusive) && !q.world.owns(e.Handle, more) {
					e.IDs, changed = append(e.IDs, spec.DumpID{ID: more}), true
				}
			}
		}
		slices.SortFunc(e.IDs, func(a, b spec.DumpID) int { return a.ID.Compare(b.ID) })
	}
	out.Dump, q.answer = &dump, &out
	return changed
}

// propertiesOfBases predicts that an entity has a property which one of its bases owns.
func propertiesOfBases(q *question) bool {
	op := &q.line.Op
	if op.Op != spec.OpHas || op.ID.IsPair() || !spec.IsProperty(op.ID.First) || op.ID.First == spec.DontInheritTag {
		return false
	}
	out := *q.want
	out.Bool = slices.ContainsFunc(q.world.bases(op.Entity), func(e spec.Handle) bool { return q.world.owns(e, op.ID) })
	q.answer = &out
	return out.Bool
}

// chainsBind binds each variable that only a comparison in an Or chain uses to the right side of
// that comparison. The first other alternative of the chain determines the field.
func chainsBind(q *question) bool {
	bound := false
	for i := range q.instead {
		chain := &q.instead[i]
		if chain.Kind != spec.TermOr {
			continue
		}
		at := slices.IndexFunc(q.terms, func(t declaredTerm) bool {
			return t.chain && t.at == i && termWords["loose"](t) && t.Kind == spec.TermCompare
		})
		other := slices.IndexFunc(chain.Terms, func(t spec.Term) bool { return t.Kind == spec.TermMatch })
		if at < 0 || other < 0 || q.terms[at].Compare != spec.Equal {
			continue
		}
		compared, field := *q.terms[at].Term, chain.Terms[other]
		for _, r := range []*spec.Ref{&field.First, &field.Second, &field.Src} {
			if r.Kind == spec.RefVariable && r.Name == compared.Src.Name {
				*r = compared.Second
			}
		}
		field.Oper = spec.Optional
		q.instead = append(slices.Clone(q.instead), compared)
		q.instead[i], bound = field, true
	}
	return bound
}

// countMatches counts an entity once for each of its ids that match a pattern.
func countMatches(q *question) bool {
	op := &q.line.Op
	if op.Op != spec.OpCount {
		return false
	}
	fits := func(pattern, h spec.Handle) bool { return pattern == h || pattern.IsWildcard() }
	out := *q.want
	out.Number = 0
	for _, e := range q.world.entities {
		for _, id := range q.world.ids[e] {
			if id.IsPair() == op.ID.IsPair() && fits(op.ID.First, id.First) && fits(op.ID.Second, id.Second) {
				out.Number++
			}
		}
	}
	q.answer = &out
	return out.Number != q.want.Number
}

// listsWithoutBases makes the reference answer as if the lists of the query had no bases.
func listsWithoutBases(q *question) bool {
	for _, t := range q.terms {
		if list := t.relationship(); t.Oper >= spec.AndFrom && list != "" {
			for _, id := range q.world.pairs(list, spec.IsA) {
				q.without = append(q.without, spec.Operation{Op: spec.OpRemove, Entity: list, ID: id})
			}
		}
	}
	return len(q.without) > 0
}
