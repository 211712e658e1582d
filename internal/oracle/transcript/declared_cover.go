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
	altered func(spec.Outcome) spec.Outcome // changes the reference's answer, for the probe
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
		w := &j.diff.Missing[i]
		best := -1
		for k := range j.diff.Extra {
			if taken[k] || !sameValues(w, &j.diff.Extra[k]) {
				continue
			}
			if best < 0 || len(differingFields(w, &j.diff.Extra[k])) < len(differingFields(w, &j.diff.Extra[best])) {
				best = k
			}
		}
		if best < 0 {
			out = append(out, atom{missing: missing(w), lines: []string{"- " + show.Row(*w)}})
			continue
		}
		taken[best] = true
		g := &j.diff.Extra[best]
		for _, k := range differingFields(w, g) {
			out = append(out, atom{
				missing: missing(w), extra: extra(g), field: k,
				lines: []string{"- " + compare.RowAndAccess(*w), "+ " + compare.RowAndAccess(*g)},
			})
		}
	}
	for k := range j.diff.Extra {
		if !taken[k] {
			g := &j.diff.Extra[k]
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
	if d.After.Regexp != nil {
		if j.before == "" {
			j.before = j.t.before(j.line)
		}
		if !d.After.Allows(j.before) {
			return false
		}
	}
	return d.asksTerms(j)
}

// asksKind reports whether the query has one of the kinds, as written or as the profile resolves
// it.
func (d *Declaration) asksKind(j *judgedLine) bool {
	if j.query == nil {
		return false
	}
	terms := make([]spec.Term, 0, len(j.terms))
	for _, t := range j.terms {
		terms = append(terms, *t.Term)
	}
	return slices.Contains(d.Kinds, j.query.Kind.String()) ||
		slices.Contains(d.Kinds, lawful.ResolvedKind(j.t.Profile, j.query, terms).String())
}

func (d *Declaration) asksTerms(j *judgedLine) bool {
	if len(d.Term)+len(d.Terms)+len(d.Every)+len(d.No) > 0 && len(j.terms) == 0 {
		return false
	}
	for _, ws := range append(slices.Clip(d.Terms), d.Term) {
		if len(ws) > 0 && !slices.ContainsFunc(j.terms, ws.hold) {
			return false
		}
	}
	if len(d.No) > 0 && slices.ContainsFunc(j.terms, d.No.hold) {
		return false
	}
	return !slices.ContainsFunc(j.terms, func(t declaredTerm) bool { return !d.Every.hold(t) })
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
	case a.extra != nil:
		return d.Extra != nil && d.Extra.fits(a.extra) && (d.Extra.Field != nil || a.extra.held() && !j.twice(a.extra.Row))
	}
	return false
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

// subsets returns the subsets of a list that are not empty, small ones first.
func subsets[T any](list []T) [][]T {
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
	for h := range reservedWords() {
		out[string(h)] = func(w *declaredWorld) bool { return w.uses(h) }
	}
	return out
}()

func reservedWords() map[spec.Handle]bool {
	out := map[spec.Handle]bool{}
	for _, p := range spec.ProfilesOf(spec.FlecsFamily) {
		for _, b := range spec.Builtins(p) {
			out[b.Handle] = true
		}
	}
	return out
}
