package finding

import (
	"bytes"
	"encoding/json"
	"path/filepath"

	"github.com/relspec/relspec/spec"
)

// Data is a finding as data. Every command prints it with --json, and reports are made from it.
// Fields that do not apply to a command are empty.
type Data struct {
	// Name describes the difference and the reduced operations in one line. Patterns in lists of
	// known failures match it.
	Name           string `json:"name,omitempty"`
	Implementation string `json:"implementation"`
	Variant        string `json:"variant,omitempty"`
	Law            string `json:"law,omitempty"`
	Signature      string `json:"signature"`
	Known          string `json:"known,omitempty"` // the id of the known failure that explains it
	Cause          int    `json:"cause,omitempty"` // findings with the same number probably have the same cause
	Seen           int    `json:"seen,omitempty"`  // divergences that were reduced to it
	// Shown of Runs runs showed an intermittent divergence. Both are omitted if every run showed
	// it.
	Shown      int                `json:"shown,omitempty"`
	Runs       int                `json:"runs,omitempty"`
	Operation  int                `json:"operation"` // the number of the operation that differs, from 1
	Operations int                `json:"operations"`
	From       int                `json:"reduced_from,omitempty"`
	Origin     string             `json:"place,omitempty"`
	Want       string             `json:"want"`
	Got        string             `json:"got"`
	Lines      []string           `json:"lines"`
	Why        []string           `json:"why,omitempty"`
	Statements []spec.StatementID `json:"statements,omitempty"`
	Clauses    []string           `json:"clauses,omitempty"`
	// the page that describes the operation, if neither a manual nor a clause decides its answer
	Undecided string            `json:"undecided,omitempty"`
	Trace     []json.RawMessage `json:"trace"` // the header, then the operations
	// Refused is the code with which the reference refused the operation after which the worlds
	// differ.
	Refused spec.ErrorCode `json:"refused,omitempty"`
	// Failures is the number of commands that the reference refused at the end of the deferral
	// after which the worlds differ.
	Failures int      `json:"failures,omitempty"`
	Picture  *Picture `json:"picture,omitempty"`
	Saved    string   `json:"saved,omitempty"`
	Again    string   `json:"again,omitempty"`
	Group    string   `json:"group"`   // findings with the same group probably have the same cause
	Repeats  uint64   `json:"repeats"` // other traces of a campaign with the same divergence
}

// Data returns the finding as data. dir is the folder in which it was saved, or "".
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
		d.Saved, d.Again = filepath.Join(dir, f.Hash()), f.Command(dir)
	}
	return d
}

// traceLines returns the lines of the trace in its file format.
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

// ReadTrace parses the trace.
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

// ProtocolLines returns requests that make an adapter run operations and, if world is set, dump its
// world at the end. If they are piped into the adapter, the answer before the answer to quit
// belongs to the last operation.
func ProtocolLines(profile string, ops []spec.Operation, world bool) []byte {
	all := append([]spec.Operation{{Op: spec.OpHello}, {Op: spec.OpReset, Profile: spec.RequestName(profile)}}, ops...)
	if world {
		all = append(all, spec.Operation{Op: spec.OpDump})
	}
	var b bytes.Buffer
	for _, op := range append(all, spec.Operation{Op: spec.OpQuit}) {
		line, err := json.Marshal(op)
		if err != nil {
			continue // the operation came from a trace, so it has a JSON form
		}
		b.Write(append(line, '\n'))
	}
	return b.Bytes()
}
