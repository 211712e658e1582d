package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec/features"
)

// app is one run of the command: its streams, where its inputs come from, and the engines that it knows.
type app struct {
	console.Console

	// open reads a file that is named on the command line; "-" is handled before.
	open     func(name string) (io.ReadCloser, error)
	features fs.FS
	corpus   corpus
	engines  []oracle.Implementation
	// repository is the checkout around the working directory, nil where there is none.
	repository func() fs.FS
}

// Main runs diffcheck and gives its exit code: 0, 1 after a divergence or failed check, 2 after wrong usage or broken
// input. The arguments are those behind the program's name.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return newApp(stdin, stdout, stderr).run(args)
}

func newApp(stdin io.Reader, stdout, stderr io.Writer) *app {
	return &app{
		Console:  console.Console{Stdin: stdin, Stdout: stdout, Stderr: stderr},
		open:     openFile,
		features: features.FS, corpus: embeddedCorpus(), engines: knownEngines(), repository: enclosingRepository,
	}
}

func openFile(name string) (io.ReadCloser, error) { return os.Open(name) }

func (a *app) run(args []string) int {
	root := a.rootCommand()
	root.SetArgs(longFlags(root, args))
	root.SetIn(a.Stdin)
	root.SetOut(a.Stdout)
	root.SetErr(a.Stderr)
	err := root.Execute()
	switch {
	case err == nil:
		return console.ExitOK
	case errors.Is(err, console.ErrDiverged):
		return console.ExitDiverged
	}
	_ = a.Say("diffcheck: %s\n", strings.TrimSpace(err.Error())) // the exit code says it too
	return console.ExitBroken
}

func (a *app) rootCommand() *cobra.Command {
	root := a.defaultCommand()
	root.SilenceErrors, root.SilenceUsage = true, true
	root.Version = versions()
	root.SetVersionTemplate("{{.Version}}\n")
	root.PersistentFlags().BoolVar(&a.JSON, "json", false, "print the result as JSON")
	root.PersistentFlags().BoolVarP(&a.Verbose, "verbose", "v", false, "print every counter of a run")
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return fmt.Errorf("%w; see %q", err, c.CommandPath()+" --help")
	})
	for _, group := range []struct {
		title    string
		commands []*cobra.Command
	}{
		{"Compare engines of this repository:", []*cobra.Command{a.runCommand(), a.fuzzCommand(), a.exhaustCommand()}},
		{"Test an engine of your own:", []*cobra.Command{
			a.newAdapterCommand(), a.testCommand(), a.adapterCommand(),
			a.exportCommand(),
		}},
		{"Look into one case:", []*cobra.Command{
			a.replayCommand(), a.reduceCommand(), a.whyCommand(),
			a.playCommand(),
		}},
		{"Join and show results:", []*cobra.Command{a.mergeCommand(), a.reportCommand()}},
		{"Read the specification:", []*cobra.Command{a.listCommand(), a.parseCommand(), a.statementsCommand()}},
	} {
		root.AddGroup(&cobra.Group{ID: group.title, Title: group.title})
		for _, command := range group.commands {
			command.GroupID = group.title
			root.AddCommand(command)
		}
	}
	return root
}

// longFlags writes -run and -world, as Go programs take them, as the --run and --world that cobra wants. No command
// has flags of one letter that could be meant instead, but -h.
func longFlags(root *cobra.Command, args []string) []string {
	known := map[string]bool{"help": true}
	for _, c := range append(root.Commands(), root) {
		note := func(f *pflag.Flag) { known[f.Name] = true }
		c.Flags().VisitAll(note)
		c.PersistentFlags().VisitAll(note)
	}
	out := make([]string, len(args))
	for i, arg := range args {
		out[i] = arg
		if arg == "--" {
			copy(out[i:], args[i:])
			break
		}
		name, _, _ := strings.Cut(strings.TrimPrefix(arg, "-"), "=")
		if len(name) > 1 && strings.HasPrefix(arg, "-") && known[name] {
			out[i] = "-" + arg
		}
	}
	return out
}

// onlyValidArgs refuses an argument that the command does not list, and says which it does.
func onlyValidArgs(c *cobra.Command, args []string) error {
	for _, arg := range args {
		if !slices.Contains(c.ValidArgs, arg) {
			return console.Usagef("invalid argument %q for %q, want one of %s", arg, c.CommandPath(),
				strings.Join(c.ValidArgs, ", "))
		}
	}
	return nil
}
