package scenario

import (
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

// declaration makes a component, with or without members, or an entity.
func (c *compiler) declaration(_ Step, parts []string) {
	anonymous, noun, details := parts[1] != "", parts[2], parts[4]
	op := spec.Operation{Op: spec.OpEntity}
	c.read(parts[3], func(r *reader) { op.Entity = r.name(); r.mentioned = nil })
	if op.Entity.IsWildcard() {
		c.fail("a wildcard is not an entity")
		return
	}
	if noun == "relationship" && c.profile.Has(spec.OpRelationship) {
		c.relationship(op.Entity, anonymous, details)
		return
	}
	if !anonymous {
		op.Name = c.name(op.Entity)
	}
	if noun == "prefab" {
		op.IDs = append(op.IDs, spec.Single(spec.Prefab))
	}
	if noun == "component" {
		op.Op = spec.OpComponent
	}
	var others []spec.Handle
	c.read(details, func(r *reader) {
		c.declarationDetails(r, &op)
		for _, h := range r.mentioned {
			if !slices.Contains(op.Makes(), h) {
				others = append(others, h)
			}
		}
		r.mentioned = nil
	})
	c.mention(others...)
	for _, h := range op.Makes() {
		c.known[h] = true
	}
	c.declare(op)
}

func (c *compiler) declarationDetails(r *reader, op *spec.Operation) {
	if strings.HasPrefix(r.rest(), "{") {
		op.Op = spec.OpComponent
		op.Members = r.members()
	}
	if op.Op == spec.OpEntity && r.accept("cloned from") {
		op.Op, op.Name, op.From = spec.OpClone, nil, r.name()
	}
	if op.Op == spec.OpEntity && r.accept("instantiated from") {
		op.Op, op.Name, op.From = spec.OpInstantiate, nil, r.name()
	}
	if r.accept("together with") {
		op.More, op.Name = list(r, r.name), nil
	}
	if r.accept("named") {
		name := r.quoted()
		op.Name = &name
	}
	if r.accept("below") {
		op.Parent = r.name()
	}
	if r.accept("outside the scope") {
		op.Unscoped = true
	}
	if r.accept("with") {
		op.IDs = append(op.IDs, list(r, r.id)...)
	}
}

// declare adds the operation; the ids of a component are added after it, since the operation takes none.
func (c *compiler) declare(op spec.Operation) {
	if op.Op != spec.OpComponent {
		c.add(op)
		return
	}
	if op.Parent != "" || op.Unscoped {
		c.fail("a component is made in the scope; let it get (ChildOf, parent) afterwards")
		return
	}
	ids := op.IDs
	op.IDs = nil
	c.add(op)
	for _, id := range ids {
		c.add(spec.Operation{Op: spec.OpAdd, Entity: op.Entity, ID: id})
	}
}

// members reads {x f32, y f32}.
func (r *reader) members() []spec.Member {
	r.expect("{")
	var members []spec.Member
	for r.failed == nil && !r.accept("}") {
		if len(members) > 0 {
			r.expect(",")
		}
		name := r.member()
		kind := r.member()
		members = append(members, spec.Member{Name: name, Type: spec.Primitive(kind)})
	}
	if err := spec.CheckMembers(members); err != nil {
		r.fail(err.Message)
	}
	return members
}

// facts adds or sets the ids of the rows: an entity and its ids, some with values.
func (c *compiler) facts(step Step, _ []string) {
	for _, row := range step.Table {
		if len(row) != 2 {
			c.fail("facts have two columns: an entity and its ids, some with values")
			return
		}
		var entity spec.Handle
		c.read(row[0], func(r *reader) { entity = r.name() })
		c.gets(entity, row[1])
	}
}

// ids adds, sets or removes ids of one entity, or removes them everywhere.
func (c *compiler) ids(_ Step, parts []string) {
	if parts[1] == "every entity" {
		if parts[2] == "gets" {
			c.fail("every entity can only lose ids")
			return
		}
		var removed []spec.ID
		c.read(parts[3], func(r *reader) { removed = list(r, r.id) })
		for _, id := range removed {
			c.add(spec.Operation{Op: spec.OpRemoveAll, ID: id})
		}
		return
	}
	var entity spec.Handle
	c.read(parts[1], func(r *reader) { entity = r.name() })
	if parts[2] == "gets" {
		c.gets(entity, parts[3])
		return
	}
	var removed []spec.ID
	c.read(parts[3], func(r *reader) { removed = list(r, r.id) })
	for _, id := range removed {
		c.add(spec.Operation{Op: spec.OpRemove, Entity: entity, ID: id})
	}
}

// gets adds the ids of a list; those with a value are set.
func (c *compiler) gets(entity spec.Handle, text string) {
	var ops []spec.Operation
	c.read(text, func(r *reader) {
		ops = list(r, func() spec.Operation {
			op := spec.Operation{Op: spec.OpAdd, Entity: entity, ID: r.id()}
			switch {
			case strings.HasPrefix(r.rest(), "{"):
				op.Op, op.Value = spec.OpSet, r.value()
			case strings.HasPrefix(r.rest(), "["):
				op.Op, op.Args = spec.OpSet, r.args()
			case !c.profile.Has(spec.OpAdd):
				op.Op = spec.OpSet
			}
			return op
		})
	})
	for _, op := range ops {
		c.add(op)
	}
}

// state deletes, clears, names, enables, disables, or gives and takes a property.
func (c *compiler) state(_ Step, parts []string) {
	not, word := parts[2] != "", parts[3]
	op := spec.Operation{}
	all := false
	c.read(parts[1], func(r *reader) {
		if all = r.accept("every entity with"); all {
			op.ID = r.id()
			return
		}
		first := r.id()
		if r.accept("of") {
			op.ID, op.Entity = first, r.name()
		} else if op.Entity = first.First; first.IsPair() {
			r.fail("an entity")
		}
	})
	c.stateWord(&op, word, all)
	if not {
		if op.Op != spec.OpAdd {
			c.fail("only a tag can be taken away with \"is not\"")
		}
		op.Op = spec.OpRemove
	}
	c.add(op)
}

func (c *compiler) stateWord(op *spec.Operation, word string, all bool) {
	kinds := map[string]spec.OpKind{
		"deleted": spec.OpDelete, "cleared": spec.OpClear, "enabled": spec.OpEnable, "disabled": spec.OpDisable,
		"modified": spec.OpModified, "overridden": spec.OpOverride,
	}
	kind, plain := kinds[word]
	switch {
	case all:
		op.Op = spec.OpDeleteWith
		if word != "deleted" {
			c.fail("every entity with an id can only be deleted")
		}
	case plain:
		op.Op = kind
		withID := kind == spec.OpEnable || kind == spec.OpDisable || kind == spec.OpModified || kind == spec.OpOverride
		needsID := kind == spec.OpModified || kind == spec.OpOverride
		if !op.ID.IsZero() && !withID || op.ID.IsZero() && needsID {
			c.fail("%q takes an entity or an id of an entity; see docs/steps.md for which", word)
		}
	case strings.HasPrefix(word, "moved "):
		op.Op = spec.OpReorder
		c.read(strings.TrimPrefix(word, "moved "), func(r *reader) {
			if r.accept("before") {
				op.Before = r.name()
			} else {
				r.expect("after")
				op.After = r.name()
			}
			r.expect("in")
			op.ID = r.id()
		})
	case strings.HasPrefix(word, "named "):
		op.Op = spec.OpSetName
		c.read(strings.TrimPrefix(word, "named "), func(r *reader) {
			name := r.quoted()
			op.Name = &name
		})
	default:
		if !op.ID.IsZero() {
			c.fail("a tag is given to an entity, not to an id")
		}
		op.Op = spec.OpAdd
		c.read(word, func(r *reader) { op.ID = r.id() })
	}
}

// define adds the facts of a text. The subjects of its facts are known from then on: it makes those
// that nothing made before.
func (c *compiler) define(quoted string) {
	op := spec.Operation{Op: spec.OpDefine}
	c.read(quoted, func(r *reader) { op.Text = r.quoted() })
	c.add(op)
	facts, err := lang.ParseData(c.profile.Dialect, op.Text)
	if err != nil {
		return // the engine says so too
	}
	for _, fact := range facts {
		c.known[spec.Handle(fact.Src.Name)] = true
	}
}

// world changes the scope, defines, resets, keeps and takes back the world, defers, tears down.
func (c *compiler) world(_ Step, parts []string) {
	if parts[1] == "scope" {
		op := spec.Operation{Op: spec.OpScope}
		if parts[2] != "the root" {
			c.read(parts[2], func(r *reader) { op.Entity = r.name() })
		}
		c.add(op)
		return
	}
	if parts[3] != "" {
		c.define(parts[3])
		return
	}
	r := &reader{text: parts[4]}
	op := spec.Operation{}
	switch {
	case r.accept("reset"):
		op.Op = spec.OpReset
		if r.accept("as") {
			op.Profile = r.rest()
			profile, err := spec.ProfileByName(op.Profile)
			if err != nil {
				c.fail("%w", err)
			}
			c.profile = profile
		}
		c.forget()
	case r.accept("kept as"):
		op.Op, op.As = spec.OpSnapshot, string(r.name())
	case r.accept("taken back to"):
		op.Op, op.As = spec.OpRestore, string(r.name())
	case r.accept("saved and loaded"):
		op.Op = spec.OpReload
	case r.accept("torn down"):
		op.Op = spec.OpTeardown
	case r.accept("deferred"):
		op.Op = spec.OpDeferBegin
	case r.accept("no longer deferred"):
		op.Op = spec.OpDeferEnd
	}
	c.add(op)
}

// operation takes an operation as JSON and makes nothing that it mentions.
func (c *compiler) operation(_ Step, parts []string) {
	var op spec.Operation
	if err := spec.ReadJSON([]byte(parts[1]), &op); err != nil {
		c.fail("%w", err)
		return
	}
	for _, h := range op.Makes() {
		c.known[h] = true
	}
	if op.Op == spec.OpReset {
		if profile, err := spec.ProfileByName(op.Profile); err == nil && op.Profile != "" {
			c.profile = profile
		}
		c.forget()
	}
	c.add(op)
}
