package bench

import (
	"fmt"
	"math"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Benchmark runs every workload at two of its sizes: go test -bench 'Benchmark/iter2_tab/' ./fast/bench. Times are per
// operation of the workload, those of the fastest run of its body: on a shared machine means say more about the others.
func Benchmark(b *testing.B) {
	for _, w := range Workloads() {
		b.Run(w.Name, func(b *testing.B) {
			for _, n := range w.Sizes[:2] {
				b.Run(fmt.Sprint(n), func(b *testing.B) { w.benchmark(b, n) })
			}
		})
	}
}

func (w *Workload) benchmark(b *testing.B, n int) {
	b.ReportAllocs()
	body := w.Prepare(n)
	body.Run()
	least := time.Duration(math.MaxInt64)
	runtime.GC()
	b.ResetTimer()
	for range b.N {
		if body.Once {
			b.StopTimer()
			body = w.Prepare(n)
			runtime.GC()
			b.StartTimer()
		}
		start := time.Now()
		body.Run()
		least = min(least, time.Since(start))
	}
	b.ReportMetric(float64(least.Nanoseconds())/float64(body.Operations), "ns/op")
}

// Every workload does at a small size what it says, which its check shows.
func TestChecks(t *testing.T) {
	const n = 40
	want := map[string]int64{
		"create2": n, "create2_naive": n, "create2_bulk": n, "create_rel": n, "build_tree": n - 1,
		"build_tree_bulk": n - 1, "pair_cold": n, "pair_multi8": n, "pairs_on_one": n, "pairs_on_one_bulk": n,
		"arch_combos": 102, // set bits of 1 to 40
		"addrem":      n, "pair_addrem_T10": n, "pair_addrem_frag": n, "sparse_addrem": n,
		"reparent_T100": n, "reparent_frag": n, "reparent_childof_T100": n, "union_reparent_T100": n,
		"union_reparent_frag": n,
		"iter1":               n, "iter1_tab": n, "iter2": n, "iter2_tab": n, "iter5": n, "iter5_tab": n,
		"iter2_frag": n, "iter2_frag_tab": n, "iter2_frag_unc": n,
		"target_q": n, "target_q_badorder": n, "union_target_q": n, "up": n, "up_unc": n, "trans_down": n - 1, "trans_check": tests, "trans_check_q": tests,
		"join_typed": n / 2,
		"isa_get":    n, "isa_get_d8": n, "isa_query": n, "instantiate": n,
		"del_target": n, "del_tree": 0, "del_tree_bulk": 0,
		"defer_addrem": n, "observe_addrem": 2 * n, "observe_other": 1, "toggle": n, "override": n,
		"churn": n, "has": n / 2, "has_frag": n / 2, "has_pair": n, "get": n * (n - 1) / 2, "get_frag": n * (n - 1) / 2, "get_own": n * (n - 1) / 2,
		"set": n - 1, "query_new_cached": 10 * n, "query_new_cached_lazy": 10, "query_new_unc": 10, "gc_rel": n,
		"observe_none": 2 * n, "observe_one": 2 * n, "observers_other": 200, "pairs_wide": 50, "pairs_one_wide": n, "readers_many": 1_001, "shrink": 1, "tags_many": 1, "save_load": n,
		"sorted_touch": 2, "sorted_spawn": 1, "frag_wild": n, "nofrag_wild": n, "frag_not": n / 2, "nofrag_not": n / 2,
		"diamond": tests, "chain_down": n, "diamond_down": n, "dag_down": n - 1, "chain_grow": n, "up_deep": n, "up_deep_moved": n,
		"tecs_packed": n, "tecs_targeting": n, "tecs_fragmented": n, "tecs_unfragmented": n, "tecs_any_dense": n, "tecs_any_sparse": n,
		"tecs_rows": n, "tecs_lookups": n, "tecs_sources": n, "tecs_sources_dense": n, "tecs_walk_up": 50,
		"set_filter_new": 10, "set_cached_new": 10, "set_filter": n, "set_cached": n, "set_sorted": n, "set_unsorted": n,
		"set_optional": n / 2, "set_optional_get": n / 2, "set_super": n, "set_own": n, "set_subsets": 1, "set_subsets_final": 1,
		"set_rule_flecs3": n, "set_rule": n, "set_rule_two": n, "set_rule_isa": n, "set_instances": 1, "set_instances_flecs3": 1,
		"hand1": n, "hand2": n, "hand5": n, "two_hop": n * (n - 1) / 2, "map_insert": n, "chase": n,
	}
	for _, w := range Workloads() {
		t.Run(w.Name, func(t *testing.T) {
			b := w.Prepare(n)
			first := b.Run()
			if check, ok := want[w.Name]; ok {
				require.Equal(t, check, first)
			} else {
				require.NotZero(t, first)
			}
			if b.Once {
				b = w.Prepare(n)
			}
			require.Equal(t, first, b.Run(), "the check depends on N only")
			require.Positive(t, b.Operations)
			if w.Baseline != "" {
				require.NotNil(t, Find(w.Baseline))
			}
			delete(want, w.Name)
		})
	}
	require.Empty(t, want)
}
