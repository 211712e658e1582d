package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// MaxSize is the maximum size of a saved run in bytes.
const MaxSize = 256 << 20

// ErrNoRun is the error for JSON that is not a saved run.
var ErrNoRun = errors.New(`not a saved run; save one with run, test, fuzz or merge and --json`)

// file has the fields that any of the commands writes. Each command writes only some of them.
type file struct {
	OK       *bool    `json:"ok"`
	Elapsed  float64  `json:"elapsed_s"`
	Failures []string `json:"failures"`

	// The fields from here to Campaign are in the output of diffcheck run.
	Engines     []string   `json:"engines"`
	Scenarios   *scenarios `json:"scenarios"`
	Transcripts []struct {
		Engine   string `json:"engine"`
		Versions []struct {
			Version string                     `json:"version"`
			Files   map[transcript.Verdict]int `json:"files"`
		} `json:"versions"`
	} `json:"transcripts"`
	Divergences []*oracle.FindingData `json:"divergences"`
	Campaign    *campaign             `json:"campaign"`
	Info        *spec.Info            `json:"info"` // this field and those below are in the output of diffcheck test
	Command     string                `json:"command"`
	Declared    int                   `json:"declared"`
	Cases       []Result              `json:"cases"`
	Findings    []*oracle.FindingData `json:"findings"`
	Known       []knownFailure        `json:"known"`
}

type knownFailure struct {
	ID     string `json:"id"`
	Class  string `json:"class"`
	Reason string `json:"reason"`
}

// classOf maps the ids of known failures to their classes.
func classOf(known []knownFailure, ids string) string {
	var classes []string
	for id := range strings.SplitSeq(ids, ", ") {
		for _, k := range known {
			if k.ID == id && k.Class != "" && !slices.Contains(classes, k.Class) {
				classes = append(classes, k.Class)
			}
		}
	}
	return strings.Join(classes, ", ")
}

type scenarios struct {
	Results map[string][]Result `json:"results"`
}

type campaign struct {
	Seed        uint64            `json:"seed"`
	Traces      uint64            `json:"traces"`
	Elapsed     time.Duration     `json:"elapsed_ns"`
	Counts      oracle.Counts     `json:"counts"`
	Divergences uint64            `json:"divergences"`
	Findings    []json.RawMessage `json:"findings"`
}

// Read reads a saved run. It returns an error if the text is not JSON or not a run ([ErrNoRun]), if
// a trace in it is invalid, or if it is longer than [MaxSize].
func Read(r io.Reader) (*Run, error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > MaxSize:
		return nil, fmt.Errorf("the saved run is larger than %d bytes", MaxSize)
	}
	var f file
	if err := spec.ReadOpenJSON(text, &f); err != nil {
		var kind *json.UnmarshalTypeError
		if errors.As(json.Unmarshal(text, new(file)), &kind) {
			return nil, fmt.Errorf("%w (%s is a %s)", ErrNoRun, kind.Field, kind.Value)
		}
		return nil, fmt.Errorf("the file is not JSON: %w", err)
	}
	if f.OK == nil || f.Info == nil && len(f.Engines) == 0 && f.Campaign == nil {
		return nil, ErrNoRun
	}
	if f.Info != nil {
		return f.test()
	}
	return f.run()
}

// ReadFS reads a file. If name is a folder, it reads all *.json in it, in the order of their names,
// and joins them.
func ReadFS(files fs.FS, name string) (*Run, error) {
	info, err := fs.Stat(files, name)
	if err != nil {
		return nil, err
	}
	names := []string{name}
	if info.IsDir() {
		if names, err = fs.Glob(files, path.Join(name, "*.json")); err != nil {
			return nil, err
		}
		if len(names) == 0 {
			return nil, fmt.Errorf("the folder %s contains no *.json files", name)
		}
	}
	var runs []*Run
	for _, one := range names {
		r, err := readFile(files, one)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", one, err)
		}
		runs = append(runs, r)
	}
	return Join(runs...), nil
}

func readFile(files fs.FS, name string) (*Run, error) {
	f, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // only read
	return Read(f)
}

// run converts the output of "diffcheck run", or of a campaign.
func (f *file) run() (*Run, error) {
	r := &Run{Elapsed: f.Elapsed}
	for _, failure := range f.Failures {
		if !f.isResult(failure) {
			r.Failures = append(r.Failures, failure)
		}
	}
	if len(f.Engines) == 0 {
		f.Engines = f.Campaign.compared()
	}
	for _, name := range f.Engines {
		im := &Implementation{Name: shortName(name)}
		if f.Scenarios != nil {
			im.Results = f.Scenarios.Results[name]
		}
		r.Implementations = append(r.Implementations, im)
	}
	for _, t := range f.Transcripts {
		for _, v := range t.Versions {
			r.Transcripts = append(r.Transcripts, Transcripts{t.Engine, v.Version, v.Files})
		}
	}
	if c := f.Campaign; c != nil {
		r.Campaigns = append(r.Campaigns, c.of(f.Engines, uint64(len(c.Findings))))
	}
	return r, r.findings(f.Divergences, "", nil)
}

// isResult reports whether a failure describes a scenario that also has a result.
func (f *file) isResult(failure string) bool {
	rest, is := strings.CutPrefix(failure, "scenario ")
	key, _, named := strings.Cut(rest, ", ")
	if !is || !named || f.Scenarios == nil {
		return false
	}
	for _, results := range f.Scenarios.Results {
		if slices.ContainsFunc(results, func(r Result) bool { return r.Name == key && r.Status == Failed }) {
			return true
		}
	}
	return false
}

// test converts the output of "diffcheck test".
func (f *file) test() (*Run, error) {
	name := shortName(f.Info.Implementation)
	r := &Run{Failures: f.Failures, Elapsed: f.Elapsed}
	r.Implementations = []*Implementation{{
		Name: name, About: f.Info.Version + " (" + f.Info.Language + ")", Command: f.Command, Results: f.Cases,
		Declared: fmt.Sprintf("declares %d of %d capabilities", f.Declared, len(spec.Capabilities())),
	}}
	if c := f.Campaign; c != nil {
		r.Campaigns = append(r.Campaigns, c.of([]string{name}, c.Divergences))
		r.Elapsed = max(r.Elapsed, c.Elapsed.Seconds())
	}
	reasons := map[string]string{}
	for _, k := range f.Known {
		reasons[k.ID] = k.Reason
	}
	for i := range f.Cases {
		f.Cases[i].KnownClass = classOf(f.Known, f.Cases[i].Known)
	}
	err := r.findings(f.Findings, name, reasons)
	for _, found := range r.Findings {
		found.KnownClass = classOf(f.Known, found.Known)
	}
	return r, err
}

// compared returns the implementations of a campaign that does not list them, without their
// variants.
func (c *campaign) compared() []string {
	var out []string
	for label := range c.Counts.Comparisons {
		name, _, _ := strings.Cut(label, " (")
		if !strings.Contains(name, ",") && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

func (c *campaign) of(implementations []string, divergences uint64) Campaign {
	return Campaign{implementations, c.Seed, c.Traces, c.Elapsed.Seconds(), c.Counts, divergences}
}

// findings adds findings. A finding without an implementation gets name.
func (r *Run) findings(all []*oracle.FindingData, name string, reasons map[string]string) error {
	for i, d := range all {
		f, err := findingOf(d)
		if err != nil {
			return fmt.Errorf("finding %d: %w", i+1, err)
		}
		f.KnownReason = reasons[f.Known]
		if d.Implementation == "" {
			f.Implementation = name + f.Implementation
		}
		r.Findings = append(r.Findings, f)
	}
	return nil
}

// findingOf reads the trace of a finding and fills in fields that older versions did not write.
func findingOf(d *oracle.FindingData) (*Finding, error) {
	trace, err := d.ReadTrace()
	if err != nil {
		return nil, err
	}
	f := &Finding{FindingData: *d, Trace: trace}
	f.Implementation = shortName(d.Implementation)
	f.Seen = max(d.Seen, 1)
	if f.Name == "" {
		f.Name = d.Signature
	}
	if f.Signature == "" {
		f.Signature, _, _ = strings.Cut(d.Name, ": ")
	}
	if d.Variant != "" {
		f.Implementation += " (" + d.Variant + ")"
	}
	if d.Law != "" {
		f.Implementation += " [law: " + d.Law + "]"
	}
	if f.Operation < 1 || f.Operation > len(trace.Entries) {
		f.Operation = len(trace.Entries)
	}
	return f, nil
}
