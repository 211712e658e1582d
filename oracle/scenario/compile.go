package scenario

import (
	"errors"
	"fmt"
	"slices"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// Compile turns steps into checks. If a step mentions an entity that no earlier step has created,
// Compile creates it first, as the step "an entity NAME" would, with the name as handle. Names in
// the text of a query do not count. Errors name the line and the form that the grammar expects.
func Compile(p spec.Profile, steps []Step) ([]Check, error) {
	c := newCompiler(p)
	for i, step := range steps {
		if err := c.compileStep(i, step); err != nil {
			return nil, &stepError{step, err}
		}
	}
	return c.checks, nil
}

// stepError is the error in a step.
type stepError struct {
	step Step
	err  error
}

func (e *stepError) Error() string {
	return fmt.Sprintf("line %d: %s %s: %v", e.step.Line, e.step.Keyword, e.step.Text, e.err)
}

func (e *stepError) Unwrap() error { return e.err }

// CompileEach is like [Compile], for text that is being edited. It skips a step with an error, and
// does not create the entities that the step mentions. It returns the errors by the index of their
// step. An error with a position in the text wraps [Misread].
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

// takeBack removes all checks but the first keep, and forgets the entities that the removed checks
// created.
func (c *compiler) takeBack(keep int) {
	for _, check := range c.checks[keep:] {
		if check.Op.Op == spec.OpEntity {
			for _, h := range check.Op.Makes() {
				delete(c.known, h)
			}
		}
	}
	c.checks = c.checks[:keep]
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

// forget forgets all entities at a reset of the world.
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

// read calls parts to parse text. Text that is left over is an error. read creates the entities
// that the text mentions.
func (c *compiler) read(text string, parts func(*reader)) {
	r := &reader{text: text}
	parts(r)
	if err := r.end(); err != nil {
		c.fail("%w", err)
		return
	}
	c.mention(r.mentioned...)
}

// mention creates the entities that do not exist yet.
func (c *compiler) mention(handles ...spec.Handle) {
	for _, h := range handles {
		if !c.known[h] && h != "" {
			c.add(spec.Operation{Op: spec.OpEntity, Entity: h, Name: c.name(h)})
		}
	}
}

// name returns the name of a new entity: its handle, or nil in a profile without names.
func (c *compiler) name(h spec.Handle) *string {
	if !c.profile.Has(spec.OpSetName) {
		return nil
	}
	name := string(h)
	return &name
}

// add appends a check for an operation that must succeed, and updates the known entities.
func (c *compiler) add(op spec.Operation) {
	if c.failed != nil {
		return
	}
	c.checks = append(c.checks, Check{Op: op, Step: c.step})
	for _, h := range op.Makes() {
		c.known[h] = true
	}
	switch op.Op { //nolint:exhaustive // [spec.Operation.Makes] lists what the others create
	case spec.OpReset:
		if profile, err := spec.ProfileByName(op.Profile); err == nil && op.Profile != "" {
			c.profile = profile
		}
		c.forget()
	case spec.OpDefine:
		facts, err := lang.ParseData(c.profile.Dialect, op.Text)
		if err != nil {
			return // the engine reports the error, too
		}
		for _, fact := range facts { // define creates subjects that do not exist yet
			c.known[spec.Handle(fact.Src.Name)] = true
		}
	}
}

// last returns the check of the latest operation to which an expectation can apply.
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
