package cli

import (
	"cmp"
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
	"github.com/relspec/relspec/internal/oracle/shard"
	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec/features"
)

// app is one invocation of the command: its streams, its inputs, and the engines that it knows.
type app struct {
	console.Console

	// open opens a file that the command line names, except "-".
	open     func(name string) (io.ReadCloser, error)
	features fs.FS
	corpus   corpus
	engines  []oracle.Implementation
	// repository is the checkout around the working directory, or nil.
	repository func() fs.FS
}

// corpus holds the recorded traces of the default run.
type corpus struct {
	files        func() ([]string, error) // names of the transcripts
	transcripts  func() ([]*transcript.Transcript, error)
	declarations func() ([]transcript.Declaration, error)
	regressions  fs.FS // *.jsonl in the root folder
}

func embeddedCorpus() corpus {
	return corpus{
		files: transcript.Files, transcripts: transcript.All, declarations: transcript.Declarations,
		regressions: oracle.Regressions(),
	}
}

// Main runs diffcheck and returns its exit code: 0, 1 after a divergence or failed check, 2 after
// wrong usage or broken input. The arguments do not include the program's name.
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
	message := strings.TrimSpace(err.Error())
	if slices.Contains(args, "--json") || slices.Contains(args, "-json") {
		onStderr := console.Console{Stdout: a.Stderr}
		_ = onStderr.PrintJSON(map[string]string{"error": message})
		return console.ExitBroken
	}
	_ = a.PrintErr("diffcheck: %s\n", message) // if this fails, the exit code is enough
	return console.ExitBroken
}

func (a *app) rootCommand() *cobra.Command {
	root := a.defaultCommand()
	root.SilenceErrors, root.SilenceUsage = true, true
	root.Version = versions()
	root.SetVersionTemplate("{{.Version}}\n")
	root.PersistentFlags().BoolVar(&a.JSON, "json", false, "print the result as JSON")
	root.PersistentFlags().BoolVarP(&a.Verbose, "verbose", "v", false, "print every counter of a run, every row and entity of an answer")
	root.SetFlagErrorFunc(wrongFlag)
	root.Args = func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		var names []string
		for _, c := range root.Commands() {
			names = append(append(names, c.Name()), c.Aliases...)
		}
		return fmt.Errorf("unknown command %q%s; \"diffcheck help\" lists the commands", args[0],
			console.DidYouMean(args[0], names))
	}
	for _, group := range []struct {
		title    string
		commands []*cobra.Command
	}{
		{"Ask and check:", []*cobra.Command{a.whyCommand(), a.runCommand(), a.playCommand(), a.parseCommand()}},
		{"Test an engine of your own:", []*cobra.Command{
			a.newAdapterCommand(), a.testCommand(), a.reportCommand(), a.exportCommand(), a.adapterCommand(),
		}},
		{"Look into a divergence:", []*cobra.Command{a.replayCommand(), a.reduceCommand()}},
		{"Read the specification:", []*cobra.Command{a.listCommand(), a.statementsCommand(), a.versionCommand()}},
		{"Search for divergences between the engines of this program:", []*cobra.Command{
			a.fuzzCommand(), a.exhaustCommand(), a.mergeCommand(),
		}},
	} {
		root.AddGroup(&cobra.Group{ID: group.title, Title: group.title})
		for _, command := range group.commands {
			command.GroupID = group.title
			root.AddCommand(command)
		}
	}
	return root
}

// longFlags turns -run and -world, as Go programs accept them, into the --run and --world that
// cobra expects. It leaves -h and -v as they are. No command has other one-letter flags.
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

// wrongFlag adds a hint to the error of an unknown flag: the most similar flag or, if there is
// none, the commands that have the flag.
func wrongFlag(c *cobra.Command, err error) error {
	near := ""
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		name := cmp.Or(unknown.GetSpecifiedShortnames(), unknown.GetSpecifiedName())
		near = console.DidYouMean("--"+name, names)
		var having []string
		for _, other := range c.Root().Commands() {
			if other.Flags().Lookup(name) != nil {
				having = append(having, other.Name())
			}
		}
		if near == "" && len(having) > 0 {
			near = "; it is a flag of " + strings.Join(having, ", ")
		}
	}
	return fmt.Errorf("%w%s; see %q", err, near, c.CommandPath()+" --help")
}

// arguments checks the number of arguments; maxArgs -1 means no limit. The error names a missing
// argument as the usage of the command does, and quotes the first argument that is too many.
func arguments(minArgs, maxArgs int) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		usage := fmt.Sprintf("usage: %s %s", c.Parent().CommandPath(), c.Use)
		names := slices.DeleteFunc(strings.Fields(c.Use), func(word string) bool { return word != strings.ToUpper(word) })
		switch {
		case len(args) < minArgs:
			return fmt.Errorf("%s is missing; %s", strings.TrimSuffix(names[min(len(args), len(names)-1)], "..."), usage)
		case maxArgs >= 0 && len(args) > maxArgs:
			return fmt.Errorf("%q is one argument too many; %s", args[maxArgs], usage)
		}
		return nil
	}
}

// shardFlag defines --shard. what names the divided items.
func shardFlag(c *cobra.Command, s *oracle.Shard, what string) {
	usage := "`i/n`: take every n-th " + what + ", starting with the i-th; needs --seed"
	c.Flags().Func("shard", usage, func(text string) (err error) {
		*s, err = shard.Parse(text)
		return err
	})
}
