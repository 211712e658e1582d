package scenario

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	gherkin "github.com/cucumber/gherkin/go/v26"
	messages "github.com/cucumber/messages/go/v21"

	"github.com/relspec/relspec/spec"
)

// pickle is a scenario from the Gherkin compiler, with what the compiler omits: lines, the rule and
// the row.
type pickle struct {
	file, name, feature, rule string
	line                      int
	scenario                  int // the line of the scenario; in an outline, line is the line of the row
	row                       int // of the examples of an outline, from 1; 0 elsewhere
	tags                      []string
	steps                     []Step
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
	locations := locationsOf(document.Feature)
	rows := map[string]int{}
	var all []pickle
	for _, source := range gherkin.Pickles(*document, file, newID) {
		scenario := locations[source.AstNodeIds[0]]
		p := pickle{
			file: file, name: source.Name, feature: document.Feature.Name, rule: scenario.rule,
			line: scenario.line, scenario: scenario.line, steps: Steps(source),
		}
		if len(source.AstNodeIds) > 1 {
			rows[source.AstNodeIds[0]]++
			p.row = rows[source.AstNodeIds[0]]
			p.line = locations[source.AstNodeIds[1]].line
		}
		for _, tag := range source.Tags {
			p.tags = append(p.tags, strings.TrimPrefix(tag.Name, "@"))
		}
		for i, step := range source.Steps {
			p.steps[i].Line = locations[step.AstNodeIds[0]].line
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

// location is the position of a node in the syntax tree.
type location struct {
	line int
	rule string
}

func locationsOf(feature *messages.Feature) map[string]location {
	locations := map[string]location{}
	steps := func(steps []*messages.Step, rule string) {
		for _, step := range steps {
			locations[step.Id] = location{int(step.Location.Line), rule}
		}
	}
	background := func(b *messages.Background, rule string) {
		if b != nil {
			steps(b.Steps, rule)
		}
	}
	scenario := func(s *messages.Scenario, rule string) {
		if s == nil {
			return
		}
		locations[s.Id] = location{int(s.Location.Line), rule}
		steps(s.Steps, rule)
		for _, examples := range s.Examples {
			for _, row := range examples.TableBody {
				locations[row.Id] = location{int(row.Location.Line), rule}
			}
		}
	}
	for _, child := range feature.Children {
		background(child.Background, "")
		scenario(child.Scenario, "")
		if child.Rule == nil {
			continue
		}
		for _, inner := range child.Rule.Children {
			background(inner.Background, child.Rule.Name)
			scenario(inner.Scenario, child.Rule.Name)
		}
	}
	return locations
}
