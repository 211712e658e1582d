package transcript

import (
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/lawful"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec"
)

// judgedLine is a line of a transcript whose answer differs, with the data that declarations need.
type judgedLine struct {
	t       *Transcript
	line    *Line
	query   *spec.Query // new, prepared or iterated; may be nil
	terms   []declaredTerm
	written []spec.Term // the query's terms
	world   *declaredWorld
	want    *spec.Outcome
	diff    *compare.Difference
	altered func(spec.Outcome) spec.Outcome // changes the reference's answer, for [Again]
	before  string                          // the preceding operations as text, if needed
}

// atom is a part of a difference that one declaration explains: a field that differs in two
// otherwise equal rows, a row that one side lacks, or a difference without parts.
type atom struct {
	missing, extra *declaredRow
	field          int // in both rows, if there are two
	lines          []string
}

// atoms splits a difference into parts. Two rows correspond if $this and the variables have equal
// values and the number of fields is equal. If a missing row corresponds to several extra rows,
// atoms takes the one with the fewest different fields.
func (j *judgedLine) atoms() []atom {
	if len(j.diff.Missing)+len(j.diff.Extra) == 0 {
		return []atom{{lines: j.diff.Lines}}
	}
	missing := func(r *spec.Row) *declaredRow { return &declaredRow{r, j.world, j.line.Got.Rows, j.terms} }
	extra := func(r *spec.Row) *declaredRow { return &declaredRow{r, j.world, j.want.Rows, j.terms} }
	var out []atom
	taken := make([]bool, len(j.diff.Extra))
	for i := range j.diff.Missing {
		w, best, fields := &j.diff.Missing[i], -1, []int(nil)
		for k := range j.diff.Extra {
			if g := &j.diff.Extra[k]; !taken[k] && sameValues(w, g) {
				if differ := differingFields(w, g); best < 0 || len(differ) < len(fields) {
					best, fields = k, differ
				}
			}
		}
		if best < 0 {
			out = append(out, atom{missing: missing(w), lines: []string{"- " + show.Row(*w)}})
			continue
		}
		taken[best] = true
		g := &j.diff.Extra[best]
		for _, k := range fields {
			out = append(out, atom{
				missing: missing(w), extra: extra(g), field: k,
				lines: []string{"- " + compare.RowAndAccess(*w), "+ " + compare.RowAndAccess(*g)},
			})
		}
	}
	for k := range j.diff.Extra {
		if g := &j.diff.Extra[k]; !taken[k] {
			out = append(out, atom{extra: extra(g), lines: []string{"+ " + show.Row(*g)}})
		}
	}
	return out
}

func sameValues(w, g *spec.Row) bool {
	return w.This == g.This && len(w.Fields) == len(g.Fields) &&
		compare.SameVars(w.Vars, g.Vars, compare.Options{ExtraUnset: true})
}

func differingFields(w, g *spec.Row) []int {
	var out []int
	for k := range w.Fields {
		if !compare.FieldMatches(&w.Fields[k], &g.Fields[k], compare.Options{}) {
			out = append(out, k)
		}
	}
	return out
}

// Covers reports whether the declaration applies to a version of Flecs.
func (d *Declaration) Covers(version string) bool {
	return len(d.Versions) == 0 || slices.Contains(d.Versions, version)
}

// appliesTo reports whether the declaration applies to the operation and the world, whatever the
// answers.
func (d *Declaration) appliesTo(j *judgedLine) bool {
	op := &j.line.Op
	switch {
	case !d.Covers(j.t.Version),
		len(d.Ops) > 0 && !slices.Contains(d.Ops, string(op.Op)),
		len(d.Kinds) > 0 && !d.asksKind(j),
		d.Preset != nil && *d.Preset != (len(op.Vars) > 0),
		d.Text.Regexp != nil && !d.Text.Allows(show.Operation(j.t.Profile, op)),
		d.Expr.Regexp != nil && (j.query == nil || !d.Expr.Allows(j.query.Expr)),
		!d.World.hold(j.world):
		return false
	}
	return (d.After.Regexp == nil || d.After.Allows(j.operations())) && d.asksTerms(j.terms)
}

// operations returns the preceding operations as text, one per line.
func (j *judgedLine) operations() string {
	if j.before == "" {
		var b strings.Builder
		for i := 0; i < len(j.t.Lines) && j.t.Lines[i].Number < j.line.Number; i++ {
			b.WriteString(show.Operation(j.t.Profile, &j.t.Lines[i].Op) + "\n")
		}
		j.before = b.String()
	}
	return j.before
}

// asksKind reports whether the query has one of the kinds, as written or as the profile resolves
// it.
func (d *Declaration) asksKind(j *judgedLine) bool {
	return j.query != nil && (slices.Contains(d.Kinds, j.query.Kind.String()) ||
		slices.Contains(d.Kinds, lawful.ResolvedKind(j.t.Profile, j.query, j.written).String()))
}

func (d *Declaration) asksTerms(terms []declaredTerm) bool {
	if len(d.Every)+len(d.No) > 0 && len(terms) == 0 {
		return false
	}
	some := func(ws words[declaredTerm]) bool { return slices.ContainsFunc(terms, ws.hold) }
	return (d.Term == nil || some(d.Term)) && (d.No == nil || !some(d.No)) &&
		!slices.ContainsFunc(d.Terms, func(ws words[declaredTerm]) bool { return !some(ws) }) &&
		!slices.ContainsFunc(terms, func(t declaredTerm) bool { return !d.Every.hold(t) })
}

// answers reports whether the declaration explains part a of the difference.
func (d *Declaration) answers(j *judgedLine, a *atom) bool {
	if len(d.Diff) > 0 && !slices.Contains(d.Diff, j.diff.Kind) {
		return false
	}
	if !d.Want.Allows(outcomeText(j.want)) || !d.Got.Allows(outcomeText(j.line.Got)) {
		return false
	}
	if slices.ContainsFunc(a.lines, func(s string) bool { return !d.Line.Allows(s) }) {
		return false
	}
	if d.Missing == nil && d.Extra == nil && d.Fields == nil {
		return true
	}
	switch {
	case a.missing != nil && a.extra != nil:
		return d.Fields != nil && d.Fields.fits(a.missing, a.extra, a.field)
	case a.missing != nil:
		return d.Missing != nil && d.Missing.fits(a.missing)
	case a.extra == nil || d.Extra == nil || !d.Extra.fits(a.extra):
		return false
	}
	return d.Extra.Field != nil || a.extra.held() && !j.twice(a.extra.Row)
}

// twice reports whether the reference does not return row r and Flecs returns it more than once, in
// a query without variables.
func (j *judgedLine) twice(r *spec.Row) bool {
	times := 0
	for i := range j.line.Got.Rows {
		if compare.RowMatches(&j.line.Got.Rows[i], r, compare.Options{}) {
			times++
		}
	}
	return r.This != "" && len(r.Vars) == 0 && times > 1 && !slices.ContainsFunc(j.want.Rows, func(w spec.Row) bool {
		return compare.RowMatches(&w, r, compare.Options{ExtraUnset: true})
	})
}

// outcomeText returns "ok", or the code and message of a refusal.
func outcomeText(o *spec.Outcome) string {
	if o.Err == nil {
		return "ok"
	}
	return string(o.Err.Code) + ": " + o.Err.Message
}

// leaves reports whether Flecs returns a row that the declaration says it lacks. Flecs must lack
// all such rows or none, unless the declaration says "some".
func (d *Declaration) leaves(j *judgedLine) bool {
	if d.Missing == nil || d.Missing.Some {
		return false
	}
	for i := range j.want.Rows {
		w := &j.want.Rows[i]
		r := &declaredRow{w, j.world, j.line.Got.Rows, j.terms}
		if d.Missing.fits(r) && !slices.ContainsFunc(j.diff.Missing, func(m spec.Row) bool {
			return compare.RowMatches(&m, w, compare.Options{})
		}) {
			return true
		}
	}
	return false
}

// joined joins the ids of declarations and further ones.
func joined(some []*Declaration, more string) string {
	for _, d := range some {
		more = strings.Trim(more+"+"+d.ID, "+")
	}
	return more
}

// subsets returns the subsets of a list that are not empty, small ones first. Of a longer list, it
// takes the first 12 elements.
func subsets[T any](list []T) [][]T {
	list = list[:min(len(list), 12)]
	var out [][]T
	for chosen := 1<<len(list) - 1; chosen > 0; chosen-- { // the first element is the highest bit
		var some []T
		for i, x := range list {
			if chosen&(1<<(len(list)-1-i)) != 0 {
				some = append(some, x)
			}
		}
		out = append(out, some)
	}
	slices.SortStableFunc(out, func(a, b []T) int { return len(a) - len(b) })
	return out
}

func (*declaredWorld) vocabulary() map[string]func(*declaredWorld) bool { return worldWords }

var worldWords = func() map[string]func(*declaredWorld) bool {
	out := map[string]func(*declaredWorld) bool{}
	for _, p := range spec.ProfilesOf(spec.FlecsFamily) {
		for _, b := range spec.Builtins(p) {
			out[string(b.Handle)] = func(w *declaredWorld) bool {
				return w.some(func(e spec.Handle) bool { return w.property(e, b.Handle) })
			}
		}
	}
	return out
}()
