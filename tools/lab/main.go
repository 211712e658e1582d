// Command lab has the tools for the development of relspec: it tests mutants of package fast, measures
// fast, updates the specification, and generates the pages of results and the content of the site. From
// the root of a checkout:
//
//	go run -C tools ./lab help
//
// File names on the command line are relative to the root of the repository. tools/README.md describes
// the commands.
package main

import (
	"errors"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/tools/bench"
	"github.com/relspec/relspec/tools/results"
	"github.com/relspec/relspec/tools/site"
)

func main() {
	os.Exit(run(os.Args[1:], &console.Console{Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr}))
}

// run runs the command at the root of the repository and returns its exit code. The exit codes are
// those of diffcheck.
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
	_ = c.PrintErr("lab: %s\n", strings.TrimSpace(err.Error())) // the exit code also reports the error
	return console.ExitBroken
}

// toRoot makes the root of the repository the working directory.
func toRoot() error {
	root := console.Checkout()
	if root == "" {
		return errors.New("no checkout of relspec found; run go run -C tools ./lab at the root of a checkout")
	}
	return os.Chdir(root)
}

func rootCommand(c *console.Console) *cobra.Command {
	root := &cobra.Command{
		Use:           "lab",
		Short:         "Tools for the development of relspec",
		Long:          `Tools for the development of relspec. Run "go run -C tools ./lab" at the root of a checkout. File names are relative to the root.`,
		SilenceErrors: true, SilenceUsage: true,
	}
	root.SetIn(c.Stdin)
	root.SetOut(c.Stdout)
	root.SetErr(c.Stderr)
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddGroup(&cobra.Group{ID: "wrong", Title: "Plant bugs and check that they are found:"},
		&cobra.Group{ID: "written", Title: "Measure and generate pages:"})
	for _, command := range []*cobra.Command{mutantsCommand(c), mutationCommand(c), differencesCommand(c)} {
		command.GroupID = "wrong"
		root.AddCommand(command)
	}
	for _, command := range []*cobra.Command{
		bench.Command(), results.Command(), bookCommand(c), siteCommand(),
	} {
		command.GroupID = "written"
		root.AddCommand(command)
	}
	return root
}

func siteCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "site FOLDER",
		Short: "Generate the content of the site",
		Long: `Generate the content of the site in a folder, which is emptied first. The content is the pages of docs, and JSON files with
statements, clauses, their scenarios and tests, the engines that fail them, and the pages of results. "make site" runs this command
and builds the pages.`,
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
