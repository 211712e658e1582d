package scenario

import (
	"errors"
	"fmt"
	"slices"

	"github.com/relspec/relspec/spec"
)

// Compile turns steps into checks. An entity that a step mentions and that no step before has made is made first,
// from left to right, as if "an entity NAME" stood before: its name is its handle. Names inside the text of a query
// mention nothing. The error names the line and the form that the step grammar wants.
func Compile(p spec.Profile, steps []Step) ([]Check, error) {
	c := newCompiler(p)
	for i, step := range steps {
		if err := c.compileStep(i, step); err != nil {
			return nil, &stepError{step, err}
		}
	}
	return c.checks, nil
}

// stepError is what is wrong with a step.
type stepError struct {
	step Step
	err  error
}

func (e *stepError) Error() string {
	return fmt.Sprintf("line %d: %s %s: %v", e.step.Line, e.step.Keyword, e.step.Text, e.err)
}

func (e *stepError) Unwrap() error { return e.err }

// CompileEach is [Compile] for text that somebody is still writing: a step that is wrong is left out, with all that it
// mentions, and the errors are by the index of their step. An error wraps [Misread] where a place in the text is wrong.
func CompileEach(p spec.Profile, steps []Step) ([]Check, map[int]error) {
	c := newCompiler(p)
	wrong := map[int]error{}
	for i, step := range steps {
		made := len(c.checks)
		if err := c.compileStep(i, step); err != nil {
			wrong[i] = err
			c.takeBack(made)
		}
	}
	return c.checks, wrong
}

// takeBack drops the checks beyond a number, and the entities that they made.
func (c *compiler) takeBack(made int) {
	for _, check := range c.checks[made:] {
		if check.Op.Op == spec.OpEntity {
			for _, h := range check.Op.Makes() {
				delete(c.known, h)
			}
		}
	}
	c.checks = c.checks[:made]
}

type compiler struct {
	profile spec.Profile
	known   map[spec.Handle]bool // entities that exist or existed
	checks  []Check
	step    int
	failed  error
}

func newCompiler(p spec.Profile) *compiler {
	c := &compiler{profile: p}
	c.forget()
	return c
}

// forget drops the known entities at a reset of the world.
func (c *compiler) forget() {
	builtins := spec.Builtins(c.profile)
	c.known = make(map[spec.Handle]bool, 2*len(builtins))
	c.known[spec.Wildcard], c.known[spec.Any] = true, true
	for _, b := range builtins {
		c.known[b.Handle] = true
	}
}

func (c *compiler) compileStep(index int, step Step) error {
	shape, known := ShapeOf(step.Text)
	switch {
	case !known:
		if near := Nearest(step.Keyword, step.Text); near != "" {
			return fmt.Errorf("no step has this form; the nearest is %q, docs/steps.md lists all", near)
		}
		return errors.New("no step has this form; docs/steps.md lists all")
	case !slices.Contains(shape.keywords, step.Keyword):
		return fmt.Errorf("a step of shape %q belongs under %v", shape.Name, shape.keywords)
	case shape.table == noTable && step.Table != nil:
		return fmt.Errorf("a step of shape %q has no table", shape.Name)
	case shape.table == needsTable && len(step.Table) == 0:
		return fmt.Errorf("a step of shape %q needs a table", shape.Name)
	}
	for _, row := range step.Table {
		if len(row) != len(step.Table[0]) {
			return errors.New("the rows of a table have one length")
		}
	}
	c.step, c.failed = index, nil
	shape.compile(c, step, shape.Pattern.FindStringSubmatch(step.Text))
	return c.failed
}

func (c *compiler) fail(format string, args ...any) {
	if c.failed == nil {
		c.failed = fmt.Errorf(format, args...)
	}
}

// read takes text apart; a rest is an error. Entities that it mentions are made.
func (c *compiler) read(text string, parts func(*reader)) {
	r := &reader{text: text}
	parts(r)
	if err := r.end(); err != nil {
		c.fail("%w", err)
		return
	}
	c.mention(r.mentioned...)
}

// mention makes the entities that do not exist yet.
func (c *compiler) mention(handles ...spec.Handle) {
	for _, h := range handles {
		if c.known[h] || h == "" {
			continue
		}
		c.add(spec.Operation{Op: spec.OpEntity, Entity: h, Name: c.name(h)})
		c.known[h] = true
	}
}

// name is the name of an entity that a scenario makes: its handle, or none in a profile without names.
func (c *compiler) name(h spec.Handle) *string {
	if !c.profile.Has(spec.OpSetName) {
		return nil
	}
	name := string(h)
	return &name
}

// add appends a check for an operation that must succeed.
func (c *compiler) add(op spec.Operation) {
	if c.failed == nil {
		c.checks = append(c.checks, Check{Op: op, Step: c.step})
	}
}

// last is the check of the latest operation that can be meant by an expectation.
func (c *compiler) last() *Check {
	if len(c.checks) == 0 {
		c.fail("there is no operation before this step")
		return &Check{}
	}
	return &c.checks[len(c.checks)-1]
}

// want adds an expectation to a check.
func (c *compiler) want(check *Check, e Expectation) {
	check.Wants = append(check.Wants, Want{c.step, e})
}
