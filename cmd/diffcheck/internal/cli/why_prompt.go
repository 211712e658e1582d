package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/relspec/relspec/internal/console"
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
func (s *session) prompt(opened *openedWorld) (err error) {
	if s.state, err = opened.state(); err != nil {
		return err
	}
	if s.OnTerminal() {
		if err := s.PrintText("Type a query, a fact, or help.\n"); err != nil {
			return err
		}
	}
	read := s.Lines("why> ", s.complete)
	for {
		line, err := read()
		line = strings.TrimSpace(line)
		switch {
		case errors.Is(err, io.EOF), line == "quit", line == "exit":
			return nil
		case err != nil:
			return err
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
	words := slices.Concat(s.names(), promptWords, lang.Words(s.profile.Notation()))
	return slices.DeleteFunc(words, func(w string) bool { return word == "" || !strings.HasPrefix(w, word) })
}

// read parses the world's text.
func (s *session) read() *playground.World { return playground.ReadWorld(s.profile, s.state.World) }

// made returns a new engine to which the world's operations were applied.
func (s *session) made() spec.Engine {
	world := fresh(s.engine, s.profile)
	for _, op := range s.read().Operations() {
		world.Apply(op)
	}
	return world
}

// names returns the names and handles in the world.
func (s *session) names() []string { return namesOf(s.made()) }

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
			return fmt.Errorf("there is nothing to undo")
		}
		s.state.World, s.before = s.before[len(s.before)-1], s.before[:len(s.before)-1]
		return nil
	case word == "profile":
		return s.changeProfile(rest)
	case word == "save":
		return s.save(rest)
	case word == "why":
		if s.state.Query == "" {
			return fmt.Errorf("ask a query first, for example (LocatedIn, $place)")
		}
		return s.ask(s.state.Query, rest)
	case word == "?":
		return s.ask(rest, "")
	case slices.Contains(s.names(), line):
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
	return s.answer(s.made(), s.read().Operations(), op, entity)
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
	var wrong *playground.Problem // the last one of the line
	for i := range answer.Problems {
		if answer.Problems[i].Line == at {
			wrong = &answer.Problems[i]
		}
	}
	isStep := slices.ContainsFunc(answer.Steps, func(step playground.Step) bool { return step.Line == at })
	if wrong != nil {
		_, noQuery := lang.ParseChecked(s.profile.Notation(), line)
		switch {
		case isStep && wrong.Code == "not met":
			return fmt.Errorf("✗ %s", wrong.Message)
		case isStep:
			return fmt.Errorf("%s; the world is unchanged", wrong.Message)
		case noQuery == nil || strings.ContainsAny(line[:1], "(!$"):
			return s.ask(line, "")
		}
		return fmt.Errorf("the line is neither a fact nor a query: %s", problemText(next.World, *wrong))
	}
	known := s.names()
	s.before = append(s.before, s.state.World)
	s.state.World = next.World
	return s.PrintText(s.took(answer, at, known))
}

// took describes the effect of a line: whether an expectation is met, the answer of the reference,
// and new entities.
func (s *session) took(answer *playground.Answered, line int, known []string) string {
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
	made := slices.DeleteFunc(s.names(), func(n string) bool { return slices.Contains(known, n) })
	if len(made) > 0 {
		text += "new: " + strings.Join(made, ", ") + "\n"
	}
	return text
}

func (s *session) changeProfile(name string) error {
	p, err := profileNamed(name)
	if err != nil || name == "" {
		names := spec.Names(spec.Profiles())
		return fmt.Errorf("the profile must be one of %s%s", strings.Join(names, ", "), console.DidYouMean(name, names))
	}
	s.profile, s.state.Profile = p, p.Name
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
		return fmt.Errorf("the file is missing; type save FILE")
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
