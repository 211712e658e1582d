package model

import (
	"github.com/relspec/relspec/model/proof"
	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/query"
	"github.com/relspec/relspec/spec"
)

// Steps implements [spec.Reasoner].
func (w *World) Steps() []spec.Proof { return w.rules.Reasons() }

// explain proves each row of an answer and says why the other entities have no row. If op.Entity is
// given, explain considers only that value of $this. The variables in op.Vars are preset.
func (w *World) explain(op spec.Operation) (*spec.Explanation, *spec.Error) {
	q, err := w.compile(op.Query)
	if err != nil {
		return nil, err
	}
	preset, err := w.preset(q, op.Vars)
	if err != nil {
		return nil, err
	}
	about := w.rules.Users()
	if op.Entity != "" {
		e, err := w.rules.Find(op.Entity)
		if err != nil {
			return nil, err
		}
		about = []rules.Entity{e}
	}
	if !q.AboutThis() {
		about = []rules.Entity{rules.None}
	}
	a, err := w.solve(q, preset)
	if err != nil {
		return nil, err
	}
	a.search.Arrange(a.rows)
	rows, err := w.printed(a, a.rows, false)
	if err != nil {
		return nil, err
	}
	out := &spec.Explanation{Matches: []spec.MatchProof{}, Misses: []spec.Miss{}}
	elements, has := 0, map[rules.Entity]bool{}
	for n := range a.rows {
		e := a.rows[n].Vars[query.This]
		if !q.AboutThis() {
			e = rules.None
		}
		has[e] = true
		if op.Entity != "" && e != about[0] {
			continue
		}
		proofs := proof.Row(a.search, &a.rows[n])
		out.Matches = append(out.Matches, spec.MatchProof{Row: rows[n], Terms: proofs})
		elements += width(q.Query) + sizeOf(proofs)
		if err := w.fitsAnswer(elements); err != nil {
			return nil, err
		}
	}
	for _, e := range about {
		if has[e] {
			continue
		}
		out.Misses = append(out.Misses, w.miss(q, preset, e, op.Vars))
		elements++
		err := w.overworked()
		if err == nil {
			err = w.fitsAnswer(elements)
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Failing implements [spec.Blamer]; see [proof.Failing].
func (w *World) Failing(op spec.Operation) []int {
	if w.front != nil {
		return w.front.Failing(op)
	}
	*w.work = w.limits.Work
	q, err := w.compile(op.Query)
	if err != nil {
		return nil
	}
	preset, err := w.preset(q, op.Vars)
	if err != nil {
		return nil
	}
	e := rules.None
	if q.AboutThis() {
		if e, err = w.rules.Find(op.Entity); err != nil {
			return nil
		}
	}
	positions := proof.Failing(remembering(query.NewSearch(w.rules, q.Query, w.work)), preset, e)
	if w.overworked() != nil {
		return nil
	}
	return positions
}

// miss says why e has no row.
func (w *World) miss(q *prepared, preset query.Assignment, e rules.Entity, vars map[string]spec.Handle) spec.Miss {
	as := func(change func(*query.Search)) *query.Search {
		s := query.NewSearch(w.rules, q.Query, w.work)
		change(s)
		return remembering(s)
	}
	m := proof.Miss(as(func(*query.Search) {}), as, preset, e)
	m.Vars = vars
	return m
}

// sizeOf counts proofs, including the nested ones.
func sizeOf(proofs []spec.Proof) int {
	n := len(proofs)
	for _, p := range proofs {
		n += sizeOf(p.Because)
	}
	return n
}
