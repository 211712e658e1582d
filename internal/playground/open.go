package playground

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/internal/playground/link"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

// maxPrinted is the maximum number of operations of a trace that is shown as facts and steps. A longer
// trace is shown as JSON Lines.
const maxPrinted = 1_000

// Open makes a state from a file: a trace as JSON Lines, or the first scenario of a feature. If the file
// ends with a query, that becomes the query of the state; the rest becomes the world.
func Open(text string) (*link.State, *spec.Error) {
	if strings.HasPrefix(strings.TrimSpace(text), "{") {
		t, err := spec.ReadTrace(strings.NewReader(text), spec.ReadLimits{})
		if err != nil {
			return nil, spec.Errorf(spec.CodeSyntax, "the file is not a trace: %s", err.Error())
		}
		return FromTrace(t)
	}
	all, err := scenario.Parse("the file", text)
	if len(all) == 0 {
		if err == nil {
			return nil, spec.Errorf(spec.CodeSyntax, "the file has no scenario")
		}
		return nil, spec.Errorf(spec.CodeSyntax, "the file is neither a trace nor a feature: %s", err.Error())
	}
	return FromScenario(&all[0]), nil
}

// FromTrace makes a state from a trace.
func FromTrace(t *spec.Trace) (*link.State, *spec.Error) {
	profile, refusal := spec.ProfileByName(t.Header.Profile)
	if refusal != nil {
		return nil, refusal
	}
	s := &link.State{Profile: profile.Name}
	world := t.Operations()
	if n := len(world); n > 0 && takeQuery(s, profile, &world[n-1]) {
		world = world[:n-1]
	} else {
		lastQuery(s, profile, world)
	}
	bare := spec.NewTrace(profile.Name, world...)
	if len(world) <= maxPrinted {
		if all, err := scenario.Parse("trace", scenario.Print(bare, scenario.Printing{})); err == nil && len(all) == 1 {
			s.World = TextOf(all[0].Steps)
			return s, nil
		}
	}
	var b bytes.Buffer
	if _, err := bare.WriteTo(&b); err != nil {
		return nil, spec.Errorf(spec.CodeInvalid, "%s", err.Error())
	}
	s.World = b.String()
	return s, nil
}

// FromScenario makes a state from the steps and expectations of a scenario. If the scenario ends with
// queries, the first of them becomes the query of the state, and the others stay in the world.
func FromScenario(sc *scenario.Scenario) *link.State {
	s := &link.State{Profile: sc.Profile}
	profile, err := spec.ProfileByName(sc.Profile)
	if err != nil || len(sc.Checks) == 0 {
		return s
	}
	steps := sc.Steps
	if first, next := firstQuery(sc); first >= 0 && takeQuery(s, profile, &sc.Checks[first].Op) {
		steps = slices.Concat(steps[:sc.Checks[first].Step], steps[next:])
	} else {
		lastQuery(s, profile, sc.Trace().Operations())
	}
	s.World = TextOf(steps)
	return s
}

// firstQuery returns the first of the queries at the end of a scenario, and the index of the step
// after it and its expectations. It returns -1 if the scenario does not end with a query, or if the
// step of that query also makes an entity.
func firstQuery(sc *scenario.Scenario) (check, next int) {
	first := len(sc.Checks)
	for first > 0 && sc.Checks[first-1].Op.Op == spec.OpQuery {
		first--
	}
	switch {
	case first == len(sc.Checks), first > 0 && sc.Checks[first-1].Step == sc.Checks[first].Step:
		return -1, 0
	case first+1 < len(sc.Checks):
		return first, sc.Checks[first+1].Step
	}
	return first, len(sc.Steps)
}

// takeQuery sets the query of the state from an operation, if the state can express it completely.
func takeQuery(s *link.State, p spec.Profile, op *spec.Operation) bool {
	if op.Op != spec.OpQuery {
		return false
	}
	took := *s
	setQuery(&took, p, op)
	plain := spec.Operation{Op: spec.OpQuery, Query: op.Query, Vars: op.Vars, Values: op.Values}
	if op.Query.Syntax != spec.DialectDefault || op.Query.DetectChanges || strings.HasPrefix(took.Query, "[{") ||
		!reflect.DeepEqual(*op, plain) {
		return false
	}
	*s = took
	return true
}

// lastQuery copies the last query of a list of operations, without removing it.
func lastQuery(s *link.State, p spec.Profile, ops []spec.Operation) {
	for i := len(ops) - 1; i >= 0; i-- {
		if ops[i].Query != nil && ops[i].Query.Syntax == spec.DialectDefault && ops[i].Op != spec.OpObserve {
			setQuery(s, p, &ops[i])
			return
		}
	}
}

func setQuery(s *link.State, p spec.Profile, op *spec.Operation) {
	q := op.Query
	s.Query, s.GroupBy, s.Instanced, s.Vars = show.Query(p, q), string(q.GroupBy), q.Instanced, nil
	if s.Kind = q.Kind.String(); q.Kind == spec.KindAuto {
		s.Kind = ""
	}
	if q.OrderBy != nil {
		s.OrderBy, s.Desc = string(q.OrderBy.Component), q.OrderBy.Desc
	}
	for name, h := range op.Vars {
		if s.Vars == nil {
			s.Vars = map[string]string{}
		}
		s.Vars[name] = string(h)
	}
}

// TextOf writes steps as the text of a world. A fact is an entity followed by its ids. Other steps are
// written without their keyword if the meaning stays the same.
func TextOf(steps []scenario.Step) string {
	var b strings.Builder
	for i := range steps {
		s := &steps[i]
		if s.Text == factsText {
			factsLines(&b, s.Table)
			continue
		}
		line := s.Text
		if again, _ := stepsOf(line); len(again) != 1 ||
			(again[0].Keyword == scenario.Then) != (s.Keyword == scenario.Then) {
			line = string(s.Keyword) + " " + line
		}
		b.WriteString(line + "\n")
		for _, row := range s.Table {
			b.WriteString("  | " + strings.Join(escaped(row), " | ") + " |\n")
		}
	}
	return b.String()
}

func escaped(row []string) []string {
	out := make([]string, len(row))
	for i, cell := range row {
		out[i] = strings.NewReplacer(`\`, `\\`, `|`, `\|`, "\n", `\n`).Replace(cell)
	}
	return out
}

// factsLines writes facts with their ids aligned. It writes a row as a table row if its text would
// be read as something else.
func factsLines(b *strings.Builder, table [][]string) {
	wide := 0
	for _, row := range table {
		wide = max(wide, utf8.RuneCountInString(row[0]))
	}
	for _, row := range table {
		line := fmt.Sprintf("%-*s  %s", wide, row[0], strings.Join(row[1:], " | "))
		again, _ := stepsOf(line)
		if len(again) != 1 || again[0].Text != factsText || !reflect.DeepEqual(again[0].Table[0], row) {
			line = "| " + strings.Join(escaped(row), " | ") + " |"
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}
