package law

import (
	"fmt"
	"maps"
	"slices"

	"github.com/relspec/relspec/internal/oracle/capability"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/hash"
	"github.com/relspec/relspec/internal/oracle/lawful"
	"github.com/relspec/relspec/spec"
)

// All returns the laws of this version, in the order of reports (docs/oracle.md). Laws check the
// answers to one-shot queries. The laws of declared relationships also check other operations. Each
// law asks the engine a few more questions.
func All() []*Law {
	return []*Law{
		splitLaw(), presetLaw(), doubleNegationLaw(), permutationLaw(), alternativesLaw(), variablesLaw(), printLaw(),
		ownedLaw(),
		inverseLaw(), closureLaw(), preorderLaw(), ascentLaw(), livingLaw(), membershipLaw(), replayLaw(),
	}
}

// lawQuery is a query that a law checks: its terms, and the answer without limit and skip.
type lawQuery struct {
	Case
	terms []spec.Term
	rows  []spec.Row
	tired bool // a query was refused as too much work, so the refusal is not a contradiction
}

// query returns the query of the case. Laws skip a query that is prepared or instanced, has a limit
// or skip, or has no terms.
func (c Case) query() (*lawQuery, bool) {
	if c.Op.Op != spec.OpQuery || c.Op.Limit != 0 || c.Op.Skip != 0 || c.Op.Query.Instanced {
		return nil, false
	}
	terms, err := capability.Terms(c.Profile, c.Op.Query)
	if err != nil || len(terms) == 0 {
		return nil, false
	}
	return &lawQuery{c, terms, c.Outcome.Rows, false}, true
}

// onQuery returns the check of a law about queries.
func onQuery(check func(*lawQuery) (int, *compare.Difference)) func(Case) (int, *compare.Difference) {
	return func(c Case) (int, *compare.Difference) {
		q, ok := c.query()
		if !ok {
			return 0, nil
		}
		return check(q)
	}
}

// someRow selects a random row of the answer, which is not empty.
func (q *lawQuery) someRow() *spec.Row { return &q.rows[hash.Mix(q.Fresh)%uint64(len(q.rows))] }

// ask runs the query with other terms and additional preset variables. It returns false if the
// engine refuses. If the engine crashes, or does not support a capability that it declares, ask
// also returns a difference.
func (q *lawQuery) ask(terms []spec.Term, preset map[string]spec.Handle) ([]spec.Row, bool, *compare.Difference) {
	op := q.Op
	if len(preset) > 0 {
		op.Vars = map[string]spec.Handle{}
		maps.Copy(op.Vars, q.Op.Vars)
		maps.Copy(op.Vars, preset)
	}
	return q.askOp(op, terms)
}

// askOp runs an operation like the query's with other terms.
func (q *lawQuery) askOp(op spec.Operation, terms []spec.Term) ([]spec.Row, bool, *compare.Difference) {
	op.Query = lawful.WithTerms(op.Query, terms)
	return q.answer(op)
}

func (q *lawQuery) answer(op spec.Operation) ([]spec.Row, bool, *compare.Difference) {
	op.Untouched = op.Untouched || q.Untouched
	out, ok, d := q.question(op)
	if d == nil && q.Expectations.Refuses(&op, &out) {
		d = compare.DifferenceOf(compare.DiffError, &op, &q.Outcome, &out)
	}
	if d != nil {
		return nil, false, d
	}
	q.tired = q.tired || compare.IsExhausted(&out)
	return out.Rows, ok, nil
}

// with returns the query's terms and one more.
func (q *lawQuery) with(t spec.Term) []spec.Term {
	return append(append(make([]spec.Term, 0, len(q.terms)+1), q.terms...), t)
}

// same compares the rows that the law requires with the rows of an answer.
func (q *lawQuery) same(lawful, got []spec.Row, how string) *compare.Difference {
	m := compare.MatchRows(lawful, got, compare.Options{})
	if m.Complete() {
		return nil
	}
	want, have := spec.Outcome{Kind: spec.OutRows, Rows: lawful}, spec.Outcome{Kind: spec.OutRows, Rows: got}
	d := compare.RowsDifference(&q.Op, &want, &have, m)
	d.Kind = compare.DiffLaw
	d.Lines = append([]string{how}, d.Lines...)
	return d
}

// contradiction returns a contradiction without rows, or nil if the engine gave up.
func (q *lawQuery) contradiction(how string) *compare.Difference {
	if q.tired {
		return nil
	}
	return q.contradicts("%s", how)
}

// withoutLastFields returns the rows without their last n fields.
func withoutLastFields(rows []spec.Row, n int) []spec.Row {
	out := slices.Clone(rows)
	for i := range out {
		fields := out[i].Fields
		out[i].Fields = fields[:max(len(fields)-n, 0)]
	}
	return out
}

// exactly returns a term that every entity matches at most once. In profiles with substitution it
// turns substitution off.
func (q *lawQuery) exactly(tag spec.Handle) spec.Term {
	t := spec.Term{First: spec.EntityRef(tag)}
	if q.Profile.Substitution {
		self := &spec.Traversal{Flags: spec.TravSelf}
		t.First.Trav, t.Src.Trav = self, self
	}
	return t
}

// pickTag selects a random tag of the trace that can split a query's answer: neither Prefab nor
// Disabled (query.hidden-entities).
func (q *lawQuery) pickTag() (spec.Handle, bool) {
	if len(q.Tags) == 0 {
		return "", false
	}
	t := q.Tags[hash.Mix(q.Fresh)%uint64(len(q.Tags))]
	return t, t != spec.Prefab && t != spec.Disabled
}

// splitLaw: a query's answer is the union of the answers with an additional term and with its
// negation. For example, the ships with Cargo and those without it are together the ships.
func splitLaw() *Law {
	return &Law{
		Name:    "split",
		Summary: "q = (q, T) + (q, !T) for a T without wildcards that names neither Prefab nor Disabled",
		Check: onQuery(func(q *lawQuery) (int, *compare.Difference) {
			if !q.isAboutThis() || lawful.CountTerms(q.terms) > 60 || q.isEmptyForWantOfMore() {
				return 0, nil
			}
			tag, ok := q.pickTag()
			if !ok {
				return 0, nil
			}
			t := q.exactly(tag)
			with, ok1, d := q.ask(q.with(t), nil)
			if d != nil {
				return 1, d
			}
			t.Oper = spec.Not
			without, ok2, d := q.ask(q.with(t), nil)
			if d != nil || !ok1 || !ok2 {
				return 1, d
			}
			lawful := append(withoutLastFields(with, 1), withoutLastFields(without, 1)...)
			return 1, q.same(lawful, q.rows, fmt.Sprintf("(q, %s) + (q, !%s) is not q:", tag, tag))
		}),
	}
}

// isAboutThis reports whether the query has $this, as far as its terms and rows show. A term that
// seems to have it may be about another entity if it names a Singleton (usage.singleton-term).
func (q *lawQuery) isAboutThis() bool {
	return lawful.UsesThis(q.terms) && (len(q.rows) == 0 || q.rows[0].This != "")
}

// isEmptyForWantOfMore reports whether the query has no rows because all its terms are negated
// (declared.query) or Optional (operator.optional).
func (q *lawQuery) isEmptyForWantOfMore() bool {
	all := func(oper spec.Operator) bool {
		return !slices.ContainsFunc(q.terms, func(t spec.Term) bool { return t.Oper != oper })
	}
	return q.Profile.Family == spec.TecsFamily && !q.Profile.OnlyNot && all(spec.Not) ||
		q.Profile.OptionalAloneIsEmpty && all(spec.Optional)
}

// presetLaw: presetting a variable that every row binds filters the answer. For example, "Ship,
// (DockedTo, $p)" with $p = Mars returns the rows in which $p is Mars.
func presetLaw() *Law {
	return &Law{
		Name:    "preset",
		Summary: "presetting a variable that every row binds equals filtering by it",
		Needs:   needsVariables,
		Check: onQuery(func(q *lawQuery) (int, *compare.Difference) {
			if len(q.rows) == 0 {
				return 0, nil
			}
			unsure := lawful.Conditional(q.terms)
			row := q.someRow()
			applied := 0
			for _, name := range append([]string{spec.This}, slices.Sorted(maps.Keys(row.Vars))...) {
				value := row.Vars[name]
				if name == spec.This {
					value = row.This
				}
				if _, set := q.Op.Vars[name]; set || value == "" || unsure[name] {
					continue
				}
				got, ok, d := q.ask(q.terms, map[string]spec.Handle{name: value})
				if d != nil {
					return applied, d
				}
				if !ok {
					continue
				}
				applied++
				if d := q.filtered(name, value, got); d != nil {
					return applied, d
				}
			}
			return applied, nil
		}),
	}
}

// filtered compares got, the answer for a preset variable, with those rows of the whole answer that
// have the value.
func (q *lawQuery) filtered(name string, value spec.Handle, got []spec.Row) *compare.Difference {
	var lawful []spec.Row
	for _, r := range q.rows {
		if name == spec.This && r.This == value || name != spec.This && r.Vars[name] == value {
			lawful = append(lawful, r)
		}
	}
	return q.same(lawful, got, fmt.Sprintf("with $%s preset to %s, against the rows that have it:", name, value))
}

// doubleNegationLaw: a term equals its negation in a negated scope, if queries have scopes.
func doubleNegationLaw() *Law {
	return &Law{
		Name:    "double negation",
		Summary: "(q, T) = (q, !{ !T }) for a T without wildcards and variables",
		Needs:   func(p *spec.Profile) bool { return p.Scopes != spec.Nowhere },
		Check: onQuery(func(q *lawQuery) (int, *compare.Difference) {
			if !q.isAboutThis() || lawful.CountTerms(q.terms) > 60 {
				return 0, nil
			}
			kind := lawful.ResolvedKind(q.Profile, q.Op.Query, q.terms)
			tag, ok := q.pickTag()
			if !ok || !q.Profile.Scopes.Has(kind) || kind == spec.KindAuto {
				return 0, nil
			}
			t := spec.Term{First: spec.EntityRef(tag)}
			plain, ok1, d := q.ask(q.with(t), nil)
			if d != nil {
				return 1, d
			}
			t.Oper = spec.Not
			twice, ok2, d := q.ask(q.with(spec.Term{Kind: spec.TermScope, Oper: spec.Not, Terms: []spec.Term{t}}), nil)
			if d != nil || !ok1 || !ok2 {
				return 1, d
			}
			return 1, q.same(withoutLastFields(plain, 1), twice, fmt.Sprintf("(q, !{ !%s }) against (q, %s):", tag, tag))
		}),
	}
}

// permutationLaw: terms may be written in another order.
func permutationLaw() *Law {
	return &Law{
		Name:    "permutation",
		Summary: "And terms, Not terms and scopes may be permuted, in scopes too, but an And term not across an Optional or Or with which it shares a variable",
		Check: onQuery(func(q *lawQuery) (int, *compare.Difference) {
			applied := 0
			for n := range uint64(orders) {
				other, order := lawful.OtherOrder(q.terms, hash.Of(q.terms)+n)
				if other == nil {
					return applied, nil
				}
				applied++
				rows, ok, d := q.ask(other, nil)
				if d != nil {
					return applied, d
				}
				if !ok {
					return applied, q.contradiction("with the terms in the order " + positionsText(order) +
						" the query is refused")
				}
				out := spec.Outcome{Kind: spec.OutRows, Rows: rows}
				lawful.PermuteFields(lawful.FieldOrder(q.terms, order))(&out)
				if d := q.same(out.Rows, q.rows, "with the terms in the order "+positionsText(order)+":"); d != nil {
					return applied, d
				}
			}
			return applied, nil
		}),
	}
}

// orders is the number of other orders that the law of permutation tries for a query.
const orders = 2

func positionsText(order []int) string {
	s := ""
	for i, p := range order {
		if i > 0 {
			s += ", "
		}
		s += fmt.Sprint(p + 1)
	}
	return s
}
