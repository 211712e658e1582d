package playground

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

// Problem is an error or warning in a text. Line and Column count from 1, the column in characters.
// They are 0 if the position is unknown.
type Problem struct {
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Code    string `json:"code"`
	Message string `json:"message"`
	// Severity is "error", or "warning" for something that is allowed but may be a mistake, for
	// example an operation that is refused.
	Severity string `json:"severity"`
}

func problemOf(err *spec.Error) Problem {
	return Problem{Line: err.Line, Column: err.Column, Code: string(err.Code), Message: err.Message, Severity: "error"}
}

// World is the parsed text of a world.
type World struct {
	Checks []scenario.Check
	// Lines has the line of each check, from 1.
	Lines    []int
	Problems []Problem

	steps []scenario.Step // the source of the checks and their expectations; nil for a trace
}

// MaxWorld is the maximum size of a world's text in bytes.
const MaxWorld = 1 << 20

// maxOperations is the maximum number of operations of a world.
const maxOperations = 20_000

// ReadWorld parses a world: facts and steps of docs/steps.md, one per line, or a trace as JSON
// Lines. It skips lines with errors and lists them as problems.
func ReadWorld(p spec.Profile, text string) *World {
	lastRead.Lock()
	defer lastRead.Unlock()
	if lastRead.text != text || lastRead.worlds == nil {
		lastRead.text, lastRead.worlds = text, map[string]*World{}
	}
	w := lastRead.worlds[p.Name]
	if w == nil {
		w = readWorld(p, text)
		lastRead.worlds[p.Name] = w
	}
	own := *w
	own.Problems = slices.Clone(w.Problems) // callers add to them
	return &own
}

// lastRead caches the parsed form of the latest text in each profile, because most calls have the
// same world.
var lastRead struct {
	sync.Mutex
	text   string
	worlds map[string]*World
}

func readWorld(p spec.Profile, text string) *World {
	w := &World{}
	switch {
	case len(text) > MaxWorld:
		w.Problems = []Problem{problemOf(spec.Errorf(spec.CodeLimit, "a world has at most %d bytes", MaxWorld))}
	case strings.HasPrefix(strings.TrimSpace(text), "{"):
		w.readTrace(p, text)
	default:
		w.readSteps(p, text)
	}
	if len(w.Checks) > maxOperations {
		w.Checks = w.Checks[:maxOperations]
		w.Problems = append(w.Problems, problemOf(spec.Errorf(spec.CodeLimit, "a world has at most %d operations",
			maxOperations)))
	}
	return w
}

// Operations returns the operations of the checks.
func (w *World) Operations() []spec.Operation {
	ops := make([]spec.Operation, len(w.Checks))
	for i, c := range w.Checks {
		ops[i] = c.Op
	}
	return ops
}

func (w *World) readTrace(p spec.Profile, text string) {
	shift := 0
	if first, _, _ := strings.Cut(strings.TrimSpace(text), "\n"); !strings.Contains(first, `"`+spec.Format+`"`) {
		text = `{"format":"` + spec.Format + `","version":1,"profile":"` + p.Name + `"}` + "\n" + text
		shift = 1
	}
	trace, err := spec.ReadTrace(strings.NewReader(text), spec.ReadLimits{Line: MaxWorld})
	for _, e := range trace.Entries {
		w.Checks, w.Lines = append(w.Checks, scenario.Check{Op: e.Op}), append(w.Lines, e.Line-shift)
	}
	var refusal *spec.Error
	if !errors.As(err, &refusal) {
		return
	}
	problem := problemOf(refusal)
	if m := lineOfMessage.FindStringSubmatch(problem.Message); m != nil {
		line, _ := strconv.Atoi(m[1]) // digits; no text has more lines than an int counts
		problem.Line, problem.Message = line-shift, m[2]
	}
	w.Problems = append(w.Problems, problem)
}

var lineOfMessage = regexp.MustCompile(`^line ([0-9]+): (.*)$`)

func (w *World) readSteps(p spec.Profile, text string) {
	steps, texts := stepsOf(text)
	checks, wrong := scenario.CompileEach(p, steps)
	w.Checks, w.steps = checks, steps
	for _, c := range checks {
		w.Lines = append(w.Lines, steps[c.Step].Line)
	}
	for i := range steps {
		if err := wrong[i]; err != nil {
			problem := stepProblem(steps[i].Line, texts[i], err)
			if near := scenario.Nearest("", texts[i]); near != "" && steps[i].Text == factsText {
				problem.Message += fmt.Sprintf("; the nearest step is %q", near)
			}
			w.Problems = append(w.Problems, problem)
		}
	}
}

// stepProblem finds the character where a step is wrong, from the rest of the text that could not
// be read.
func stepProblem(line int, text string, err error) Problem {
	p := Problem{Line: line, Code: string(spec.CodeSyntax), Message: err.Error(), Severity: "error"}
	var misread *scenario.Misread
	if !errors.As(err, &misread) {
		return p
	}
	p.Message = "want " + misread.Want
	if at := strings.LastIndex(text, strings.TrimRight(misread.At, " ")); at >= 0 &&
		strings.TrimSpace(misread.At) != "" {
		p.Column = utf8.RuneCountInString(text[:at]) + 1
	} else if strings.TrimSpace(misread.At) == "" {
		p.Column = utf8.RuneCountInString(strings.TrimRight(text, " \t\r|")) + 1
	}
	return p
}

const namePattern = `(?:[\pL\pN_]+|"(?:[^"\\]|\\.)*")`

var (
	keywordPattern = regexp.MustCompile(`^(Given|When|Then|And|But)\s+`)
	headingPattern = regexp.MustCompile(`^(?:#|//|@|(?:Feature|Rule|Background|Scenario):)`)
	factPattern    = regexp.MustCompile(`^(` + namePattern + `)(?:\s*:\s*|\s+)(\S.*)$`)
	alonePattern   = regexp.MustCompile(`^` + namePattern + `$`)
)

// stepsOf parses lines. A line is a step of docs/steps.md, with or without its keyword; a table row
// of the step above it; or a fact, which is an entity with its ids or alone. Comments and headings
// of features are skipped. texts are the lines of the steps.
func stepsOf(text string) (steps []scenario.Step, texts []string) {
	var keyword scenario.Keyword
	for i, line := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		trimmed := strings.TrimSpace(line)
		if trimmed == "" || headingPattern.MatchString(trimmed) {
			continue
		}
		if last := len(steps) - 1; strings.HasPrefix(trimmed, "|") && last >= 0 {
			if steps[last].Keyword == scenario.Then {
				steps[last].Table = append(steps[last].Table, cellsOf(trimmed))
				continue
			}
			// The rows of "these facts" become steps, each with its own line, and replace this
			// step.
			if steps[last].Text == factsText && steps[last].Table == nil {
				steps, texts = steps[:last], texts[:last]
			}
		}
		step := scenario.Step{Line: i + 1}
		if m := keywordPattern.FindStringSubmatch(trimmed); m != nil {
			if k := scenario.Keyword(m[1]); k == scenario.Given || k == scenario.When || k == scenario.Then {
				keyword = k
			}
			trimmed, step.Keyword = trimmed[len(m[0]):], keyword
		}
		step.Text = trimmed
		steps, texts = append(steps, stepOf(step)), append(texts, line)
	}
	return steps, texts
}

const factsText = "these facts"

// stepOf adds the keyword to a step. If a line is not a step, it becomes a fact.
func stepOf(step scenario.Step) scenario.Step {
	shape, known := scenario.ShapeOf(step.Text)
	switch {
	case known && step.Keyword != "":
	case known:
		step.Keyword = keywordOf(shape.Name, step.Text)
	case strings.HasPrefix(step.Text, "|"):
		step.Keyword, step.Table, step.Text = scenario.Given, [][]string{cellsOf(step.Text)}, factsText
	case alonePattern.MatchString(step.Text):
		step.Keyword, step.Text = scenario.Given, "an entity "+step.Text
	default:
		if m := factPattern.FindStringSubmatch(step.Text); m != nil {
			step.Keyword, step.Table, step.Text = scenario.Given, [][]string{{m[1], m[2]}}, factsText
		}
	}
	return step
}

// keywordOf returns the keyword of a step that is written without one.
func keywordOf(shape, text string) scenario.Keyword {
	switch shape {
	case "truth", "answer", "result", "refusal", "changes":
		if strings.HasPrefix(text, "it is asked") || strings.HasSuffix(text, " asked") {
			return scenario.When
		}
		return scenario.Then
	case "query", "iteration", "operation":
		return scenario.When
	}
	return scenario.Given
}

// cellsOf splits a table row such as | a | b |. In a cell, \| is the character |.
func cellsOf(line string) []string {
	var cells []string
	var cell strings.Builder
	escaped := false
	for _, r := range strings.TrimPrefix(line, "|") {
		switch {
		case escaped:
			if r == 'n' {
				r = '\n'
			} else if r != '|' && r != '\\' {
				cell.WriteRune('\\')
			}
			cell.WriteRune(r)
			escaped = false
		case r == '\\':
			escaped = true
		case r == '|':
			cells = append(cells, strings.TrimSpace(cell.String()))
			cell.Reset()
		default:
			cell.WriteRune(r)
		}
	}
	if rest := strings.TrimSpace(cell.String()); rest != "" {
		cells = append(cells, rest)
	}
	return cells
}

// stepExamples returns an example of each form of step that is an operation, except facts.
func stepExamples() []string {
	var out []string
	for _, s := range scenario.Shapes() {
		if example := s.Examples[0]; keywordOf(s.Name, example) != scenario.Then && example != factsText {
			out = append(out, example)
		}
	}
	return out
}
