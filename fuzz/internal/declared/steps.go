package declared

import "github.com/relspec/relspec/spec"

// Choice is one of the choices that package fuzz makes by weight.
type Choice struct {
	Name   string
	Weight int
	// Makes lists the kinds of operation that the choice makes.
	Makes []spec.OpKind
	// Needs is the capability that the choice needs, or "".
	Needs spec.Capability
}

type step struct {
	Choice
	run func(*builder)
}

func does(kinds ...spec.OpKind) []spec.OpKind { return kinds }

// steps lists the kinds of operation, with their weights.
var steps []step

func init() {
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

// Steps returns the kinds of operation of a trace.
func Steps() []Choice { return choices(steps) }

// Patterns returns the patterns of several operations.
func Patterns() []Choice { return choices(patterns) }

func choices(list []step) []Choice {
	out := make([]Choice, len(list))
	for i, s := range list {
		out[i] = s.Choice
	}
	return out
}
