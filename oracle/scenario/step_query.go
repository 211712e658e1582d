package scenario

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

var queryKinds = map[string]spec.QueryKind{
	"a filter": spec.KindFilter, "a cached query": spec.KindCached, "a rule": spec.KindRule, "a query": spec.KindAuto,
	"an observer": spec.KindAuto,
}

// query runs a query once.
func (c *compiler) query(_ Step, parts []string) {
	op := spec.Operation{Op: spec.OpQuery, Query: &spec.Query{Kind: queryKinds[parts[1]]}}
	c.read(parts[2], func(r *reader) {
		c.queryText(r, op.Query)
		options(r, &op)
	})
	c.add(op)
}

// prepare prepares a query or an observer for later steps.
func (c *compiler) prepare(_ Step, parts []string) {
	op := spec.Operation{Op: spec.OpPrepare, Query: &spec.Query{Kind: queryKinds[parts[1]]}}
	if parts[1] == "an observer" {
		op.Op = spec.OpObserve
	}
	c.read(parts[2], func(r *reader) { op.As = r.member() })
	c.read(parts[3], func(r *reader) {
		c.queryText(r, op.Query)
		options(r, &op)
	})
	c.add(op)
}

// iteration uses a prepared query or an open iterator.
func (c *compiler) iteration(step Step, parts []string) {
	op := c.readPhrase("iteration", strings.TrimSuffix(step.Text, parts[1]))
	c.read(parts[1], func(r *reader) { options(r, &op) })
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

// termsByHandle parses terms whose names are handles.
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

// eachRef visits every reference of the terms, including those of traversals.
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

// option is a field of an operation that fixed words introduce.
type option struct {
	words string
	ops   []spec.OpKind
	slot
}

var (
	queryOrIterate = []spec.OpKind{spec.OpQuery, spec.OpIterate}
	iterate        = []spec.OpKind{spec.OpIterate}
	reading        = []spec.OpKind{spec.OpQuery, spec.OpIterate, spec.OpIterNext}
	creating       = []spec.OpKind{spec.OpQuery, spec.OpPrepare, spec.OpObserve}
	observe        = []spec.OpKind{spec.OpObserve}
)

// queryOptions may follow a query, each after a comma. The printer writes them in this order.
var queryOptions = []option{
	{"in the syntax of", creating, slot{readSyntax, func(op *spec.Operation) (string, bool) {
		return op.Query.Syntax.String(), op.Query.Syntax != spec.DialectDefault
	}}},
	{"ordered by", creating, slot{
		func(r *reader, op *spec.Operation) { op.Query.OrderBy = orderBy(r) },
		func(op *spec.Operation) (string, bool) { return orderText(op.Query.OrderBy), op.Query.OrderBy != nil },
	}},
	{"grouped by", creating, entitySlot(func(op *spec.Operation) *spec.Handle { return &op.Query.GroupBy })},
	{"instanced", creating, flagSlot(func(op *spec.Operation) *bool { return &op.Query.Instanced })},
	{"detecting changes", creating, flagSlot(func(op *spec.Operation) *bool { return &op.Query.DetectChanges })},
	{"with", queryOrIterate, slot{
		func(r *reader, op *spec.Operation) { op.Vars = presets(r) },
		func(op *spec.Operation) (string, bool) { return presetsText(op.Vars), len(op.Vars) > 0 },
	}},
	{"with values", queryOrIterate, flagSlot(func(op *spec.Operation) *bool { return &op.Values })},
	{"with batches", queryOrIterate, flagSlot(func(op *spec.Operation) *bool { return &op.Batches })},
	{"with changes", queryOrIterate, flagSlot(func(op *spec.Operation) *bool { return &op.Changes })},
	{"untouched", reading, flagSlot(func(op *spec.Operation) *bool { return &op.Untouched })},
	{"limit", queryOrIterate, numberSlot(func(op *spec.Operation) *int { return &op.Limit })},
	{"skip", queryOrIterate, numberSlot(func(op *spec.Operation) *int { return &op.Skip })},
	{"in group", iterate, slot{
		func(r *reader, op *spec.Operation) {
			if op.Group = new(spec.Handle); !r.accept("none") {
				*op.Group = r.name()
			}
		},
		func(op *spec.Operation) (string, bool) {
			if op.Group == nil {
				return "", false
			}
			return handleText(*op.Group), true
		},
	}},
	{"on", observe, slot{
		func(r *reader, op *spec.Operation) {
			op.Events = joined(r, r.eventKind)
		},
		func(op *spec.Operation) (string, bool) {
			names := each(op.Events, func(e spec.EventKind) string { return nameText(spec.Handle(e)) })
			return strings.Join(names, " and "), len(op.Events) > 0
		},
	}},
	{"monitoring", observe, flagSlot(func(op *spec.Operation) *bool { return &op.Monitor })},
	{"yielding existing", observe, flagSlot(func(op *spec.Operation) *bool { return &op.YieldExisting })},
	{"below", observe, entitySlot(func(op *spec.Operation) *spec.Handle { return &op.Parent })},
	{"doing", observe, slot{
		func(r *reader, op *spec.Operation) { op.Acts = joined(r, r.act) },
		func(op *spec.Operation) (string, bool) {
			return strings.Join(each(op.Acts, actText), " and "), len(op.Acts) > 0
		},
	}},
}

// options parses the options of a query. If several options have a common prefix, the longest wins.
func options(r *reader, op *spec.Operation) {
	for r.failed == nil && r.accept(",") {
		found := option{}
		for _, o := range queryOptions {
			if slices.Contains(o.ops, op.Op) && strings.HasPrefix(r.rest(), o.words) && len(o.words) > len(found.words) {
				found = o
			}
		}
		if found.read == nil || !r.accept(found.words) {
			r.fail("an option that docs/steps.md lists for this step")
			return
		}
		found.read(r, op)
	}
}

func optionsText(op *spec.Operation) (text string) {
	for _, o := range queryOptions {
		if !slices.Contains(o.ops, op.Op) {
			continue
		}
		if value, given := o.write(op); given {
			text += ", " + strings.TrimSpace(o.words+" "+value)
		}
	}
	return text
}

// presets parses $x = Bob and $y = Alice.
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

func presetsText(vars map[string]spec.Handle) string {
	return strings.Join(each(slices.Sorted(maps.Keys(vars)),
		func(n string) string { return "$" + n + " = " + nameText(vars[n]) }), " and ")
}

func orderBy(r *reader) *spec.OrderBy {
	o := &spec.OrderBy{}
	if !r.accept("the entity") {
		o.Component = r.name()
	}
	o.Desc = r.accept("descending")
	return o
}

func orderText(o *spec.OrderBy) string {
	if o == nil {
		return ""
	}
	text := "the entity"
	if o.Component != "" {
		text = nameText(o.Component)
	}
	if o.Desc {
		text += " descending"
	}
	return text
}

func readSyntax(r *reader, op *spec.Operation) {
	name, _, _ := strings.Cut(r.rest(), ",")
	if err := op.Query.Syntax.UnmarshalText([]byte(name)); err != nil {
		r.fail("the name of a dialect")
		return
	}
	r.at += len(name)
}
