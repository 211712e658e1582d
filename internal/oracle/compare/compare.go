package compare

import (
	"slices"

	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec"
)

// Outcomes returns how got, an implementation's answer to op, differs from want, the reference's
// answer, or nil (docs/protocol.md, Answers). For equal single values it does not allocate, and for
// rows it allocates little. The caller must handle [spec.CodeUnsupported] first
// ([Expectations.Skips]); Outcomes accepts it only if the reference gives it, too
// (compare.declared).
func Outcomes(op *spec.Operation, want, got *spec.Outcome, opts Options) *Difference {
	if opts.First.allows(op, want) && opts.First.allows(op, got) {
		return nil
	}
	if want.Err != nil || got.Err != nil {
		return compareErrors(op, want, got, opts)
	}
	switch ModeOf(op) {
	case Open:
	case Equal, OneOf:
		return single(op, want, got, sameAnswer(op, want, got))
	case Set:
		return compareElements(op, want, got)
	case Rows:
		return compareRows(op, want, got, opts)
	case PartOf:
		return compareCut(op, want, got, opts)
	case Dump:
		return Dumps(op.Op, want.Dump, got.Dump)
	case Events:
		if d := compareEvents(op, want, got); d != nil {
			return d
		}
		return compareFailures(op, want, got, opts)
	case Failures:
		return compareFailures(op, want, got, opts)
	case Reasons:
		return compareExplanations(op, want, got, opts)
	}
	return nil
}

// sameAnswer compares single answers.
func sameAnswer(op *spec.Operation, want, got *spec.Outcome) bool {
	switch op.Op.Outcome() { //nolint:exhaustive // the others are compared elsewhere
	case spec.OutBool:
		return want.Bool == got.Bool
	case spec.OutNumber:
		return want.Number == got.Number
	case spec.OutEntity:
		return want.Entity == got.Entity
	case spec.OutText:
		return (want.Text == nil) == (got.Text == nil) && (want.Text == nil || *want.Text == *got.Text)
	case spec.OutValue:
		return sameValue(want.Value, got.Value)
	case spec.OutPath:
		return slices.Equal(want.Entities, got.Entities)
	}
	return false
}

// compareElements compares lists whose order has no meaning.
func compareElements(op *spec.Operation, want, got *spec.Outcome) *Difference {
	switch {
	case op.Op.Outcome() == spec.OutIDs:
		return compareSets(op, want, got, want.IDs, got.IDs, spec.ID.String)
	case op.Op == spec.OpTraverse && len(want.Depths) > 0 && SameSet(want.Entities, got.Entities):
		return single(op, want, got, sameBelow(want, got))
	}
	return compareSets(op, want, got, want.Entities, got.Entities, func(h spec.Handle) string { return string(h) })
}

func compareErrors(op *spec.Operation, want, got *spec.Outcome, opts Options) *Difference {
	if got.Err != nil && got.Err.Code.IsHarness() {
		return DifferenceOf(DiffBroken, op, want, got)
	}
	if want.Err != nil && got.Err != nil && (want.Err.Code == got.Err.Code || opts.AnyError && !IsUnsupported(got)) {
		return nil
	}
	return DifferenceOf(DiffError, op, want, got)
}

// compareFailures compares as multisets which deferred commands failed, and how. The numbers of
// commands are ignored, because an engine may split an operation into more or fewer commands
// (deferral.failures). For example, it does not matter whether adding (ChildOf, Bob) to Bob failed
// as command 2 or 3. A foreign engine may report fewer failures, or not say which command failed;
// then only the error codes are compared.
func compareFailures(op *spec.Operation, want, got *spec.Outcome, opts Options) *Difference {
	if opts.AnyError && got.Failures == nil {
		return nil
	}
	bare := opts.AnyError && slices.ContainsFunc(got.Failures, func(f spec.Failure) bool { return f.Op == "" })
	return single(op, want, got, SameSet(failedCommands(want, bare, opts), failedCommands(got, bare, opts)))
}

// failedCommand is the compared part of a failure.
type failedCommand struct {
	op     spec.OpKind
	entity spec.Handle
	id     spec.ID
	code   spec.ErrorCode
}

func failedCommands(o *spec.Outcome, bare bool, opts Options) []failedCommand {
	out := make([]failedCommand, len(o.Failures))
	for i, f := range o.Failures {
		if !bare {
			out[i] = failedCommand{op: f.Op, entity: f.Entity, id: f.ID}
		}
		if !opts.AnyError {
			out[i].code = f.Err.Code
		}
	}
	return out
}

// DifferenceOf returns a difference of a kind, with both outcomes as one line each.
func DifferenceOf(kind DiffKind, op *spec.Operation, want, got *spec.Outcome) *Difference {
	d := differenceOf(kind, op, want, got)
	d.Lines = []string{"- " + d.Want + message(want), "+ " + d.Got + message(got)}
	if kind == DiffBroken {
		d.Words = crashWords(got)
	}
	return d
}

// differenceOf returns a difference without lines.
func differenceOf(kind DiffKind, op *spec.Operation, want, got *spec.Outcome) *Difference {
	return &Difference{Kind: kind, Op: op.Op, Want: show.Outcome(*want), Got: show.Outcome(*got)}
}

func message(o *spec.Outcome) string {
	if o.Err == nil || o.Err.Message == "" {
		return ""
	}
	return " (" + o.Err.Message + ")"
}

func single(op *spec.Operation, want, got *spec.Outcome, same bool) *Difference {
	if same {
		return nil
	}
	return DifferenceOf(DiffValue, op, want, got)
}

func compareSets[T comparable](op *spec.Operation, want, got *spec.Outcome, w, g []T, text func(T) string) *Difference {
	if SameSet(w, g) {
		return nil
	}
	d := differenceOf(DiffSet, op, want, got)
	d.Lines = diffLines(texts(w, text), texts(g, text))
	return d
}

// SameSet compares as multisets: an element that occurs twice on one side only is a difference.
func SameSet[T comparable](w, g []T) bool {
	if len(w) != len(g) {
		return false
	}
	if slices.Equal(w, g) {
		return true
	}
	if len(w) > 32 {
		return sameLargeSet(w, g)
	}
	var used uint32
next:
	for _, x := range w {
		for i, y := range g {
			if used&(1<<i) == 0 && x == y {
				used |= 1 << i
				continue next
			}
		}
		return false
	}
	return true
}

func sameLargeSet[T comparable](w, g []T) bool {
	count := make(map[T]int, len(w))
	for _, x := range w {
		count[x]++
	}
	for _, y := range g {
		count[y]--
		if count[y] < 0 {
			return false
		}
	}
	return true
}

func texts[T any](xs []T, text func(T) string) []string {
	out := make([]string, len(xs))
	for i, x := range xs {
		out[i] = text(x)
	}
	return out
}

// diffLines compares two multisets of lines. Missing lines get the prefix "-", additional ones "+".
// The result is sorted by text.
func diffLines(want, got []string) []string {
	want, got = slices.Clone(want), slices.Clone(got)
	slices.Sort(want)
	slices.Sort(got)
	var out []string
	i, j := 0, 0
	for i < len(want) || j < len(got) {
		switch {
		case j == len(got) || i < len(want) && want[i] < got[j]:
			out = append(out, "- "+want[i])
			i++
		case i == len(want) || got[j] < want[i]:
			out = append(out, "+ "+got[j])
			j++
		default:
			i++
			j++
		}
	}
	return out
}
