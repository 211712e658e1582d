package suite

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/spec"
)

// Known lists the known failures of an implementation. A listed failure still runs and must still
// fail. The zero value lists nothing.
type Known struct {
	Entries []KnownFailure
}

// Class says who is responsible for a known failure. The report counts each class separately.
type Class string

// The classes, in the order of reports.
const (
	// Defect: the engine contradicts its own documentation.
	Defect Class = "defect"
	// Differs: the engine differs by design.
	Differs Class = "differs"
	// OfAdapter: the adapter is wrong or cannot do better, and the engine is right.
	OfAdapter Class = "adapter"
	// Flaky: the failure is intermittent, so a run without it is not an error.
	Flaky Class = "flaky"
)

var classes = []Class{Defect, Differs, OfAdapter, Flaky}

// KnownFailure is a known defect, or a difference by design, with its reason. It embeds the fields
// of a declaration (ID, Reason, Link and the description of a behaviour), which apply to a live
// engine as they do to recorded transcripts.
type KnownFailure struct {
	transcript.Declaration `yaml:",inline"`
	// Class defaults to [Defect]. For an entry under "declared" whose field "by" does not contain
	// "defect", it defaults to [Differs].
	Class Class `yaml:"class"`
	// Cases are patterns for the names of cases that must fail. '*' matches any text, and "\*" a
	// star.
	Cases []string `yaml:"cases"`
	// Findings are patterns for [Finding.Name]. A case is known if all its findings are.
	Findings []string `yaml:"findings"`
	// Alike extends the entry to every finding with the same cause ([Report.CauseList]). A finding
	// that shares its cause with several such entries stays new.
	Alike bool `yaml:"alike"`
	// Traces are the names of trace files next to the list. Each trace must still diverge. Every
	// pattern of Findings must match the finding of one of them.
	Traces []string `yaml:"traces"`
	// Mended is a list of arguments for the subject's command that turn the defect off. If no
	// pattern fits a finding and the finding does not occur with these arguments, it is this
	// failure. Every trace in Traces must agree with these arguments.
	Mended string `yaml:"mended"`
	traces []*spec.Trace
}

// knownList is the YAML format of a list.
type knownList struct {
	Known    []KnownFailure `yaml:"known"`
	Declared []KnownFailure `yaml:"declared"`
	Recorded []string       `yaml:"recorded"` // versions of Flecs whose embedded declarations apply too
}

// ReadKnown reads a YAML list from a file in folder, with the traces that it names. It returns an
// error if an entry has no id or reason, if two entries have the same id, if a class, field or
// effect is unknown, if patterns have no traces, or if a trace cannot be read.
func ReadKnown(folder fs.FS, name string) (*Known, error) {
	text, err := fs.ReadFile(folder, name)
	if err != nil {
		return nil, err
	}
	var list knownList
	if err := spec.CheckUTF8(text); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	decoder := yaml.NewDecoder(strings.NewReader(string(text)))
	decoder.KnownFields(true)
	if err := decoder.Decode(&list); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if err := list.addRecorded(); err != nil {
		return nil, err
	}
	for i := range list.Declared {
		if e := &list.Declared[i]; e.Class == "" && !strings.Contains(e.By, string(Defect)) {
			e.Class = Differs
		}
	}
	k := &Known{Entries: slices.Concat(list.Known, list.Declared)}
	ids := map[string]bool{}
	for i := range k.Entries {
		e := &k.Entries[i]
		if err := e.read(folder); err != nil {
			return nil, fmt.Errorf("%s: entry %d %q: %w", name, i+1, e.ID, err)
		}
		if ids[e.ID] {
			return nil, fmt.Errorf("%s: two entries have the id %q; rename one", name, e.ID)
		}
		ids[e.ID] = true
	}
	return k, nil
}

// addRecorded adds the differences that are declared for the recorded transcripts of the versions
// in Recorded. If an entry in Known has the id of such a difference, the entry keeps its reason,
// link and traces, and gets the description of the difference.
func (l *knownList) addRecorded() error {
	if len(l.Recorded) == 0 {
		return nil
	}
	recorded, err := transcript.Declarations()
	if err != nil {
		return err
	}
	for _, d := range recorded {
		at := slices.IndexFunc(l.Known, func(e KnownFailure) bool { return e.ID == d.ID })
		switch {
		case !slices.ContainsFunc(l.Recorded, d.Covers):
		case at < 0:
			l.Declared = append(l.Declared, KnownFailure{Declaration: d})
		default:
			d.Reason, d.Link = l.Known[at].Reason, l.Known[at].Link
			l.Known[at].Declaration = d
		}
	}
	return nil
}

func (e *KnownFailure) read(folder fs.FS) error {
	switch {
	case e.ID == "":
		return errors.New("the entry has no id")
	case strings.TrimSpace(e.Reason) == "":
		return errors.New("the entry has no reason: write one that says why the failure is known")
	case len(e.Cases)+len(e.Findings)+len(e.Traces) == 0 && !e.Describes():
		return errors.New("the entry matches nothing: add cases, findings or traces, or describe a behaviour")
	case e.Class != "" && !slices.Contains(classes, e.Class):
		return fmt.Errorf("unknown class %q; use one of %v", e.Class, classes)
	case e.Mended != "" && len(e.Traces) == 0:
		return errors.New("mended needs traces: add a trace that shows the failure, so that the suite notices when it is fixed")
	case e.Alike && len(e.Traces) == 0:
		return errors.New("alike needs traces: add a trace that shows the cause")
	case len(e.Findings) > 0 && len(e.Traces) == 0:
		return errors.New("findings need traces: add a trace that shows one of them, so that the suite notices when it is fixed")
	}
	if e.Class == "" {
		e.Class = Defect
	}
	if err := e.Check(); err != nil {
		return err
	}
	for _, name := range e.Traces {
		file, err := folder.Open(name)
		if err != nil { // the path in the entry may name a file that is next to the list instead
			opened, missing := folder.Open(path.Base(name))
			if missing != nil {
				return err
			}
			file = opened
		}
		t, err := spec.ReadTrace(file, spec.ReadLimits{})
		_ = file.Close() // only read
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		e.traces = append(e.traces, t)
	}
	return nil
}

// unused returns the error for a pattern that matches nothing. It is a mistake in the list, not a
// failure of the engine.
func (e *KnownFailure) unused(pattern, what string) error {
	return fmt.Errorf("known failure %s: the pattern %q matches no %s; fix or remove it", e.ID, pattern, what)
}

// glob compiles a pattern in which '*' matches any text, including none, and "\*" a star.
func glob(pattern string) *regexp.Regexp {
	var b strings.Builder
	for i, part := range strings.Split(pattern, `\*`) {
		if i > 0 {
			b.WriteString(regexp.QuoteMeta("*"))
		}
		b.WriteString(strings.ReplaceAll(regexp.QuoteMeta(part), regexp.QuoteMeta("*"), ".*"))
	}
	return regexp.MustCompile("(?s)^" + b.String() + "$")
}

func fits(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return glob(p).MatchString(name) })
}

// operations returns the operations of the trace as text, one per line.
func (f *Finding) operations() string {
	p, err := spec.ProfileByName(f.Trace.Header.Profile)
	if err != nil {
		return ""
	}
	var b strings.Builder
	for i := range f.Trace.Entries {
		b.WriteString(show.Operation(p, &f.Trace.Entries[i].Op) + "\n")
	}
	return b.String()
}

// checkCases returns an error for the first pattern that matches no case.
func (k *Known) checkCases(cases []Case) error {
	for _, e := range k.Entries {
		for _, p := range e.Cases {
			if !slices.ContainsFunc(cases, func(c Case) bool { return glob(p).MatchString(c.Name) }) {
				return e.unused(p, "case")
			}
		}
	}
	return nil
}
