package transcript

import (
	"encoding/json"
	"strings"

	"github.com/relspec/relspec/internal/oracle/lawful"
	"github.com/relspec/relspec/spec"
)

// draft is a line of the draft form. Fields that occur in it but not here make the line unreadable, which is an
// error: nothing is dropped unseen.
type draft struct {
	Op            string                 `json:"op"`
	Entity        *spec.Handle           `json:"entity"`
	ID            *draftID               `json:"id"`
	IDs           []draftID              `json:"ids"`
	Name          *string                `json:"name"`
	Parent        spec.Handle            `json:"parent"`
	Members       []spec.Member          `json:"members"`
	Value         spec.RawValue          `json:"value"`
	Relationship  spec.Handle            `json:"relationship"`
	Index         int                    `json:"index"`
	Path          string                 `json:"path"`
	Scope         *spec.Handle           `json:"scope"`
	Recursive     *bool                  `json:"recursive"`
	Query         string                 `json:"query"`
	Iter          string                 `json:"iter"`
	As            string                 `json:"as"`
	Expr          string                 `json:"expr"`
	Kind          spec.QueryKind         `json:"kind"`
	OrderBy       *draftOrder            `json:"order_by"`
	GroupBy       spec.Handle            `json:"group_by"`
	Instanced     bool                   `json:"instanced"`
	DetectChanges bool                   `json:"detect_changes"`
	Vars          map[string]spec.Handle `json:"vars"`
	Access        bool                   `json:"access"`
	Limit         int                    `json:"limit"`
	Skip          bool                   `json:"skip"`
	Group         json.RawMessage        `json:"group"`
	Events        []spec.EventKind       `json:"events"`
	Lock          bool                   `json:"lock"`
	Raw           bool                   `json:"raw"`
	Text          string                 `json:"text"`
	// Fields that no recorded line has, spelt as version 1 spells them.
	Monitor       bool            `json:"monitor"`
	YieldExisting bool            `json:"yield_existing"`
	Unscoped      bool            `json:"unscoped"`
	Untouched     bool            `json:"untouched"`
	MaxDepth      int             `json:"max_depth"`
	Got           json.RawMessage `json:"got"`

	got draftGot // the content of Got
}

type draftOrder struct {
	Component spec.Handle `json:"component"`
	Member    string      `json:"member"`
	Desc      bool        `json:"desc"`
}

// draftID is an id of which elements may be null: Flecs' entity 0, which is nobody's handle.
type draftID spec.ID

const nobody spec.Handle = "#0"

// UnmarshalJSON reads a handle or a pair.
func (id *draftID) UnmarshalJSON(b []byte) error {
	*id = draftID{}
	if len(b) == 0 || b[0] != '[' {
		return json.Unmarshal(b, &id.First)
	}
	var pair [2]*spec.Handle
	if err := json.Unmarshal(b, &pair); err != nil {
		return err
	}
	id.First, id.Second = nobody, nobody
	if pair[0] != nil {
		id.First = *pair[0]
	}
	if pair[1] != nil {
		id.Second = *pair[1]
	}
	return nil
}

// Reasons why a line has no form in version 1.
const (
	noOperation  = "the operation has no form in version 1"
	noRaw        = "adds an id by its bare number"
	noLock       = "iterates without locking the table, which version 1 always does"
	noMember     = "sorts by a member that is not the first of the component"
	noField      = "the draft form does not define"
	noTree       = "explain answers with Flecs' own syntax tree"
	noHandle     = "answers with an entity that is not the trace's"
	noValue      = "the answer has no value"
	noConversion = "the line before has no form in version 1, and this one rests on it"
)

// converter turns draft lines into version 1. It knows the entities of the trace so far.
type converter struct {
	profile  spec.Profile
	known    map[spec.Handle]bool             // entities of the trace
	builtin  map[spec.Handle]bool             // reserved handles
	members  map[spec.Handle]bool             // components with members
	given    map[spec.Handle]map[spec.ID]bool // ids that the trace gave to entities
	prepared map[string]*spec.Query
	first    map[spec.Handle]string // the first member of components
	monitors map[string]bool        // observers that are monitors
	withID   spec.ID                // the id that every new entity gets
}

func newConverter(p spec.Profile) *converter {
	c := &converter{
		profile: p, known: map[spec.Handle]bool{}, builtin: map[spec.Handle]bool{}, members: map[spec.Handle]bool{},
		given: map[spec.Handle]map[spec.ID]bool{}, prepared: map[string]*spec.Query{},
		first: map[spec.Handle]string{}, monitors: map[string]bool{},
	}
	for _, b := range spec.Builtins(p) {
		c.builtin[b.Handle] = true
	}
	return c
}

// line converts one line. A word that the draft form does not define makes the line not convertible, with the reason, and
// takes nothing from the other lines; only text that is no JSON object is an error.
func (c *converter) line(n int, text []byte) (Line, error) {
	var d draft
	l := Line{Number: n}
	reason, err := decodeStrict(text, &d)
	if err != nil {
		return l, err
	}
	var answer string
	if len(d.Got) > 0 {
		if answer, err = decodeStrict(d.Got, &d.got); err != nil {
			return l, err
		}
	}
	var op spec.Operation
	if reason == "" {
		op, reason = c.operation(&d)
	}
	if reason != "" {
		l.NotConvertible, l.Question = reason, isQuestion(d.Op)
		return l, nil
	}
	l.Op = op
	c.follow(&l.Op)
	if answer != "" {
		l.NotConvertible = answer
		return l, nil
	}
	got, reason := c.outcome(&l.Op, &d)
	if reason != "" {
		l.NotConvertible = reason
		return l, nil
	}
	l.Got, l.Part = &got, d.got.Truncated
	if l.Op.Op.Outcome() == spec.OutRows {
		l.Op.Values = hasValues(got.Rows)
	}
	return l, nil
}

// decodeStrict reads an object; a field that v does not have, or one of another type, is a reason, and the fields
// that can be read are.
func decodeStrict(text []byte, v any) (reason string, err error) {
	strict := spec.ReadJSON(text, v)
	if strict == nil {
		return "", nil
	}
	var fields map[string]json.RawMessage
	if err := spec.ReadJSON(text, &fields); err != nil {
		return "", err
	}
	_ = spec.ReadOpenJSON(text, v) // the part that can be read; the rest is the reason
	return noField + ": " + strings.TrimPrefix(strict.Error(), string(spec.CodeSyntax)+": "), nil
}

// isQuestion reports whether an operation that version 1 does not have leaves the world as it is, so that nothing
// that follows rests on it.
func isQuestion(op string) bool {
	switch op {
	case "name", "is_enabled", "target_for":
		return true
	}
	return spec.OpKind(op).IsRead() && op != string(spec.OpPrepare) && op != string(spec.OpIterBegin)
}

// operation converts the request.
func (c *converter) operation(d *draft) (spec.Operation, string) {
	op := spec.Operation{
		Op: spec.OpKind(d.Op), IDs: c.ids(d.IDs), Parent: c.parent(d.Parent), Members: d.Members, Value: d.Value,
		Relationship: d.Relationship, Index: d.Index, Path: d.Path, Recursive: d.Recursive, As: d.As,
		Text: d.Text, On: d.Query + d.Iter, Unscoped: d.Unscoped, MaxDepth: d.MaxDepth,
		Monitor: d.Monitor, YieldExisting: d.YieldExisting, Untouched: d.Untouched || d.Skip,
	}
	for _, e := range d.Events {
		if e == "Monitor" { // Flecs' own name for it
			op.Monitor = true
			continue
		}
		op.Events = append(op.Events, e)
	}
	if d.Entity != nil {
		op.Entity = *d.Entity
	}
	if d.ID != nil {
		op.ID = c.id(spec.ID(*d.ID))
	}
	switch {
	case d.Raw:
		return op, noRaw
	case d.Op == "iter_begin" && !d.Lock:
		return op, noLock
	case d.OrderBy != nil && !c.firstMember(d.OrderBy):
		return op, noMember
	case d.Op == "explain":
		return op, noTree
	case d.Op == "with":
		return c.with(op), ""
	case d.Op == "auto_override":
		op.Op = spec.OpOverride
	case d.Op == "typeid":
		op.Op, op.Entity = spec.OpTypeOf, ""
	case d.Op == "entity", d.Op == "component":
		name := string(op.Entity)
		if d.Name != nil {
			name = *d.Name
		}
		if name != "" {
			op.Name = &name
		}
		if d.Op == "entity" && c.withID.First != "" {
			op.IDs = append([]spec.ID{c.withID}, op.IDs...)
		}
	case d.Op == "set_name":
		op.Name = d.Name
	case d.Op == "lookup", d.Op == "path":
		if d.Scope != nil {
			op.From = *d.Scope
		}
	}
	if !isOpKind(op.Op) {
		return op, noOperation + ": " + d.Op
	}
	c.query(d, &op)
	op.Vars = c.vars(d)
	if d.Group != nil {
		group := spec.Handle(strings.Trim(string(d.Group), `"`))
		if group == "0" || group == "null" {
			group = ""
		}
		op.Group = &group
	}
	return op, ""
}

// with is Flecs' "everything created gets the id": the entities that follow ask for it themselves, until it ends.
func (c *converter) with(op spec.Operation) spec.Operation {
	c.withID = op.ID
	text := "with " + op.ID.String()
	if op.ID.First == "" {
		text = "with nothing"
	}
	return spec.Operation{Op: spec.OpNote, Text: text}
}

// firstMember reports whether a sort key is one that version 1 sorts by: the component from its first member on, or the
// entity.
func (c *converter) firstMember(o *draftOrder) bool {
	first, known := c.first[o.Component]
	return o.Member == "" || !known || o.Member == first
}

// vars are the variables set before iteration. The recorder calls $this "This" in every version.
func (c *converter) vars(d *draft) map[string]spec.Handle {
	if d.Vars == nil {
		return nil
	}
	vars := make(map[string]spec.Handle, len(d.Vars))
	for name, h := range d.Vars {
		if name == "This" && (c.profile.ThisAlias || !strings.Contains(d.Expr, "$This")) {
			name = spec.This
		}
		vars[name] = h
	}
	return vars
}

func isOpKind(k spec.OpKind) bool {
	for _, x := range spec.OpKinds() {
		if x == k {
			return true
		}
	}
	return false
}

func (c *converter) query(d *draft, op *spec.Operation) {
	if op.Op != spec.OpQuery && op.Op != spec.OpPrepare && op.Op != spec.OpObserve {
		return
	}
	op.Query = &spec.Query{
		Expr: d.Expr, Text: true, Kind: d.Kind, GroupBy: d.GroupBy, Instanced: d.Instanced, DetectChanges: d.DetectChanges,
	}
	if d.OrderBy != nil {
		op.Query.OrderBy = &spec.OrderBy{Component: d.OrderBy.Component, Desc: d.OrderBy.Desc}
	}
}

// parent is a handle; a path stands for the entity at its end.
func (c *converter) parent(h spec.Handle) spec.Handle {
	if last := spec.Handle(lawful.LastElement(string(h))); !c.known[h] && c.known[last] {
		return last
	}
	return h
}

// handle maps the builtin Tag to its reserved handle where the trace has no entity of that name.
func (c *converter) handle(h spec.Handle) spec.Handle {
	if h == "Tag" && !c.known[h] {
		return spec.PairIsTag
	}
	if rest, ok := strings.CutPrefix(string(h), "#"); ok {
		if component, _, isMember := strings.Cut(rest, "."); isMember && c.members[spec.Handle(component)] {
			return spec.Handle(rest)
		}
	}
	return h
}

func (c *converter) id(id spec.ID) spec.ID {
	if id.First != "" {
		id.First = c.handle(id.First)
	}
	if id.Second != "" {
		id.Second = c.handle(id.Second)
	}
	return id
}

func (c *converter) ids(ids []draftID) []spec.ID {
	var out []spec.ID
	for _, id := range ids {
		out = append(out, c.id(spec.ID(id)))
	}
	return out
}

// follow remembers the entities of the trace, whether Flecs accepted them or not.
func (c *converter) follow(op *spec.Operation) {
	give := func(id spec.ID) {
		if c.given[op.Entity] == nil {
			c.given[op.Entity] = map[spec.ID]bool{}
		}
		c.given[op.Entity][id] = true
	}
	if op.Op == spec.OpEntity || op.Op == spec.OpComponent {
		c.known[op.Entity] = true
		c.members[op.Entity] = c.members[op.Entity] || len(op.Members) > 0
		if len(op.Members) > 0 {
			c.first[op.Entity] = op.Members[0].Name
		}
		for _, id := range op.IDs {
			give(id)
		}
	}
	if op.Op == spec.OpObserve {
		c.monitors[op.As] = op.Monitor
	}
	if op.Op == spec.OpAdd || op.Op == spec.OpSet {
		give(op.ID)
	}
	if op.Op == spec.OpPrepare {
		c.prepared[op.As] = op.Query
	}
	if op.Op == spec.OpIterBegin {
		c.prepared[op.As] = c.prepared[op.On]
	}
}
