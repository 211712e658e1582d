package suite

import (
	"strings"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/spec"
)

// Declarations are the entries that describe how answers differ, in the words of declared transcripts.
func (k *Known) Declarations() []transcript.Declaration {
	if k == nil {
		return nil
	}
	var out []transcript.Declaration
	for i := range k.Entries {
		if k.Entries[i].Describes() {
			out = append(out, k.Entries[i].Declaration)
		}
	}
	return out
}

// behaves names the entries that describe the difference of a finding. The subject answers its
// trace once more, and the answers are judged as a transcript of them would be: "" where nothing
// describes it, or it does not show this time.
func (k *Known) behaves(f *Finding, s *Subject) string {
	described := k.Declarations()
	if len(described) == 0 {
		return ""
	}
	t, err := answered(f, s)
	if err != nil {
		return ""
	}
	lines, err := transcript.Replay(t, transcript.ReplayOptions{Reference: engines.Model(), Declared: described})
	if err != nil || len(lines) == 0 {
		return ""
	}
	if last := &lines[len(lines)-1]; last.Verdict.Excused() {
		return strings.ReplaceAll(last.By, "+", ", ")
	}
	return ""
}

// answered is the trace of a finding with the answers of the subject.
func answered(f *Finding, s *Subject) (*transcript.Transcript, error) {
	p, perr := spec.ProfileByName(f.Trace.Header.Profile)
	if perr != nil {
		return nil, perr
	}
	engine, err := s.world(p)
	if err != nil {
		return nil, err
	}
	ops := f.Trace.Operations()[:f.Divergence.Index+1]
	if f.Divergence.Difference.Kind == compare.DiffDump {
		ops = append(ops[:len(ops):len(ops)], spec.Operation{Op: spec.OpDump})
	}
	t := &transcript.Transcript{Version: s.Info.Version, Topic: "live", Name: f.Hash(), Profile: p}
	for i := range ops {
		got := engine.Apply(ops[i])
		t.Lines = append(t.Lines, transcript.Line{Number: i + 1, Op: ops[i], Got: &got})
	}
	return t, nil
}
