package bench

import "strings"

// baselines maps each baseline to the benchmarks that are compared with it. Most baselines are
// hand-written code.
var baselines = map[string]string{
	"Hand1": `
		Iter1 Iter1Tab Wild WildUnc TecsPacked TecsFragmented TecsUnfragmented TecsAnyDense
		TecsAnySparse TransDown Join16 JoinSparse JoinTyped`,
	"Hand2": `
		IsAQuery Iter2 Iter2Tab Iter2Frag Iter2FragTab Iter2FragUnc Up UpUnc Cascade CascadeF2
		CascadeBulk`,
	"Hand5":  "Iter5 Iter5Tab",
	"TwoHop": "Get GetFrag GetOwn Set Has HasFrag HasPair GetTarget IsAGet IsAGetD8 TecsRows TecsLookups",
	"MapInsert": `
		QueryNewCached QueryNewCachedLazy QueryNewUnc DeferAddRem ObserveAddRem ObserveOther Toggle
		Override Create2 Create2Naive Create2Bulk CreateRel BuildTree BuildTreeBulk PairCold PairMulti8
		PairsOnOne PairsOnOneBulk ArchCombos DelTarget DelTargets DelTargets2 DelTree DelTreeBulk Churn
		ChurnFamily ChurnFamilyQ20 SaveLoad Instantiate AddRem PairAddRemT10 PairAddRemFrag
		SparseAddRem ReparentT100 ReparentFrag ReparentChildOfT100 UnionReparentT100 UnionReparentFrag`,
	"Chase": `
		TecsTargeting TecsSources TecsSourcesDense TecsWalkUp TargetEach TargetQ TargetQBadOrder
		UnionTargetQ Children ChildrenBulk TransUp TransCheck TransCheckQ`,
	"ObserveNone":  "ObserveOne",
	"FragWild":     "NoFragWild",
	"FragNot":      "NoFragNot",
	"TransCheck":   "Diamond",
	"ChainDown":    "DiamondDown",
	"CascadeMoved": "CascadeBeside",
}

// baselineOf returns the baseline of a benchmark, or "".
func baselineOf(name string) string {
	for baseline, list := range baselines {
		for word := range strings.FieldsSeq(list) {
			if word == name {
				return baseline
			}
		}
	}
	return ""
}
