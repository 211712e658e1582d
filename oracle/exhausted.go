package oracle

import "github.com/relspec/relspec/spec"

// exhausted reports whether one side refused as too much work, or as too long, what the other answered (P-80).
func exhausted(want, got *spec.Outcome) bool {
	return isExhausted(want) && got.Err == nil || isExhausted(got) && want.Err == nil
}

func isExhausted(o *spec.Outcome) bool {
	return o.Err != nil && o.Err.Code == spec.CodeLimit && o.Err.Exhausted
}

// exhausted passes over such an operation. What rests on it is left alone too: the names that it would have made, and what
// change detection says from now on, since an answer counts as seen. done means that the run cannot go on: one world changed.
func (k *checker) exhausted(op *spec.Operation, want, got *spec.Outcome) (done bool) {
	k.counts.exhausted(op.Op, 1)
	k.unsure = k.unsure || op.Op.Outcome() == spec.OutRows
	if op.Op == spec.OpIterNext {
		k.skip[op.On] = true
	}
	return k.unsupported(op, want, got)
}

// concernsChanges reports whether an answer says what has changed since another.
func concernsChanges(op *spec.Operation) bool { return op.Op == spec.OpChanged || op.Changes }
