package oracle

import (
	"bytes"
	"encoding/json"
	"strings"

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
	Got           draftGot               `json:"got"`
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
	noSkip       = "skip marks results as unchanged, which version 1 does not do"
	noTree       = "explain answers with Flecs' own syntax tree"
	noHandle     = "answers with an entity that is not the trace's"
	noValue      = "the answer has no value"
	noConversion = "the line before has no form in version 1, and this one rests on it"
)

// converter turns draft lines into version 1. It knows what the trace has made so far.
type converter struct {
	profile  spec.Profile
	known    map[spec.Handle]bool             // entities of the trace
	builtin  map[spec.Handle]bool             // reserved handles
	members  map[spec.Handle]bool             // components with members
	given    map[spec.Handle]map[spec.ID]bool // ids that the trace gave to entities
	prepared map[string]*spec.Query
	values   map[string]bool // prepared queries of which rows have values
}

func newConverter(p spec.Profile) *converter {
	c := &converter{
		profile: p, known: map[spec.Handle]bool{}, builtin: map[spec.Handle]bool{}, members: map[spec.Handle]bool{},
		given: map[spec.Handle]map[spec.ID]bool{}, prepared: map[string]*spec.Query{}, values: map[string]bool{},
	}
	for _, b := range spec.Builtins(p) {
		c.builtin[b.Handle] = true
	}
	return c
}

func (c *converter) line(n int, text []byte) (TranscriptLine, error) {
	var d draft
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&d); err != nil {
		return TranscriptLine{}, err
	}
	l := TranscriptLine{Number: n}
	op, reason := c.operation(&d)
	if reason != "" {
		l.NotConvertible = reason
		return l, nil
	}
	l.Op = op
	c.follow(&l.Op)
	got, reason := c.outcome(&l.Op, &d)
	if reason != "" {
		l.NotConvertible = reason
		return l, nil
	}
	l.Got, l.Part = &got, d.Got.Truncated
	if l.Op.Op.Outcome() == spec.OutRows {
		l.Op.Values = hasValues(got.Rows)
	}
	return l, nil
}

// operation converts the request.
func (c *converter) operation(d *draft) (spec.Operation, string) {
	op := spec.Operation{
		Op: spec.OpKind(d.Op), IDs: c.ids(d.IDs), Parent: c.parent(d.Parent), Members: d.Members, Value: d.Value,
		Relationship: d.Relationship, Index: d.Index, Path: d.Path, Recursive: d.Recursive, As: d.As,
		Events: d.Events, Text: d.Text, On: d.Query + d.Iter,
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
	case d.Skip:
		return op, noSkip
	case d.Op == "explain":
		return op, noTree
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
	if last := spec.Handle(lastElement(string(h))); !c.known[h] && c.known[last] {
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

// follow remembers what the trace makes, whether Flecs accepted it or not.
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
		for _, id := range op.IDs {
			give(id)
		}
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
