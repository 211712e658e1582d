package show

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// Query formats a query in the dialect of a profile, with handles instead of names. If the dialect
// cannot express the query, Query returns its terms as JSON.
func Query(p spec.Profile, q *spec.Query) string {
	if q.IsText() {
		return q.Expr
	}
	text, err := lang.Print(p.Notation(), q.Terms, lang.PrintHandlesAsNames())
	if err == nil {
		return text
	}
	b, jerr := json.Marshal(q.Terms)
	if jerr != nil {
		return err.Error()
	}
	return string(b)
}

// parts are the words of a line.
type parts []string

// add adds a text if it is present in the operation.
func (p *parts) add(present bool, text string) {
	if present {
		*p = append(*p, text)
	}
}

// Operation formats an operation in one line: add a (R, b).
func Operation(p spec.Profile, op *spec.Operation) string {
	line := parts{string(op.Op)}
	line.add(op.On != "", op.On)
	line.add(op.As != "", op.As)
	line.add(op.Entity != "", string(op.Entity))
	line.add(op.Relationship != "", string(op.Relationship))
	line.add(!op.ID.IsZero(), op.ID.String())
	for _, id := range op.IDs {
		line.add(true, id.String())
	}
	line.add(op.Value != nil, rawText(op.Value))
	line.add(len(op.Args) > 0, argsText(op.Args))
	line.declaration(&op.Declared)
	line.add(op.Members != nil, membersText(op.Members))
	if op.Name != nil {
		line.add(true, "name "+strconv.Quote(*op.Name))
	}
	line.add(op.Parent != "", "parent "+string(op.Parent))
	line.add(op.Unscoped, "unscoped")
	for _, h := range op.More {
		line.add(true, "and "+string(h))
	}
	line.add(op.Path != "" || op.Op == spec.OpLookup, strconv.Quote(op.Path))
	line.add(op.Event != "", "event "+string(op.Event))
	line.add(op.From != "", "from "+string(op.From))
	line.add(op.Before != "", "before "+string(op.Before))
	line.add(op.After != "", "after "+string(op.After))
	if op.Query != nil {
		line.query(p, op.Query)
	}
	line.iteration(op)
	for i := range op.Acts {
		line.add(true, "do "+Operation(p, &op.Acts[i]))
	}
	line.add(op.Text != "", "# "+op.Text)
	return strings.TrimRight(strings.Join(line, " "), " ")
}

func (p *parts) query(profile spec.Profile, q *spec.Query) {
	p.add(true, ` "`+Query(profile, q)+`" `)
	p.add(q.Kind != spec.KindAuto, q.Kind.String())
	if q.OrderBy != nil {
		p.add(true, "order by "+Handle(q.OrderBy.Component))
		p.add(q.OrderBy.Desc, "desc")
	}
	p.add(q.GroupBy != "", "group by "+string(q.GroupBy))
	p.add(q.Instanced, "instanced")
}

func (p *parts) iteration(op *spec.Operation) {
	for _, name := range slices.Sorted(maps.Keys(op.Vars)) {
		p.add(true, "$"+name+"="+string(op.Vars[name]))
	}
	number := func(name string, n int) { p.add(n != 0, name+" "+strconv.Itoa(n)) }
	number("index", op.Index)
	number("max depth", op.MaxDepth)
	number("take", op.Take)
	number("limit", op.Limit)
	number("skip", op.Skip)
	if op.Group != nil {
		p.add(true, "group "+Handle(*op.Group))
	}
	for _, e := range op.Events {
		p.add(true, string(e))
	}
	p.add(op.Untouched, "untouched")
	p.add(op.Changes, "with changes")
	p.add(op.Values, "with values")
}

func (p *parts) declaration(d *spec.Declaration) {
	p.add(d.Exclusive, "exclusive")
	p.add(d.Sparse, "sparse")
	p.add(d.ReverseIndex, "reverse_index")
	p.add(d.CascadeDelete, "cascade_delete")
	p.add(d.Transient, "transient")
	p.add(d.Serialize, "serialize")
	p.add(len(d.Fields) > 0, "("+strings.Join(d.Fields, ", ")+")")
	p.add(len(d.Defaults) > 0, "defaults "+argsText(d.Defaults))
	p.add(len(d.Require) > 0, "require "+strings.Join(d.Require, ", "))
}

// argsText formats the data of an edge by position.
func argsText(args []spec.Scalar) string {
	return "[" + listed(args, func(s spec.Scalar) string {
		return jsonText(spec.Value{{Name: "x", Scalar: s}}.Raw()["x"])
	}) + "]"
}

func rawText(v spec.RawValue) string {
	return braced(slices.Sorted(maps.Keys(v)), func(name string) string { return name + "=" + jsonText(v[name]) })
}

func jsonText(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return "?"
	}
	return string(b)
}

// Trace formats the operations of a trace, numbered, one per line. Consecutive operations that make
// plain entities share a line.
func Trace(t *spec.Trace) []string { return TraceUpTo(t, len(t.Entries)) }

// TraceUpTo is like [Trace], for the first n operations.
func TraceUpTo(t *spec.Trace, n int) []string {
	p, err := spec.ProfileByName(t.Header.Profile)
	if err != nil {
		p = spec.Flecs3()
	}
	entries := t.Entries[:n]
	var out []string
	for i := 0; i < len(entries); {
		n := 0
		var names []string
		for i+n < len(entries) && plainEntity(&entries[i+n].Op) {
			names = append(names, string(entries[i+n].Op.Entity))
			n++
		}
		if n > 1 {
			out = append(out, fmt.Sprintf("%d-%d entity %s", i+1, i+n, strings.Join(names, ", ")))
			i += n
			continue
		}
		out = append(out, fmt.Sprintf("%d %s", i+1, Operation(p, &entries[i].Op)))
		i++
	}
	return out
}

func plainEntity(op *spec.Operation) bool {
	return op.Op == spec.OpEntity && op.Name == nil && op.Parent == "" && op.IDs == nil && op.More == nil &&
		!op.Unscoped
}
