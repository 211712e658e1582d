package law

import (
	"fmt"
	"maps"
	"slices"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/spec"
)

// declares reports whether the profile has declared relationships.
func declares(p *spec.Profile) bool { return p.Has(spec.OpRelationship) }

// question asks the engine. It returns false if the engine refuses, and a difference if it crashes.
func (c Case) question(op spec.Operation) (spec.Outcome, bool, *compare.Difference) {
	*c.Questions = append(*c.Questions, op)
	out := c.Engine.Apply(op)
	if compare.Broken(&out) {
		return out, false, compare.DifferenceOf(compare.DiffBroken, &op, &c.Outcome, &out)
	}
	return out, out.Err == nil, nil
}

func (c Case) along(kind spec.OpKind, e spec.Handle) spec.Operation {
	return spec.Operation{Op: kind, Entity: e, Relationship: c.Op.Relationship}
}

func (c Case) contradicts(format string, args ...any) *compare.Difference {
	return &compare.Difference{Kind: compare.DiffLaw, Op: c.Op.Op, Lines: []string{fmt.Sprintf(format, args...)}}
}

// inverseLaw: an edge is visible from both ends.
func inverseLaw() *Law {
	return &Law{
		Name:    "inverse",
		Summary: "s is among the sources of t exactly if t is among the targets of s",
		Needs:   declares,
		Check: func(c Case) (int, *compare.Difference) {
			back := spec.OpSources
			switch c.Op.Op { //nolint:exhaustive // the law is about these
			case spec.OpTargets:
			case spec.OpSources:
				back = spec.OpTargets
			default:
				return 0, nil
			}
			applied := 0
			for _, e := range c.Outcome.Entities {
				out, ok, d := c.question(c.along(back, e))
				if d != nil {
					return applied, d
				}
				if !ok { // the relationship has no reverse index
					return applied, nil
				}
				applied++
				if !slices.Contains(out.Entities, c.Op.Entity) {
					return applied, c.contradicts("%s is among the %s of %s, which is not among the %s of %s", e,
						c.Op.Op, c.Op.Entity, back, e)
				}
			}
			return applied, nil
		},
	}
}

// closureLaw: the entities below an entity are its sources and the entities below these sources.
func closureLaw() *Law {
	return &Law{
		Name:    "closure",
		Summary: "traverse without a bound returns the sources of an entity and everything below them, each once, and not the entity itself",
		Needs:   declares,
		Check: func(c Case) (int, *compare.Difference) {
			if c.Op.Op != spec.OpTraverse || c.Op.MaxDepth != 0 {
				return 0, nil
			}
			below := c.Outcome.Entities
			want := map[spec.Handle]bool{}
			for _, e := range append([]spec.Handle{c.Op.Entity}, below...) {
				out, ok, d := c.question(c.along(spec.OpSources, e))
				if d != nil || !ok {
					return 0, d
				}
				for _, s := range out.Entities {
					want[s] = s != c.Op.Entity
				}
			}
			for i, e := range below {
				if !want[e] || slices.Contains(below[:i], e) {
					return 1, c.contradicts("%s is below %s, and no source of it or of anything below, or twice", e,
						c.Op.Entity)
				}
			}
			for _, e := range slices.Sorted(maps.Keys(want)) {
				if want[e] && !slices.Contains(below, e) {
					return 1, c.contradicts("%s is a source of %s or of what is below, and not below", e, c.Op.Entity)
				}
			}
			return 1, nil
		},
	}
}

// preorderLaw: each entity of a walk is a child of the last entity before it that is one level
// higher.
func preorderLaw() *Law {
	return &Law{
		Name:    "preorder",
		Summary: "in the answer of traverse without a bound each entity has an edge to the last entity before it that is one level higher, at depth 0 to the root",
		Needs:   declares,
		Check: func(c Case) (int, *compare.Difference) {
			if c.Op.Op != spec.OpTraverse || len(c.Outcome.Depths) != len(c.Outcome.Entities) || c.Op.MaxDepth > 0 {
				// With a bound, the shortest path to an entity may differ from the first one
				// (hierarchy.walks).
				return 0, nil
			}
			path := []spec.Handle{c.Op.Entity}
			for i, e := range c.Outcome.Entities {
				depth := c.Outcome.Depths[i]
				if depth < 0 || depth >= len(path) {
					return 1, c.contradicts("%s has depth %d, more than one below the entity before it", e,
						depth)
				}
				path = append(path[:depth+1], e)
				out, ok, d := c.question(c.along(spec.OpTargets, e))
				if d != nil || !ok {
					return 0, d
				}
				if !slices.Contains(out.Entities, path[depth]) {
					return 1, c.contradicts("%s stands below %s and has no edge to it", e, path[depth])
				}
			}
			return 1, nil
		},
	}
}

// ascentLaw: walk_up returns the first target, then walks up from there.
func ascentLaw() *Law {
	return &Law{
		Name:    "ascent",
		Summary: "walk_up returns the first target of an entity, then the first target of that one, until there is none",
		Needs:   declares,
		Check: func(c Case) (int, *compare.Difference) {
			if c.Op.Op != spec.OpWalkUp {
				return 0, nil
			}
			at := c.Op.Entity
			for i, e := range append(slices.Clone(c.Outcome.Entities), "") {
				if i == c.Op.Take && i > 0 {
					break
				}
				out, ok, d := c.question(c.along(spec.OpTarget, at))
				if d != nil || !ok {
					return 0, d
				}
				if out.Entity != e {
					return 1, c.contradicts("after %s comes %q, and its first target is %q", at, e, out.Entity)
				}
				at = e
			}
			return 1, nil
		},
	}
}

// livingLaw: no edge mentions a dead entity.
func livingLaw() *Law {
	return &Law{
		Name:    "living",
		Summary: "after a deletion no edge has a source or target that is dead",
		Needs:   declares,
		Check: func(c Case) (int, *compare.Difference) {
			if c.Op.Op != spec.OpDelete {
				return 0, nil
			}
			out, ok, d := c.question(spec.Operation{Op: spec.OpDump})
			if d != nil || !ok {
				return 0, d
			}
			for _, e := range out.Dump.Entities {
				for _, id := range e.IDs {
					alive := func(o spec.DumpEntity) bool { return o.Handle == id.ID.Second }
					if id.ID.IsPair() && !slices.ContainsFunc(out.Dump.Entities, alive) {
						return 1, c.contradicts("%s has %s, whose target is dead", e.Handle, id.ID)
					}
				}
			}
			return 1, nil
		},
	}
}

// membershipLaw: a query has the entities that have the ids of its terms.
func membershipLaw() *Law {
	return &Law{
		Name:    "membership",
		Summary: "each entity of an answer has the ids of all terms and none of the negated terms; a query of one term has as many entities as count says",
		Needs:   declares,
		Check: func(c Case) (int, *compare.Difference) {
			if c.Op.Op != spec.OpQuery || len(c.Op.Vars) > 0 {
				return 0, nil
			}
			for _, row := range c.Outcome.Rows {
				for _, t := range c.Op.Query.Terms {
					out, ok, d := c.question(spec.Operation{Op: spec.OpHas, Entity: row.This, ID: termID(&t)})
					if d != nil || !ok {
						return 0, d
					}
					if out.Bool == (t.Oper == spec.Not) {
						return 1, c.contradicts("%s is in the answer, and has %s is %t", row.This, termID(&t), out.Bool)
					}
				}
			}
			if len(c.Op.Query.Terms) != 1 || c.Op.Query.Terms[0].Oper == spec.Not || c.Op.Limit != 0 || c.Op.Skip != 0 {
				return 1, nil
			}
			out, ok, d := c.question(spec.Operation{Op: spec.OpCount, ID: termID(&c.Op.Query.Terms[0])})
			if d != nil || !ok {
				return 1, d
			}
			if out.Number != int64(len(c.Outcome.Rows)) {
				return 1, c.contradicts("the answer has %d entities, and count is %d", len(c.Outcome.Rows), out.Number)
			}
			return 1, nil
		},
	}
}

func termID(t *spec.Term) spec.ID {
	return spec.ID{First: spec.Handle(t.First.Name), Second: spec.Handle(t.Second.Name)}
}

// replayLaw: the events of a monitor determine which entities match.
func replayLaw() *Law {
	return &Law{
		Name:    "replay",
		Summary: "the entities that the events of a monitor added and did not remove match its query, counted from its start or a restore that it does not hear",
		Needs:   declares,
		Check: func(c Case) (int, *compare.Difference) {
			if c.Op.Op != spec.OpEvents {
				return 0, nil
			}
			applied := 0
			for _, name := range slices.Sorted(maps.Keys(c.Monitors)) {
				m := c.Monitors[name]
				rows, ok, d := c.question(spec.Operation{Op: spec.OpQuery, Query: m.query})
				if d != nil {
					return applied, d
				}
				now := map[spec.Handle]bool{}
				for _, r := range rows.Rows {
					now[r.This] = true
				}
				if !ok || !m.known {
					m.members, m.known = now, ok
					continue
				}
				applied++
				if d := m.replays(c, name, now); d != nil {
					return applied, d
				}
			}
			return applied, nil
		},
	}
}

// monitor is an observer of entities that start or stop matching a query.
type monitor struct {
	query   *spec.Query
	members map[spec.Handle]bool
	known   bool // members is up to date as of the last events operation
}

// replays applies the events to the members and compares the result with now, the entities that
// match.
func (m *monitor) replays(c Case, name string, now map[spec.Handle]bool) *compare.Difference {
	for _, e := range c.Outcome.Events {
		if e.Observer != name {
			continue
		}
		if m.members[e.Entity] == (e.Event == spec.OnAdd) {
			return c.contradicts("%s reports %s of %s, which changes nothing", name, e.Event, e.Entity)
		}
		if e.Event == spec.OnAdd {
			m.members[e.Entity] = true
		} else {
			delete(m.members, e.Entity)
		}
	}
	if len(m.members) != len(now) {
		return c.contradicts("according to the events of %s %d entities match its query, but %d do", name, len(m.members),
			len(now))
	}
	for _, e := range slices.Sorted(maps.Keys(m.members)) {
		if !now[e] {
			return c.contradicts("according to the events of %s %s matches its query, but it does not", name, e)
		}
	}
	return nil
}

// followMonitors keeps a list of the monitors, except those with a parent, which end with it.
func (l *Checker) followMonitors(op *spec.Operation) {
	if !declares(&l.kase.Profile) {
		return
	}
	switch op.Op { //nolint:exhaustive // the others concern no monitor
	case spec.OpObserve:
		if l.kase.Monitors == nil {
			l.kase.Monitors = map[string]*monitor{}
		}
		if op.Parent == "" {
			l.kase.Monitors[op.As] = &monitor{query: op.Query}
		}
	case spec.OpRelease:
		delete(l.kase.Monitors, op.On)
	case spec.OpReset:
		l.kase.Monitors = nil
	case spec.OpRestore:
		for _, m := range l.kase.Monitors {
			m.known = m.known && l.kase.Profile.RestoreEvents
		}
	}
}
