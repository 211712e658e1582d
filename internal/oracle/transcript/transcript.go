package transcript

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/relspec/relspec/spec"
)

//go:embed testdata/transcripts
var transcriptFiles embed.FS

// Transcript holds the answers of a released version of Flecs or Tecs to a trace
// (docs/transcripts.md).
type Transcript struct {
	Version string
	Topic   string // the folder
	Name    string // the file without extension
	Profile spec.Profile
	Lines   []Line
}

// Line is one operation of a transcript.
type Line struct {
	Number int // in the file, from 1
	Op     spec.Operation
	Got    *spec.Outcome // the recorded answer, or nil
}

// File returns the path of the transcript below testdata/transcripts.
func (t *Transcript) File() string {
	return strings.ToLower(EngineOf(t.Version)) + "-" + t.Version + "/" + t.Topic + "/" + t.Name + ".jsonl"
}

// Trace returns the transcript as a trace.
func (t *Transcript) Trace() *spec.Trace {
	out := spec.NewTrace(t.Profile.Name)
	out.Header.Origin = EngineOf(t.Version) + " " + t.Version + ", " + t.File()
	for _, l := range t.Lines {
		out.Entries = append(out.Entries, spec.Entry{Op: l.Op, Got: l.Got})
	}
	return out
}

// transcriptProfiles maps recorded versions to the profile with which they are compared.
var transcriptProfiles = map[string]func() spec.Profile{
	"3.2.12": spec.Flecs3, "4.0.5": spec.Flecs4, "4.1.6": spec.Flecs41, "2026-07-13": spec.Tecs,
}

// EngineOf returns the engine of a version: Tecs, whose versions are dates, or Flecs.
func EngineOf(version string) string {
	if profile, known := transcriptProfiles[version]; known && profile().Family == spec.TecsFamily {
		return "Tecs"
	}
	return "Flecs"
}

var readTranscripts = sync.OnceValues(func() ([]*Transcript, error) {
	sub, err := fs.Sub(transcriptFiles, "testdata/transcripts")
	if err != nil {
		return nil, err
	}
	return Read(sub)
})

// Written returns the embedded transcripts, by version, topic and name. Callers share them and must
// not change them.
func Written() ([]*Transcript, error) { return readTranscripts() }

// All returns the embedded transcripts, those written by hand before those of random worlds.
func All() ([]*Transcript, error) {
	written, err := Written()
	if err != nil {
		return nil, err
	}
	random, err := Random()
	return slices.Concat(written, random), err
}

// Read reads the transcripts in a folder: <engine>-<version>/<topic>/<name>.jsonl.
func Read(files fs.FS) ([]*Transcript, error) {
	names, err := fs.Glob(files, "*-*/*/*.jsonl")
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
		t, err := readRecorded(name, text)
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
