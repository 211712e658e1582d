// Command lab has the tools of those who change relspec: it plants mutants in package fast and
// looks for them, measures fast, and writes the pages of results and the content of the site. From
// the root of a checkout:
//
//	go run -C tools ./lab help
//
// It runs at the root of the repository: files that are named on the command line are below that.
// tools/README.md describes it.
package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/tools/bench"
	"github.com/relspec/relspec/tools/playpage"
	"github.com/relspec/relspec/tools/results"
	"github.com/relspec/relspec/tools/site"
)

func main() {
	os.Exit(run(os.Args[1:], &console.Console{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}))
}

// run runs the command at the root of the repository and returns its exit code: those of diffcheck.
func run(args []string, c *console.Console) int {
	err := toRoot()
	if err == nil {
		root := rootCommand(c)
		root.SetArgs(args)
		err = root.Execute()
	}
	switch {
	case err == nil:
		return console.ExitOK
	case errors.Is(err, console.ErrDiverged):
		return console.ExitDiverged
	}
	_ = c.Say("lab: %s\n", strings.TrimSpace(err.Error())) // the exit code says it too
	return console.ExitBroken
}

// toRoot makes the root of the repository the working directory: the nearest folder above with the go.mod of relspec.
func toRoot() error {
	at, err := os.Getwd()
	if err != nil {
		return err
	}
	for {
		text, err := os.ReadFile(filepath.Join(at, "go.mod"))
		if err == nil && strings.HasPrefix(string(text), "module github.com/relspec/relspec\n") {
			return os.Chdir(at)
		}
		up := filepath.Dir(at)
		if up == at {
			return errors.New("this is no checkout of relspec: run lab in one, as by go run -C tools ./lab")
		}
		at = up
	}
}

func rootCommand(c *console.Console) *cobra.Command {
	root := &cobra.Command{
		Use:   "lab",
		Short: "Tools for those who change relspec",
		Long: `Tools for those who change relspec. Run it from the root of a checkout by "go run -C tools ./lab"; file names are relative
to the root, wherever it is started.`,
		SilenceErrors: true, SilenceUsage: true,
	}
	root.SetIn(c.Stdin)
	root.SetOut(c.Stdout)
	root.SetErr(c.Stderr)
	root.PersistentFlags().BoolVar(&c.JSON, "json", false, "print the result as JSON")
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddGroup(&cobra.Group{ID: "wrong", Title: "Make the engine wrong and see who notices:"},
		&cobra.Group{ID: "written", Title: "Measure, and write pages:"})
	for _, command := range []*cobra.Command{mutantsCommand(c), mutationCommand(c), differencesCommand(c)} {
		command.GroupID = "wrong"
		root.AddCommand(command)
	}
	for _, command := range []*cobra.Command{
		bench.Command(), results.Command(), bookCommand(c), siteCommand(),
		playCommand(c),
	} {
		command.GroupID = "written"
		root.AddCommand(command)
	}
	return root
}

func siteCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "site FOLDER",
		Short: "Write the content of the site: pages, statements, clauses, engines",
		Long: `Write what the site is built from to a folder, which is emptied first: the pages of docs, and as JSON the statements and
clauses, their scenarios and tests, the engines that fail them, and the pages of results. "make site" runs it and builds the pages.`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			transcripts, err := transcript.All()
			if err != nil {
				return err
			}
			return site.Write(".", args[0], transcripts)
		},
	}
}

func playCommand(c *console.Console) *cobra.Command {
	var rounds int
	command := &cobra.Command{
		Use:   "play",
		Short: "Measure how quick and large the page of the playground is",
		Long: `Measure in Chromium how quick the built page of the playground is ("make play" builds it): a cold visit over loopback to the first
answer, and an answer while somebody types in a world of 50 entities; and how many bytes a visit transfers. Of times it prints
the least and the median, with the goals of docs/playground.md.`,
		Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			text, err := playpage.Measure(console.OrBackground(command.Context()), rounds)
			if err != nil {
				return err
			}
			return c.PrintText(text)
		},
	}
	command.Flags().IntVar(&rounds, "rounds", 5, "visits to measure, each in a browser of its own")
	return command
}
