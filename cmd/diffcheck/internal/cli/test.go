package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/internal/report"
	"github.com/relspec/relspec/internal/snippet"
	"github.com/relspec/relspec/internal/suite"
	"github.com/relspec/relspec/oracle/adapter"
	"github.com/relspec/relspec/spec"
)

// testFlags are those of the sub-command test. Most set an option of the suite or of the adapter.
type testFlags struct {
	suite.Options
	limits           adapter.Options
	known, snippets  string
	run, skip, extra []string
	without          []string
	report           string // folder
	profile          string // for the user's own scenarios
}

func (a *app) testCommand() *cobra.Command {
	var f testFlags
	c := &cobra.Command{
		Use:   "test [FILE.feature... | scenarios | transcripts | campaign] --adapter COMMAND",
		Short: "Test an engine that runs in its own process",
		Long: `Test an engine: a program that speaks the adapter protocol (docs/protocol.md) on its standard input and output.
docs/implementers.md shows how to write one.

diffcheck runs scenarios, transcripts (generated traces with the answers of the reference), and a random campaign on it.
They use only the capabilities that the program declares in its answer to hello; other scenarios count as unsupported.
If the program crashes, hangs, or prints an invalid or too long line, diffcheck reports a finding and restarts it.
If an error occurs only in some runs, the finding says in how many.

If you name feature files, only those run; they need no tags. If you name parts, only those parts run.

--duration limits the whole run. Scenarios and transcripts get three quarters of it, the campaign the rest. Each spends
at most a third of its time on reducing differences. One answer may take at most a quarter of --duration. New findings
are printed at once, and grouped by cause in the report.

--shard takes every n-th case and every n-th trace of the campaign. To join the shards, pass their --json outputs to
"diffcheck report".

--known names a list of failures with their reasons (docs/implementers.md). These failures still run, and must still fail.

diffcheck splits the command of --adapter at spaces and starts it without a shell. Quotes keep words together.`,
		Example: `  diffcheck test --adapter "node adapters/bitecs/main.mjs" --known adapters/bitecs/known.yaml
  diffcheck test --adapter ./my-adapter --report out
  diffcheck test my.feature --adapter ./my-adapter
  diffcheck test --adapter ./my-adapter --duration 10s -run exclusive
  diffcheck test campaign --adapter ./my-adapter --duration 10m --without prefab,sparse
  diffcheck test --adapter ./my-adapter --seed 5 --traces 4000 --shard 0/4 --json > out/part-0.json
  diffcheck test --adapter ./my-adapter --trace findings/9a01c4d2/trace.jsonl`,
		ValidArgsFunction: cobra.FixedCompletions(testParts, cobra.ShellCompDirectiveDefault),
		RunE:              func(c *cobra.Command, args []string) error { return a.test(c.Context(), &f, args) },
	}
	flags := c.Flags()
	flags.StringVar(&f.Command, "adapter", "", "command that starts the program")
	flags.StringVar(&f.known, "known", "", "file of known failures")
	flags.StringArrayVar(&f.run, "run", nil, "run only cases whose name or area matches this regular expression")
	flags.StringArrayVar(&f.skip, "skip", nil, "skip cases whose name or area matches this regular expression")
	flags.StringArrayVar(&f.extra, "trace", nil, "compare only these trace files")
	flags.StringSliceVar(&f.without, "without", nil, "ignore these capabilities even if the program declares them")
	flags.DurationVar(&f.Total, "duration", time.Minute,
		"time for the whole run (0: no limit, and no campaign without --traces)")
	flags.Uint64Var(&f.Traces, "traces", 0, "stop the campaign after N traces (0: no limit)")
	flags.Uint64Var(&f.Seed, "seed", 0, "seed of the campaign (0: choose one)")
	flags.IntVar(&f.Transcripts, "transcripts", 40, "run N transcripts of each kind (0: none)")
	flags.IntVar(&f.Workers, "workers", 0, "run N programs in parallel (0: one per processor)")
	flags.DurationVar(&f.limits.Timeout, "timeout", 10*time.Second, "time limit for an answer")
	flags.DurationVar(&f.limits.StartTimeout, "start-timeout", 30*time.Second, "time limit for the start and the answer to hello")
	flags.StringVar(&f.profile, "of", ownProfile, ofFlag)
	shardFlag(c, &f.Shard, "case and trace")
	flags.StringVar(&f.snippets, "snippets", "",
		"templates that print counterexamples in the engine's language; default: "+suite.SnippetsFile+" next to the program")
	flags.StringVar(&f.report, "report", "",
		"write report.txt, run.json, junit.xml and report.html to this folder")
	flags.StringVar(&f.Save, "save", "findings", "folder for findings (empty: save nothing)")
	return c
}

// testParts are the names of the parts of a test.
var testParts = []string{string(suite.Scenarios), string(suite.Transcripts), string(suite.Campaign)}

// test runs the suite on the processes of a command.
func (a *app) test(ctx context.Context, f *testFlags, parts []string) error {
	files, err := filesAmong(parts, testParts)
	if err != nil {
		return err
	}
	if err := a.prepareTest(f); err != nil {
		return err
	}
	for _, name := range files {
		own, err := a.ownScenarios(name, f.profile)
		if err != nil {
			return err
		}
		f.OwnScenarios, parts = append(f.OwnScenarios, own...), nil
	}
	for _, part := range parts {
		f.Parts = append(f.Parts, suite.Part(part))
	}
	ctx, stop := console.Interruptible(ctx)
	defer stop()
	p := a.ShowProgress()
	p.Begin("test")
	f.Progress = func(phase, text string) { p.Update(phase + "  " + text) }
	f.Found = func(line string) { p.Note("found         " + line) }
	f.Mended = func(arguments string) suite.Open { return suite.Adapter(f.Command+" "+arguments, f.limits) }
	tested, err := suite.Run(ctx, suite.Adapter(f.Command, f.limits), f.Options)
	p.End()
	var refusal *spec.Error
	switch {
	case errors.As(err, &refusal):
		return fmt.Errorf("the adapter %q cannot be tested: %s: %s", f.Command, refusal.Code, refusal.Message)
	case err != nil:
		return err
	}
	if err := a.saveTest(tested, f.report); err != nil {
		return err
	}
	return a.Conclude(testReport{tested}, tested.OK)
}

// saveTest writes a report into a folder as text, JSON, JUnit XML and HTML.
func (a *app) saveTest(r *suite.Report, dir string) error {
	if dir == "" {
		return nil
	}
	var data bytes.Buffer
	if err := r.JSON(&data); err != nil {
		return err
	}
	run, err := report.Read(bytes.NewReader(data.Bytes()))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var text strings.Builder
	testReport{r}.Text(&text)
	file := func(name string) string { return filepath.Join(dir, name) }
	return errors.Join(
		os.WriteFile(file("report.txt"), []byte(spec.PrintableLines(text.String())), 0o644),
		os.WriteFile(file("run.json"), data.Bytes(), 0o644),
		a.writeReport(file("junit.xml"), run.JUnit),
		a.writeReport(file("report.html"), func(w io.Writer) error { return run.HTML(w, "") }),
	)
}

// minTimeout is the shortest time limit for an answer, even in a short run.
const minTimeout = 250 * time.Millisecond

// prepareTest checks the flags and completes the options. A short --duration lowers the time limits
// of the program.
func (a *app) prepareTest(f *testFlags) error {
	switch {
	case strings.TrimSpace(f.Command) == "":
		return fmt.Errorf("--adapter is missing; pass the command that starts the program")
	case f.Total < 0 || f.Workers < 0 || f.Transcripts < 0:
		return fmt.Errorf("--duration, --workers and --transcripts must be at least 0")
	case f.limits.Timeout <= 0 || f.limits.StartTimeout <= 0:
		return fmt.Errorf("--timeout and --start-timeout must be longer than 0")
	case f.Seed == 0 && f.Shard.Of > 0:
		return fmt.Errorf("--shard needs the --seed of the campaign")
	}
	if f.Total > 0 {
		f.limits.MaxTimeout = max(f.Total/4, minTimeout)
		f.limits.Timeout = min(f.limits.Timeout, f.limits.MaxTimeout)
		f.limits.StartTimeout = min(f.limits.StartTimeout, f.Total)
	}
	choice, err := console.NewSelection(f.run, f.skip)
	if err != nil {
		return err
	}
	f.Keep, f.Begin = choice.Keeps, func() error { return choice.Unused("case", "diffcheck list") }
	f.Duration = f.Total
	if f.Without, err = capabilities(f.without); err != nil {
		return err
	}
	if f.Seed == 0 {
		f.Seed = 1 + rand.Uint64N(1e10)
	}
	if f.Transcripts == 0 {
		f.Transcripts = -1
	}
	for _, name := range f.extra {
		t, err := a.readTrace(name)
		if err != nil {
			return err
		}
		f.OwnTraces = append(f.OwnTraces, t)
	}
	f.snippets = cmp.Or(f.snippets, suite.TemplatesNextTo(f.Command))
	if f.snippets != "" && f.Save != "" {
		if f.Snippets, err = snippet.Read(os.DirFS(filepath.Dir(f.snippets)), filepath.Base(f.snippets)); err != nil {
			return fmt.Errorf("--snippets: %w", err)
		}
	}
	if f.known != "" {
		f.Known, err = readKnown(f.known)
	}
	return err
}

// readKnown reads a list of known failures. Its errors include the path of the file.
func readKnown(file string) (*suite.Known, error) {
	name := filepath.Base(file)
	known, err := suite.ReadKnown(os.DirFS(filepath.Dir(file)), name)
	if err != nil {
		return nil, fmt.Errorf("--known %s: %s", file, strings.TrimPrefix(err.Error(), name+": "))
	}
	return known, nil
}

type testReport struct{ *suite.Report }

func (r testReport) Text(w *strings.Builder) {
	verdict, failed := "PASS  nothing new", r.Total().Count[suite.Failed]
	if !r.OK {
		verdict = strings.TrimSpace("FAIL  " + faults(len(r.New()), len(r.Failures)))
		if failed > 0 {
			verdict += fmt.Sprintf(", %s", show.Plural(failed, "case failed", "cases failed"))
		}
	}
	fmt.Fprintf(w, "%s\n\n%s", verdict, r.Report.Text())
	if fresh := r.New(); len(fresh) > 0 && fresh[0].Saved != "" {
		fmt.Fprintf(w, "\nnext  diffcheck why %s   query the world of the first finding\n", fresh[0].Saved)
	}
}
