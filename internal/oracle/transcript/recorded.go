package transcript

import (
	"bytes"
	"fmt"
	"path"
	"regexp"
	"strings"

	"github.com/relspec/relspec/spec"
)

// recordedOrigin matches the engine in the header of a transcript: "Flecs 4.0.5" or "Tecs
// 2026-07-13", followed by anything.
var recordedOrigin = regexp.MustCompile(`^(Flecs|Tecs) (\d+[.-]\d+[.-]\d+)\b`)

// RecordedVersion returns the version of Flecs or Tecs in a trace's header. ok is false if no
// declarations apply: the header has no version, no transcripts of that version are embedded, or
// they have another profile.
func RecordedVersion(h spec.Header) (version string, ok bool) {
	m := recordedOrigin.FindStringSubmatch(h.Origin)
	if m == nil || EngineOf(m[2]) != m[1] {
		return "", false
	}
	profile, known := transcriptProfiles[m[2]]
	return m[2], known && profile().Name == h.Profile
}

// OfTrace returns a trace with answers of a known version as a transcript; name is the name of the
// file. ok is as for [RecordedVersion].
func OfTrace(name string, trace *spec.Trace) (t *Transcript, ok bool) {
	version, ok := RecordedVersion(trace.Header)
	if !ok {
		return nil, false
	}
	return ofAnswers(version, transcriptProfiles[version](), name, trace), true
}

// OfAnswers returns a trace with answers of any engine as a transcript. The embedded declarations
// do not apply to it. Its version is the second word of the header's origin: for the origin "koota
// 0.6.6" it is "0.6.6".
func OfAnswers(name string, trace *spec.Trace) (*Transcript, *spec.Error) {
	profile, err := spec.ProfileByName(trace.Header.Profile)
	if err != nil {
		return nil, err
	}
	version := ""
	if words := strings.Fields(trace.Header.Origin); len(words) > 1 {
		version = strings.TrimRight(words[1], ",;")
	}
	return ofAnswers(version, profile, name, trace), nil
}

func ofAnswers(version string, profile spec.Profile, name string, trace *spec.Trace) *Transcript {
	dir, file := path.Split(name)
	t := &Transcript{
		Version: version, Topic: path.Base(strings.TrimSuffix(dir, "/")), Name: strings.TrimSuffix(file, ".jsonl"),
		Profile: profile, Lines: make([]Line, len(trace.Entries)),
	}
	for i, e := range trace.Entries {
		t.Lines[i] = Line{Number: i + 2, Op: e.Op, Got: e.Got} // after the header
	}
	return t
}

// readRecorded reads a transcript.
func readRecorded(name string, text []byte) (*Transcript, error) {
	trace, err := spec.ReadTrace(bytes.NewReader(text), spec.ReadLimits{})
	if err != nil {
		return nil, err
	}
	t, ok := OfTrace(name, trace)
	if !ok {
		return nil, fmt.Errorf("the header names no recorded version with its profile: origin %q, profile %q",
			trace.Header.Origin, trace.Header.Profile)
	}
	return t, nil
}
