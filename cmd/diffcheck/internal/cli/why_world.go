package cli

import (
	"cmp"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/playground"
	"github.com/relspec/relspec/internal/playground/link"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

// openedWorld is a world to query: a trace, a scenario, or a text of facts.
type openedWorld struct {
	trace    *spec.Trace
	scenario *scenario.Scenario
	facts    string
	lines    []int // line numbers of the facts, by operation
}

// worldHelp describes the argument that openWorld reads.
const worldHelp = `a file of facts and steps (docs/steps.md), a feature (FILE:LINE or FILE:ID chooses a scenario, FILE the first), the id
of a scenario of the suite, a trace, or the folder of a finding. "-" is standard input.`

// worldProfileFlag is the help text of --profile for such an argument.
const worldProfileFlag = "profile of facts (default " + ownProfile + "), or of a scenario with several profiles"

// featurePattern recognises a feature by its content.
var featurePattern = regexp.MustCompile(`(?m)^\s*(Feature|Rule|Scenario):`)

// openWorld reads a world and recognises its kind by the content. profile applies to facts, and
// selects one of several profiles of a scenario.
func (a *app) openWorld(name, profile string) (*openedWorld, error) {
	name, text, which, err := a.readWorld(name)
	if err != nil {
		return a.suiteWorld(name, profile, err)
	}
	if isTrace(text) || strings.TrimSpace(text) == "" {
		t, err := traceIn(name, strings.NewReader(text))
		return &openedWorld{trace: t}, err
	}
	if !featurePattern.MatchString(text) {
		return factsWorld(name, text, cmp.Or(profile, ownProfile))
	}
	all, err := scenario.ParseOwn(name, text, cmp.Or(profile, ownProfile))
	if err != nil {
		return nil, err
	}
	s, err := chosenScenario(name, which, profile, all)
	if err != nil {
		return nil, err
	}
	return &openedWorld{trace: s.Trace(), scenario: s}, nil
}

// readWorld reads a file, or the trace in a folder. If there is no such file, it cuts the name at
// its last colon, reads the first part, and returns the second as which.
func (a *app) readWorld(name string) (file, text, which string, err error) {
	found, err := a.read(filepath.Join(name, "trace.jsonl"), maxFile)
	if err != nil {
		found, err = a.read(name, maxFile)
	}
	if colon := strings.LastIndex(name, ":"); err != nil && colon >= 0 {
		if inside, failed := a.read(name[:colon], maxFile); failed == nil {
			return name[:colon], string(inside), name[colon+1:], nil
		}
	}
	return name, string(found), "", err
}

// suiteWorld returns a scenario of the suite. unread is the error of opening name as a file.
func (a *app) suiteWorld(name, profile string, unread error) (*openedWorld, error) {
	all, err := scenario.Load(a.features)
	if err != nil {
		return nil, err
	}
	for i := range all {
		if all[i].ID == name && (profile == "" || all[i].Profile == profile) {
			return &openedWorld{trace: all[i].Trace(), scenario: &all[i]}, nil
		}
	}
	return nil, fmt.Errorf("%s is neither a file (%w) nor a scenario%s; \"diffcheck list scenarios\" prints those",
		name, unread, console.DidYouMean(name, scenarioIDs(all)))
}

// completeWorld completes the ids of scenarios and the names of files.
func (a *app) completeWorld(_ *cobra.Command, args []string, begin string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 || begin == "" {
		return nil, cobra.ShellCompDirectiveDefault
	}
	all, _ := scenario.Load(a.features) // broken features are left out
	ids := slices.DeleteFunc(scenarioIDs(all), func(id string) bool { return !strings.HasPrefix(id, begin) })
	return slices.Compact(ids), cobra.ShellCompDirectiveDefault
}

func scenarioIDs(all []scenario.Scenario) []string {
	ids := make([]string, len(all))
	for i := range all {
		ids[i] = all[i].ID
	}
	return ids
}

// chosenScenario returns the scenario of a feature at a line or with an id, or the first one.
func chosenScenario(file, which, profile string, all []scenario.Scenario) (*scenario.Scenario, error) {
	line, noLine := strconv.Atoi(which)
	var found *scenario.Scenario
	for i := range all {
		s := &all[i]
		if profile != "" && s.Profile != profile {
			continue
		}
		switch {
		case which == "", s.ID == which:
			return s, nil
		case noLine == nil && s.Line <= line:
			found = s
		}
	}
	if found == nil {
		return nil, fmt.Errorf("%s has no scenario %q%s", file, which,
			console.DidYouMean(which, scenarioIDs(all)))
	}
	return found, nil
}

// factsWorld compiles facts. The error lists all wrong lines.
func factsWorld(name, text, profile string) (*openedWorld, error) {
	p, err := profileNamed(profile)
	if err != nil {
		return nil, fmt.Errorf("--profile: %w", err)
	}
	w := playground.ReadWorld(p, text)
	if len(w.Problems) > 0 {
		var lines []string
		for _, problem := range w.Problems {
			lines = append(lines, fmt.Sprintf("%s:%d: %s", name, problem.Line, problemText(text, problem)))
		}
		return nil, fmt.Errorf("%s", strings.Join(lines, "\n"))
	}
	return &openedWorld{trace: spec.NewTrace(p.Name, w.Operations()...), facts: text, lines: w.Lines}, nil
}

// barePair matches a fact with a pair that has no parentheses.
var barePair = regexp.MustCompile(`^\s*\w+:?\s+(\w+)\s+(\w+)\s*$`)

// problemText formats a problem with its line and a caret.
func problemText(text string, p playground.Problem) string {
	lines := strings.Split(text, "\n")
	if p.Line < 1 || p.Line > len(lines) {
		return p.Message
	}
	if m := barePair.FindStringSubmatch(lines[p.Line-1]); m != nil && !strings.Contains(p.Message, "nearest") {
		p.Message += fmt.Sprintf("; a pair is written (%s, %s)", m[1], m[2])
	}
	out := p.Message + "\n  " + strings.TrimSpace(lines[p.Line-1])
	if p.Column > 0 {
		blank := len(lines[p.Line-1]) - len(strings.TrimLeft(lines[p.Line-1], " \t"))
		out += "\n  " + strings.Repeat(" ", max(0, p.Column-1-blank)) + "^"
	}
	return out
}

// state returns the world in the form that the playground and the prompt use.
func (o *openedWorld) state() (*link.State, error) {
	switch {
	case o.scenario != nil:
		return playground.FromScenario(o.scenario), nil
	case o.facts != "":
		return &link.State{Profile: o.trace.Header.Profile, World: o.facts}, nil
	}
	state, refusal := playground.FromTrace(o.trace)
	if refusal != nil {
		return nil, refusal
	}
	return state, nil
}

// namesOf returns the names and handles in a world.
func namesOf(world spec.Engine) []string {
	answer := world.Apply(spec.Operation{Op: spec.OpDump})
	if answer.Dump == nil {
		return nil
	}
	var names []string
	for _, e := range answer.Dump.Entities {
		names = append(names, string(e.Handle))
		if e.Name != "" && e.Name != string(e.Handle) {
			names = append(names, e.Name)
		}
	}
	slices.Sort(names)
	return names
}
