package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

func (a *app) replayCommand() *cobra.Command {
	var f replayFlags
	c := &cobra.Command{
		Use:   "replay FILE...",
		Short: "Run traces or transcripts on engines and compare",
		Long: `Run traces or transcripts (docs/protocol.md) on engines, and compare every answer and every world. Each engine is compared
with the first one, also under the variants, which must not change an answer; all must satisfy the laws. "-" is standard
input.

Recorded answers of a transcript are compared with every engine. If its header names a version of Flecs or Tecs with
declared differences (docs/transcripts.md), these are applied. The command counts how many files and lines agree, differ as
declared, are unsupported, or are unexplained. With --recorded only recorded answers are compared.

An operation that takes longer than 20 s is a divergence (a hang). If the run takes longer than --timeout, the command
prints what was compared so far and exits with 2.`,
		Example: `  diffcheck replay findings/3f9c2a11/trace.jsonl
  diffcheck replay --engine model --outcomes city.jsonl
  diffcheck replay --recorded --engine model flecs-4.1.6/*/*.jsonl
  diffcheck replay --recorded --engine model --known known.yaml recorded/*.jsonl
  diffcheck replay --json *.jsonl`,
		Args: arguments(1, -1),
		RunE: func(_ *cobra.Command, args []string) error { return a.replay(args, &f) },
	}
	f.engines = a.engineFlag(c)
	flags := c.Flags()
	flags.BoolVar(&f.outcomes, "outcomes", false, "print the answers of the first engine")
	flags.BoolVar(&f.recorded, "recorded", false, "compare only with recorded answers: no other engines, variants or laws")
	flags.StringVar(&f.known, "known", "", "apply this list of known failures to recorded answers")
	flags.DurationVar(&f.timeout, "timeout", 30*time.Minute, "stop after this time (0: no limit)")
	return c
}

type replayFlags struct {
	engines            *engineList
	outcomes, recorded bool
	known              string
	timeout            time.Duration
}

// replayReport is the result of replaying files.
type replayReport struct {
	OK    bool            `json:"ok"`
	Files []*replayedFile `json:"files"`
	// FileVerdicts counts the recordings by verdict, LineVerdicts their lines.
	FileVerdicts map[transcript.Verdict]int `json:"file_verdicts,omitempty"`
	LineVerdicts map[transcript.Verdict]int `json:"line_verdicts,omitempty"`
}

// replayedFile is the result of one file.
type replayedFile struct {
	File       string   `json:"file"`
	Profile    string   `json:"profile"`
	Engines    []string `json:"engines"`
	Operations int      `json:"operations"`
	// Compared counts answers compared between engines. Recorded counts answers compared with the
	// recording.
	Compared    uint64 `json:"compared"`
	Recorded    int    `json:"recorded"`
	Unsupported int    `json:"unsupported"`
	// Exhausted counts answers that one engine gave and another refused as too much work.
	Exhausted int `json:"exhausted,omitempty"`
	// Refused are the operations that the first engine refused. For recordings, and with --recorded, they
	// are listed only with --outcomes.
	Refused []refusedOperation `json:"refused,omitempty"`
	// TimedOut is set if the time ran out before everything was compared.
	TimedOut    bool         `json:"timed_out,omitempty"`
	Divergences []divergence `json:"divergences"`
	// Differences are answers of an engine that differ from the recorded ones.
	Differences []recordedDifference `json:"differences"`
	Outcomes    []answeredOperation  `json:"outcomes,omitempty"`
	// Verdict is the worst verdict of all lines of a recording. Lines counts the lines by verdict,
	// and Declared by the declaration that explains them. All three are about the first engine.
	Verdict  transcript.Verdict         `json:"verdict,omitempty"`
	Lines    map[transcript.Verdict]int `json:"lines,omitempty"`
	Declared map[string]int             `json:"declared,omitempty"`

	trace   *spec.Trace
	engines []oracle.Implementation
	stop    func() bool
	hanging []string // engines that timed out once; they are not run again
}

type recordedDifference struct {
	Engine     string         `json:"engine"`
	Operation  int            `json:"operation"` // from 1
	Op         spec.Operation `json:"op"`
	Recorded   *spec.Outcome  `json:"recorded,omitempty"`
	Got        *spec.Outcome  `json:"got,omitempty"`
	Lines      []string       `json:"lines"`
	want, have string
}

type refusedOperation struct {
	Operation int            `json:"operation"` // from 1
	Line      int            `json:"line"`      // of the file, from 1
	Op        spec.Operation `json:"op"`
	Error     *spec.Error    `json:"error"`
}

type answeredOperation struct {
	Op      spec.Operation `json:"op"`
	Outcome spec.Outcome   `json:"outcome"`
}

func (a *app) replay(files []string, flags *replayFlags) error {
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
	begun, over := time.Now(), false
	stop := func() bool {
		over = over || flags.timeout > 0 && time.Since(begun) >= flags.timeout
		return over
	}
	report := &replayReport{OK: true}
	for _, name := range files {
		trace, err := a.readTrace(name)
		if err != nil {
			return err
		}
		if stop() {
			break
		}
		file := newReplayedFile(name, trace, flags.engines.chosen, stop)
		if !flags.recorded {
			err = file.compare()
		}
		if err == nil {
			err = file.judge(declared, flags.known != "")
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if flags.outcomes || file.Verdict == "" && !flags.recorded {
			file.answer(flags.outcomes)
		}
		file.TimedOut = over
		report.add(file)
	}
	if over {
		if err := a.Print(report); err != nil {
			return err
		}
		return fmt.Errorf("the replay was stopped after %s, with %s compared; use a longer --timeout",
			flags.timeout, report.compared(len(files)))
	}
	return a.Conclude(report, report.OK)
}

func newReplayedFile(
	name string, trace *spec.Trace, engines []oracle.Implementation, stop func() bool,
) *replayedFile {
	return &replayedFile{
		File: name, Profile: trace.Header.Profile, Operations: len(trace.Entries), Engines: namesOfEngines(engines),
		Divergences: []divergence{}, Differences: []recordedDifference{}, trace: trace, engines: engines, stop: stop,
	}
}

// compare compares the engines with one another.
func (f *replayedFile) compare() error {
	bare, reference := f.trace.With(f.trace.Operations()...), f.engines[0] // without the recorded answers
	result, err := compareTrace(bare, f.engines, f.stop)
	if err != nil {
		return err
	}
	for i := range result.Divergences {
		d := &result.Divergences[i]
		finding := &oracle.Finding{Trace: bare, Divergence: *d, Reference: reference.Name}
		if d.Hangs() { // running the trace again would take as long
			f.hanging = append(f.hanging, d.Implementation)
			finding.Trace = runner.UpTo(bare, d.Index)
		} else {
			known, err := oracle.NewFinding(bare, reference, under(d, f.engines), d.Signature(), thorough(nil))
			if err == nil {
				finding = known
			}
		}
		f.Divergences = append(f.Divergences, newDivergence(finding, ""))
	}
	c := &result.Counts
	f.Compared, f.Unsupported, f.Exhausted = total(c.Comparisons), int(total(c.Unsupported)), int(total(c.Exhausted))
	return nil
}

// total adds up counts.
func total[K comparable](counts map[K]uint64) (sum uint64) {
	for _, n := range counts {
		sum += n
	}
	return sum
}

// judge compares the engines with the recording, if the trace is one. The verdicts are those of the
// first engine. A line on which another engine differs from the first is unexplained. Declared
// differences of released versions apply to recordings of those versions; the user's own list
// applies to every recording.
func (f *replayedFile) judge(declared []transcript.Declaration, own bool) error {
	answered := func(e spec.Entry) bool { return e.Got != nil }
	if f.stop() || len(f.hanging) > 0 || !slices.ContainsFunc(f.trace.Entries, answered) {
		return nil // judging would time out, too
	}
	t, released, err := transcript.OfTrace(f.File, f.trace)
	if err != nil {
		return err
	}
	if !own && !released {
		declared = nil
	}
	f.Verdict, f.Lines, f.Declared = transcript.Agrees, map[transcript.Verdict]int{}, map[string]int{}
	for i := range f.engines {
		lines, err := transcript.Replay(t, replayOptions(f.engines, i, declared))
		if err != nil {
			return err
		}
		f.Verdict = transcript.Worst(f.Verdict, lines)
		for k := range lines {
			l := &lines[k]
			if i == 0 {
				f.countLine(l)
			}
			if l.Verdict == transcript.Unexplained && (i == 0 || l.By != "") {
				f.Differences = append(f.Differences, recordedDifference{
					Engine: f.engines[i].Name, Operation: l.Line.Number - 1, Op: l.Line.Op,
					Recorded: l.Line.Got, Got: l.Answer, Lines: l.Difference.Lines,
					want: l.Difference.Got, have: l.Difference.Want,
				})
			}
		}
	}
	return nil
}

func (f *replayedFile) countLine(r *transcript.Replayed) {
	if r.Line.Op.Op == spec.OpNote || r.Line.Got == nil {
		return
	}
	f.Recorded++
	f.Lines[r.Verdict]++
	if r.Verdict.Excused() {
		for _, id := range r.Causes() {
			f.Declared[id]++
		}
	}
}

// answer records the operations that the first engine refuses, with their lines. If all is set, it
// records every answer.
func (f *replayedFile) answer(all bool) {
	profile, err := profileOf(f.trace)
	if err != nil || slices.Contains(f.hanging, f.engines[0].Name) {
		return
	}
	world := fresh(f.engines[0], profile)
	for i, entry := range f.trace.Entries {
		if f.stop() {
			return
		}
		outcome := world.Apply(entry.Op)
		if all {
			f.Outcomes = append(f.Outcomes, answeredOperation{entry.Op, outcome})
		}
		if outcome.Err != nil {
			f.Refused = append(f.Refused, refusedOperation{i + 1, entry.Line, entry.Op, outcome.Err})
		}
	}
}

func (r *replayReport) add(f *replayedFile) {
	r.Files = append(r.Files, f)
	r.OK = r.OK && len(f.Divergences)+len(f.Differences) == 0
	if f.Verdict == "" {
		return
	}
	if r.FileVerdicts == nil {
		r.FileVerdicts, r.LineVerdicts = map[transcript.Verdict]int{}, map[transcript.Verdict]int{}
	}
	r.FileVerdicts[f.Verdict]++
	for v, n := range f.Lines {
		r.LineVerdicts[v] += n
	}
}

// compared describes how far a replay came.
func (r *replayReport) compared(files int) string {
	var whole int
	var answers uint64
	for _, f := range r.Files {
		answers += f.Compared
		if !f.TimedOut {
			whole++
		}
	}
	return fmt.Sprintf("%d of %s and %s", whole, show.Plural(files, "file", "files"),
		show.Plural(answers, "answer", "answers"))
}

func (r *replayReport) Text(w *strings.Builder) {
	for _, f := range r.Files {
		f.Text(w)
	}
	if r.FileVerdicts == nil {
		return
	}
	for _, c := range []struct {
		what   string
		counts map[transcript.Verdict]int
	}{{"files", r.FileVerdicts}, {"lines", r.LineVerdicts}} {
		fmt.Fprintf(w, "%s  %s agree  %s declared  %s unsupported  %s unexplained\n", c.what,
			show.Number(c.counts[transcript.Agrees]),
			show.Number(c.counts[transcript.Declared]), show.Number(c.counts[transcript.NotBuilt]),
			show.Number(c.counts[transcript.Unexplained]))
	}
	refused, undefined := r.LineVerdicts[transcript.Refused], r.LineVerdicts[transcript.Undefined]
	if refused+undefined > 0 {
		fmt.Fprintf(w, "       not compared: %s that the engine refused, %s undefined, as declared\n",
			show.Plural(refused, "line", "lines"), show.Number(undefined))
	}
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
	fmt.Fprintf(w, "%s  %s on %s: %s", f.File, show.Plural(f.Operations, "operation", "operations"),
		strings.Join(f.Engines, ","), f.verdict())
	note := func(n int, format string) {
		if n > 0 {
			fmt.Fprintf(w, "  ("+format+")", show.Number(n))
		}
	}
	note(f.Recorded, "%s recorded answers compared")
	note(f.Exhausted, "%s refused by one side as too much work")
	if f.TimedOut {
		fmt.Fprintf(w, "  (stopped by --timeout: %s answers compared)", show.Number(f.Compared))
	}
	note(f.Unsupported, "%s unsupported")
	fmt.Fprintln(w)
}

// verdict describes the result of a file, with the declarations that explain a recording.
func (f *replayedFile) verdict() string {
	text := "agree"
	switch n := len(f.Refused); {
	case f.Verdict != "":
		text = string(f.Verdict)
	case len(f.Divergences) > 0:
		return show.Plural(len(f.Divergences), "divergence", "divergences")
	case n > 0 && n == f.Operations:
		text += ", but every operation was refused, so nothing was tested"
	case n > 0:
		text += fmt.Sprintf(", %d of them refused", n)
	}
	if len(f.Divergences) > 0 {
		text += ", " + show.Plural(len(f.Divergences), "divergence", "divergences")
	}
	if len(f.Declared) > 0 {
		text += " (" + strings.Join(slices.Sorted(maps.Keys(f.Declared)), ", ") + ")"
	}
	return text
}

// maxRefused is the maximum number of refused operations shown for a file.
const maxRefused = 10

// refusedText shows what was refused, where, and why.
func (f *replayedFile) refusedText(w *strings.Builder, profile spec.Profile) {
	if f.Verdict != "" {
		return // the recording shows what is refused
	}
	for _, r := range f.Refused[:min(len(f.Refused), maxRefused)] {
		fmt.Fprintf(w, "REFUSED  operation %d (line %d), %s\n  %s: %s", r.Operation, r.Line,
			oracle.OperationText(profile, &r.Op), r.Error.Code, r.Error.Message)
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
