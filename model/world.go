package model

import (
	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/events"
	"github.com/relspec/relspec/model/rules/query"
	"github.com/relspec/relspec/model/tecs"
	"github.com/relspec/relspec/spec"
)

// World is the reference engine. It implements [spec.Engine]. It is not safe for concurrent use.
type World struct {
	rules  *rules.World // the entities and their rules
	front  *tecs.World  // replaces rules in profiles of the Tecs family; otherwise nil
	limits spec.Limits
	work   *int // steps left for the current operation

	queries   map[string]*prepared
	snapshots map[string]snapshot
	iterators map[string]*iterator
	observers []*observer
	observed  int // number of observers created so far
	log       []spec.Event
	failures  []spec.Failure // failed acts of observers
	cascade   cascade
	lost      *spec.Error       // why the log was lost; nil if it is complete
	clock     *events.Clock     // when tables changed
	tracking  bool              // whether clock is in use
	deferred  int               // number of open deferrals
	commands  []command         // deferred changes
	over      bool              // torn down
	seen      *moment           // the world after the last change, if there are observers
	held      [][]rules.Holding // cached holdings by entity, cleared by each change
	dumped    []described       // cached parts of dumps, by entity
}

// prepared is a prepared query.
type prepared struct {
	*query.Query
	seen events.Sight // when the query last saw each table; nil while changes are not tracked
}

var _ spec.Engine = (*World)(nil)

// New returns an empty world, which has only the reserved entities.
func New(p spec.Profile, options ...Option) *World {
	w := &World{
		rules: rules.New(p), limits: spec.Limits{Work: DefaultWork}.Or(spec.DefaultLimits()), work: new(int),
		queries: map[string]*prepared{}, snapshots: map[string]snapshot{},
		iterators: map[string]*iterator{},
		clock:     events.NewClock(),
	}
	for _, set := range options {
		set(w)
	}
	w.rules.MaxIDs, *w.work = w.limits.IDs, w.limits.Work
	if p.Family == spec.TecsFamily {
		w.front = tecs.New(p, w.limits)
	}
	return w
}
