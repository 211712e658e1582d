package finding

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/spec"
)

// Group names the kind of error that a reduced finding shows. Findings of one group most likely
// have the same cause. The group is computed from the implementation, the difference, and the words
// of the reduced trace: kinds of operations, reserved handles, and the shapes of the query. Names
// and numbers do not count. For an intermittent finding the trace says little about the cause, and
// for a crash the last lines of its output say more, so their groups depend on the implementation
// and the difference only.
func (f *Finding) Group() string {
	if f.Runs > 0 || f.Divergence.Difference.Words != "" {
		return groupOf(f.Divergence, spec.NewTrace(f.Trace.Header.Profile))
	}
	return groupOf(f.Divergence, f.Trace)
}

func groupOf(d runner.Divergence, t *spec.Trace) string {
	words := map[string]bool{}
	for i := range t.Entries {
		wordsOfOperation(&t.Entries[i].Op, words)
	}
	text := t.Header.Profile + "|" + d.Implementation + "|" + d.Law + "|" + d.Difference.Signature() + "|" +
		strings.Join(slices.Sorted(maps.Keys(words)), " ")
	h := sha256.Sum256([]byte(text))
	return hex.EncodeToString(h[:4])
}

// wordsOfOperation adds the kind of the operation and the reserved handles in it.
func wordsOfOperation(op *spec.Operation, words map[string]bool) {
	words[string(op.Op)] = true
	for _, id := range append([]spec.ID{op.ID}, op.IDs...) {
		for _, h := range []spec.Handle{id.First, id.Second} {
			if spec.IsReserved(h) || h.IsWildcard() {
				words[string(op.Op)+" "+string(h)] = true
			}
		}
		if id.IsPair() {
			words[string(op.Op)+" pair"] = true
		}
	}
	if op.Query == nil {
		return
	}
	words["kind "+op.Query.Kind.String()] = true
	op.Query.Walk(func(t *spec.Term) { wordsOfTerm(t, words) })
}

func wordsOfTerm(t *spec.Term, words map[string]bool) {
	shape := []string{"term", string(rune('0' + t.Kind)), string(rune('0' + t.Oper))}
	for _, r := range []*spec.Ref{&t.First, &t.Second, &t.Src} {
		word := string(rune('0' + r.Kind))
		if h := spec.Handle(r.Name); r.Kind == spec.RefEntity && spec.IsReserved(h) ||
			r.Kind == spec.RefVariable && r.Name == spec.This {
			word = r.Name
		}
		if r.Trav != nil {
			word += "^" + string(rune('0'+r.Trav.Flags))
		}
		shape = append(shape, word)
	}
	words[strings.Join(shape, " ")] = true
}
