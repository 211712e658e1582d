package transcript

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/relspec/relspec/spec"
)

//go:embed testdata/transcripts testdata/random/*.tar.gz
var embedded embed.FS

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

// Written returns the transcripts that were written by hand, by version, topic and name. Callers
// share them and must not change them.
func Written() ([]*Transcript, error) { return readWritten() }

// Random returns the transcripts of random worlds, by version, level and number. Callers share them
// and must not change them. The first call unpacks and reads them, which takes about a second.
func Random() ([]*Transcript, error) { return readRandom() }

var (
	readWritten = sync.OnceValues(func() ([]*Transcript, error) { return Read(embeddedIn("transcripts")) })
	readRandom  = sync.OnceValues(func() ([]*Transcript, error) { return Read(embeddedIn("random")) })
)

func embeddedIn(folder string) fs.FS {
	sub, err := fs.Sub(embedded, "testdata/"+folder)
	if err != nil {
		panic(err) // the path is valid
	}
	return sub
}

// All returns the embedded transcripts, those written by hand before those of random worlds.
func All() ([]*Transcript, error) {
	written, err := Written()
	if err != nil {
		return nil, err
	}
	random, err := Random()
	return slices.Concat(written, random), err
}

// Files returns the paths of the embedded transcripts, like [Transcript.File]. It is much faster
// than [All].
func Files() (names []string, err error) {
	note := func(name string, _ []byte) error {
		names = append(names, name)
		return nil
	}
	err = errors.Join(eachFile(embeddedIn("transcripts"), note), eachFile(embeddedIn("random"), note))
	return names, err
}

// Read reads the transcripts in a folder, <engine>-<version>/<topic>/<name>.jsonl, and those in its
// archives, <engine>-<version>.tar.gz with files <topic>/<name>.jsonl.
func Read(files fs.FS) ([]*Transcript, error) {
	var out []*Transcript
	err := eachFile(files, func(name string, text []byte) error {
		trace, err := spec.ReadTrace(bytes.NewReader(text), spec.ReadLimits{})
		if err != nil {
			return err
		}
		t, released, wrong := OfTrace(name, trace)
		if wrong != nil {
			return wrong
		}
		if !released {
			return fmt.Errorf("the header names no recorded version with its profile: origin %q, profile %q",
				trace.Header.Origin, trace.Header.Profile)
		}
		out = append(out, t)
		return nil
	})
	if err == nil && len(out) == 0 {
		err = errors.New("no transcripts found")
	}
	return out, err
}

func eachFile(files fs.FS, do func(name string, text []byte) error) error {
	names, _ := fs.Glob(files, "*-*/*/*.jsonl") // the patterns are valid
	archives, _ := fs.Glob(files, "*.tar.gz")
	slices.Sort(names)
	for _, name := range slices.Concat(names, archives) {
		text, err := fs.ReadFile(files, name)
		if folder, packed := strings.CutSuffix(name, ".tar.gz"); err == nil && packed {
			err = eachPacked(text, folder, do)
		} else if err == nil {
			err = do(name, text)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func eachPacked(archive []byte, folder string, do func(name string, text []byte) error) error {
	z, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		return err
	}
	for files := tar.NewReader(z); ; {
		h, err := files.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		text, err := io.ReadAll(files)
		if err == nil {
			err = do(folder+"/"+h.Name, text)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", h.Name, err)
		}
	}
}

// origin matches the engine and its version in the header of a trace, followed by anything: "Flecs
// 4.0.5-dev" or "koota next".
var origin = regexp.MustCompile(`^(\S+)\s+(\d+[.-]\d+[.-]\d+\b|[^\s,;:]+)`)

// OfTrace returns a trace with answers as a transcript; name is the name of the file. released
// reports whether the embedded declarations apply to it: transcripts of its version are embedded,
// and they have the same profile.
func OfTrace(name string, trace *spec.Trace) (t *Transcript, released bool, err *spec.Error) {
	profile, err := spec.ProfileByName(trace.Header.Profile)
	if err != nil {
		return nil, false, err
	}
	dir, file := path.Split(name)
	t = &Transcript{
		Topic: path.Base(strings.TrimSuffix(dir, "/")), Name: strings.TrimSuffix(file, ".jsonl"),
		Profile: profile, Lines: make([]Line, len(trace.Entries)),
	}
	for i, e := range trace.Entries {
		t.Lines[i] = Line{Number: i + 2, Op: e.Op, Got: e.Got} // after the header
	}
	if m := origin.FindStringSubmatch(trace.Header.Origin); m != nil {
		t.Version = m[2]
		of, known := transcriptProfiles[t.Version]
		released = known && of().Name == profile.Name && EngineOf(t.Version) == m[1]
	}
	return t, released, nil
}
