package cli

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/internal/ask"
	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/playground/link"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

type whyFlags struct {
	profile, kind, engine string
	vars                  map[string]string
	at                    int
	texts                 bool
}

func (a *app) whyCommand() *cobra.Command {
	var f whyFlags
	c := &cobra.Command{
		Use:     "why WORLD [QUERY [ENTITY]]",
		Aliases: []string{"explain"},
		Short:   "Explain why a query gives a row, or why not",
		Long: `Explain each row of a query term by term, and why other entities do not match. With ENTITY, a handle or a path, explain
that entity only. Without QUERY, answer the query that the world contains, if any, and open a prompt: type a fact to
change the world, a query to ask it, or "help".

WORLD is ` + worldHelp + `

--at N stops after N operations. -v shows every row and every entity that does not match.`,
		Example: `  diffcheck why docs/examples/city.jsonl "(LocatedIn, $place)"
  diffcheck why docs/examples/city.feature "(LocatedIn, USA)" Manhattan --texts
  diffcheck why transitive-01 "(LocatedIn, USA)" Rock
  diffcheck why findings/3f9c2a41
  echo "Bob  (Likes, Alice)" | diffcheck why - "(Likes, $who)"`,
		Args:              arguments(1, 3),
		ValidArgsFunction: a.completeWorld,
		RunE: func(_ *cobra.Command, args []string) error {
			return a.why(args, &f, len(args) == 1 && !a.JSON && args[0] != "-")
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.profile, "profile", "", worldProfileFlag)
	flags.StringVar(&f.kind, "kind", "auto", "kind of query: auto, filter, cached or rule")
	flags.StringVar(&f.engine, "engine", a.engines[0].Name, "engine that explains")
	flags.StringToStringVar(&f.vars, "var", nil, "values of variables, as name=entity without $")
	flags.IntVar(&f.at, "at", 0, "apply only the first N operations (0: all)")
	flags.BoolVar(&f.texts, "texts", false, "print the title and page of each clause in the proof, and the statements that it is based on")
	return c
}

// session is a world that is queried, and that the prompt can change.
type session struct {
	*app
	flags   *whyFlags
	engine  oracle.Implementation
	profile spec.Profile

	// Used by the prompt.
	state  *link.State
	before []string // earlier texts of the world, for undo
}

// why answers the query of the arguments; the first argument is the world. With prompt it then
// reads more queries.
func (a *app) why(args []string, flags *whyFlags, prompt bool) error {
	opened, err := a.openWorld(args[0], flags.profile)
	if err != nil {
		return err
	}
	s := &session{app: a, flags: flags}
	if s.engine, err = a.engine(flags.engine); err != nil {
		return err
	}
	if s.profile, err = profileOf(opened.trace); err != nil {
		return err
	}
	args = append(args, "", "") // no query, no entity
	ops := opened.trace.Operations()
	if flags.at > 0 {
		ops = ops[:min(flags.at, len(ops))]
	}
	made, own := s.begin(opened, ops)
	op, err := s.question(args[1], own)
	switch {
	case err == nil:
		err = s.answer(made, ops, op, args[2])
	case prompt:
		err = nil // the world contains no query
	}
	if err != nil || !prompt {
		return err
	}
	return s.prompt(opened)
}

// begin applies operations to a new world and prints the facts that the engine refuses. own is the
// operation with the query of the world: the last one that returns rows, or else the last one. If
// the operations contain no query, own is the next one in the trace.
func (s *session) begin(opened *openedWorld, ops []spec.Operation) (made spec.Engine, own spec.Operation) {
	made = fresh(s.engine, s.profile)
	rows := false
	for i, op := range ops {
		out := made.Apply(op)
		if op.Query != nil && (len(out.Rows) > 0 || !rows) {
			own, rows = op, len(out.Rows) > 0
		}
		if opened.facts != "" && out.Err != nil {
			_ = s.PrintErr("line %d is refused: %s\n", opened.lines[i], out.Err.Message) // a hint
		}
	}
	for _, later := range opened.trace.Operations()[len(ops):] {
		if own.Query == nil {
			own = later
		}
	}
	return made, own
}

// answer explains a query in the world and prints the explanation.
func (s *session) answer(world spec.Engine, ops []spec.Operation, op spec.Operation, entity string) error {
	if entity != "" {
		if op.Entity = ask.Entity(world, entity); op.Entity == "" {
			return fmt.Errorf("the world has no entity %q%s", entity, console.DidYouMean(entity, namesOf(world)))
		}
	}
	outcome, op := ask.Apply(world, s.profile, ops, op)
	if outcome.Err != nil {
		return wrongQuery(world, op.Query, outcome.Err)
	}
	explainOthers(world, op, outcome.Explanation)
	report := &whyReport{
		Profile: s.profile.Name, Op: op, Explanation: outcome.Explanation, all: s.Verbose || entity != "",
	}
	if s.flags.texts {
		report.cite()
	}
	return s.Print(report)
}

// wrongQuery adds to the refusal of a query its line and column, and the name that was probably
// meant.
func wrongQuery(world spec.Engine, q *spec.Query, err *spec.Error) error {
	near := ""
	if err.Code == spec.CodeUnresolved {
		if name := quoted(err.Message); name != "" {
			near = console.DidYouMean(name, namesOf(world))
			if at := strings.Index(q.Expr, name); at >= 0 {
				placed := *err
				placed.Line, placed.Column = 1+strings.Count(q.Expr[:at], "\n"),
					1+utf8.RuneCountInString(q.Expr[strings.LastIndexByte(q.Expr[:at], '\n')+1:at])
				err = &placed
			}
		}
	}
	return errors.New(err.Error() + near + location(q.Expr, err))
}

// quoted returns the first quoted text in a message.
func quoted(message string) string {
	_, rest, _ := strings.Cut(message, `"`)
	name, _, _ := strings.Cut(rest, `"`)
	return name
}

// location shows the position of an error in a text, if it is known.
func location(text string, err *spec.Error) string {
	if err.Line == 0 {
		return ""
	}
	return fmt.Sprintf(" (line %d, column %d)\n%s", err.Line, err.Column, lang.Caret(text, err))
}

// explainOthers adds the other entities that do not match. Some engines only explain the entities they
// are asked about, so explainOthers asks for each.
func explainOthers(world spec.Engine, op spec.Operation, into *spec.Explanation) {
	if op.Entity != "" || len(into.Misses) > 0 {
		return
	}
	answer := world.Apply(spec.Operation{Op: spec.OpDump})
	if answer.Dump == nil {
		return
	}
	matches := map[spec.Handle]bool{}
	for _, m := range into.Matches {
		matches[m.Row.This] = true
	}
	for _, e := range answer.Dump.Entities {
		if op.Entity = e.Handle; matches[e.Handle] {
			continue
		}
		if out := world.Apply(op); out.Explanation != nil {
			into.Misses = append(into.Misses, out.Explanation.Misses...)
		}
	}
}

// question returns the operation that explains a query. If query is empty, it explains the query of
// own.
func (s *session) question(query string, own spec.Operation) (spec.Operation, error) {
	op := spec.Operation{Op: spec.OpExplain, Query: own.Query, Vars: own.Vars}
	if query == "" {
		if op.Query == nil {
			return op, fmt.Errorf("the world contains no query; pass one: diffcheck why WORLD QUERY")
		}
	} else {
		op.Query, op.Vars = &spec.Query{Expr: query, Text: true}, nil
		if err := op.Query.Kind.UnmarshalText([]byte(s.flags.kind)); err != nil {
			return op, fmt.Errorf("--kind: %w", err)
		}
	}
	if len(s.flags.vars) > 0 {
		op.Vars = map[string]spec.Handle{}
		for name, handle := range s.flags.vars {
			op.Vars[strings.TrimPrefix(name, "$")] = spec.Handle(handle)
		}
	}
	return op, nil
}
