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

// Group names the kind of error that a reduced finding shows: findings with the same group are most
// likely the same one in different worlds. It is drawn from who differs and how, and from the words
// that the reduced trace needs: the kinds of its operations, the reserved handles, and the shapes
// of its query; names and numbers of things do not count. The trace of an intermittent finding says
// little of the fault, and the last words of a crash say more: there who and how alone decide.
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

// wordsOfOperation notes the kind of the operation and which reserved handles it writes.
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
