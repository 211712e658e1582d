package declared

import "github.com/relspec/relspec/spec"

// Choice is one of the choices that package fuzz makes by weight.
type Choice struct {
	Name   string
	Weight int
	// Makes are the kinds of operation that it makes, for lists of those that a campaign must have tried.
	Makes []spec.OpKind
	// Needs is the capability of engines without which it is not made, "" for none.
	Needs spec.Capability
}

type step struct {
	Choice
	run func(*builder)
}

func does(kinds ...spec.OpKind) []spec.OpKind { return kinds }

// steps are the kinds of operation, weights per mille.
var steps []step

func init() { // they refer to themselves by patterns
	steps = []step{
		{Choice{"set", 260, does(spec.OpSet, spec.OpRelationship, spec.OpComponent), ""}, (*builder).connect},
		{Choice{"set_component", 60, does(spec.OpSet), ""}, (*builder).setComponent},
		{Choice{"entity", 60, does(spec.OpEntity), ""}, (*builder).create},
		{Choice{"remove", 90, does(spec.OpRemove), ""}, (*builder).remove},
		{Choice{"delete", 45, does(spec.OpDelete), ""}, (*builder).delete},
		{Choice{"clear", 10, does(spec.OpClear), ""}, (*builder).clear},
		{Choice{"relationship", 10, does(spec.OpRelationship), ""}, (*builder).declare},
		{Choice{"component", 4, does(spec.OpComponent), ""}, (*builder).component},
		{Choice{"get", 40, does(spec.OpGet), ""}, (*builder).get},
		{Choice{"has", 25, does(spec.OpHas), ""}, (*builder).has},
		{Choice{"count", 12, does(spec.OpCount), ""}, (*builder).count},
		{Choice{"alive", 10, does(spec.OpAlive), ""}, (*builder).isAlive},
		{Choice{"target", 15, does(spec.OpTarget), ""}, (*builder).target},
		{Choice{"targets", 30, does(spec.OpTargets), ""}, (*builder).targets},
		{Choice{"sources", 35, does(spec.OpSources), ""}, (*builder).sources},
		{Choice{"traverse", 35, does(spec.OpTraverse), spec.CapHierarchy}, (*builder).traverse},
		{Choice{"walk_up", 35, does(spec.OpWalkUp), spec.CapHierarchy}, (*builder).walkUp},
		{Choice{"tables", 15, does(spec.OpTables), ""}, (*builder).tables},
		{Choice{"query", 90, does(spec.OpQuery), ""}, (*builder).question},
		{Choice{"prepare", 10, does(spec.OpPrepare), ""}, (*builder).prepare},
		{Choice{"iterate", 40, does(spec.OpIterate), ""}, (*builder).iterate},
		{Choice{"release", 3, does(spec.OpRelease), ""}, (*builder).release},
		{Choice{"explain", 6, does(spec.OpExplain), spec.CapExplain}, (*builder).explain},
		{Choice{"snapshot", 6, does(spec.OpSnapshot), spec.CapSnapshot}, (*builder).snapshot},
		{Choice{"restore", 6, does(spec.OpRestore), spec.CapSnapshot}, (*builder).restore},
		{Choice{"defer", 12, does(spec.OpDeferBegin, spec.OpDeferEnd), spec.CapDefer}, (*builder).Defer},
		{Choice{"observe", 8, does(spec.OpObserve), spec.CapObservers}, (*builder).observe},
		{Choice{"events", 20, does(spec.OpEvents), spec.CapObservers}, (*builder).events},
		{Choice{"dump", 2, does(spec.OpDump), ""}, (*builder).dump},
		{Choice{"invalid", 30, nil, ""}, (*builder).refused},
		{Choice{"pattern", 45, nil, ""}, (*builder).whole},
		{Choice{"reset", 1, does(spec.OpReset), ""}, (*builder).reset},
	}
}

// Steps are the kinds of operation of which a trace is made.
func Steps() []Choice { return choices(steps) }

// Patterns are the patterns of operations that are made as a whole.
func Patterns() []Choice { return choices(patterns) }

func choices(list []step) []Choice {
	out := make([]Choice, len(list))
	for i, s := range list {
		out[i] = s.Choice
	}
	return out
}
