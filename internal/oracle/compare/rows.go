package compare

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/hash"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec"
)

// compareRows compares answers of queries as sets. If the reference returns blocks, it compares
// block by block, because only the order of blocks is defined.
func compareRows(op *spec.Operation, want, got *spec.Outcome, opts Options) *Difference {
	m := MatchRows(want.Rows, got.Rows, opts)
	if !m.Complete() {
		return RowsDifference(op, want, got, m)
	}
	if !inBlocks(want.Rows, m) || opts.Blocks && !samePartition(want.Rows, got.Rows, m, blockOf) {
		return orderDifference(DiffOrder, op, want, got)
	}
	if op.Changes && !sameChanges(want.Rows, got.Rows, m) {
		return orderDifference(DiffBatches, op, want, got)
	}
	if op.Batches && !samePartition(want.Rows, got.Rows, m, batchOf) {
		return orderDifference(DiffBatches, op, want, got)
	}
	return nil
}

// compareCut compares answers with limit or skip: the number of rows must be equal, and they must
// be part of the full answer (order.limit). For example, with limit 2 any two rows of the full
// answer are right.
func compareCut(op *spec.Operation, want, got *spec.Outcome, opts Options) *Difference {
	least, most := cutRange(op, want.Rows, opts.Full)
	if len(got.Rows) < least || len(got.Rows) > most {
		d := DifferenceOf(DiffMissing, op, want, got)
		if len(got.Rows) > len(want.Rows) {
			d.Kind = DiffExtra
		}
		return d
	}
	if opts.Full == nil {
		return nil
	}
	m := MatchRows(opts.Full, got.Rows, opts)
	if slices.Contains(m.Got, -1) {
		m.Want = nil
		full := spec.Outcome{Kind: spec.OutRows, Rows: opts.Full}
		return RowsDifference(op, &full, got, m)
	}
	return nil
}

// cutRange returns the least and the largest number of rows of a right answer with limit or skip.
// They differ only if solutions may share a row ([spec.Row.Several]).
func cutRange(op *spec.Operation, want, full []spec.Row) (least, most int) {
	if !slices.ContainsFunc(full, MayShare) {
		return len(want), len(want)
	}
	for i := range full {
		if MayShare(full[i]) {
			most += full[i].Several
		} else {
			least, most = least+1, most+1
		}
	}
	cut := func(n int) int {
		if n = max(0, n-op.Skip); op.Limit > 0 {
			n = min(n, op.Limit)
		}
		return n
	}
	return cut(least + 1), cut(most) // the rows that may be shared are at least one row
}

// MayShare reports whether the solutions of a row of the reference may have several rows, or share
// the row with other solutions.
func MayShare(r spec.Row) bool {
	hasChoice := func(f spec.Field) bool { return len(f.Or) > 0 }
	return r.Several > 0 && slices.ContainsFunc(r.Fields, hasChoice)
}

// Matching pairs rows. Want[i] is the index in got of the row that matches the i-th wanted row, or
// -1. Got is the reverse.
type Matching struct{ Want, Got []int }

// Complete reports whether every row of both answers has a match.
func (m Matching) Complete() bool { return !slices.Contains(m.Want, -1) && !slices.Contains(m.Got, -1) }

// MatchRows finds, for each row of the reference, a row of the implementation that matches it. Each
// row is used once.
func MatchRows(want, got []spec.Row, opts Options) Matching {
	m := Matching{make([]int, len(want)), make([]int, len(got))}
	same := len(want) == len(got)
	for i := 0; same && i < len(want); i++ {
		same = RowMatches(&want[i], &got[i], opts)
		m.Want[i], m.Got[i] = i, i
	}
	if same {
		return m
	}
	for i := range m.Want {
		m.Want[i] = -1
	}
	for i := range m.Got {
		m.Got[i] = -1
	}
	open := openFields(want, opts) | openFields(got, Options{})
	var wbuf, gbuf [64]keyed
	ws, gs := keyRows(wbuf[:0], want, open), keyRows(gbuf[:0], got, open)
	for i, j := 0, 0; i < len(ws) && j < len(gs); {
		switch {
		case ws[i].key < gs[j].key:
			i++
		case gs[j].key < ws[i].key:
			j++
		default:
			iEnd, jEnd := runOf(ws, i), runOf(gs, j)
			m.pairUp(want, got, ws[i:iEnd], gs[j:jEnd], opts)
			i, j = iEnd, jEnd
		}
	}
	m.pairSeveral(want, got, opts)
	return m
}

// pairSeveral pairs the rows that are left with rows that already have a partner, if several
// solutions can have the same row. For example, if one solution must be reported as (a), and another
// one as (a) or (b), the answer has the row (a), or the rows (a) and (b). A solution has one row: if
// there is only one and it may be reported as (a) or (b), the answer does not have both.
func (m Matching) pairSeveral(want, got []spec.Row, opts Options) {
	for w := range want {
		if !MayShare(want[w]) {
			continue
		}
		more := want[w].Several - 1 // further rows that the solutions of this row can have
		for g := range got {
			twice := func(o spec.Row) bool { return show.Row(o) == show.Row(got[g]) }
			switch {
			case m.Want[w] >= 0 && m.Got[g] >= 0 || !RowMatches(&want[w], &got[g], opts):
			case m.Want[w] < 0:
				m.Want[w] = g
			case more > 0 && !slices.ContainsFunc(slices.Concat(got[:g], got[g+1:]), twice):
				m.Got[g] = w
				more--
			}
		}
	}
}

// keyed is the index of a row with a key. Rows that could match have equal keys.
type keyed struct {
	key uint64
	at  int
}

func runOf(ks []keyed, from int) int {
	to := from + 1
	for to < len(ks) && ks[to].key == ks[from].key {
		to++
	}
	return to
}

func keyRows(buf []keyed, rows []spec.Row, open uint64) []keyed {
	for i := range rows {
		buf = append(buf, keyed{rowKey(&rows[i], open), i})
	}
	slices.SortFunc(buf, func(a, b keyed) int {
		if c := cmp.Compare(a.key, b.key); c != 0 {
			return c
		}
		return cmp.Compare(a.at, b.at)
	})
	return buf
}

// openFields returns, as a bit set, the fields whose id and source may differ between matching
// rows. Fields after the 64th always count as such.
func openFields(rows []spec.Row, opts Options) uint64 {
	var open uint64
	for i := range rows {
		for k := range rows[i].Fields {
			f := &rows[i].Fields[k]
			if k < 64 && f.Set && (len(f.Or) > 0 || f.NoID || f.NoSrc || opts.AnyWildcard && f.ID.HasWildcard()) {
				open |= 1 << k
			}
		}
	}
	return open
}

var rowSeed = maphash.MakeSeed()

func hashHandle(h spec.Handle) uint64 { return maphash.String(rowSeed, string(h)) }

func rowKey(r *spec.Row, open uint64) uint64 {
	h := hashHandle(r.This)
	for name, v := range r.Vars { // the sum does not depend on the order of the map
		if v != "" {
			h += hash.Mix(maphash.String(rowSeed, name) + 3*hashHandle(v))
		}
	}
	h = hash.Mix(h + uint64(len(r.Fields)))
	for k := range r.Fields {
		f := &r.Fields[k]
		switch {
		case !f.Set:
			h = hash.Mix(h + 1)
		case k >= 64 || open&(1<<k) != 0:
			h = hash.Mix(h + 2)
		default:
			h = hash.Mix(h + 3 + hashHandle(f.ID.First) + 5*hashHandle(f.ID.Second) + 7*hashHandle(f.Src))
		}
	}
	return h
}

// pairUp pairs as many rows as possible of two runs with equal keys. It uses augmenting paths,
// because a row with alternatives may match several rows.
func (m Matching) pairUp(want, got []spec.Row, ws, gs []keyed, opts Options) {
	var seen map[int]bool
	var try func(w int) bool
	try = func(w int) bool {
		for _, g := range gs {
			if seen[g.at] || !RowMatches(&want[w], &got[g.at], opts) {
				continue
			}
			seen[g.at] = true
			if m.Got[g.at] < 0 || try(m.Got[g.at]) {
				m.Want[w], m.Got[g.at] = g.at, w
				return true
			}
		}
		return false
	}
	for _, w := range ws {
		if len(ws) == 1 && len(gs) == 1 {
			if RowMatches(&want[w.at], &got[gs[0].at], opts) {
				m.Want[w.at], m.Got[gs[0].at] = gs[0].at, w.at
			}
			return
		}
		seen = map[int]bool{}
		try(w.at)
	}
}

// RowMatches reports whether a row of the implementation matches one of the reference.
func RowMatches(w, g *spec.Row, opts Options) bool {
	if w.This != g.This || len(w.Fields) != len(g.Fields) || !SameVars(w.Vars, g.Vars, opts) {
		return false
	}
	for k := range w.Fields {
		if !FieldMatches(&w.Fields[k], &g.Fields[k], opts) {
			return false
		}
	}
	return w.Group == nil || g.Group == nil || *w.Group == *g.Group
}

// SameVars compares variables. A missing variable counts as unset. A variable that the reference
// does not report is a difference, except an unset one of a foreign engine.
func SameVars(w, g map[string]spec.Handle, opts Options) bool {
	for name, v := range w {
		if g[name] != v {
			return false
		}
	}
	for name, v := range g {
		if _, asked := w[name]; !asked && (v != "" || !opts.ExtraUnset) {
			return false
		}
	}
	return true
}

// FieldMatches reports whether a field of the implementation matches one of the reference.
func FieldMatches(w, g *spec.Field, opts Options) bool {
	if w.Set != g.Set {
		return false
	}
	if !w.Set {
		return true
	}
	if !sameAccess(w.Access, g.Access, opts) || !sameFieldValue(w.Value, g.Value, opts) {
		return false
	}
	if choiceMatches(w.ID, w.Src, g, opts) {
		return true
	}
	for _, c := range w.Or {
		if choiceMatches(c.ID, c.Src, g, opts) {
			return true
		}
	}
	return false
}

// sameAccess compares access modifiers if both sides have them or must have them.
func sameAccess(w, g spec.Access, opts Options) bool {
	return w == g || !opts.Access && (w == spec.AccessDefault || g == spec.AccessDefault)
}

// sameFieldValue compares the data of fields if both sides have it or must have it.
func sameFieldValue(w, g spec.Value, opts Options) bool {
	if w == nil || g == nil {
		return !opts.Values || w == nil && g == nil
	}
	return sameValue(w, g)
}

func choiceMatches(id spec.ID, src spec.Handle, g *spec.Field, opts Options) bool {
	if id == g.ID || g.NoID {
		return src == g.Src || g.NoSrc
	}
	if !opts.AnyWildcard || id.IsPair() != g.ID.IsPair() {
		return false
	}
	element := func(w, g spec.Handle) bool { return w == g || w.IsWildcard() }
	return element(id.First, g.ID.First) && element(id.Second, g.ID.Second)
}

// inBlocks reports whether the implementation returns all rows of each wanted block before those of
// the next.
func inBlocks(want []spec.Row, m Matching) bool {
	block := 0
	for _, w := range m.Got {
		if want[w].Block < block {
			return false
		}
		block = want[w].Block
	}
	return true
}

// sameChanges reports whether the same rows are marked as changed.
func sameChanges(want, got []spec.Row, m Matching) bool {
	for w, g := range m.Want {
		if want[w].Changed != got[g].Changed {
			return false
		}
	}
	return true
}

func blockOf(r *spec.Row) int { return r.Block }

func batchOf(r *spec.Row) int { return r.Batch }

// samePartition reports whether both sides group the rows in the same way, whatever the numbers of
// the groups.
func samePartition(want, got []spec.Row, m Matching, part func(*spec.Row) int) bool {
	one := true // the common case
	for w, g := range m.Want {
		one = one && part(&want[w]) == 0 && part(&got[g]) == 0
	}
	if one {
		return true
	}
	there, back := map[int]int{}, map[int]int{}
	for w, g := range m.Want {
		a, b := part(&want[w]), part(&got[g])
		if x, ok := there[a]; ok && x != b {
			return false
		}
		if x, ok := back[b]; ok && x != a {
			return false
		}
		there[a], back[b] = b, a
	}
	return true
}

// RowsDifference returns the difference of two answers in which some rows have no match.
func RowsDifference(op *spec.Operation, want, got *spec.Outcome, m Matching) *Difference {
	d := differenceOf(DiffRows, op, want, got)
	d.Missing, d.Extra = unpaired(want.Rows, m.Want), unpaired(got.Rows, m.Got)
	switch {
	case len(d.Extra) == 0:
		d.Kind = DiffMissing
	case len(d.Missing) == 0:
		d.Kind = DiffExtra
	}
	text := show.Row
	if alike(d.Missing, d.Extra) {
		text = RowAndAccess
	}
	for _, r := range d.Missing {
		d.Lines = append(d.Lines, "- "+text(r))
	}
	for _, r := range d.Extra {
		d.Lines = append(d.Lines, "+ "+text(r))
	}
	return d
}

// alike reports whether rows that differ have the same texts. This can happen because texts do not
// show access modifiers.
func alike(a, b []spec.Row) bool {
	return slices.EqualFunc(a, b, func(x, y spec.Row) bool { return show.Row(x) == show.Row(y) })
}

// RowAndAccess formats a row with the access modifiers of its fields.
func RowAndAccess(r spec.Row) string {
	s := show.Row(r)
	for _, f := range r.Fields {
		s += "  [" + f.Access.String() + "]"
	}
	return s
}

// unpaired returns the rows without a match, sorted by text.
func unpaired(rows []spec.Row, pairs []int) []spec.Row {
	var out []spec.Row
	for i, p := range pairs {
		if p < 0 {
			out = append(out, rows[i])
		}
	}
	slices.SortStableFunc(out, func(a, b spec.Row) int { return strings.Compare(show.Row(a), show.Row(b)) })
	return out
}

func orderDifference(kind DiffKind, op *spec.Operation, want, got *spec.Outcome) *Difference {
	d := differenceOf(kind, op, want, got)
	part := func(r *spec.Row) string {
		if kind == DiffBatches {
			return fmt.Sprintf("batch %d  ", r.Batch)
		}
		return fmt.Sprintf("block %d  ", r.Block)
	}
	for i := range want.Rows {
		d.Lines = append(d.Lines, "- "+part(&want.Rows[i])+show.Row(want.Rows[i]))
	}
	for i := range got.Rows {
		d.Lines = append(d.Lines, "+ "+part(&got.Rows[i])+show.Row(got.Rows[i]))
	}
	return d
}
