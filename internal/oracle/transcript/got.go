package transcript

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// draftGot is an answer in the draft form.
type draftGot struct {
	OK        bool            `json:"ok"`
	Error     *spec.Error     `json:"error"`
	Value     json.RawMessage `json:"value"`
	Values    json.RawMessage `json:"values"`
	Results   []draftResult   `json:"results"`
	Result    *draftResult    `json:"result"`
	Events    []draftEvent    `json:"events"`
	Truncated bool            `json:"truncated"`
	Log       string          `json:"log"`
	// The answer to explain, not converted.
	Str        string          `json:"str"`
	Terms      json.RawMessage `json:"terms"`
	FieldCount int             `json:"field_count"`
	Vars       json.RawMessage `json:"vars"`
}

type draftResult struct {
	Entities []spec.Handle          `json:"entities"`
	Fields   []draftField           `json:"fields"`
	Vars     map[string]spec.Handle `json:"vars"`
	Group    *spec.Handle           `json:"group"`
}

type draftField struct {
	ID     draftID         `json:"id"`
	Src    *spec.Handle    `json:"src"`
	Set    bool            `json:"set"`
	Value  spec.RawValue   `json:"value"`
	Values []spec.RawValue `json:"values"`
	RO     *bool           `json:"ro"`
	WO     *bool           `json:"wo"`
}

type draftEvent struct {
	Observer string         `json:"observer"`
	Event    spec.EventKind `json:"event"`
	Entity   spec.Handle    `json:"entity"`
	ID       draftID        `json:"id"`
	Fields   []draftField   `json:"fields"`
}

// outcome converts an answer to op.
func (c *converter) outcome(op *spec.Operation, d *draft) (spec.Outcome, string) {
	g := &d.got
	if !g.OK {
		return spec.Fail(spec.Errorf(rejection(g.Error), "%s", refusal(g.Error))), ""
	}
	o := spec.Outcome{Kind: op.Op.Outcome()}
	var err error
	switch o.Kind {
	case spec.OutNone, spec.OutDump, spec.OutExplanation, spec.OutInfo, spec.OutFailures:
	case spec.OutBool:
		err = spec.ReadOpenJSON(g.Value, &o.Bool)
	case spec.OutNumber:
		err = spec.ReadOpenJSON(g.Value, &o.Number)
	case spec.OutText:
		err = spec.ReadOpenJSON(g.Value, &o.Text)
	case spec.OutEntity:
		if err = spec.ReadOpenJSON(g.Value, &o.Entity); err == nil && o.Entity != "" {
			o.Entity = c.handle(o.Entity)
			if !c.nameable(o.Entity) {
				return o, noHandle
			}
		}
	case spec.OutValue:
		var raw spec.RawValue
		err = spec.ReadOpenJSON(g.Value, &raw)
		o.Value = raw.Untyped()
	case spec.OutEntities, spec.OutPath:
		err = spec.ReadOpenJSON(g.Values, &o.Entities)
		o.Entities = slices.DeleteFunc(o.Entities, func(h spec.Handle) bool { return !c.known[h] })
	case spec.OutIDs:
		var ids []draftID
		err = spec.ReadOpenJSON(g.Values, &ids)
		o.IDs = slices.DeleteFunc(c.ids(ids), func(id spec.ID) bool { return !c.visible(op.Entity, id) })
	case spec.OutRows:
		o.Rows = c.rows(op, g)
	case spec.OutEvents:
		o.Events, err = c.events(g)
	}
	if err != nil {
		return o, noValue
	}
	return o, ""
}

// rejection is the code of a refusal: a process that aborted refused, too (see the transcripts' README).
func rejection(e *spec.Error) spec.ErrorCode {
	if e == nil || e.Code == "panic" {
		return spec.CodeInvalid
	}
	return e.Code
}

func refusal(e *spec.Error) string {
	if e == nil {
		return "no reason given"
	}
	return firstLine(e.Message)
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}

// nameable reports whether a trace of version 1 can speak of h: an entity of the trace, a reserved handle or a wildcard.
func (c *converter) nameable(h spec.Handle) bool {
	if h.IsWildcard() || c.known[h] || c.builtin[h] {
		return true
	}
	component, _, isMember := strings.Cut(string(h), ".")
	return isMember && c.members[spec.Handle(component)]
}

// visible reports whether an id of an entity is one that version 1 shows: not the name, not the component record,
// and not a policy that Flecs gives its components by itself (ruling 4).
func (c *converter) visible(e spec.Handle, id spec.ID) bool {
	if id.First == spec.ComponentTag || id.First == spec.Identifier {
		return false
	}
	if !c.nameable(id.First) || id.Second != "" && !c.nameable(id.Second) {
		return false
	}
	policy := id.First == spec.OnDelete || id.First == spec.OnDeleteTarget || id.First == spec.OnInstantiate
	return !policy || id.HasWildcard() || c.given[e][id] || c.builtin[e]
}

// rows converts results: one row per entity, without those that speak of entities that are not the trace's.
func (c *converter) rows(op *spec.Operation, g *draftGot) []spec.Row {
	results := g.Results
	if g.Result != nil {
		results = append(results, *g.Result)
	}
	q := op.Query
	if q == nil {
		q = c.prepared[op.On]
	}
	places, n := c.fieldPlaces(q)
	out := []spec.Row{}
	for i := range results {
		r := &results[i]
		if len(r.Entities) == 0 {
			if row, ok := c.row(r, "", 0, aligned(places, n, len(r.Fields))); ok {
				out = append(out, row)
			}
		}
		for k, e := range r.Entities {
			if row, ok := c.row(r, e, k, aligned(places, n, len(r.Fields))); ok && c.known[e] {
				out = append(out, row)
			}
		}
	}
	return out
}

func (c *converter) row(r *draftResult, this spec.Handle, k int, places []place) (spec.Row, bool) {
	row := spec.Row{This: this, Vars: map[string]spec.Handle{}, Group: r.Group}
	for _, name := range slices.Sorted(maps.Keys(r.Vars)) {
		v := r.Vars[name]
		switch {
		case strings.HasPrefix(name, "_"), name == spec.This: // anonymous, and the entity itself
		case strings.Contains(name, "."): // the result of a lookup, which is no variable
		case v == spec.Wildcard:
			row.Vars[name] = ""
		case c.known[v]:
			row.Vars[name] = v
		default:
			return row, false
		}
	}
	for _, p := range places {
		f, ok := c.field(&r.Fields[p.at], this, k, p.not)
		if !ok {
			return row, false
		}
		row.Fields = append(row.Fields, f)
	}
	return row, true
}

// aligned are the places of a query's fields in a result with so many; all of them where the query gives no other
// answer.
func aligned(places []place, n, fields int) []place {
	if n == fields {
		return places
	}
	all := make([]place, fields)
	for i := range all {
		all[i].at = i
	}
	return all
}

// field converts a field; false means that version 1 does not show it. The field of a Not term has
// nothing to show: whatever Flecs leaves there stands as it is.
func (c *converter) field(d *draftField, this spec.Handle, k int, not bool) (spec.Field, bool) {
	f := spec.Field{Set: d.Set}
	if !d.Set {
		return f, true
	}
	f.ID = c.id(spec.ID(d.ID))
	holder := this
	if d.Src != nil {
		f.Src, holder = *d.Src, *d.Src
	}
	if !not && (f.Src != "" && !c.nameable(f.Src) || !c.visible(holder, f.ID)) {
		return f, false
	}
	switch {
	case d.Value != nil:
		f.Value = d.Value.Untyped()
	case k < len(d.Values):
		f.Value = d.Values[k].Untyped()
	}
	if d.RO != nil && d.WO != nil && f.Value != nil {
		f.Access = access(*d.RO, *d.WO)
	}
	return f, true
}

func access(readonly, writeonly bool) spec.Access {
	switch {
	case readonly:
		return spec.AccessIn
	case writeonly:
		return spec.AccessOut
	}
	return spec.AccessInOut
}

func hasValues(rows []spec.Row) bool {
	return slices.ContainsFunc(rows, func(r spec.Row) bool {
		return slices.ContainsFunc(r.Fields, func(f spec.Field) bool { return f.Value != nil })
	})
}

func (c *converter) events(g *draftGot) ([]spec.Event, error) {
	events := g.Events
	if g.Values != nil {
		if err := spec.ReadOpenJSON(g.Values, &events); err != nil {
			return nil, err
		}
	}
	out := []spec.Event{}
	for _, e := range events {
		if !c.known[e.Entity] {
			continue
		}
		v := spec.Event{Observer: e.Observer, Event: e.Event, Entity: e.Entity, ID: c.id(spec.ID(e.ID))}
		for _, f := range e.Fields {
			if f.ID == e.ID && f.Src != nil {
				v.Src = *f.Src
				break
			}
		}
		if c.monitors[e.Observer] { // tells without id that the entity came or went (P-53)
			v.ID, v.Src, v.Leave = spec.ID{}, "", e.Event == spec.OnRemove
		}
		out = append(out, v)
	}
	return out, nil
}
