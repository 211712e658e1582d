package scenario

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

var kinds = []string{
	spec.KindAuto: "a query", spec.KindFilter: "a filter", spec.KindCached: "a cached query", spec.KindRule: "a rule",
}

func readKind(r *reader, op *spec.Operation) {
	kind := slices.Index(kinds, r.expect(kinds...))
	op.Query = &spec.Query{Kind: spec.QueryKind(max(kind, 0))}
}

func kindText(op *spec.Operation) string {
	if op.Query == nil || int(op.Query.Kind) >= len(kinds) {
		return ""
	}
	return kinds[op.Query.Kind]
}

// readQuery reads "text", 'text', `terms by handle` or [terms as JSON].
func readQuery(r *reader, op *spec.Operation) {
	if op.Query == nil {
		op.Query = &spec.Query{} // of an observer
	}
	q, rest := op.Query, r.rest()
	switch {
	case r.next(`"`), r.next("'"):
		q.Expr, q.Text = r.quoted(), true
	case r.next("`"):
		text, _, closed := strings.Cut(rest[1:], "`")
		if !closed {
			r.fail("a closing backquote")
			return
		}
		r.at += len(text) + 2
		terms, err := lang.Parse(r.profile.Notation(), text)
		if err != nil {
			r.fail("terms in the dialect of the profile (" + err.Error() + ")")
		}
		q.Terms = terms
		eachRef(q, func(ref *spec.Ref) {
			if ref.Kind == spec.RefName {
				ref.Kind = spec.RefEntity
			}
		})
	case r.next("["):
		d := json.NewDecoder(strings.NewReader(rest))
		if err := d.Decode(&q.Terms); err != nil {
			r.fail("terms as JSON (" + err.Error() + ")")
		}
		r.at += int(d.InputOffset())
	default:
		r.fail("a query: text in quotes, terms in backquotes, or terms as JSON")
	}
}

// queryText returns the query as text in quotes or, for a query of terms, as terms in backquotes.
// If the dialect cannot express the terms, it returns them as JSON.
func queryText(d spec.Dialect, q *spec.Query) string {
	switch {
	case q == nil:
		return ""
	case q.IsText():
		return quote(q.Expr)
	}
	text, err := lang.Print(d, q.Terms, lang.PrintHandlesAsNames())
	if err == nil && text != "" && !strings.ContainsAny(text, "`\n\r") {
		return "`" + text + "`"
	}
	if len(q.Terms) == 0 {
		return "[]"
	}
	b, _ := json.Marshal(q.Terms) // after an error, text is empty and does not compile
	return string(b)
}

// option is a form that may follow a query after a comma. An operation has the option if it takes
// the argument.
type option struct {
	argument string
	form
}

// queryOptions are in the order in which the printer writes them.
var queryOptions = []option{
	{"syntax", form{text: "in the syntax of SYNTAX"}},
	{"order_by", form{text: "ordered by ORDER"}},
	{"group_by", form{text: "grouped by GROUPING"}},
	{"instanced", form{text: "INSTANCED"}},
	{"detect_changes", form{text: "DETECTING"}},
	{"vars", form{text: "with VARS"}},
	{"values", form{text: "VALUES"}},
	{"batches", form{text: "BATCHES"}},
	{"changes", form{text: "CHANGES"}},
	{"untouched", form{text: "UNTOUCHED"}},
	{"limit", form{text: "limit LIMIT"}},
	{"skip", form{text: "skip SKIP"}},
	{"group", form{text: "in group GROUP"}},
	{"events", form{text: "on EVENTS"}},
	{"monitor", form{text: "MONITORING"}},
	{"yield_existing", form{text: "YIELDING"}},
	{"parent", form{text: "below PARENT"}},
	{"acts", form{text: "doing ACTS"}},
}

// optionForms has the forms of the options that each operation takes.
var optionForms map[spec.OpKind][]form

func newOptionForms() map[spec.OpKind][]form {
	out := map[spec.OpKind][]form{}
	for _, o := range queryOptions {
		o.parse()
		for _, row := range spec.Operations() {
			if slices.Contains(row.Arguments(), o.argument) {
				out[row.Op] = append(out[row.Op], o.form)
			}
		}
	}
	return out
}

func readOptions(r *reader, op *spec.Operation) {
	forms := optionForms[op.Op]
	for r.accept(",") {
		r.rest()
		start := *r
		ops := r.readForm(forms, *op, false)
		if ops == nil {
			if r.at == start.at {
				*r = start
				r.fail("an option that docs/steps.md lists for this step")
			}
			return
		}
		*op = ops[0]
	}
}

func optionsText(op *spec.Operation) (text string) {
	for _, f := range optionForms[op.Op] {
		if option, given := f.parts[0].write(op, ""); given {
			text += ", " + option
		}
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

func syntaxText(op *spec.Operation) string {
	if op.Query.Syntax == spec.DialectDefault {
		return ""
	}
	return op.Query.Syntax.String()
}

func readOrder(r *reader, op *spec.Operation) {
	op.Query.OrderBy = &spec.OrderBy{}
	if !r.accept("the entity") {
		op.Query.OrderBy.Component = r.name()
	}
	op.Query.OrderBy.Desc = r.accept("descending")
}

func orderText(op *spec.Operation) string {
	o := op.Query.OrderBy
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

// readVars reads $x = Bob and $y = Alice.
func readVars(r *reader, op *spec.Operation) {
	op.Vars = map[string]spec.Handle{}
	joined(r, func() bool {
		r.expect("$")
		name := r.member()
		r.expect("=")
		op.Vars[name] = r.name()
		return true
	})
}

func varsText(op *spec.Operation) string {
	return joinedText(slices.Sorted(maps.Keys(op.Vars)),
		func(name string) string { return "$" + name + " = " + nameText(op.Vars[name]) })
}

func readGroup(r *reader, op *spec.Operation) {
	if op.Group = new(spec.Handle); !r.accept("none") {
		*op.Group = r.name()
	}
}
