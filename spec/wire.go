package spec

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"sync"
)

// opWire is the flat JSON form of an operation: the fields of the query are next to the others.
type opWire struct {
	Op       OpKind   `json:"op"`
	As       string   `json:"as,omitempty"`
	Entity   Handle   `json:"entity,omitempty"`
	ID       ID       `json:"id,omitzero"`
	IDs      []ID     `json:"ids,omitempty"`
	Name     *string  `json:"name,omitempty"`
	Parent   Handle   `json:"parent,omitempty"`
	Unscoped bool     `json:"unscoped,omitempty"`
	More     []Handle `json:"more,omitempty"`
	Members  []Member `json:"members,omitempty"`
	Value    RawValue `json:"value,omitempty"`
	Args     Untyped  `json:"args,omitempty"`
	Declaration
	Relationship  Handle            `json:"relationship,omitempty"`
	Index         int               `json:"index,omitempty"`
	Path          string            `json:"path,omitempty"`
	From          Handle            `json:"from,omitempty"`
	Before        Handle            `json:"before,omitempty"`
	After         Handle            `json:"after,omitempty"`
	Recursive     *bool             `json:"recursive,omitempty"`
	MaxDepth      int               `json:"max_depth,omitempty"`
	Take          int               `json:"take,omitempty"`
	Query         string            `json:"query,omitempty"`
	Iter          string            `json:"iter,omitempty"`
	Terms         *[]Term           `json:"terms,omitempty"`
	Expr          *string           `json:"expr,omitempty"`
	Syntax        Dialect           `json:"syntax,omitempty"`
	Kind          QueryKind         `json:"kind,omitempty"`
	OrderBy       *OrderBy          `json:"order_by,omitempty"`
	GroupBy       Handle            `json:"group_by,omitempty"`
	Instanced     bool              `json:"instanced,omitempty"`
	DetectChanges bool              `json:"detect_changes,omitempty"`
	Vars          map[string]Handle `json:"vars,omitempty"`
	Values        bool              `json:"values,omitempty"`
	Batches       bool              `json:"batches,omitempty"`
	Limit         int               `json:"limit,omitempty"`
	Skip          int               `json:"skip,omitempty"`
	Group         *Handle           `json:"group,omitempty"`
	Event         Handle            `json:"event,omitempty"`
	Events        []EventKind       `json:"events,omitempty"`
	Untouched     bool              `json:"untouched,omitempty"`
	Changes       bool              `json:"changes,omitempty"`
	Monitor       bool              `json:"monitor,omitempty"`
	YieldExisting bool              `json:"yield_existing,omitempty"`
	Acts          []Operation       `json:"acts,omitempty"`
	Profile       string            `json:"profile,omitempty"`
	Options       map[string]any    `json:"options,omitempty"`
	Text          string            `json:"text,omitempty"`
}

// sameFields lists the fields that an operation and its JSON form have in common, by their index in
// each. The other fields are the declaration, and the query or its name. The list is computed when
// the first operation is read or written, because a program that embeds fast may never do that.
var sameFields = sync.OnceValue(func() (same []struct{ wire, op int }) {
	wire, op := reflect.TypeFor[opWire](), reflect.TypeFor[Operation]()
	for i := range wire.NumField() {
		if f, has := op.FieldByName(wire.Field(i).Name); has && wire.Field(i).Type.AssignableTo(f.Type) {
			same = append(same, struct{ wire, op int }{i, f.Index[0]})
		}
	}
	return same
})

// MarshalJSON writes the operation as one flat object without unused fields.
func (o Operation) MarshalJSON() ([]byte, error) { return json.Marshal(o.wire()) }

func (o *Operation) wire() *opWire {
	w := &opWire{}
	to, from := reflect.ValueOf(w).Elem(), reflect.ValueOf(o).Elem()
	for _, at := range sameFields() {
		to.Field(at.wire).Set(from.Field(at.op))
	}
	w.Declaration = o.Declared
	if o.Op == OpIterNext || o.Op == OpIterEnd {
		w.Iter = o.On
	} else {
		w.Query = o.On
	}
	if q := o.Query; q != nil {
		if q.IsText() {
			w.Expr, w.Syntax = &q.Expr, q.Syntax
		} else {
			terms := q.Terms
			if terms == nil {
				terms = []Term{}
			}
			w.Terms = &terms
		}
		w.Kind, w.OrderBy, w.GroupBy = q.Kind, q.OrderBy, q.GroupBy
		w.Instanced, w.DetectChanges = q.Instanced, q.DetectChanges
	}
	return w
}

// UnmarshalJSON reads one flat object. Unknown fields and operations are errors.
func (o *Operation) UnmarshalJSON(b []byte) error {
	var w opWire
	if err := ReadJSON(b, &w); err != nil {
		return err
	}
	return o.fromWire(&w)
}

func (o *Operation) fromWire(w *opWire) error {
	if !w.Op.Known() {
		return fmt.Errorf("unknown operation %q", w.Op)
	}
	*o = Operation{Declared: w.Declaration, On: w.Query}
	to, from := reflect.ValueOf(o).Elem(), reflect.ValueOf(w).Elem()
	for _, at := range sameFields() {
		to.Field(at.op).Set(from.Field(at.wire))
	}
	if w.Iter != "" {
		o.On = w.Iter
	}
	if w.Terms != nil && w.Expr != nil {
		return fmt.Errorf("a query has terms and expr; give one of them")
	}
	if w.Terms != nil || w.Expr != nil {
		q := &Query{
			Syntax: w.Syntax, Kind: w.Kind, OrderBy: w.OrderBy, GroupBy: w.GroupBy,
			Instanced: w.Instanced, DetectChanges: w.DetectChanges,
		}
		if w.Terms != nil {
			q.Terms = *w.Terms
		} else {
			q.Expr, q.Text = *w.Expr, true
		}
		o.Query = q
	}
	return nil
}

type outcomeWire struct {
	OK          bool            `json:"ok"`
	Error       *Error          `json:"error,omitempty"`
	Value       json.RawMessage `json:"value,omitempty"`
	Values      json.RawMessage `json:"values,omitempty"`
	Depths      []int           `json:"depths,omitempty"`
	Results     *results        `json:"results,omitempty"`
	Dump        *Dump           `json:"dump,omitempty"`
	Events      *[]Event        `json:"events,omitempty"`
	Explanation *Explanation    `json:"explanation,omitempty"`
	Info        *Info           `json:"info,omitempty"`
	Failures    *[]Failure      `json:"failures,omitempty"`
}

// results are rows as they are written in JSON, where entities with the same fields may share a
// result.
type results []Row

// UnmarshalJSON splits results with several entities into rows.
func (r *results) UnmarshalJSON(b []byte) error {
	var raw []json.RawMessage
	if err := ReadJSON(b, &raw); err != nil {
		return err
	}
	*r = results{}
	for _, m := range raw {
		rows, err := decodeResult(m)
		if err != nil {
			return err
		}
		*r = append(*r, rows...)
	}
	return nil
}

func nullable(h Handle) any {
	if h == "" {
		return nil
	}
	return h
}

// MarshalJSON writes {"ok":true,...} or {"ok":false,"error":{...}}.
func (o Outcome) MarshalJSON() ([]byte, error) {
	w := outcomeWire{OK: o.Err == nil, Error: o.Err}
	if o.Err != nil {
		return json.Marshal(w)
	}
	var err error
	raw := func(v any) (text json.RawMessage) {
		text, err = json.Marshal(v)
		return text
	}
	switch o.Kind {
	case OutNone:
	case OutBool:
		w.Value = raw(o.Bool)
	case OutNumber:
		w.Value = raw(o.Number)
	case OutEntity:
		w.Value = raw(nullable(o.Entity))
	case OutText:
		w.Value = raw(o.Text)
	case OutValue:
		w.Value = raw(o.Value.Raw())
	case OutEntities, OutPath:
		w.Values = raw(append([]Handle{}, o.Entities...))
		w.Depths = o.Depths
	case OutIDs:
		w.Values = raw(append([]ID{}, o.IDs...))
	case OutRows:
		rows := append(results{}, o.Rows...)
		w.Results = &rows
	case OutDump:
		w.Dump = o.Dump
	case OutEvents:
		events := append([]Event{}, o.Events...)
		w.Events = &events
		if len(o.Failures) > 0 {
			w.Failures = &o.Failures
		}
	case OutExplanation:
		w.Explanation = o.Explanation
	case OutInfo:
		w.Info = o.Info
	case OutFailures:
		failures := append([]Failure{}, o.Failures...)
		w.Failures = &failures
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(w)
}

// DecodeOutcome reads the answer to an operation of kind op. Component values stay untyped
// ([RawValue.Untyped]): whole numbers are I64, other numbers F64, entities and strings String.
func DecodeOutcome(op OpKind, b []byte) (Outcome, error) {
	var w outcomeWire
	if err := ReadJSON(b, &w); err != nil {
		return Outcome{}, err
	}
	if !w.OK {
		if w.Error == nil {
			return Outcome{}, fmt.Errorf("the answer is not ok but has no error")
		}
		return Outcome{Err: w.Error}, nil
	}
	o := Outcome{Kind: op.Outcome()}
	var err error
	need := func(present bool, name string) {
		if !present && err == nil {
			err = fmt.Errorf("the answer to %s needs %q", op, name)
		}
	}
	value := func(to any) {
		need(w.Value != nil, "value")
		if err == nil {
			err = ReadJSON(w.Value, to)
		}
	}
	values := func(to any) {
		need(w.Values != nil, "values")
		if err == nil {
			err = ReadJSON(w.Values, to)
		}
	}
	switch o.Kind {
	case OutNone:
	case OutBool:
		value(&o.Bool)
	case OutNumber:
		value(&o.Number)
	case OutEntity:
		value(&o.Entity)
	case OutText:
		value(&o.Text)
	case OutValue:
		var raw RawValue
		value(&raw)
		o.Value = raw.Untyped()
	case OutEntities, OutPath:
		values(&o.Entities)
		if o.Depths = w.Depths; len(o.Depths) > 0 && len(o.Depths) != len(o.Entities) {
			return o, fmt.Errorf("the answer to %s has %d values and %d depths", op, len(o.Entities), len(o.Depths))
		}
	case OutIDs:
		values(&o.IDs)
	case OutRows:
		need(w.Results != nil, "results")
		if w.Results != nil {
			o.Rows = *w.Results
		}
	case OutDump:
		need(w.Dump != nil, "dump")
		o.Dump = w.Dump
	case OutEvents:
		need(w.Events != nil, "events")
		if w.Events != nil {
			o.Events = *w.Events
		}
		if w.Failures != nil {
			o.Failures = *w.Failures
		}
	case OutExplanation:
		need(w.Explanation != nil, "explanation")
		o.Explanation = w.Explanation
	case OutInfo:
		need(w.Info != nil, "info")
		o.Info = w.Info
	case OutFailures:
		if w.Failures != nil { // an engine without failures may omit them
			o.Failures = *w.Failures
		}
	}
	return o, err
}

// Untyped converts a raw value without a type. Members are sorted by name; whole numbers become
// I64, others F64, and strings String. For example, 1, 1.0 and 1e0 are all the I64 1.
func (r RawValue) Untyped() Value {
	if r == nil {
		return nil
	}
	v := make(Value, 0, len(r))
	for name, raw := range r {
		s := Scalar{Type: String}
		switch t := raw.(type) {
		case bool:
			s = Scalar{Type: Bool, Bool: t}
		case string:
			s.Text = t
		case nil:
			s.Type = Entity
		default:
			if n, ok := integer(raw); ok {
				s = Scalar{Type: I64, Int: n}
			} else if f, ok := number(raw); ok {
				s = Scalar{Type: F64, Num: f}
			}
		}
		v = append(v, NamedScalar{name, s})
	}
	slices.SortFunc(v, func(a, b NamedScalar) int { return bytes.Compare([]byte(a.Name), []byte(b.Name)) })
	return v
}

type fieldWire struct {
	ID     *ID             `json:"id,omitempty"`
	Src    json.RawMessage `json:"src,omitempty"`
	Set    bool            `json:"set"`
	Value  RawValue        `json:"value,omitempty"`
	Access Access          `json:"access,omitempty"`
	Or     []FieldChoice   `json:"or,omitempty"`
}

// MarshalJSON writes {"id":..., "src":null, "set":true}.
func (f Field) MarshalJSON() ([]byte, error) {
	w := fieldWire{ID: &f.ID, Set: f.Set, Value: f.Value.Raw(), Access: f.Access, Or: f.Or}
	if f.NoID {
		w.ID = nil
	}
	switch {
	case f.Src != "":
		src, err := json.Marshal(f.Src)
		if err != nil {
			return nil, err
		}
		w.Src = src
	case !f.NoSrc:
		w.Src = json.RawMessage("null")
	}
	return json.Marshal(w)
}

// UnmarshalJSON reads the form that MarshalJSON writes. Values stay untyped.
func (f *Field) UnmarshalJSON(b []byte) error {
	var w fieldWire
	if err := ReadJSON(b, &w); err != nil {
		return err
	}
	*f = Field{NoID: w.ID == nil, NoSrc: len(w.Src) == 0, Set: w.Set, Value: w.Value.Untyped(), Access: w.Access, Or: w.Or}
	if w.ID != nil {
		f.ID = *w.ID
	}
	if f.NoSrc || string(w.Src) == "null" {
		return nil
	}
	return ReadJSON(w.Src, &f.Src)
}

type rowWire struct {
	Entities []Handle           `json:"entities"`
	Fields   []Field            `json:"fields"`
	Vars     map[string]*Handle `json:"vars"`
	Block    int                `json:"block,omitempty"`
	Batch    int                `json:"batch,omitempty"`
	Group    *Handle            `json:"group,omitempty"`
	Changed  bool               `json:"changed,omitempty"`
}

// MarshalJSON writes one result with at most one entity. Unset variables are null.
func (r Row) MarshalJSON() ([]byte, error) {
	w := rowWire{
		Entities: []Handle{}, Fields: r.Fields, Vars: map[string]*Handle{}, Block: r.Block, Batch: r.Batch,
		Group: r.Group, Changed: r.Changed,
	}
	if r.This != "" {
		w.Entities = append(w.Entities, r.This)
	}
	if w.Fields == nil {
		w.Fields = []Field{}
	}
	for k, v := range r.Vars {
		w.Vars[k] = nil
		if v != "" {
			w.Vars[k] = &v
		}
	}
	return json.Marshal(w)
}

// UnmarshalJSON reads one result with at most one entity. Decoding an [Outcome] splits a result
// with several entities.
func (r *Row) UnmarshalJSON(b []byte) error {
	rows, err := decodeResult(b)
	if err != nil {
		return err
	}
	if len(rows) != 1 {
		return fmt.Errorf("a result has %d entities; expected one", len(rows))
	}
	*r = rows[0]
	return nil
}

func decodeResult(b []byte) ([]Row, error) {
	var w rowWire
	if err := ReadJSON(b, &w); err != nil {
		return nil, err
	}
	r := Row{
		Fields: w.Fields, Block: w.Block, Batch: w.Batch, Group: w.Group, Changed: w.Changed,
		Vars: map[string]Handle{},
	}
	for k, v := range w.Vars {
		r.Vars[k] = ""
		if v != nil {
			r.Vars[k] = *v
		}
	}
	if len(w.Entities) == 0 {
		return []Row{r}, nil
	}
	out := make([]Row, len(w.Entities))
	for i, e := range w.Entities {
		out[i] = r
		out[i].This = e
	}
	return out, nil
}

type dumpIDWire struct {
	ID    ID       `json:"id"`
	Value RawValue `json:"value,omitempty"`
	Off   bool     `json:"off,omitempty"`
}

// MarshalJSON writes the id alone for a tag, {"id":...,"value":...} for a value, with "off" if the
// id is disabled.
func (d DumpID) MarshalJSON() ([]byte, error) {
	if d.Value == nil && !d.Off {
		return json.Marshal(d.ID)
	}
	return json.Marshal(dumpIDWire{d.ID, d.Value.Raw(), d.Off})
}

// UnmarshalJSON reads the form that MarshalJSON writes. Values stay untyped.
func (d *DumpID) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '{' {
		var w dumpIDWire
		if err := ReadJSON(b, &w); err != nil {
			return err
		}
		*d = DumpID{w.ID, w.Value.Untyped(), w.Off}
		return nil
	}
	*d = DumpID{}
	return json.Unmarshal(b, &d.ID)
}
