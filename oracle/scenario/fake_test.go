package scenario_test

import (
	"slices"
	"strings"

	"github.com/relspec/relspec/spec"
)

// toy is a minimal engine for these tests: entities with ids and names, no consequences, and
// queries for one id. Its switches make it wrong on purpose.
type toy struct {
	entities []spec.Handle
	names    map[spec.Handle]string
	ids      map[spec.Handle][]spec.DumpID
	scripted map[spec.OpKind]spec.Outcome // fixed answers

	noDump    bool // answers unsupported to dump
	leaky     bool // a query adds something
	forgetful bool // queries lose their first row
	lenient   bool // a handle may be used twice
}

func newToy(spec.Profile) spec.Engine { return freshToy() }

func freshToy() *toy {
	return &toy{names: map[spec.Handle]string{}, ids: map[spec.Handle][]spec.DumpID{}}
}

func (e *toy) Apply(op spec.Operation) spec.Outcome {
	if out, scripted := e.scripted[op.Op]; scripted {
		return out
	}
	switch string(op.Op) {
	case "entity", "component":
		if slices.Contains(e.entities, op.Entity) {
			if e.lenient {
				return spec.OK()
			}
			return spec.Fail(spec.Errorf(spec.CodeExists, "%s exists", op.Entity))
		}
		e.entities = append(e.entities, op.Entity)
		if op.Name != nil {
			e.names[op.Entity] = *op.Name
		}
		for _, id := range op.IDs {
			e.ids[op.Entity] = append(e.ids[op.Entity], spec.DumpID{ID: id})
		}
	case "add", "set":
		value := op.Value.Untyped()
		e.ids[op.Entity] = append(e.ids[op.Entity], spec.DumpID{ID: op.ID, Value: value})
	case "remove":
		e.ids[op.Entity] = slices.DeleteFunc(e.ids[op.Entity], func(d spec.DumpID) bool { return d.ID == op.ID })
	case "delete":
		e.entities = slices.DeleteFunc(e.entities, func(h spec.Handle) bool { return h == op.Entity })
		delete(e.ids, op.Entity)
	case "has":
		if e.leaky {
			e.ids[op.Entity] = append(e.ids[op.Entity], spec.DumpID{ID: spec.Single("Leak")})
		}
		return spec.BoolOutcome(e.has(op.Entity, op.ID))
	case "get":
		for _, d := range e.ids[op.Entity] {
			if d.ID == op.ID {
				return spec.Outcome{Kind: spec.OutValue, Value: d.Value}
			}
		}
		return spec.Outcome{Kind: spec.OutValue}
	case "targets":
		out := spec.Outcome{Kind: spec.OutEntities}
		for _, d := range e.ids[op.Entity] {
			if d.ID.First == op.Relationship {
				out.Entities = append(out.Entities, d.ID.Second)
			}
		}
		return out
	case "dump":
		return e.dump()
	case "query":
		return e.query(op.Query.Expr)
	default:
		return spec.Fail(spec.Errorf(spec.CodeUnsupported, "a toy has no %s", op.Op))
	}
	return spec.OK()
}

func (e *toy) has(h spec.Handle, id spec.ID) bool {
	return slices.ContainsFunc(e.ids[h], func(d spec.DumpID) bool { return d.ID == id })
}

func (e *toy) dump() spec.Outcome {
	if e.noDump {
		return spec.Fail(spec.Errorf(spec.CodeUnsupported, "no dump"))
	}
	d := &spec.Dump{}
	for _, h := range slices.Sorted(slices.Values(e.entities)) {
		d.Entities = append(d.Entities, spec.DumpEntity{Handle: h, Name: e.names[h], IDs: slices.Clone(e.ids[h])})
	}
	return spec.Outcome{Kind: spec.OutDump, Dump: d}
}

func (e *toy) query(text string) spec.Outcome {
	first, second, pair := strings.Cut(strings.Trim(text, "()"), ", ")
	id := spec.Single(spec.Handle(first))
	if pair {
		id.Second = spec.Handle(second)
	}
	out := spec.Outcome{Kind: spec.OutRows}
	for _, h := range e.entities {
		if e.has(h, id) {
			out.Rows = append(out.Rows, spec.Row{This: h, Fields: []spec.Field{{Set: true, ID: id}}})
		}
	}
	if e.forgetful && len(out.Rows) > 0 {
		out.Rows = out.Rows[1:]
	}
	return out
}
