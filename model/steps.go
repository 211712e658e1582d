package model

import (
	"fmt"
	"slices"

	"github.com/relspec/relspec/spec"
)

// step is a consequence of the operation under way, with the statements that license it; it is put into words when
// someone asks.
type step struct {
	cites []spec.StatementID
	text  string
	about []any
}

// because notes a step. What it is about are entities, ids and words.
func (w *World) because(cites []spec.StatementID, text string, about ...any) {
	for n, a := range about {
		switch a := a.(type) {
		case entity:
			about[n] = w.handle(a)
		case id:
			about[n] = w.specID(a)
		}
	}
	w.steps = append(w.steps, step{cites, text, about})
}

// Steps says why the last operation did what it did beyond what was asked for: what it replaced, copied, mirrored,
// took along, where it found what it answers, or why it was refused. In the order in which it happened, each once.
func (w *World) Steps() []spec.Proof {
	var out []spec.Proof
	for _, s := range w.steps {
		p := claim(fmt.Sprintf(s.text, s.about...), s.cites...)
		if !slices.ContainsFunc(out, func(o spec.Proof) bool { return o.Claim == p.Claim }) {
			out = append(out, p)
		}
	}
	return out
}

// foundBy notes where an id that e does not own was found.
func (w *World) foundBy(e entity, h holding) {
	if h.owner != e {
		w.because(citesShared, "%s gets %s from its base %s", e, h.id, h.owner)
	}
}

// refused notes why an operation has no effect.
func (w *World) refused(err *spec.Error) {
	w.because(map[spec.ErrorCode][]spec.StatementID{
		spec.CodeFinal: {"REL-174", "REL-179"}, spec.CodeCycle: {"REL-203"}, spec.CodeOneOf: {"REL-235"},
		spec.CodePolicy: {"REL-129"}, spec.CodeNotAlive: {"REL-118"},
	}[err.Code], "refused: %s", err.Message)
}

// cited by more than one place.
var (
	citesExclusive = []spec.StatementID{"REL-212", "REL-220"}
	citesShared    = []spec.StatementID{"REL-088", "REL-090", "REL-095"}
	citesMirror    = []spec.StatementID{"REL-229"}
	citesUnmirror  = []spec.StatementID{"REL-230"}
	citesWith      = []spec.StatementID{"REL-231", "REL-232"}
	citesDangling  = []spec.StatementID{"REL-118", "REL-125"}
)
