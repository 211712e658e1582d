package transcript

import (
	"strings"

	"github.com/relspec/relspec/spec"
)

// ReplayReport counts the verdicts of all transcripts.
type ReplayReport struct {
	Engine string
	// Files counts transcripts by version and worst line: unexplained, declared, unsupported,
	// agree.
	Files map[string]map[Verdict]int
	// Topics counts lines by version, topic and verdict.
	Topics map[string]map[string]map[Verdict]int
	// Uses counts the lines of each declaration, in the order of the file.
	Uses []DeclarationUse
	// Reasons counts unsupported lines by "verdict: reason", and lines without an answer.
	Reasons map[string]int
	// Unexplained lists every line without explanation.
	Unexplained []Replayed
	// Unused lists declarations that explain nothing.
	Unused []string
}

// DeclarationUse is the number of lines that a declaration explains.
type DeclarationUse struct {
	ID    string `json:"id"`
	Lines int    `json:"lines"`
	Files int    `json:"files"`
}

// ReplayAll replays transcripts and counts the verdicts.
func ReplayAll(ts []*Transcript, opts ReplayOptions) (*ReplayReport, error) {
	replayed := make([][]Replayed, len(ts))
	for i, t := range ts {
		var err error
		if replayed[i], err = Replay(t, opts); err != nil {
			return nil, err
		}
	}
	return Count(replayed, opts), nil
}

// Count returns the report for transcripts that [Replay] has replayed with these options.
func Count(replayed [][]Replayed, opts ReplayOptions) *ReplayReport {
	rep := &ReplayReport{
		Engine: opts.Reference.Name, Files: map[string]map[Verdict]int{},
		Topics: map[string]map[string]map[Verdict]int{}, Reasons: map[string]int{},
	}
	if opts.Engine != nil {
		rep.Engine = opts.Engine.Name
	}
	for _, d := range opts.Declared {
		rep.Uses = append(rep.Uses, DeclarationUse{ID: d.ID})
	}
	for _, lines := range replayed {
		rep.add(lines)
	}
	for i, d := range opts.Declared {
		if rep.Uses[i].Lines == 0 {
			rep.Unused = append(rep.Unused, d.ID)
		}
	}
	return rep
}

// add counts the lines of a transcript.
func (rep *ReplayReport) add(lines []Replayed) {
	if len(lines) == 0 {
		return
	}
	t := lines[0].Transcript
	if rep.Files[t.Version] == nil {
		rep.Files[t.Version], rep.Topics[t.Version] = map[Verdict]int{}, map[string]map[Verdict]int{}
	}
	if rep.Topics[t.Version][t.Topic] == nil {
		rep.Topics[t.Version][t.Topic] = map[Verdict]int{}
	}
	rep.Files[t.Version][Worst(Agrees, lines)]++
	of := map[string]int{} // lines of this transcript by declaration
	for _, r := range lines {
		if r.Line.Op.Op == spec.OpNote {
			continue
		}
		rep.Topics[t.Version][t.Topic][r.Verdict]++
		switch r.Verdict {
		case Agrees:
		case Declared, Refused, Undefined:
			for _, id := range r.Causes() {
				of[id]++
			}
		case NotBuilt, Unanswered:
			rep.Reasons[strings.TrimSuffix(string(r.Verdict)+": "+r.By, ": ")]++
		case Unexplained:
			rep.Unexplained = append(rep.Unexplained, r)
		}
	}
	for i := range rep.Uses {
		if n := of[rep.Uses[i].ID]; n > 0 {
			rep.Uses[i].Lines += n
			rep.Uses[i].Files++
		}
	}
}
