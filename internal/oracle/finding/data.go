package finding

import (
	"bytes"
	"encoding/json"
	"path/filepath"

	"github.com/relspec/relspec/spec"
)

// Data is a finding as data: what every command prints with --json, and what reports are made of. Fields that a
// command has nothing to say about stay empty.
type Data struct {
	// Name is the difference and the reduced operations in one line, which lists of known failures fit.
	Name           string `json:"name,omitempty"`
	Implementation string `json:"implementation"`
	Variant        string `json:"variant,omitempty"`
	Law            string `json:"law,omitempty"`
	Signature      string `json:"signature"`
	Known          string `json:"known,omitempty"` // the id of the known failure that explains it
	Cause          int    `json:"cause,omitempty"` // findings of one number most likely have one cause
	Seen           int    `json:"seen,omitempty"`  // divergences that were reduced to it
	// Shown and Runs: an intermittent divergence showed in so many runs of so many; both are left
	// out where it always shows.
	Shown      int                `json:"shown,omitempty"`
	Runs       int                `json:"runs,omitempty"`
	Operation  int                `json:"operation"` // that differs, from 1
	Operations int                `json:"operations"`
	From       int                `json:"reduced_from,omitempty"`
	Origin     string             `json:"place,omitempty"`
	Want       string             `json:"want"`
	Got        string             `json:"got"`
	Lines      []string           `json:"lines"`
	Why        []string           `json:"why,omitempty"`
	Statements []spec.StatementID `json:"statements,omitempty"`
	Clauses    []string           `json:"clauses,omitempty"`
	// the page that describes what neither a manual nor a clause decides
	Undecided string            `json:"undecided,omitempty"`
	Trace     []json.RawMessage `json:"trace"` // the header, then the operations
	// Refused is the code with which the reference refused the operation after which the worlds differ.
	Refused spec.ErrorCode `json:"refused,omitempty"`
	// Failures is how many commands the reference refused at the end of the deferral after which the worlds differ.
	Failures int      `json:"failures,omitempty"`
	Picture  *Picture `json:"picture,omitempty"`
	Saved    string   `json:"saved,omitempty"`
	Again    string   `json:"again,omitempty"`
	Group    string   `json:"group"`   // findings of one group are most likely one fault
	Repeats  uint64   `json:"repeats"` // other traces of a campaign that showed it
}

// Data is the finding as data; dir is the folder that it was saved under, "" if it was not.
func (f *Finding) Data(dir string) Data {
	d := Data{
		Implementation: f.Divergence.Implementation, Variant: f.Divergence.Variant, Law: f.Divergence.Law,
		Signature: f.Divergence.Difference.Signature(), Operation: f.Divergence.Index + 1,
		Operations: len(f.Trace.Entries),
		From:       f.From, Origin: f.Origin, Want: f.Divergence.Difference.Want, Got: f.Divergence.Difference.Got,
		Lines: f.Divergence.Difference.Lines, Why: f.Why, Statements: f.Statements, Clauses: f.Clauses,
		Undecided: f.Undecided, Trace: traceLines(f.Trace),
		Picture: f.Picture, Group: f.Group(), Refused: f.Divergence.Difference.Refused,
		Failures: f.Divergence.Difference.Failures, Shown: f.Shown, Runs: f.Runs,
	}
	if dir != "" {
		d.Saved, d.Again = filepath.Join(dir, f.Hash()), f.Again(dir)
	}
	return d
}

// traceLines are the lines of a trace's file.
func traceLines(t *spec.Trace) []json.RawMessage {
	var text bytes.Buffer
	if _, err := t.WriteTo(&text); err != nil {
		return nil
	}
	var out []json.RawMessage
	for _, line := range bytes.Split(bytes.TrimSpace(text.Bytes()), []byte("\n")) {
		out = append(out, line)
	}
	return out
}

// ReadTrace reads the lines of the trace.
func (d *Data) ReadTrace() (*spec.Trace, error) {
	var text bytes.Buffer
	for _, line := range d.Trace {
		if err := json.Compact(&text, line); err != nil {
			return nil, err
		}
		text.WriteByte('\n')
	}
	return spec.ReadTrace(&text, spec.ReadLimits{})
}

// ProtocolLines are the requests that make an adapter run operations, and show its world at the end where world is set.
// Piped into the adapter, the answer before that to quit is the one that the last operation is about.
func ProtocolLines(profile string, ops []spec.Operation, world bool) []byte {
	all := append([]spec.Operation{{Op: spec.OpHello}, {Op: spec.OpReset, Profile: spec.RequestName(profile)}}, ops...)
	if world {
		all = append(all, spec.Operation{Op: spec.OpDump})
	}
	var b bytes.Buffer
	for _, op := range append(all, spec.Operation{Op: spec.OpQuit}) {
		line, err := json.Marshal(op)
		if err != nil {
			continue // it came from a trace, which has a JSON form
		}
		b.Write(append(line, '\n'))
	}
	return b.Bytes()
}
