package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// Compile turns steps into checks. If a step mentions an entity that no earlier step has created,
// Compile creates it first, as the step "an entity NAME" would, with the name as handle. It does
// not create entities that only the text of a query names. Errors name the line and the form that
// the grammar expects.
func Compile(p spec.Profile, steps []Step) ([]Check, error) {
	checks, wrong := CompileEach(p, steps)
	if err := firstError("line ", steps, wrong); err != nil {
		return nil, err
	}
	return checks, nil
}

// firstError returns the error of the first wrong step: place, the line of the step, and the error.
func firstError(place string, steps []Step, wrong map[int]error) error {
	for i, step := range steps {
		if wrong[i] != nil {
			return fmt.Errorf("%s%d: %s %s: %w", place, step.Line, step.Keyword, step.Text, wrong[i])
		}
	}
	return nil
}

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
}

func newCompiler(p spec.Profile) *compiler {
	c := &compiler{profile: p}
	c.forget()
	return c
}

// forget forgets all entities at a reset of the world.
func (c *compiler) forget() {
	c.known = map[spec.Handle]bool{spec.Wildcard: true, spec.Any: true}
	for _, b := range spec.Builtins(c.profile) {
		c.known[b.Handle] = true
	}
}

func (c *compiler) compileStep(index int, step Step) error {
	c.step = index
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
	if step.Text == factsText {
		return c.facts(index, step)
	}
	r := &reader{compiler: c, text: step.Text, table: step.Table}
	ops := r.readForm(shape.forms, spec.Operation{}, true)
	if r.failed != nil {
		return r.failed
	}
	switch asked := step.Keyword != Then; {
	case asked == (r.states != nil):
		return errors.New(`a question is asked under When or answered under Then, as in "it is asked whether ..." ` +
			`and "the ids of Bob are asked"`)
	case asked && step.Table != nil:
		return errors.New("want a question without an order or a table, which only stated events have")
	}
	if shape.Name == "declaration" {
		var err error
		if ops, err = declared(ops[0]); err != nil {
			return err
		}
	}
	c.mention(ops, r.mentioned)
	c.add(ops...)
	if r.states == nil {
		return nil
	}
	return c.want(r.states, step.Table)
}

// facts compiles each row of the table as the step "ENTITY gets FACT".
func (c *compiler) facts(index int, step Step) error {
	for _, row := range step.Table {
		if len(row) != 2 {
			return errors.New("facts have two columns: an entity and its ids, some with values")
		}
		entity := &reader{compiler: c, text: row[0]}
		entity.name()
		if err := entity.end(); err != nil {
			return err
		}
		if err := c.compileStep(index, Step{Keyword: step.Keyword, Text: row[0] + " gets " + row[1]}); err != nil {
			return err
		}
	}
	return nil
}

// cell reads a cell of the table. It returns the entities that the cell mentions.
func (r *reader) cell(text string, read func(*reader)) []spec.Handle {
	inner := &reader{compiler: r.compiler, text: text}
	read(inner)
	if err := inner.end(); err != nil {
		r.refuse(fmt.Errorf("in %q: %w", text, err))
	}
	return inner.mentioned
}

// mention creates those of handles that neither exist nor are created by ops.
func (c *compiler) mention(ops []spec.Operation, handles []spec.Handle) {
	var made []spec.Handle
	for i := range ops {
		made = append(made, ops[i].Makes()...)
	}
	for _, h := range handles {
		if !c.known[h] && h != "" && !slices.Contains(made, h) {
			c.add(spec.Operation{Op: spec.OpEntity, Entity: h, Name: c.nameFor(h)})
		}
	}
}

// nameFor returns the name of a new entity: its handle, or nil in a profile without names.
func (c *compiler) nameFor(h spec.Handle) *string {
	if !c.profile.Has(spec.OpSetName) {
		return nil
	}
	return new(string(h))
}

// add appends checks for operations that must succeed, and updates the known entities.
func (c *compiler) add(ops ...spec.Operation) {
	for _, op := range ops {
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
			facts, _ := lang.ParseData(c.profile.Dialect, op.Text) // the engine reports the error, too
			for _, fact := range facts {                           // define creates subjects that do not exist yet
				c.known[spec.Handle(fact.Src.Name)] = true
			}
		}
	}
}

// want adds an expectation to the latest operation. table is the table of the step.
func (c *compiler) want(e Expectation, table [][]string) error {
	if len(c.checks) == 0 {
		return errors.New("there is no operation before this step")
	}
	check := &c.checks[len(c.checks)-1]
	switch e := e.(type) {
	case Refused:
		if len(check.Wants) > 0 {
			return errors.New("an operation has an answer or fails, not both")
		}
	case Changes:
		if check.Op.Op.IsRead() {
			return errors.New("the previous step does not change the world")
		}
	case Result:
		switch {
		case check.Op.Op.Outcome() != spec.OutRows:
			return errors.New("the previous operation is not a query")
		case e.Columns == nil && table != nil:
			return errors.New("an empty result has no table")
		}
		for _, column := range e.Columns {
			_, part, _ := strings.Cut(column.Title, ".")
			check.Op.Values = check.Op.Values || part == "value" || part == "access"
			check.Op.Batches = check.Op.Batches || column.Title == "batch"
			check.Op.Changes = check.Op.Changes || column.Title == "changed"
		}
	case Answer, Want:
	}
	check.Wants = append(check.Wants, Want{c.step, e})
	return nil
}
