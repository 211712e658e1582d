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

// Operation formats an operation in one line: add a (R, b).
func Operation(p spec.Profile, op *spec.Operation) string {
	parts := []string{string(op.Op)}
	add := func(present bool, text string) {
		if present {
			parts = append(parts, text)
		}
	}
	add(op.On != "", op.On)
	add(op.As != "", op.As)
	add(op.Entity != "", string(op.Entity))
	add(op.Relationship != "", string(op.Relationship))
	add(!op.ID.IsZero(), op.ID.String())
	for _, id := range op.IDs {
		parts = append(parts, id.String())
	}
	add(op.Value != nil, rawText(op.Value))
	add(len(op.Args) > 0, argsText(op.Args))
	parts = append(parts, declarationParts(&op.Declared)...)
	add(op.Members != nil, membersText(op.Members))
	if op.Name != nil {
		parts = append(parts, "name "+strconv.Quote(*op.Name))
	}
	add(op.Parent != "", "parent "+string(op.Parent))
	add(op.Unscoped, "unscoped")
	for _, h := range op.More {
		parts = append(parts, "and "+string(h))
	}
	add(op.Path != "" || op.Op == spec.OpLookup, strconv.Quote(op.Path))
	add(op.Event != "", "event "+string(op.Event))
	add(op.From != "", "from "+string(op.From))
	add(op.Before != "", "before "+string(op.Before))
	add(op.After != "", "after "+string(op.After))
	if op.Query != nil {
		parts = append(parts, queryParts(p, op.Query)...)
	}
	parts = append(parts, iterationParts(op)...)
	for i := range op.Acts {
		parts = append(parts, "do "+Operation(p, &op.Acts[i]))
	}
	add(op.Text != "", "# "+op.Text)
	return strings.TrimRight(strings.Join(parts, " "), " ")
}

func queryParts(p spec.Profile, q *spec.Query) []string {
	parts := []string{` "` + Query(p, q) + `" `}
	if q.Kind != spec.KindAuto {
		parts = append(parts, q.Kind.String())
	}
	if q.OrderBy != nil {
		parts = append(parts, "order by "+Handle(q.OrderBy.Component))
		if q.OrderBy.Desc {
			parts = append(parts, "desc")
		}
	}
	if q.GroupBy != "" {
		parts = append(parts, "group by "+string(q.GroupBy))
	}
	if q.Instanced {
		parts = append(parts, "instanced")
	}
	return parts
}

func iterationParts(op *spec.Operation) []string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(op.Vars)) {
		parts = append(parts, "$"+name+"="+string(op.Vars[name]))
	}
	number := func(name string, n int) {
		if n != 0 {
			parts = append(parts, fmt.Sprintf("%s %d", name, n))
		}
	}
	number("index", op.Index)
	number("max depth", op.MaxDepth)
	number("take", op.Take)
	number("limit", op.Limit)
	number("skip", op.Skip)
	if op.Group != nil {
		parts = append(parts, "group "+Handle(*op.Group))
	}
	for _, e := range op.Events {
		parts = append(parts, string(e))
	}
	if op.Untouched {
		parts = append(parts, "untouched")
	}
	if op.Changes {
		parts = append(parts, "with changes")
	}
	if op.Values {
		parts = append(parts, "with values")
	}
	return parts
}

func declarationParts(d *spec.Declaration) []string {
	var parts []string
	for _, flag := range []struct {
		set  bool
		name string
	}{
		{d.Exclusive, "exclusive"},
		{d.Sparse, "sparse"},
		{d.ReverseIndex, "reverse_index"},
		{d.CascadeDelete, "cascade_delete"},
		{d.Transient, "transient"},
		{d.Serialize, "serialize"},
	} {
		if flag.set {
			parts = append(parts, flag.name)
		}
	}
	if len(d.Fields) > 0 {
		parts = append(parts, "("+strings.Join(d.Fields, ", ")+")")
	}
	if len(d.Defaults) > 0 {
		parts = append(parts, "defaults "+argsText(d.Defaults))
	}
	if len(d.Require) > 0 {
		parts = append(parts, "require "+strings.Join(d.Require, ", "))
	}
	return parts
}

// argsText formats the data of an edge by position.
func argsText(args []spec.Scalar) string {
	parts := make([]string, len(args))
	for i, s := range args {
		parts[i] = jsonText(spec.Value{{Name: "x", Scalar: s}}.Raw()["x"])
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func rawText(v spec.RawValue) string {
	parts := make([]string, 0, len(v))
	for _, name := range slices.Sorted(maps.Keys(v)) {
		parts = append(parts, name+"="+jsonText(v[name]))
	}
	return "{" + strings.Join(parts, ", ") + "}"
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
