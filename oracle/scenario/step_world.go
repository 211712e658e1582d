package scenario

import (
	"slices"
	"strings"
	"unicode"

	"github.com/relspec/relspec/spec"
)

// declaration creates a component, with or without members, or an entity.
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
	for _, detail := range details {
		if r.accept(detail.words) {
			detail.read(r, op)
		}
	}
}

// details may follow the entity of a declaration, in this order.
var details = []option{
	{words: "together with", slot: slot{
		func(r *reader, op *spec.Operation) { op.More, op.Name = list(r, r.name), nil },
		func(op *spec.Operation) (string, bool) { return listText(op.More, nameText), len(op.More) > 0 },
	}},
	{words: "named", slot: slot{
		nameSlot.read,
		func(op *spec.Operation) (string, bool) {
			text, given := nameSlot.write(op)
			return text, given && (*op.Name != string(op.Entity) || len(op.More) > 0)
		},
	}},
	{words: "below", slot: entitySlot(func(op *spec.Operation) *spec.Handle { return &op.Parent })},
	{words: "outside the scope", slot: flagSlot(func(op *spec.Operation) *bool { return &op.Unscoped })},
	{words: "with", slot: slot{
		func(r *reader, op *spec.Operation) { op.IDs = append(op.IDs, list(r, r.id)...) },
		func(op *spec.Operation) (string, bool) { return listText(op.IDs, idText), len(op.IDs) > 0 },
	}},
}

// declare adds the operation. The ids of a component are added by further operations, because the
// operation component takes none.
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

// members parses {x f32, y f32}.
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

// facts adds or sets the ids of each row: an entity and its ids, some with values.
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

// ids adds, sets or removes ids of one entity, or removes ids from all entities.
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

// gets adds the ids of a list, and sets those with a value.
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

// state changes an entity by one of the phrases of this shape, or adds or removes a property.
func (c *compiler) state(step Step, parts []string) {
	not, tag := parts[2] != "", unicode.IsUpper([]rune(parts[3])[0])
	switch {
	case not && !tag:
		c.fail("only a tag can be taken away with \"is not\"")
	case !tag:
		c.add(c.readPhrase("state", step.Text))
	default:
		op := spec.Operation{Op: spec.OpAdd}
		if not {
			op.Op = spec.OpRemove
		}
		c.read(parts[1], func(r *reader) { op.Entity = r.name() })
		c.read(parts[3], func(r *reader) { op.ID = r.id() })
		c.add(op)
	}
}

// world runs an operation on the whole world, such as scope, reset or snapshot.
func (c *compiler) world(step Step, _ []string) { c.add(c.readPhrase("world", step.Text)) }

// operation parses an operation as JSON. It creates nothing that the operation mentions.
func (c *compiler) operation(_ Step, parts []string) {
	var op spec.Operation
	if err := spec.ReadJSON([]byte(parts[1]), &op); err != nil {
		c.fail("%w", err)
		return
	}
	c.add(op)
}
