package cli

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

func (a *app) replayCommand() *cobra.Command {
	var engines string
	var flags replayFlags
	c := &cobra.Command{
		Use:   "replay FILE...",
		Short: "Run traces or transcripts on engines and compare",
		Long: `Run traces or transcripts (docs/protocol.md) on engines, and compare every answer and every world. Each engine is compared
with the first one, also under the variants, which must not change an answer; all are checked for laws. "-" is standard
input.

Recorded answers of a transcript are compared with every engine. If its header names a version of Flecs with declared
differences (docs/transcripts.md), these are applied, and the command counts how many files and lines agree, differ as
declared, are unsupported, or are unexplained. With --recorded only recorded answers are compared.

An operation that takes longer than 20 s is a divergence (a hang). If the run takes longer than --timeout, the command
prints what was compared so far and exits with 2.`,
		Example: `  diffcheck replay findings/3f9c2a11/trace.jsonl
  diffcheck replay --engine model --outcomes city.jsonl
  diffcheck replay --recorded --engine model flecs-4.1.6/*/*.jsonl
  diffcheck replay --recorded --engine model --known known.yaml recorded/*.jsonl
  diffcheck replay --json *.jsonl`,
		Args: arguments(1, -1),
		RunE: func(_ *cobra.Command, args []string) error { return a.replay(args, engines, flags) },
	}
	c.Flags().StringVar(&engines, "engine", a.engineNames(), engineFlag)
	c.Flags().BoolVar(&flags.outcomes, "outcomes", false, "print the answers of the first engine")
	c.Flags().BoolVar(&flags.recorded, "recorded", false,
		"compare only with recorded answers: no other engines, variants or laws")
	c.Flags().StringVar(&flags.known, "known", "",
		"apply this list of known failures to recorded answers")
	c.Flags().DurationVar(&flags.timeout, "timeout", replayWithin,
		"stop after this time (0: no limit)")
	return c
}

type replayFlags struct {
	outcomes, recorded bool
	known              string
	timeout            time.Duration
}

// replayReport is the result of replaying files.
type replayReport struct {
	OK    bool            `json:"ok"`
	Files []*replayedFile `json:"files"`
	// FileVerdicts and LineVerdicts count recordings of a version of Flecs that differences are declared of.
	FileVerdicts map[transcript.Verdict]int `json:"file_verdicts,omitempty"`
	LineVerdicts map[transcript.Verdict]int `json:"line_verdicts,omitempty"`
}

// replayedFile is the result of one file.
type replayedFile struct {
	File       string   `json:"file"`
	Profile    string   `json:"profile"`
	Engines    []string `json:"engines"`
	Operations int      `json:"operations"`
	// Compared counts outcomes compared between engines; Recorded those compared with the transcript, on all engines.
	Compared    uint64 `json:"compared"`
	Recorded    int    `json:"recorded"`
	Unsupported int    `json:"unsupported"`
	// Exhausted counts answers that one engine refused as too much work or too long, and another gave.
	Exhausted int `json:"exhausted,omitempty"`
	// Refused are the operations that the first engine refused, on a trace that is not judged as
	// the recording of a version.
	Refused []refusedOperation `json:"refused,omitempty"`
	// TimedOut says that the time was over before all was compared.
	TimedOut    bool         `json:"timed_out,omitempty"`
	Divergences []divergence `json:"divergences"`
	// Differences are an engine's answers that are not the recorded ones.
	Differences []recordedDifference `json:"differences"`
	Outcomes    []answeredOperation  `json:"outcomes,omitempty"`
	// Verdict is the worst of all lines, where the header names a recorded version; Lines counts them by verdict, and
	// Declared by the declarations that explain them. Both are of the first engine.
	Verdict  transcript.Verdict         `json:"verdict,omitempty"`
	Lines    map[transcript.Verdict]int `json:"lines,omitempty"`
	Declared map[string]int             `json:"declared,omitempty"`

	until   *deadline
	hanging []string // engines
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

type refusedOperation struct {
	Operation int            `json:"operation"`      // from 1
	Line      int            `json:"line,omitempty"` // of the file, from 1; 0 for standard input
	Op        spec.Operation `json:"op"`
	Error     *spec.Error    `json:"error"`
}

type answeredOperation struct {
	Op      spec.Operation `json:"op"`
	Outcome spec.Outcome   `json:"outcome"`
}

func (a *app) replay(files []string, list string, flags replayFlags) error {
	engines, err := a.named(list)
	if err != nil {
		return err
	}
	declared, err := a.corpus.declarations()
	if err != nil {
		return err
	}
	if flags.known != "" {
		known, err := readKnown(flags.known)
		if err != nil {
			return err
		}
		declared = known.Declarations()
	}
	report, until := &replayReport{OK: true}, newDeadline(flags.timeout)
	for _, name := range files {
		if until.stop() {
			break
		}
		trace, err := a.readTraceUntil(name, until)
		if err != nil && until.over.Load() {
			break
		}
		if err != nil {
			return err
		}
		file := newReplayedFile(name, trace, engines, until)
		if !flags.recorded {
			if err := file.compare(trace, engines); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		if err := file.hold(trace, engines, declared, flags.known != ""); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if !file.hangs(engines[0].Name) && (flags.outcomes || file.Verdict == "" && !flags.recorded) {
			answered := answers(trace, engines[0], until)
			if file.refusals(answered, linesOf(name)); flags.outcomes {
				file.Outcomes = answered
			}
		}
		file.TimedOut = until.over.Load()
		report.Files = append(report.Files, file)
		report.count(file)
	}
	if err := a.Print(report); err != nil {
		return err
	}
	switch {
	case until.over.Load():
		return fmt.Errorf("the replay was ended after %s, with %s compared; --timeout gives it more time",
			flags.timeout, report.compared(len(files)))
	case !report.OK:
		return console.ErrDiverged
	}
	return nil
}

func (f *replayedFile) agrees() bool { return len(f.Divergences)+len(f.Differences) == 0 }

func newReplayedFile(name string, trace *spec.Trace, engines []oracle.Implementation, until *deadline) *replayedFile {
	file := &replayedFile{
		File: name, Profile: trace.Header.Profile, Operations: len(trace.Entries),
		Divergences: []divergence{}, Differences: []recordedDifference{}, until: until,
	}
	for _, engine := range engines {
		file.Engines = append(file.Engines, engine.Name)
	}
	return file
}

// compare compares the engines with each other.
func (f *replayedFile) compare(trace *spec.Trace, engines []oracle.Implementation) error {
	bare := trace
	if hasAnswers(trace) {
		bare = spec.NewTrace(trace.Header.Profile, trace.Operations()...)
		bare.Header = trace.Header
	}
	result, err := compareTrace(bare, engines[0], engines[1:], f.until.stop)
	if err != nil {
		return err
	}
	for i := range result.Divergences {
		d := &result.Divergences[i]
		finding := &oracle.Finding{Trace: bare, Divergence: *d, Reference: engines[0].Name}
		if d.Hangs() { // nothing is asked again that takes as long
			f.hanging = append(f.hanging, d.Implementation)
			finding.Trace = runner.UpTo(bare, d.Index)
		} else if known, err := oracle.NewFinding(bare, engines[0], under(d, engines[0], engines[1:]), d.Signature(),
			thorough()); err == nil {
			finding = known
		}
		f.Divergences = append(f.Divergences, newDivergence(finding, ""))
	}
	for _, n := range result.Counts.Comparisons {
		f.Compared += n
	}
	for _, n := range result.Counts.Unsupported {
		f.Unsupported += int(n)
	}
	for _, n := range result.Counts.Exhausted {
		f.Exhausted += int(n)
	}
	return nil
}

// hold compares the engines with the recording.
func (f *replayedFile) hold(
	trace *spec.Trace, engines []oracle.Implementation, declared []transcript.Declaration, own bool,
) error {
	if f.until.stop() {
		return nil
	}
	t, ok := transcript.OfTrace(f.File, trace)
	if own && hasAnswers(trace) {
		var err *spec.Error
		if t, err = transcript.OfAnswers(f.File, trace); err != nil {
			return err
		}
		ok = true
	}
	if ok && len(f.hanging) > 0 {
		return nil // the divergence is told; to judge it would hang too
	}
	if ok {
		return f.judge(t, engines, declared)
	}
	for _, engine := range engines {
		if hasAnswers(trace) && !f.hangs(engine.Name) {
			f.record(trace, engine)
		}
	}
	return nil
}

// hasAnswers reports whether a trace has answers that were observed.
func hasAnswers(trace *spec.Trace) bool {
	return slices.ContainsFunc(trace.Entries, func(e spec.Entry) bool { return e.Got != nil })
}

// record compares an engine's answers with those of a transcript.
func (f *replayedFile) record(trace *spec.Trace, engine oracle.Implementation) {
	profile, err := profileOf(trace)
	if err != nil {
		return // readTrace has looked
	}
	world := fresh(engine, profile)
	loosely := engine
	loosely.Foreign = true // the recording is another engine's
	expectations := compare.NewExpectations(profile, world, loosely.Info, loosely.Foreign)
	for i, entry := range trace.Entries {
		if f.until.stop() {
			return
		}
		expectations.Follow(&entry.Op)
		got := world.Apply(entry.Op)
		if entry.Got == nil {
			continue
		}
		if _, yes := expectations.Skips(&entry.Op, entry.Got, &got); yes {
			f.Unsupported++
			continue
		}
		f.Recorded++
		difference := oracle.Compare(&entry.Op, entry.Got, &got, oracle.CompareOptions{
			AnyError: true, AnyWildcard: true, ExtraUnset: true,
			First: compare.FirstTargetsOf(world, profile, &entry.Op),
		})
		if difference != nil {
			f.Differences = append(f.Differences, recordedDifference{
				Engine: engine.Name, Operation: i + 1, Op: entry.Op, Recorded: *entry.Got, Got: got,
				Lines: difference.Lines, want: difference.Want, have: difference.Got,
			})
		}
	}
}

// linesOf are the lines of a file at which the operations of its trace stand, nil for standard
// input and pipes, which cannot be read again.
func linesOf(name string) []int {
	if info, err := os.Stat(name); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil
	}
	var out []int
	for i, line := range strings.Split(string(text), "\n") {
		if strings.TrimSpace(line) != "" {
			out = append(out, i+1)
		}
	}
	return out[min(1, len(out)):] // the first is the header
}

// refusals notes the operations that were refused.
func (f *replayedFile) refusals(answered []answeredOperation, lines []int) {
	for i, a := range answered {
		if a.Outcome.Err == nil {
			continue
		}
		r := refusedOperation{Operation: i + 1, Op: a.Op, Error: a.Outcome.Err}
		if i < len(lines) {
			r.Line = lines[i]
		}
		f.Refused = append(f.Refused, r)
	}
}

// maxRefused is how many refused operations of a file are shown.
const maxRefused = 10

// refusedText shows what was refused, where, and why.
func (f *replayedFile) refusedText(w *strings.Builder, profile spec.Profile) {
	for _, r := range f.Refused[:min(len(f.Refused), maxRefused)] {
		position := fmt.Sprintf("operation %d", r.Operation)
		if r.Line > 0 {
			position += fmt.Sprintf(" (line %d)", r.Line)
		}
		fmt.Fprintf(w, "REFUSED  %s, %s\n  %s: %s", position, oracle.OperationText(profile, &r.Op), r.Error.Code,
			r.Error.Message)
		if r.Error.Line > 0 {
			fmt.Fprintf(w, " (line %d, column %d of the query)", r.Error.Line, r.Error.Column)
		}
		fmt.Fprintln(w)
	}
	if more := len(f.Refused) - maxRefused; more > 0 {
		fmt.Fprintf(w, "%s refused; --outcomes shows all answers\n",
			show.Plural(more, "more operation was", "more operations were"))
	}
}

func answers(trace *spec.Trace, engine oracle.Implementation, until *deadline) []answeredOperation {
	profile, err := profileOf(trace)
	if err != nil {
		return nil // readTrace has looked
	}
	world := fresh(engine, profile)
	var out []answeredOperation
	for _, entry := range trace.Entries {
		if until.stop() {
			break
		}
		out = append(out, answeredOperation{entry.Op, world.Apply(entry.Op)})
	}
	return out
}

func (r *replayReport) Text(w *strings.Builder) {
	for _, f := range r.Files {
		f.Text(w)
	}
	r.counts(w)
}

func (f *replayedFile) Text(w *strings.Builder) {
	profile, _ := spec.ProfileByName(f.Profile)
	for i, a := range f.Outcomes {
		fmt.Fprintf(w, "%4d %-60s %s\n", i+1, oracle.OperationText(profile, &a.Op), show.Outcome(a.Outcome))
	}
	f.refusedText(w, profile)
	for _, d := range f.Divergences {
		fmt.Fprintln(w, d.block)
	}
	for _, d := range f.Differences {
		fmt.Fprintf(w, "DIFFERENCE  operation %d, %s\n  recorded  %s    %s  %s\n", d.Operation,
			oracle.OperationText(profile, &d.Op), d.want, d.Engine, d.have)
		for _, line := range d.Lines {
			fmt.Fprintf(w, "    %s\n", line)
		}
		fmt.Fprintln(w)
	}
	verdict := "agree"
	switch n := len(f.Refused); {
	case n > 0 && n == f.Operations:
		verdict = "agree, but nothing was carried out: every operation was refused"
	case n > 0:
		verdict += fmt.Sprintf(", %d of them refused", n)
	}
	if f.Verdict != "" {
		verdict = f.verdictText()
	} else if !f.agrees() {
		verdict = show.Plural(len(f.Divergences), "divergence", "divergences") + ", " +
			show.Plural(len(f.Differences), "difference", "differences") + " from the recording"
	}
	fmt.Fprintf(w, "%s  %s on %s: %s", f.File, show.Plural(f.Operations, "operation", "operations"),
		strings.Join(f.Engines, ","), verdict)
	if f.Recorded > 0 {
		fmt.Fprintf(w, "  (%s recorded answers compared)", show.Number(f.Recorded))
	}
	if f.Exhausted > 0 {
		fmt.Fprintf(w, "  (%s refused by one side as too much)", show.Number(f.Exhausted))
	}
	if f.TimedOut {
		fmt.Fprintf(w, "  (ended by --timeout: %s answers compared)", show.Number(f.Compared))
	}
	if f.Unsupported > 0 {
		fmt.Fprintf(w, "  (%s unsupported)", show.Number(f.Unsupported))
	}
	fmt.Fprintln(w)
}
