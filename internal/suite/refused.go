package suite

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec"
)

// Refused counts how often the subject answered an operation with `unsupported`, by its messages.
type Refused struct {
	Op       spec.OpKind    `json:"op"`
	Answers  int            `json:"answers"`
	Messages map[string]int `json:"messages"`
}

// refusals counts the answers `unsupported` of all workers. The zero value is ready to use.
type refusals struct {
	mu sync.Mutex
	of map[spec.OpKind]map[string]int
}

// count counts an answer, if it is `unsupported`.
func (r *refusals) count(op spec.OpKind, err *spec.Error) {
	if r == nil || err == nil || err.Code != spec.CodeUnsupported {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.of == nil {
		r.of = map[spec.OpKind]map[string]int{}
	}
	if r.of[op] == nil {
		r.of[op] = map[string]int{}
	}
	message := err.Message
	if _, known := r.of[op][message]; !known && len(r.of[op]) >= keptMessages {
		message = otherMessages
	}
	r.of[op][message]++
}

// An engine may write a new message for each answer, so the first messages of an operation are
// counted apart and all others together.
const (
	keptMessages  = 100
	otherMessages = "other messages"
)

// list returns the operations, the one with the most answers first.
func (r *refusals) list() []Refused {
	var out []Refused
	for op, messages := range r.of {
		all := Refused{Op: op, Messages: messages}
		for _, n := range messages {
			all.Answers += n
		}
		out = append(out, all)
	}
	slices.SortFunc(out, func(a, b Refused) int {
		return cmp.Or(cmp.Compare(b.Answers, a.Answers), cmp.Compare(a.Op, b.Op))
	})
	return out
}

// maxMessages is the maximum number of messages shown for an operation.
const maxMessages = 3

// refusedText lists the operations that the subject answered with `unsupported` most often, each
// with its most frequent messages.
func (r *Report) refusedText(b *strings.Builder) {
	for i, o := range r.Refused {
		if i == maxNext {
			fmt.Fprintf(b, "unsupported  and %s\n", show.Plural(len(r.Refused)-maxNext, "other operation", "other operations"))
			return
		}
		messages := slices.SortedFunc(maps.Keys(o.Messages), func(a, b string) int {
			return cmp.Or(cmp.Compare(o.Messages[b], o.Messages[a]), cmp.Compare(a, b))
		})
		var parts []string
		for _, m := range messages[:min(len(messages), maxMessages)] {
			parts = append(parts, fmt.Sprintf("%q %d", show.Short(m, maxTitle), o.Messages[m]))
		}
		if more := len(messages) - len(parts); more > 0 {
			parts = append(parts, show.Plural(more, "other message", "other messages"))
		}
		fmt.Fprintf(b, "unsupported  %s %d: %s\n", o.Op, o.Answers, strings.Join(parts, ", "))
	}
}
