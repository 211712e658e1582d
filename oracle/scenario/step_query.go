package scenario

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

var queryKinds = map[string]spec.QueryKind{
	"a filter": spec.KindFilter, "a cached query": spec.KindCached, "a rule": spec.KindRule, "a query": spec.KindAuto,
	"an observer": spec.KindAuto,
}

// query asks once.
func (c *compiler) query(_ Step, parts []string) {
	op := spec.Operation{Op: spec.OpQuery, Query: &spec.Query{Kind: queryKinds[parts[1]]}}
	c.read(parts[2], func(r *reader) {
		c.queryText(r, op.Query)
		options(r, &op)
	})
	c.add(op)
}

// prepare makes a query or an observer that later steps use.
func (c *compiler) prepare(_ Step, parts []string) {
	op := spec.Operation{Op: spec.OpPrepare, Query: &spec.Query{Kind: queryKinds[parts[1]]}}
	if parts[1] == "an observer" {
		op.Op = spec.OpObserve
	}
	c.read(parts[2], func(r *reader) { op.As = string(r.name()); r.mentioned = nil })
	c.read(parts[3], func(r *reader) {
		c.queryText(r, op.Query)
		options(r, &op)
	})
	c.add(op)
}

// iteration uses a prepared query or an open iterator.
func (c *compiler) iteration(_ Step, parts []string) {
	op := spec.Operation{}
	c.read(parts[2], func(r *reader) { op.On = string(r.name()); r.mentioned = nil })
	c.read(parts[3], func(r *reader) {
		isIterator := false
		switch {
		case r.accept("iterated"):
			op.Op = spec.OpIterate
		case r.accept("released"):
			op.Op = spec.OpRelease
		case r.accept("opened as"):
			op.Op, op.As = spec.OpIterBegin, string(r.name())
			r.mentioned = nil
		case r.accept("advanced"):
			op.Op, isIterator = spec.OpIterNext, true
		case r.accept("closed"):
			op.Op, isIterator = spec.OpIterEnd, true
		}
		if isIterator != (parts[1] == "iterator") {
			r.fail("a query that is iterated, released or opened, or an iterator that is advanced or closed")
		}
	})
	c.read(parts[4], func(r *reader) { options(r, &op) })
	c.add(op)
}

// queryText reads "text", 'text', `terms by handle` or [terms as JSON].
func (c *compiler) queryText(r *reader, q *spec.Query) {
	rest := r.rest()
	switch {
	case strings.HasPrefix(rest, `"`), strings.HasPrefix(rest, "'"):
		q.Expr, q.Text = r.quoted(), true
	case strings.HasPrefix(rest, "`"):
		text, _, closed := strings.Cut(rest[1:], "`")
		if !closed {
			r.fail("a closing backquote")
			return
		}
		r.at += len(text) + 2
		terms, err := termsByHandle(c.profile.Notation(), text)
		if err != nil {
			r.fail("terms in the dialect of the profile (" + err.Error() + ")")
		}
		q.Terms = terms
	case strings.HasPrefix(rest, "["):
		d := json.NewDecoder(strings.NewReader(rest))
		if err := d.Decode(&q.Terms); err != nil {
			r.fail("terms as JSON (" + err.Error() + ")")
		}
		r.at += int(d.InputOffset())
	default:
		r.fail("a query: text in quotes, terms in backquotes, or terms as JSON")
	}
}

// termsByHandle parses terms of which the names are handles.
func termsByHandle(d spec.Dialect, text string) ([]spec.Term, error) {
	terms, err := lang.Parse(d, text)
	if err != nil {
		return nil, err
	}
	eachRef(terms, func(r *spec.Ref) {
		if r.Kind == spec.RefName {
			r.Kind = spec.RefEntity
		}
	})
	return terms, nil
}

// eachRef visits every reference of the terms, those of traversals included.
func eachRef(terms []spec.Term, visit func(*spec.Ref)) {
	q := spec.Query{Terms: terms}
	q.Walk(func(t *spec.Term) {
		for _, r := range []*spec.Ref{&t.First, &t.Second, &t.Src} {
			visit(r)
			if r.Trav != nil && r.Trav.Rel != nil {
				visit(r.Trav.Rel)
			}
		}
	})
}

// option is a phrase that may follow a query, after a comma.
type option struct {
	words string
	ops   []spec.OpKind
	read  func(*reader, *spec.Operation)
}

var (
	asking   = []spec.OpKind{spec.OpQuery, spec.OpIterate}
	creating = []spec.OpKind{spec.OpQuery, spec.OpPrepare, spec.OpObserve}
)

var queryOptions = []option{
	{"with values", asking, func(_ *reader, op *spec.Operation) { op.Values = true }},
	{"with batches", asking, func(_ *reader, op *spec.Operation) { op.Batches = true }},
	{"with changes", asking, func(_ *reader, op *spec.Operation) { op.Changes = true }},
	{
		"untouched",
		[]spec.OpKind{spec.OpQuery, spec.OpIterate, spec.OpIterNext},
		func(_ *reader, op *spec.Operation) { op.Untouched = true },
	},
	{"with", asking, func(r *reader, op *spec.Operation) { op.Vars = presets(r) }},
	{"limit", asking, func(r *reader, op *spec.Operation) { op.Limit = r.number() }},
	{"skip", asking, func(r *reader, op *spec.Operation) { op.Skip = r.number() }},
	{
		"in group none",
		[]spec.OpKind{spec.OpIterate},
		func(_ *reader, op *spec.Operation) { op.Group = new(spec.Handle) },
	},
	{"in group", []spec.OpKind{spec.OpIterate}, func(r *reader, op *spec.Operation) { g := r.name(); op.Group = &g }},
	{"ordered by", creating, func(r *reader, op *spec.Operation) { op.Query.OrderBy = orderBy(r) }},
	{"grouped by", creating, func(r *reader, op *spec.Operation) { op.Query.GroupBy = r.name() }},
	{"instanced", creating, func(_ *reader, op *spec.Operation) { op.Query.Instanced = true }},
	{"detecting changes", creating, func(_ *reader, op *spec.Operation) { op.Query.DetectChanges = true }},
	{"in the syntax of", creating, readSyntax},
	{"on", []spec.OpKind{spec.OpObserve}, func(r *reader, op *spec.Operation) {
		for _, e := range joined(r, r.member) {
			op.Events = append(op.Events, spec.EventKind(e))
		}
	}},
	{"monitoring", []spec.OpKind{spec.OpObserve}, func(_ *reader, op *spec.Operation) { op.Monitor = true }},
	{"below", []spec.OpKind{spec.OpObserve}, func(r *reader, op *spec.Operation) { op.Parent = r.name() }},
	{
		"yielding existing",
		[]spec.OpKind{spec.OpObserve},
		func(_ *reader, op *spec.Operation) { op.YieldExisting = true },
	},
	{"doing", []spec.OpKind{spec.OpObserve}, func(r *reader, op *spec.Operation) { op.Acts = joined(r, r.act) }},
}

func options(r *reader, op *spec.Operation) {
	for r.failed == nil && r.accept(",") {
		i := slices.IndexFunc(queryOptions, func(o option) bool {
			return slices.Contains(o.ops, op.Op) && r.accept(o.words)
		})
		if i < 0 {
			r.fail("an option that docs/steps.md lists for this step")
			return
		}
		queryOptions[i].read(r, op)
	}
}

// presets reads $x = Bob and $y = Alice.
func presets(r *reader) map[string]spec.Handle {
	vars := map[string]spec.Handle{}
	joined(r, func() bool {
		r.expect("$")
		name := r.member()
		r.expect("=")
		vars[name] = r.name()
		return true
	})
	return vars
}

func orderBy(r *reader) *spec.OrderBy {
	o := &spec.OrderBy{}
	if !r.accept("the entity") {
		o.Component = r.name()
	}
	o.Desc = r.accept("descending")
	return o
}

func readSyntax(r *reader, op *spec.Operation) {
	name, _, _ := strings.Cut(r.rest(), ",")
	if err := op.Query.Syntax.UnmarshalText([]byte(name)); err != nil {
		r.fail("the name of a dialect")
		return
	}
	r.at += len(name)
}
