package suite

import (
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/spec"
)

// Declarations returns the entries that describe how answers differ, as declarations of differences
// for transcripts.
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

// behaves returns the id of the entry that describes the difference in a finding, or several ids,
// separated by ", ", if the entries describe it together. It runs the trace on the subject again
// and judges the answers like a recorded transcript. It returns "" if no entry describes the
// difference, or if the difference does not occur this time.
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

// behavesLike reports whether an entry describes the difference in a finding, alone or with others.
func (k *Known) behavesLike(e *KnownFailure, f *Finding, s *Subject) bool {
	alone := &Known{Entries: []KnownFailure{*e}}
	return alone.behaves(f, s) != "" || slices.Contains(strings.Split(k.behaves(f, s), ", "), e.ID)
}

// answered runs the trace of a finding on the subject and returns it with the answers.
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
