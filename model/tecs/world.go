package tecs

import (
	"maps"
	"slices"

	"github.com/relspec/relspec/spec"
)

// World is a world of the Tecs family. It implements [spec.Engine]. It is not safe for
// concurrent use.
type World struct {
	state
	profile    spec.Profile
	relations  map[spec.Handle]spec.Declaration
	components map[spec.Handle][]spec.Member
	limits     spec.Limits
	work       int // steps left for the current operation

	queries   map[string]*query
	observers []*observer
	snapshots map[string]state
	log       []spec.Event
	lost      *spec.Error // why the log was lost; nil if it is complete
	deferred  int         // number of open deferrals
	commands  []spec.Operation
	staged    []spec.Handle // entities that become alive when the deferral ends (declared.staged)
}

var _ spec.Engine = (*World)(nil)

// state is the part of a world that operations change and that a snapshot saves
// (TECS-001, TECS-018).
type state struct {
	made  []spec.Handle                       // every entity, in order of creation
	alive map[spec.Handle]bool                // has a key for each entity; false if it is dead or staged
	parts map[part]spec.Value                 // the components of entities, with their data
	edges map[spec.Handle]map[link]spec.Value // the edges of each source, with their fields
	born  int                                 // number of entities ever created; not reset by restore
}

// part is a component of an entity.
type part struct{ entity, component spec.Handle }

// edge is directed: the source has the relationship to the target, but not vice versa (TECS-001).
type edge struct {
	source spec.Handle
	link
}

// link is an edge without its source.
type link struct{ relation, target spec.Handle }

// New returns an empty world, in which only ChildOf is declared (TECS-048).
func New(p spec.Profile, limits spec.Limits) *World {
	return &World{
		state: state{
			alive: map[spec.Handle]bool{}, parts: map[part]spec.Value{},
			edges: map[spec.Handle]map[link]spec.Value{},
		},
		profile: p, limits: limits,
		relations: map[spec.Handle]spec.Declaration{
			spec.ChildOf: {Exclusive: true, Sparse: true, ReverseIndex: true, CascadeDelete: true},
		},
		components: map[spec.Handle][]spec.Member{},
		queries:    map[string]*query{}, snapshots: map[string]state{},
	}
}

// copied returns a copy of a state. A change of one does not affect the other. They share values
// and the edges of each source, because these are never changed in place.
func (s *state) copied() state {
	return state{slices.Clone(s.made), maps.Clone(s.alive), maps.Clone(s.parts), maps.Clone(s.edges), s.born}
}

// all lists the alive entities that satisfy a condition, in order of creation.
func (s *state) all(is func(spec.Handle) bool) (out []spec.Handle) {
	for _, e := range s.made {
		if s.alive[e] && is(e) {
			out = append(out, e)
		}
	}
	return out
}

// targets lists the targets of a relationship on an entity, in the order in which the targets, not
// the edges, were created (declared.value).
func (s *state) targets(e, relation spec.Handle) []spec.Handle {
	return s.all(func(t spec.Handle) bool { return s.edge(e, relation, t) })
}

// sources lists the entities that have the relationship to a target: the inverse of targets
// (TECS-081). For example, the sources of Earth along DockedTo are the ships docked there.
func (s *state) sources(target, relation spec.Handle) []spec.Handle {
	return s.all(func(e spec.Handle) bool { return s.edge(e, relation, target) })
}

func (s *state) edge(source, relation, target spec.Handle) bool {
	_, is := s.edges[source][link{relation, target}]
	return is
}

// has reports whether an entity has a component, an edge to one target, or an edge to any target
// (declared.any-target, TECS-050).
func (s *state) has(e spec.Handle, id spec.ID) bool {
	if _, is := s.parts[part{e, id.First}]; is {
		return true
	}
	if id.IsPair() && !id.Second.IsWildcard() {
		return s.edge(e, id.First, id.Second)
	}
	for x := range s.edges[e] {
		if x.relation == id.First {
			return true
		}
	}
	return false
}

// connect makes an edge or, if it exists, replaces its fields.
func (s *state) connect(x edge, fields spec.Value) {
	of := maps.Clone(s.edges[x.source])
	if of == nil {
		of = map[link]spec.Value{}
	}
	of[x.link], s.edges[x.source] = fields, of
}

// cut removes the edges for which remove returns true.
func (s *state) cut(remove func(edge) bool) {
	for source, of := range s.edges {
		left := map[link]spec.Value{}
		for x, fields := range of {
			if !remove(edge{source, x}) {
				left[x] = fields
			}
		}
		if s.edges[source] = left; len(left) == 0 {
			delete(s.edges, source)
		}
	}
}
