package law

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/lawful"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// variablesLaw: the names of variables do not matter.
func variablesLaw() *Law {
	return &Law{
		Name:    "variables",
		Summary: "a query with other names for its variables has the same answer",
		Needs:   needsVariables,
		Check: onQuery(func(q *lawQuery) (int, *compare.Difference) {
			there, back := otherNames(q.terms)
			if len(there) == 0 {
				return 0, nil
			}
			terms := spec.CloneTerms(q.terms)
			for i := range terms {
				renameVariables(&terms[i], there)
			}
			op := q.Op
			op.Vars = renameKeys(op.Vars, there)
			rows, ok, d := q.askOp(op, terms)
			if d != nil || !ok {
				return 1, d
			}
			for i := range rows {
				rows[i].Vars = renameKeys(rows[i].Vars, back)
			}
			return 1, q.same(rows, q.rows, "with other names for the variables:")
		}),
	}
}

// otherNames gives each variable except $this a new name, in reverse sort order. Answers do not
// report variables that begin with "_", so their new names also begin with "_".
func otherNames(terms []spec.Term) (there, back map[string]string) {
	var names []string
	for i := range terms {
		for _, v := range lawful.TermVars(&terms[i]) {
			if !slices.Contains(names, v) {
				names = append(names, v)
			}
		}
	}
	slices.Sort(names)
	there, back = map[string]string{}, map[string]string{}
	for i, v := range names {
		to := fmt.Sprintf("v%03d", len(names)-i)
		if v != "" && v[0] == '_' {
			to = "_" + to
		}
		there[v], back[to] = to, v
	}
	return there, back
}

func renameVariables(t *spec.Term, there map[string]string) {
	t.Walk(func(t *spec.Term) {
		for _, r := range t.Refs() {
			for ; r != nil; r = lawful.TravRel(r) {
				to, is := there[r.Name]
				if is && (r.Kind == spec.RefVariable || r.Kind == spec.RefLookup) {
					r.Name = to
				}
			}
		}
	})
}

func renameKeys(vars map[string]spec.Handle, there map[string]string) map[string]spec.Handle {
	if vars == nil {
		return nil
	}
	out := make(map[string]spec.Handle, len(vars))
	for name, value := range vars {
		if to, is := there[name]; is {
			name = to
		}
		out[name] = value
	}
	return out
}

// printLaw: the text of a query can be parsed, printed and parsed again.
func printLaw() *Law {
	return &Law{
		Name:    "print",
		Summary: "a text that is read, printed and read again is the same query",
		Needs:   needsText,
		Check: onQuery(func(q *lawQuery) (int, *compare.Difference) {
			if !q.Op.Query.IsText() {
				return 0, nil
			}
			dialect := q.Op.Query.Syntax
			if dialect == spec.DialectDefault {
				dialect = q.Profile.Dialect
			}
			text, err := lang.Print(dialect, q.terms)
			if err != nil {
				return 1, q.contradiction(fmt.Sprintf("the terms of %q cannot be printed: %s", q.Op.Query.Expr, err))
			}
			again, err := lang.Parse(dialect, text)
			if err != nil || !reflect.DeepEqual(q.terms, again) {
				return 1, q.contradiction(fmt.Sprintf("%q is printed as %q, which has other terms", q.Op.Query.Expr,
					text))
			}
			op := q.Op
			other := *q.Op.Query
			other.Expr = text
			op.Query = &other
			rows, ok, d := q.answer(op)
			if d != nil || !ok {
				return 1, d
			}
			return 1, q.same(rows, q.rows, fmt.Sprintf("printed as %q:", text))
		}),
	}
}
