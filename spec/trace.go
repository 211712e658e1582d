package spec

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Version is the version of the trace format and of the protocol.
const Version = 1

// Header is the first line of a trace file.
type Header struct {
	Format  string `json:"format"` // always "relspec-trace"
	Version int    `json:"version"`
	Profile string `json:"profile"`
	Seed    uint64 `json:"seed,omitempty"`
	Origin  string `json:"origin,omitempty"` // who recorded it, and from which source
	Note    string `json:"note,omitempty"`
	// Suite is the version of the suite that saved the trace ([SuiteVersion]), or "" if another
	// program did.
	Suite string `json:"suite,omitempty"`
}

// Format is the value of Header.Format.
const Format = "relspec-trace"

// Entry is one line of a trace: an operation and, in a transcript, the outcome that was observed.
type Entry struct {
	Op   Operation
	Got  *Outcome
	Line int // the line in the file, from 1; 0 if the entry was not read from a file
}

// Trace is a header and operations, one per line. With outcomes it is a transcript.
type Trace struct {
	Header  Header
	Entries []Entry
	// Fragments counts, by name, the fragments from which a generator built the trace. It is not
	// part of the file.
	Fragments map[string]uint64
}

// NewTrace returns a trace of operations for a profile.
func NewTrace(profile string, ops ...Operation) *Trace {
	t := &Trace{Header: Header{Format: Format, Version: Version, Profile: profile}}
	for _, op := range ops {
		t.Entries = append(t.Entries, Entry{Op: op})
	}
	return t
}

// With returns a trace of other operations with the header of t.
func (t *Trace) With(ops ...Operation) *Trace {
	out := NewTrace(t.Header.Profile, ops...)
	out.Header = t.Header
	return out
}

// Operations returns the operations of t in order.
func (t *Trace) Operations() []Operation {
	ops := make([]Operation, len(t.Entries))
	for i, e := range t.Entries {
		ops[i] = e.Op
	}
	return ops
}

// MarshalJSON writes the operation with the outcome under "got".
func (e Entry) MarshalJSON() ([]byte, error) {
	b, err := json.Marshal(e.Op)
	if err != nil || e.Got == nil {
		return b, err
	}
	got, err := json.Marshal(e.Got)
	if err != nil {
		return nil, err
	}
	b = append(b[:len(b)-1], `,"got":`...)
	return append(append(b, got...), '}'), nil
}

// UnmarshalJSON reads an operation with or without "got".
func (e *Entry) UnmarshalJSON(b []byte) error {
	var w struct {
		opWire
		Got json.RawMessage `json:"got"`
	}
	if err := ReadJSON(b, &w); err != nil {
		return err
	}
	*e = Entry{}
	if err := e.Op.fromWire(&w.opWire); err != nil {
		return err
	}
	if w.Got != nil {
		got, err := DecodeOutcome(e.Op.Op, w.Got)
		if err != nil {
			return err
		}
		e.Got = &got
	}
	return nil
}

// ReadLimits are limits for the traces that ReadTrace accepts. A zero field means the default.
type ReadLimits struct {
	Line    int // bytes per line, default 1 MiB
	Lines   int // default 1,000,000
	Nesting int // levels of brackets in a line, default MaxNesting
}

// ReadTrace reads a trace or transcript and skips blank lines. If a line is invalid, the error
// names it, and ReadTrace also returns the entries before it.
func ReadTrace(r io.Reader, limits ReadLimits) (*Trace, error) {
	limits.Line, limits.Lines = cmp.Or(limits.Line, 1<<20), cmp.Or(limits.Lines, 1_000_000)
	limits.Nesting = cmp.Or(limits.Nesting, MaxNesting)
	t := &Trace{}
	s := bufio.NewScanner(r)
	s.Buffer(make([]byte, 0, min(limits.Line, 64<<10)), limits.Line)
	n, header := 0, false
	for s.Scan() {
		n++
		line := bytes.TrimSpace(s.Bytes())
		if n > limits.Lines {
			return t, Errorf(CodeLimit, "line %d: the trace has more than %d lines", n, limits.Lines)
		}
		if len(line) == 0 {
			continue
		}
		if CheckUTF8(line) != nil {
			return t, Errorf(CodeSyntax, "line %d: the trace is not UTF-8", n)
		}
		if err := CheckNesting(line, limits.Nesting); err != nil {
			return t, Errorf(err.Code, "line %d: %s", n, err.Message)
		}
		if !header {
			header = true
			if err := ReadJSON(line, &t.Header); err != nil {
				return t, Errorf(CodeSyntax, "line %d: expected the header of a trace: %s", n, reason(err))
			}
			if t.Header.Format != Format || t.Header.Version != Version {
				return t, Errorf(CodeSyntax, "line %d: want format %q version %d, got %q version %d", n, Format,
					Version, t.Header.Format, t.Header.Version)
			}
			continue
		}
		var e Entry
		if err := e.UnmarshalJSON(line); err != nil {
			return t, Errorf(CodeSyntax, "line %d: %s", n, reason(err))
		}
		e.Line = n
		t.Entries = append(t.Entries, e)
	}
	switch err := s.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return t, Errorf(CodeLimit, "line %d: the line is longer than %d bytes", n+1, limits.Line)
	case err != nil:
		return t, Errorf(CodeSyntax, "line %d: %v", n+1, err)
	}
	if !header {
		return t, Errorf(CodeSyntax, "the file is empty; a trace begins with a header line")
	}
	return t, nil
}

// WriteTo writes t with one object per line.
func (t *Trace) WriteTo(w io.Writer) (int64, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(t.Header); err != nil {
		return 0, err
	}
	for i, e := range t.Entries {
		if err := enc.Encode(e); err != nil {
			return 0, fmt.Errorf("operation %d: %w", i+1, err)
		}
	}
	return b.WriteTo(w)
}
