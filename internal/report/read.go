package report

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/oracle/show"
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
	OK       *bool     `json:"ok"`
	Elapsed  float64   `json:"elapsed_s"`
	Failures []string  `json:"failures"`
	Campaign *Campaign `json:"campaign"`

	// The fields from here to Divergences are in the output of diffcheck run.
	Engines   []string `json:"engines"`
	Scenarios struct {
		Results map[string][]Result `json:"results"`
	} `json:"scenarios"`
	Transcripts []struct {
		Engine   string `json:"engine"`
		Versions []struct {
			Version string                     `json:"version"`
			Files   map[transcript.Verdict]int `json:"files"`
		} `json:"versions"`
	} `json:"transcripts"`
	Divergences []*oracle.FindingData `json:"divergences"`

	Info     *spec.Info            `json:"info"` // this field and those below are in the output of diffcheck test
	Declared int                   `json:"declared"`
	Cases    []Result              `json:"cases"`
	Findings []*oracle.FindingData `json:"findings"`
	Known    []knownFailure        `json:"known"`
}

type knownFailure struct {
	ID     string `json:"id"`
	Class  string `json:"class"`
	Reason string `json:"reason"`
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

// run converts the output of a command. Texts from an engine are escaped and shortened for display
// ([spec.PrintableLines]). Traces are not changed, because users copy them.
func (f *file) run() (*Run, error) {
	r := &Run{Elapsed: f.Elapsed}
	for _, failure := range f.Failures {
		if !f.isResult(failure) {
			r.Failures = append(r.Failures, spec.PrintableLines(failure))
		}
	}
	if f.Info != nil {
		name := f.Info.Implementation
		f.Engines, f.Scenarios.Results = []string{name}, map[string][]Result{name: f.Cases}
	} else if len(f.Engines) == 0 {
		f.Engines = f.Campaign.compared()
	}
	for _, name := range f.Engines {
		im := &Implementation{Name: shortName(name)}
		for _, result := range f.Scenarios.Results[name] {
			for _, text := range []*string{&result.Name, &result.Area, &result.Reason} {
				*text = spec.PrintableLines(*text)
			}
			_, result.KnownClass = f.known(result.Known)
			result.Known, result.Findings = spec.PrintableLines(result.Known), printable(result.Findings)
			im.Results = append(im.Results, result)
		}
		if f.Info != nil {
			im.About = spec.PrintableLines(f.Info.Version + " (" + f.Info.Language + ")")
			im.Declared = fmt.Sprintf("declares %d of %d capabilities", f.Declared, len(spec.Capabilities()))
		}
		r.Implementations = append(r.Implementations, im)
	}
	for _, t := range f.Transcripts {
		for _, v := range t.Versions {
			r.Transcripts = append(r.Transcripts, Transcripts{t.Engine, v.Version, v.Files})
		}
	}
	if c := f.Campaign; c != nil {
		for _, im := range r.Implementations {
			c.Implementations = append(c.Implementations, im.Name)
		}
		r.Campaigns = append(r.Campaigns, *c)
		r.Elapsed = max(r.Elapsed, c.Elapsed.Seconds())
	}
	for i, d := range slices.Concat(f.Divergences, f.Findings) {
		found, err := findingOf(d)
		if err != nil {
			return nil, fmt.Errorf("finding %d: %w", i+1, err)
		}
		if d.Implementation == "" && f.Info != nil {
			found.Implementation = shortName(f.Info.Implementation) + found.Implementation
		}
		found.KnownReason, found.KnownClass = f.known(d.Known)
		r.Findings = append(r.Findings, found)
	}
	return r, nil
}

// known returns the reason and the classes of known failures, whose ids are separated by commas.
func (f *file) known(ids string) (reason, class string) {
	var classes []string
	for _, k := range f.Known {
		if k.ID == ids {
			reason = k.Reason
		}
		if slices.Contains(strings.Split(ids, ", "), k.ID) && k.Class != "" && !slices.Contains(classes, k.Class) {
			classes = append(classes, k.Class)
		}
	}
	return spec.PrintableLines(reason), spec.Printable(strings.Join(classes, ", "))
}

// isResult reports whether a failure describes a scenario that also has a result.
func (f *file) isResult(failure string) bool {
	rest, is := strings.CutPrefix(failure, "scenario ")
	key, _, named := strings.Cut(rest, ", ")
	if !is || !named {
		return false
	}
	for _, results := range f.Scenarios.Results {
		if slices.ContainsFunc(results, func(r Result) bool { return r.Name == key && r.Status == Failed }) {
			return true
		}
	}
	return false
}

// compared returns the implementations of a campaign that does not list them, without their
// variants.
func (c *Campaign) compared() []string {
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

// findingOf reads the trace of a finding, fills in fields that older versions did not write, and
// makes its texts printable.
func findingOf(d *oracle.FindingData) (*Finding, error) {
	trace, err := d.ReadTrace()
	if err != nil {
		return nil, err
	}
	f := &Finding{FindingData: *d, Trace: trace}
	f.Implementation = shortName(d.Implementation)
	f.Seen = max(d.Seen, 1)
	f.Name = cmp.Or(f.Name, d.Signature)
	if f.Signature == "" {
		f.Signature, _, _ = strings.Cut(d.Name, ": ")
	}
	if d.Variant != "" {
		f.Implementation += " (" + spec.Printable(d.Variant) + ")"
	}
	if d.Law != "" {
		f.Implementation += " [law: " + spec.Printable(d.Law) + "]"
	}
	if f.Operation < 1 || f.Operation > len(trace.Entries) {
		f.Operation = len(trace.Entries)
	}
	for _, text := range []*string{&f.Name, &f.Signature, &f.Known, &f.Origin, &f.Want, &f.Got, &f.Again} {
		*text = spec.PrintableLines(*text)
	}
	f.Lines, f.Why = printable(f.Lines), printable(f.Why)
	return f, nil
}

func printable(texts []string) []string {
	var out []string
	for _, text := range texts {
		out = append(out, spec.PrintableLines(text))
	}
	return out
}

// maxName is the maximum length of an implementation's name in a report. A page repeats the name
// for every mark: with a name of 2,000 characters it had 20 MB instead of 4.
const maxName = 60

func shortName(full string) string { return show.Short(spec.Printable(full), maxName) }
