package report

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/relspec/relspec/oracle/scenario"
)

// The legacy JSON of cucumber, which CI systems read.
type cucumberFeature struct {
	URI         string            `json:"uri"`
	ID          string            `json:"id"`
	Keyword     string            `json:"keyword"`
	Name        string            `json:"name"`
	Description string            `json:"description"`
	Line        int               `json:"line"`
	Tags        []cucumberTag     `json:"tags"`
	Elements    []cucumberElement `json:"elements"`
}

type cucumberTag struct {
	Name string `json:"name"`
	Line int    `json:"line"`
}

type cucumberElement struct {
	ID          string         `json:"id"`
	Keyword     string         `json:"keyword"`
	Type        string         `json:"type"`
	Name        string         `json:"name"`
	Description string         `json:"description"`
	Line        int            `json:"line"`
	Tags        []cucumberTag  `json:"tags"`
	Steps       []cucumberStep `json:"steps"`
}

type cucumberStep struct {
	Keyword string         `json:"keyword"`
	Name    string         `json:"name"`
	Line    int            `json:"line"`
	Rows    []cucumberRow  `json:"rows,omitempty"`
	Result  cucumberResult `json:"result"`
}

type cucumberRow struct {
	Cells []string `json:"cells"`
}

type cucumberResult struct {
	Status  string `json:"status"`
	Message string `json:"error_message,omitempty"`
}

// Cucumber writes the scenarios of the run in the JSON format of cucumber: the features once for each implementation,
// whose name begins the name of the feature. A scenario that an implementation does not support, does not run or fails as is known
// is skipped. Cases that are no scenarios, and findings, have no form there: JUnit has them.
func (r *Run) Cucumber(w io.Writer) error {
	all, err := scenario.Embedded()
	if err != nil {
		return fmt.Errorf("the features are broken: %w", err)
	}
	out := []cucumberFeature{}
	r = r.shown()
	for _, im := range r.Implementations {
		at := map[string]int{}
		for _, s := range all {
			result := im.Result(s.Key())
			if result == nil {
				continue
			}
			i, ok := at[s.Path]
			if !ok {
				i = len(out)
				at[s.Path] = i
				out = append(out, cucumberFeature{
					URI: s.Path, ID: slug(im.Name + " " + s.Path), Keyword: "Feature", Name: im.Name + ": " + s.Feature, Line: 1, Tags: []cucumberTag{},
				})
			}
			out[i].Elements = append(out[i].Elements, element(im.Name, &s, result))
		}
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	return encoder.Encode(out)
}

func element(implementation string, s *scenario.Scenario, r *Result) cucumberElement {
	e := cucumberElement{
		ID: slug(implementation + " " + s.Key()), Keyword: "Scenario", Type: "scenario", Name: s.Key() + " " + s.Name, Line: s.Line,
		Tags: []cucumberTag{{"@" + s.ID, s.Line}, {"@profile:" + s.Profile, s.Line}},
	}
	for _, id := range s.Statements {
		e.Tags = append(e.Tags, cucumberTag{"@" + string(id), s.Line})
	}
	failed := slices.IndexFunc(s.Steps, func(step scenario.Step) bool {
		return strings.HasPrefix(r.Reason, fmt.Sprintf("line %d: ", step.Line))
	})
	if failed < 0 {
		failed = len(s.Steps) - 1
	}
	for i, step := range s.Steps {
		out := cucumberStep{Keyword: string(step.Keyword) + " ", Name: step.Text, Line: step.Line, Result: cucumberResult{Status: "skipped"}}
		for _, row := range step.Table {
			out.Rows = append(out.Rows, cucumberRow{row})
		}
		switch {
		case r.Status == Passed || r.Status == Failed && i < failed:
			out.Result.Status = "passed"
		case r.Status == Failed && i == failed:
			out.Result = cucumberResult{"failed", r.reason()}
		}
		e.Steps = append(e.Steps, out)
	}
	return e
}
