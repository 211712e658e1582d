package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

func (a *app) replayCommand() *cobra.Command {
	var engines string
	var outcomes bool
	c := &cobra.Command{
		Use:   "replay FILE...",
		Short: "Run traces or transcripts on engines and compare",
		Long: `Run traces or transcripts on engines and compare every answer and every world: the engines with the first of them,
the others also under the variants that must not matter, all with the laws. The answers that a transcript recorded are
compared with every engine's. "-" is standard input. docs/protocol.md describes the files.`,
		Example: `  diffcheck replay findings/3f9c2a11/trace.jsonl
  diffcheck replay --engine model --outcomes city.jsonl
  diffcheck replay --json *.jsonl`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return a.replay(args, engines, outcomes) },
	}
	c.Flags().StringVar(&engines, "engine", a.engineNames(), engineFlag)
	c.Flags().BoolVar(&outcomes, "outcomes", false, "print what the first engine answers to each operation")
	return c
}

// replayReport is what replaying files gave.
type replayReport struct {
	OK    bool            `json:"ok"`
	Files []*replayedFile `json:"files"`
}

// replayedFile is what one file gave.
type replayedFile struct {
	File       string   `json:"file"`
	Profile    string   `json:"profile"`
	Engines    []string `json:"engines"`
	Operations int      `json:"operations"`
	// Compared counts outcomes compared between engines; Recorded those compared with the transcript, on all engines.
	Compared    uint64       `json:"compared"`
	Recorded    int          `json:"recorded"`
	Unsupported int          `json:"unsupported"`
	Divergences []divergence `json:"divergences"`
	// Differences are an engine's answers that are not the recorded ones.
	Differences []recordedDifference `json:"differences"`
	Outcomes    []answeredOperation  `json:"outcomes,omitempty"`
}

type recordedDifference struct {
	Engine     string         `json:"engine"`
	Operation  int            `json:"operation"` // from 1
	Op         spec.Operation `json:"op"`
	Recorded   spec.Outcome   `json:"recorded"`
	Got        spec.Outcome   `json:"got"`
	Lines      []string       `json:"lines"`
	want, have string
}

type answeredOperation struct {
	Op      spec.Operation `json:"op"`
	Outcome spec.Outcome   `json:"outcome"`
}

func (a *app) replay(files []string, list string, outcomes bool) error {
	engines, err := a.named(list)
	if err != nil {
		return err
	}
	report := &replayReport{OK: true}
	for _, name := range files {
		trace, err := a.readTrace(name)
		if err != nil {
			return err
		}
		file, err := replayFile(name, trace, engines)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if outcomes {
			file.Outcomes = answers(trace, engines[0])
		}
		report.Files = append(report.Files, file)
		report.OK = report.OK && file.agrees()
	}
	if err := a.print(report); err != nil {
		return err
	}
	if !report.OK {
		return errDiverged
	}
	return nil
}

func (f *replayedFile) agrees() bool { return len(f.Divergences)+len(f.Differences) == 0 }

func replayFile(name string, trace *spec.Trace, engines []oracle.Implementation) (*replayedFile, error) {
	file := &replayedFile{
		File: name, Profile: trace.Header.Profile, Operations: len(trace.Entries),
		Divergences: []divergence{}, Differences: []recordedDifference{},
	}
	bare := spec.NewTrace(trace.Header.Profile, trace.Operations()...)
	bare.Header = trace.Header
	result, err := compare(bare, engines[0], engines[1:])
	if err != nil {
		return nil, err
	}
	for i := range result.Divergences {
		d := &result.Divergences[i]
		finding, err := oracle.NewFinding(bare, engines[0], under(d, engines[0], engines[1:]), d.Signature(), thorough())
		if err != nil {
			finding = &oracle.Finding{Trace: bare, Divergence: *d, Reference: engines[0].Name}
		}
		file.Divergences = append(file.Divergences, newDivergence(finding, ""))
	}
	for _, n := range result.Counts.Comparisons {
		file.Compared += n
	}
	for _, n := range result.Counts.Unsupported {
		file.Unsupported += int(n)
	}
	for _, engine := range engines {
		file.Engines = append(file.Engines, engine.Name)
		file.record(trace, engine)
	}
	return file, nil
}

// record compares an engine's answers with those of a transcript.
func (f *replayedFile) record(trace *spec.Trace, engine oracle.Implementation) {
	profile, err := profileOf(trace)
	if err != nil {
		return // readTrace has looked
	}
	world := fresh(engine, profile)
	for i, entry := range trace.Entries {
		got := world.Apply(entry.Op)
		if entry.Got == nil {
			continue
		}
		if _, yes := oracle.Unsupported(entry.Got, &got); yes {
			f.Unsupported++
			continue
		}
		f.Recorded++
		difference := oracle.Compare(&entry.Op, entry.Got, &got, oracle.CompareOptions{AnyError: true, AnyWildcard: true})
		if difference != nil {
			f.Differences = append(f.Differences, recordedDifference{
				Engine: engine.Name, Operation: i + 1, Op: entry.Op, Recorded: *entry.Got, Got: got,
				Lines: difference.Lines, want: difference.Want, have: difference.Got,
			})
		}
	}
}

func answers(trace *spec.Trace, engine oracle.Implementation) []answeredOperation {
	profile, err := profileOf(trace)
	if err != nil {
		return nil // readTrace has looked
	}
	world := fresh(engine, profile)
	var out []answeredOperation
	for _, entry := range trace.Entries {
		out = append(out, answeredOperation{entry.Op, world.Apply(entry.Op)})
	}
	return out
}

func (r *replayReport) text(w *strings.Builder) {
	for _, f := range r.Files {
		f.text(w)
	}
}

func (f *replayedFile) text(w *strings.Builder) {
	profile, _ := spec.ProfileByName(f.Profile)
	for i, a := range f.Outcomes {
		fmt.Fprintf(w, "%4d %-60s %s\n", i+1, oracle.OperationText(profile, &a.Op), oracle.OutcomeText(a.Outcome))
	}
	for _, d := range f.Divergences {
		fmt.Fprintln(w, d.block)
	}
	for _, d := range f.Differences {
		fmt.Fprintf(w, "DIFFERENCE  operation %d, %s\n  recorded  %s    %s  %s\n", d.Operation, oracle.OperationText(profile, &d.Op), d.want, d.Engine, d.have)
		for _, line := range d.Lines {
			fmt.Fprintf(w, "    %s\n", line)
		}
		fmt.Fprintln(w)
	}
	verdict := "agree"
	if !f.agrees() {
		verdict = plural(len(f.Divergences), "divergence", "divergences") + ", " + plural(len(f.Differences), "difference", "differences") + " from the recording"
	}
	fmt.Fprintf(w, "%s  %s on %s: %s", f.File, plural(f.Operations, "operation", "operations"), strings.Join(f.Engines, ","), verdict)
	if f.Recorded > 0 {
		fmt.Fprintf(w, "  (%s recorded answers compared)", number(f.Recorded))
	}
	if f.Unsupported > 0 {
		fmt.Fprintf(w, "  (%s unsupported)", number(f.Unsupported))
	}
	fmt.Fprintln(w)
}
