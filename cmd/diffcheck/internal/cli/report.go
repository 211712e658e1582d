package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/internal/report"
)

// reportFlags name the files of a report; "-" is standard output.
type reportFlags struct {
	html, junit, title string
}

func (a *app) reportCommand() *cobra.Command {
	var f reportFlags
	c := &cobra.Command{
		Use:   "report RUN...",
		Short: "Make a page, or files for CI systems, from saved runs",
		Long: `Make one HTML page, or files for CI systems, from saved runs: the output of diffcheck, or of its commands run, test, fuzz
and merge, with --json. Several runs are shown side by side. A folder stands for all *.json in it, "-" for standard input.

The page needs no other file. It has a summary, the findings with traces, proofs and drawings, the engines by feature
area, and the statements by document with the scenarios that cite them. --junit writes JUnit XML. Without --html and
--junit the page is report.html.

The exit code is 0 even if a run failed.`,
		Example: `  diffcheck --json > runs/fast.json
  diffcheck test --adapter "node adapters/bitecs/main.mjs" --json > runs/bitecs.json
  diffcheck report runs --html report.html --junit junit.xml`,
		Args: arguments(1, -1),
		RunE: func(_ *cobra.Command, args []string) error { return a.report(args, f) },
	}
	c.Flags().StringVar(&f.html, "html", "", "write the page to this file")
	c.Flags().StringVar(&f.junit, "junit", "", "write JUnit XML to this file")
	c.Flags().StringVar(&f.title, "title", "", "title of the page")
	return c
}

// written lists the written files.
type written struct {
	OK    bool     `json:"ok"` // of the run
	Files []string `json:"files"`
}

func (w written) Text(b *strings.Builder) {
	for _, f := range w.Files {
		fmt.Fprintf(b, "wrote %s\n", f)
	}
}

func (a *app) report(names []string, f reportFlags) error {
	run, err := a.readRuns(names)
	if err != nil {
		return err
	}
	if f.html == "" && f.junit == "" {
		f.html = "report.html"
	}
	out := written{OK: run.OK(), Files: []string{}}
	for _, format := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{f.html, func(w io.Writer) error { return run.HTML(w, f.title) }},
		{f.junit, run.JUnit},
	} {
		if format.name == "" {
			continue
		}
		if err := a.writeReport(format.name, format.write); err != nil {
			return err
		}
		if format.name != "-" {
			out.Files = append(out.Files, format.name)
		}
	}
	if len(out.Files) == 0 {
		return nil
	}
	return a.Print(out)
}

// writeReport creates the file only after the whole text is made, so that an error in write leaves
// no partial file.
func (a *app) writeReport(name string, write func(io.Writer) error) error {
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	if name == "-" {
		_, err := a.Stdout.Write(text.Bytes())
		return err
	}
	return os.WriteFile(name, text.Bytes(), 0o644)
}

// readRuns reads saved runs and joins them.
func (a *app) readRuns(names []string) (*report.Run, error) {
	var runs []*report.Run
	for _, name := range names {
		run, err := a.readRun(name)
		if err != nil {
			return nil, err
		}
		runs = append(runs, run)
	}
	return report.Join(runs...), nil
}

func (a *app) readRun(name string) (*report.Run, error) {
	if name == "-" {
		run, err := report.Read(a.Stdin)
		if err != nil {
			return nil, fmt.Errorf("standard input: %w", err)
		}
		return run, nil
	}
	at, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	return report.ReadFS(os.DirFS(filepath.Dir(at)), filepath.Base(at))
}
