package scenario

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"

	gherkin "github.com/cucumber/gherkin/go/v26"
	messages "github.com/cucumber/messages/go/v21"

	"github.com/relspec/relspec/spec"
)

// pickle is a scenario from the Gherkin compiler, with what the compiler omits: lines, the rule and
// the row. Its tags are not evaluated yet.
type pickle struct {
	Scenario
	row  int // of the examples of an outline, from 1; 0 elsewhere
	tags []string
}

// parserLocation matches the location in an error of the Gherkin parser.
var parserLocation = regexp.MustCompile(`(?m)^\((\d+):(\d+)\): `)

// parsePickles reads one feature file.
func parsePickles(file, text string) ([]pickle, error) {
	if err := spec.CheckUTF8([]byte(text)); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	number := 0
	newID := func() string {
		number++
		return strconv.Itoa(number)
	}
	document, err := gherkin.ParseGherkinDocument(strings.NewReader(text), newID)
	if err != nil {
		text := strings.TrimPrefix(err.Error(), "Parser errors:\n")
		return nil, errors.New(parserLocation.ReplaceAllString(text, strings.ReplaceAll(file, "$", "$$")+":$1:$2: "))
	}
	if document.Feature == nil {
		return nil, fmt.Errorf("%s: the file has no feature", file)
	}
	lines, rules := linesOf(document.Feature)
	rows := map[string]int{}
	var all []pickle
	for _, source := range gherkin.Pickles(*document, file, newID) {
		ids := source.AstNodeIds // the scenario and, in an outline, the row
		p := pickle{Scenario: Scenario{
			Name: source.Name, Feature: document.Feature.Name, Rule: rules[ids[0]], Path: file, Area: path.Dir(file),
			Line: lines[ids[len(ids)-1]], scenario: lines[ids[0]], Steps: Steps(source),
		}}
		if len(ids) > 1 {
			rows[ids[0]]++
			p.row = rows[ids[0]]
		}
		for _, tag := range source.Tags {
			p.tags = append(p.tags, strings.TrimPrefix(tag.Name, "@"))
		}
		for i, step := range source.Steps {
			p.Steps[i].Line = lines[step.AstNodeIds[0]]
		}
		all = append(all, p)
	}
	return all, nil
}

// Steps converts the steps of a Gherkin pickle. Their lines are unknown.
func Steps(source *messages.Pickle) []Step {
	steps := make([]Step, len(source.Steps))
	for i, from := range source.Steps {
		step := Step{Keyword: Given, Text: from.Text}
		switch from.Type {
		case messages.PickleStepType_ACTION:
			step.Keyword = When
		case messages.PickleStepType_OUTCOME:
			step.Keyword = Then
		case messages.PickleStepType_CONTEXT, messages.PickleStepType_UNKNOWN:
		}
		if from.Argument != nil && from.Argument.DataTable != nil {
			for _, row := range from.Argument.DataTable.Rows {
				cells := make([]string, len(row.Cells))
				for j, cell := range row.Cells {
					cells[j] = cell.Value
				}
				step.Table = append(step.Table, cells)
			}
		}
		steps[i] = step
	}
	return steps
}

// linesOf returns the lines of the nodes in the syntax tree, and the rules of the scenarios, by id.
func linesOf(feature *messages.Feature) (lines map[string]int, rules map[string]string) {
	lines, rules = map[string]int{}, map[string]string{}
	child := func(rule string, background *messages.Background, scenario *messages.Scenario) {
		var steps []*messages.Step
		if background != nil {
			steps = background.Steps
		}
		if scenario != nil {
			steps = scenario.Steps
			lines[scenario.Id], rules[scenario.Id] = int(scenario.Location.Line), rule
			for _, examples := range scenario.Examples {
				for _, row := range examples.TableBody {
					lines[row.Id] = int(row.Location.Line)
				}
			}
		}
		for _, step := range steps {
			lines[step.Id] = int(step.Location.Line)
		}
	}
	for _, c := range feature.Children {
		child("", c.Background, c.Scenario)
		if c.Rule != nil {
			for _, inner := range c.Rule.Children {
				child(c.Rule.Name, inner.Background, inner.Scenario)
			}
		}
	}
	return lines, rules
}
