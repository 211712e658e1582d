package model

import (
	"github.com/relspec/relspec/model/rules"
	"github.com/relspec/relspec/model/rules/events"
	"github.com/relspec/relspec/model/rules/order"
	"github.com/relspec/relspec/model/rules/query"
	"github.com/relspec/relspec/model/tecs"
	"github.com/relspec/relspec/spec"
)

// World is the reference engine. It implements [spec.Engine]. It is not safe for concurrent use.
type World struct {
	rules  *rules.World // the entities and their rules
	front  *tecs.World  // has the world, in profiles of the Tecs family; nil in those of Flecs
	limits spec.Limits
	work   *int // how many steps are left to the operation under way

	queries   map[string]*prepared
	orders    order.Lists // of the sources of pairs
	snapshots map[string]snapshot
	iterators map[string]*iterator
	observers []*observer
	log       []spec.Event
	failures  []spec.Failure // acts of observers that erred
	cascade   cascade
	lost      *spec.Error       // why the log is not complete; nil if it is
	clock     *events.Clock     // when tables changed
	tracking  bool              // some query asks for that
	deferred  int               // how many deferrals are open
	commands  []command         // the changes that wait for the end of the outermost
	over      bool              // torn down
	seen      *moment           // the world after the last change, while it has observers
	held      [][]rules.Holding // by entity, since the last change
	dumped    []described       // parts of dumps, by entity
}

// prepared is a prepared query.
type prepared struct {
	*query.Query
	seen events.Sight // when it saw each table; nil while changes are not tracked
}

var _ spec.Engine = (*World)(nil)

// New makes an empty world, with only the reserved entities.
func New(p spec.Profile, options ...Option) *World {
	w := &World{
		rules: rules.New(p), limits: spec.Limits{Work: DefaultWork}.Or(spec.DefaultLimits()), work: new(int),
		queries: map[string]*prepared{}, orders: order.Lists{}, snapshots: map[string]snapshot{},
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
