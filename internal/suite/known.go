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

	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/spec"
)

// Known lists the failures of an implementation that are known. A listed failure still runs and must still fail. The
// zero value lists nothing.
type Known struct {
	Entries []KnownFailure
}

// Class says whose fault a known failure is. Classes are counted apart.
type Class string

// The classes, in the order of reports.
const (
	// Defect: the engine contradicts its own documentation.
	Defect Class = "defect"
	// Differs: the engine means to differ.
	Differs Class = "differs"
	// OfAdapter: the adapter, not the engine, is wrong or cannot do better.
	OfAdapter Class = "adapter"
	// Flaky: it comes and goes, so that a run without it is none to complain about.
	Flaky Class = "flaky"
)

// ClassesOfKnown lists the classes.
func ClassesOfKnown() []Class { return []Class{Defect, Differs, OfAdapter, Flaky} }

// KnownFailure is one known defect, or one difference by design, with its reason. It has the words
// of a declaration (ID, Reason, Link and the description of a behaviour), which hold for a live
// engine as for recorded transcripts.
type KnownFailure struct {
	transcript.Declaration `yaml:",inline"`
	// Class is [Defect] where the list does not say it, but [Differs] for an entry under "declared"
	// whose authority is no defect.
	Class Class `yaml:"class"`
	// Cases are patterns of the names of cases that must fail; '*' stands for any text, "\*" for a star.
	Cases []string `yaml:"cases"`
	// Findings are patterns of the names of findings, [Finding.Name]. A case all of whose findings are known counts as
	// known.
	Findings []string `yaml:"findings"`
	// Alike: every finding of the same cause ([Report.Causes]) is this failure, too. A group with
	// findings of several entries explains nothing.
	Alike bool `yaml:"alike"`
	// Traces are files, beside the list, that must still diverge. Every pattern of Findings must fit one of them.
	Traces []string `yaml:"traces"`
	// Mended are arguments that, put behind the command of the subject, start it without the defect. A finding that no
	// pattern fits and that does not show there is this failure, and each of Traces must agree there.
	Mended string `yaml:"mended"`
	traces []*spec.Trace
}

// knownList is the form of a list in YAML.
type knownList struct {
	Known    []KnownFailure `yaml:"known"`
	Declared []KnownFailure `yaml:"declared"`
	Recorded []string       `yaml:"recorded"` // versions of Flecs whose embedded differences hold too
}

// ReadKnown reads a list in YAML from a file below folder, with the traces that it names. An error
// says how the list is wrong with it: an entry without id or reason, ids that stand twice, a class
// or word that does not exist, patterns without traces, files that are no traces.
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
			return nil, fmt.Errorf("%s: the id %q stands twice", name, e.ID)
		}
		ids[e.ID] = true
	}
	return k, nil
}

// addRecorded adds the differences that recorded transcripts of the versions declare. An entry with
// the id of one of them has its evidence.
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
		return errors.New("an entry names cases, findings or traces, or describes a behaviour")
	case e.Class != "" && !slices.Contains(ClassesOfKnown(), e.Class):
		return fmt.Errorf("there is no class %q, but %v", e.Class, ClassesOfKnown())
	case e.Mended != "" && len(e.Traces) == 0:
		return errors.New("what is mended needs a trace that shows it, so that it is noticed when it is gone")
	case e.Alike && len(e.Traces) == 0:
		return errors.New("alike needs a trace that shows the cause")
	case len(e.Findings) > 0 && len(e.Traces) == 0:
		return errors.New("findings need a trace that shows one, so that it is noticed when they are gone")
	}
	if e.Class == "" {
		e.Class = Defect
	}
	if err := e.Check(); err != nil {
		return err
	}
	for _, name := range e.Traces {
		file, err := folder.Open(name)
		if err != nil { // it is written with the way to it, and may stand beside the list
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

// UnusedPatternError says that a pattern of the list fits nothing: wrong usage, not a failure of the engine.
type UnusedPatternError struct{ Entry, Pattern, What string }

// Error is one sentence.
func (e *UnusedPatternError) Error() string {
	return fmt.Sprintf("known failure %s: the pattern %q fits no %s", e.Entry, e.Pattern, e.What)
}

// glob compiles a pattern in which '*' stands for any text, also none, and "\*" for a star.
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

// ofCase is the entry whose patterns fit the name of a case, or nil.
func (k *Known) ofCase(name string) *KnownFailure {
	return k.first(func(e *KnownFailure) bool { return fits(e.Cases, name) })
}

// ofFinding is the entry whose patterns fit the name of a finding, or nil.
func (k *Known) ofFinding(name string) *KnownFailure {
	return k.first(func(e *KnownFailure) bool { return fits(e.Findings, name) })
}

func (k *Known) first(found func(*KnownFailure) bool) *KnownFailure {
	if k == nil {
		return nil
	}
	for i := range k.Entries {
		if found(&k.Entries[i]) {
			return &k.Entries[i]
		}
	}
	return nil
}

// checkCases gives an error for the first pattern that fits no case.
func (k *Known) checkCases(names []string) error {
	if k == nil {
		return nil
	}
	for _, e := range k.Entries {
		for _, p := range e.Cases {
			if !slices.ContainsFunc(names, glob(p).MatchString) {
				return &UnusedPatternError{e.ID, p, "case"}
			}
		}
	}
	return nil
}
