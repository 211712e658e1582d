package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/internal/playground"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// promptHelp is what "help" prints.
const promptHelp = `Bob (LocatedIn, NewYork)   a fact, or a step of docs/steps.md: changes the world
(LocatedIn, $place)        a query: its rows, each with a proof (write "? Bob" if the query is one word)
why Bob                    why the last query gives Bob, or why not
world                      the facts so far; "undo" takes the last one back
profile flecs-4            the same world by the rules of another profile
save FILE                  the world as facts, or by its name as .feature, .jsonl or _test.go
quit                       or Ctrl-D
`

// promptWords are the commands of the prompt.
var promptWords = []string{"help", "profile", "quit", "save", "undo", "why", "world"}

// prompt reads facts and queries until the end of the input.
func (s *session) prompt(opened *openedWorld, made spec.Engine) error {
	state, err := opened.state()
	if err != nil {
		return err
	}
	s.state = state
	s.names = namesOf(made)
	if s.OnTerminal() {
		if err := s.PrintText("Type a query, a fact, or help.\n"); err != nil {
			return err
		}
	}
	read := s.Lines("why> ", s.complete)
	for {
		line, err := read()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		line = strings.TrimSpace(line)
		if line == "quit" || line == "exit" {
			return nil
		}
		if err := s.obey(line); err != nil {
			if err := s.PrintText(strings.TrimRight(err.Error(), "\n") + "\n"); err != nil {
				return err
			}
		}
	}
}

// complete returns the words that begin with a prefix.
func (s *session) complete(word string) []string {
	words := append(slices.Clone(s.names), promptWords...)
	if p, err := profileNamed(s.profile); err == nil {
		words = append(words, lang.Words(p.Notation())...)
	}
	return slices.DeleteFunc(words, func(w string) bool { return word == "" || !strings.HasPrefix(w, word) })
}

// read parses the world's text.
func (s *session) read() *playground.World {
	p, err := profileNamed(s.profile)
	if err != nil {
		return &playground.World{}
	}
	return playground.ReadWorld(p, s.state.World)
}

// made returns a new engine to which the world's operations were applied.
func (s *session) made() spec.Engine {
	p, err := profileNamed(s.profile)
	if err != nil {
		return runner.Refusing{Err: spec.Errorf(spec.CodeUnsupported, "%v", err)}
	}
	world := fresh(s.engine, p)
	for _, op := range s.read().Operations() {
		world.Apply(op)
	}
	return world
}

// obey executes a line.
func (s *session) obey(line string) error {
	word, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	switch {
	case line == "":
		return nil
	case line == "help":
		return s.PrintText(promptHelp)
	case line == "world":
		return s.PrintText(strings.TrimRight(s.state.World, "\n") + "\n")
	case line == "undo":
		if len(s.before) == 0 {
			return console.Usagef("there is nothing to undo")
		}
		s.state.World, s.before = s.before[len(s.before)-1], s.before[:len(s.before)-1]
		s.names = namesOf(s.made())
		return nil
	case word == "profile":
		return s.changeProfile(rest)
	case word == "save":
		return s.save(rest)
	case word == "why":
		if s.state.Query == "" {
			return console.Usagef("ask a query first, for example (LocatedIn, $place)")
		}
		return s.ask(s.state.Query, rest)
	case word == "?":
		return s.ask(rest, "")
	case slices.Contains(s.names, line):
		return s.ask(line, "")
	}
	return s.factOrQuery(line)
}

func (s *session) ask(query, entity string) error {
	op, err := s.question(query, spec.Operation{})
	if err != nil {
		return err
	}
	s.state.Query = query
	ops := s.read().Operations()
	return s.answer(s.made(), ops, op, entity)
}

// factOrQuery adds a line to the world if it is a fact or a step. Otherwise it runs the line as a
// query.
func (s *session) factOrQuery(line string) error {
	next := *s.state
	next.World = strings.TrimRight(next.World, "\n") + "\n" + line + "\n"
	next.Query = ""
	at := strings.Count(next.World, "\n")
	answer, refusal := playground.Answer(&next)
	if refusal != nil {
		return refusal
	}
	var wrong *playground.Problem
	for i := range answer.Problems {
		if answer.Problems[i].Line == at {
			wrong = &answer.Problems[i]
		}
	}
	isStep := slices.ContainsFunc(answer.Steps, func(step playground.Step) bool { return step.Line == at })
	switch {
	case wrong != nil && !isStep:
		p, err := profileNamed(s.profile)
		if err != nil {
			return err
		}
		if _, refusal := lang.ParseChecked(p.Notation(), line); refusal == nil || strings.ContainsAny(line[:1], "(!$") {
			return s.ask(line, "")
		}
		return console.Usagef("the line is neither a fact nor a query: %s", problemText(next.World, *wrong))
	case wrong != nil && wrong.Code == "not met":
		return console.Usagef("✗ %s", wrong.Message)
	case wrong != nil:
		return console.Usagef("%s; the world is unchanged", wrong.Message)
	}
	s.before = append(s.before, s.state.World)
	s.state.World = next.World
	return s.PrintText(s.took(answer, at))
}

// took describes the effect of a line: whether an expectation is met, the answer of the reference,
// and new entities.
func (s *session) took(answer *playground.Answered, line int) string {
	checks := s.read().Checks
	if last := len(checks) - 1; last >= 0 && len(checks[last].Wants) > 0 {
		return "✓ met\n"
	}
	text := ""
	for _, step := range answer.Steps {
		if step.Line == line && step.Answer != "" {
			text += step.Answer + "\n"
		}
	}
	known := s.names
	s.names = namesOf(s.made())
	made := slices.DeleteFunc(slices.Clone(s.names), func(n string) bool { return slices.Contains(known, n) })
	if len(made) > 0 {
		text += "new: " + strings.Join(made, ", ") + "\n"
	}
	return text
}

func (s *session) changeProfile(name string) error {
	p, err := profileNamed(name)
	if err != nil || name == "" {
		names := spec.Names(spec.Profiles())
		return console.Usagef("the profile must be one of %s%s", strings.Join(names, ", "), console.DidYouMean(name, names))
	}
	s.profile, s.state.Profile = p.Name, p.Name
	s.names = namesOf(s.made())
	for _, problem := range s.read().Problems {
		if err := s.PrintText(fmt.Sprintf("line %d is not valid in %s: %s\n", problem.Line, p.Name, problem.Message)); err != nil {
			return err
		}
	}
	if s.state.Query != "" {
		return s.ask(s.state.Query, "")
	}
	return nil
}

// save writes the world to a new file. The extension of the name selects the format.
func (s *session) save(name string) error {
	if name == "" {
		return console.Usagef("the file is missing; type save FILE")
	}
	text := s.state.World
	for suffix, format := range map[string]playground.Format{
		".feature": playground.FormatScenario, ".jsonl": playground.FormatTrace, "_test.go": playground.FormatGo,
	} {
		if strings.HasSuffix(name, suffix) {
			out, refusal := playground.Export(s.state, format)
			if refusal != nil {
				return refusal
			}
			text = out.Text
		}
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return fmt.Errorf("%w; choose another name", err)
	}
	_, err = file.WriteString(text)
	return errors.Join(err, file.Close())
}
