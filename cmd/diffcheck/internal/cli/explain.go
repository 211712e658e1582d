package cli

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/internal/ask"
	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

// explainFlags are those of the sub-command explain.
type explainFlags struct {
	world    string
	scenario string
	features string
	profile  string
	kind     string
	syntax   string
	engine   string
	vars     map[string]string
	at       int
	texts    bool
}

func (a *app) explainCommand() *cobra.Command {
	var flags explainFlags
	c := &cobra.Command{
		Use:   "explain (-world FILE | -scenario ID) [QUERY [ENTITY]]",
		Short: "Say why a query gives a row, or why it does not",
		Long: `Say why a query gives each of its rows, term by term with the statements of the documents, and why what is not in
the answer is not. With ENTITY, a handle or a path, only that value of $this is explained.

The world is what a trace leaves behind (-world; "-" is standard input), or a scenario (-scenario), of those that are
embedded or of a feature file (-features). --at stops after so many operations. A scenario's own last query is
explained where none is given.`,
		Example: `  diffcheck explain -world city.jsonl "(LocatedIn, $place), City($place)" Bob
  diffcheck explain -world city.jsonl "City" -var this=Bob --texts
  diffcheck explain -scenario transitive-01
  diffcheck explain -scenario transitive-01 "(LocatedIn, USA)" Manhattan --json`,
		Args: cobra.MaximumNArgs(2),
		RunE: func(_ *cobra.Command, args []string) error { return a.explain(args, flags) },
	}
	c.Flags().StringVar(&flags.world, "world", "", "trace file that makes the world")
	c.Flags().StringVar(&flags.scenario, "scenario", "", "id of the scenario that makes the world")
	c.Flags().StringVar(&flags.features, "features", "", "feature file that holds the scenario")
	c.Flags().StringVar(&flags.profile, "profile", "", "profile, where the scenario has several; default the first")
	c.Flags().StringVar(&flags.kind, "kind", "auto", "kind of query: auto, filter, cached or rule")
	c.Flags().StringVar(&flags.syntax, "syntax", "", "dialect of the query; default that of the profile")
	c.Flags().StringVar(&flags.engine, "engine", a.engines[0].Name, "the engine that explains")
	c.Flags().StringToStringVar(&flags.vars, "var", nil, "variables set beforehand, without '$'")
	c.Flags().IntVar(&flags.at, "at", 0, "number of operations to apply; 0 is all")
	c.Flags().BoolVar(&flags.texts, "texts", false, "print the statements that are cited")
	return c
}

func (a *app) explain(args []string, flags explainFlags) error {
	trace, err := a.explainedWorld(flags)
	if err != nil {
		return err
	}
	engine, err := a.engine(flags.engine)
	if err != nil {
		return err
	}
	profile, err := profileOf(trace)
	if err != nil {
		return err
	}
	op, err := explainedQuery(args, flags, trace)
	if err != nil {
		return err
	}
	world := fresh(engine, profile)
	for i, entry := range trace.Entries {
		if flags.at == 0 || i < flags.at {
			world.Apply(entry.Op)
		}
	}
	if len(args) > 1 {
		if op.Entity = ask.Entity(world, args[1]); op.Entity == "" {
			return console.Usagef("the world has no entity %q", args[1])
		}
	}
	outcome, op := ask.Apply(world, profile, trace.Operations(), op)
	if outcome.Err != nil {
		return outcome.Err
	}
	askOthers(world, op, outcome.Explanation)
	return a.Print(&explainReport{profile: profile, op: op, Explanation: outcome.Explanation, texts: flags.texts})
}

// askOthers adds why each other entity does not match, where an engine says that of the entities
// alone that it is asked about.
func askOthers(world spec.Engine, op spec.Operation, into *spec.Explanation) {
	told := world.Apply(spec.Operation{Op: spec.OpDump})
	if op.Entity != "" || len(into.Misses) > 0 || told.Dump == nil {
		return
	}
	matches := map[spec.Handle]bool{}
	for _, m := range into.Matches {
		matches[m.Row.This] = true
	}
	for _, e := range told.Dump.Entities {
		if op.Entity = e.Handle; matches[e.Handle] {
			continue
		}
		if out := world.Apply(op); out.Explanation != nil {
			into.Misses = append(into.Misses, out.Explanation.Misses...)
		}
	}
}

// explainedWorld is the trace that makes the world.
func (a *app) explainedWorld(flags explainFlags) (*spec.Trace, error) {
	switch {
	case (flags.world == "") == (flags.scenario == ""):
		return nil, console.Usagef("the world comes from -world or from -scenario")
	case flags.world != "":
		return a.readTrace(flags.world)
	}
	all, err := a.scenariosOf(flags.features)
	if err != nil {
		return nil, err
	}
	for _, s := range all {
		if s.ID == flags.scenario && (flags.profile == "" || s.Profile == flags.profile) {
			return s.Trace(), nil
		}
	}
	return nil, console.Usagef("there is no scenario %q; \"diffcheck list scenarios\" prints every scenario",
		flags.scenario)
}

func (a *app) scenariosOf(file string) ([]scenario.Scenario, error) {
	if file == "" {
		return scenario.Load(a.features)
	}
	text, err := a.read(file, 16<<20)
	if err != nil {
		return nil, err
	}
	return scenario.Parse(file, string(text))
}

// explainedQuery is the operation that explains: the query of the arguments, or the trace's last.
func explainedQuery(args []string, flags explainFlags, trace *spec.Trace) (spec.Operation, error) {
	op := spec.Operation{Op: spec.OpExplain}
	if len(args) == 0 {
		for _, entry := range trace.Entries {
			if entry.Op.Query != nil {
				op.Query, op.Vars = entry.Op.Query, entry.Op.Vars
			}
		}
		if op.Query == nil {
			return op, console.Usagef("the world has no query of its own: which one is to be explained?")
		}
	} else {
		op.Query = &spec.Query{Expr: args[0], Text: true}
		if err := op.Query.Kind.UnmarshalText([]byte(flags.kind)); err != nil {
			return op, console.Usagef("--kind: %w", err)
		}
		if err := op.Query.Syntax.UnmarshalText([]byte(flags.syntax)); err != nil {
			return op, console.Usagef("--syntax: %w", err)
		}
	}
	if len(flags.vars) > 0 {
		op.Vars = map[string]spec.Handle{}
		for name, handle := range flags.vars {
			op.Vars[strings.TrimPrefix(name, "$")] = spec.Handle(handle)
		}
	}
	return op, nil
}
