package transcript

import (
	"bufio"
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/relspec/relspec/spec"
)

//go:embed testdata/transcripts
var transcriptFiles embed.FS

// Transcript has the answers of a released Flecs version to a trace, converted to version 1 (docs/transcripts.md).
type Transcript struct {
	Version string // of Flecs
	Topic   string // the folder
	Name    string // the file without extension
	Profile spec.Profile
	Lines   []Line
}

// Line is one request of a transcript.
type Line struct {
	Number int // in the file, from 1
	// Op is the request; without Op.Op the request has no form in version 1.
	Op spec.Operation
	// Got is the answer of Flecs, nil if it has no form in version 1; NotConvertible then says why.
	Got            *spec.Outcome
	NotConvertible string
	// Question: a request without form in version 1 that leaves the world as it is.
	Question bool
	// Part: the answer was cut, so that it is only a part of the rows.
	Part bool
}

// File is the transcript's place below testdata/transcripts.
func (t *Transcript) File() string {
	return "flecs-" + t.Version + "/" + t.Topic + "/" + t.Name + ".jsonl"
}

// Trace is the transcript as a trace of version 1, without the lines that have no form there.
func (t *Transcript) Trace() *spec.Trace {
	out := spec.NewTrace(t.Profile.Name)
	out.Header.Origin = "Flecs " + t.Version + ", " + t.File()
	for _, l := range t.Lines {
		if l.Op.Op != "" {
			out.Entries = append(out.Entries, spec.Entry{Op: l.Op, Got: l.Got})
		}
	}
	return out
}

// transcriptProfiles says which profile a recorded version is held against.
var transcriptProfiles = map[string]func() spec.Profile{
	"3.2.12": spec.Flecs3, "4.0.5": spec.Flecs4, "4.1.6": spec.Flecs4,
}

var readTranscripts = sync.OnceValues(func() ([]*Transcript, error) {
	sub, err := fs.Sub(transcriptFiles, "testdata/transcripts")
	if err != nil {
		return nil, err
	}
	return Read(sub)
})

// Written are the embedded transcripts, by version, topic and name. They are shared: callers do not change them.
func Written() ([]*Transcript, error) { return readTranscripts() }

// All are the embedded transcripts, those written by hand before those of random worlds.
func All() ([]*Transcript, error) {
	written, err := Written()
	if err != nil {
		return nil, err
	}
	random, err := Random()
	return slices.Concat(written, random), err
}

// Read converts the transcripts in a folder: flecs-<version>/<topic>/<name>.jsonl.
func Read(files fs.FS) ([]*Transcript, error) {
	names, err := fs.Glob(files, "flecs-*/*/*.jsonl")
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	var out []*Transcript
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		t, err := convertTranscript(name, text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		out = append(out, t)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no transcripts found")
	}
	return out, nil
}

func convertTranscript(name string, text []byte) (*Transcript, error) {
	dir, file := path.Split(name)
	parts := strings.Split(strings.Trim(dir, "/"), "/")
	version := strings.TrimPrefix(parts[0], "flecs-")
	profile, ok := transcriptProfiles[version]
	if !ok {
		return nil, fmt.Errorf("no profile is known for Flecs %s", version)
	}
	t := &Transcript{Version: version, Topic: parts[1], Name: strings.TrimSuffix(file, ".jsonl"), Profile: profile()}
	c := newConverter(t.Profile)
	s := bufio.NewScanner(bytes.NewReader(text))
	s.Buffer(nil, 4<<20)
	for n := 1; s.Scan(); n++ {
		if len(bytes.TrimSpace(s.Bytes())) == 0 {
			continue
		}
		if err := spec.CheckUTF8(s.Bytes()); err != nil {
			return nil, spec.Errorf(err.Code, "line %d: a transcript is UTF-8", n)
		}
		l, err := c.line(n, s.Bytes())
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		t.Lines = append(t.Lines, l)
	}
	return t, s.Err()
}
