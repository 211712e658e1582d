package main

import "math"

// reference has the figures of other engines, in ns per operation on another machine, at the sizes of the
// workload: the faster of two versions of Flecs, and Ark, whose figure is user code on its API where it lacks the feature.
// 0 is unknown.
type reference struct{ flecs, ark []float64 }

// references are by workload, at all its sizes in order.
var references = map[string]reference{
	"create2":               {[]float64{18.3, 42.5, 35.1}, []float64{43, 110, 113}},
	"create2_naive":         {[]float64{65.4, 96.9, 84.8}, []float64{116, 161, 134}},
	"create2_bulk":          {[]float64{4.12, 4.42, 20.5}, []float64{27.5, 57.9, 34.8}},
	"create_rel":            {[]float64{288, 129, 122}, []float64{258, 175, 154}},
	"build_tree":            {[]float64{332, 564, 691}, []float64{321, 625, 558}},
	"build_tree_bulk":       {flecs: []float64{138, 240, 306}},
	"pair_cold":             {[]float64{506, 785, 1560}, []float64{3250, 3120, 3510}},
	"pair_multi8":           {flecs: []float64{976, 2070}},
	"pairs_on_one":          {flecs: []float64{4310, 87100, 409000}},
	"arch_combos":           {[]float64{436, 664, 1580}, []float64{4740, 14100, 14300}},
	"addrem":                {[]float64{22, 23.6, 22.2}, []float64{31.3, 30.2, 32}},
	"pair_addrem_T10":       {[]float64{25.2, 26.9, 34.5}, []float64{43.3, 42.3, 52.6}},
	"pair_addrem_frag":      {[]float64{26.6, 42.9, 152}, []float64{47, 170, 245}},
	"sparse_addrem":         {flecs: []float64{20.9, 21, 52.1}},
	"reparent_T100":         {[]float64{25.9, 29, 55.1}, []float64{69.7, 69.9, 81.7}},
	"reparent_frag":         {[]float64{26.2, 36.5, 143}, []float64{68.8, 163, 297}},
	"reparent_childof_T100": {[]float64{26.8, 30, 52.7}, []float64{69.1, 69.8, 81.3}},
	"union_reparent_T100":   {flecs: []float64{27.5, 27.8, 195}},
	"union_reparent_frag":   {flecs: []float64{30.4, 32.5, 33.5}},
	"iter1":                 {[]float64{0.325, 0.256, 0.266}, []float64{0.9, 1.04, 0.972}},
	"iter2":                 {[]float64{0.32, 0.316, 0.588}, []float64{1.11, 1.16, 1.28}},
	"iter5":                 {[]float64{0.733, 0.838, 2.01}, []float64{2.53, 2.19, 2.83}},
	"iter1_tab":             {[]float64{0.325, 0.256, 0.266}, []float64{0.48, 0.429, 0.455}},
	"iter2_tab":             {[]float64{0.32, 0.316, 0.588}, []float64{0.58, 0.548, 0.79}},
	"iter5_tab":             {[]float64{0.733, 0.838, 2.01}, []float64{1.96, 1.43, 2.4}},
	"iter2_frag":            {[]float64{9.27, 0.776, 1.75}, []float64{13.3, 1.69, 2.26}},
	"iter2_frag_tab":        {[]float64{9.27, 0.776, 1.75}, []float64{25.4, 1.15, 2}},
	"iter2_frag_unc":        {[]float64{14.7, 0.948, 2.19}, []float64{22.6, 1.91, 2.4}},
	"wild":                  {[]float64{1.15, 1.28, 6.38}, []float64{2.92, 3.97, 14.3}},
	"wild_unc":              {[]float64{3.73, 5.32, 22.1}, []float64{2.95, 3.83, 14.1}},
	"target_each":           {[]float64{33.3, 40.7, 226}, []float64{92.8, 272, 425}},
	"target_q":              {[]float64{139, 272, 518}, []float64{124, 316, 492}},
	"target_q_badorder":     {flecs: []float64{1860, 17600, 196000}},
	"children":              {[]float64{3.56, 6.61, 49.6}, []float64{9.08, 28.1, 44.6}},
	"children_bulk":         {flecs: []float64{5.02, 13.1, 28.8}},
	"up":                    {[]float64{3.23, 3.67, 14.8}, []float64{1.76, 3.28, 13.7}},
	"up_unc":                {[]float64{5.13, 8.23, 27.9}, []float64{1.82, 2.99, 13.7}},
	"cascade":               {[]float64{3.85, 10.4, 47.5}, []float64{81.1, 135, 167}},
	"cascade_f2":            {[]float64{10.2, 14.8, 105}, []float64{101, 160, 316}},
	"cascade_bulk":          {flecs: []float64{4.14, 28.4, 34.6}},
	"trans_down":            {[]float64{2.39, 4.29, 26.5}, []float64{82, 95.7, 120}},
	"trans_up":              {[]float64{36.8, 31, 31.8}, []float64{3.65, 6.32, 6.87}},
	"trans_check":           {flecs: []float64{172, 1390, 14900}},
	"join16":                {[]float64{7.64, 0.0805, 0.0075}, []float64{1.8, 0.0186, 0.00186}},
	"join_sparse":           {[]float64{35.5, 64.8, 404}, []float64{6.09, 6.85, 23.9}},
	"join_typed":            {[]float64{4.3, 5.84, 29.8}, []float64{0.875, 0.941, 3.41}},
	"isa_get":               {flecs: []float64{11.3, 14.7, 76.4}},
	"isa_get_d8":            {flecs: []float64{87.9, 96.6, 208}},
	"isa_query":             {flecs: []float64{1.82, 0.234, 0.222}},
	"instantiate":           {flecs: []float64{82.6, 108, 110}},
	"del_target":            {[]float64{1.74, 1.32, 1.25}, []float64{7.9, 2.55, 3.28}},
	"del_targets":           {[]float64{369, 455, 1390}, []float64{273, 286, 509}},
	"del_targets2":          {[]float64{517, 858, 3370}, []float64{3270, 27300, 0}},
	"del_tree":              {[]float64{55.1, 360, 593}, []float64{111, 174, 215}},
	"del_tree_bulk":         {flecs: []float64{28.9, 206, 284}},
	"get":                   {[]float64{2.92, 6.98, 41.8}, []float64{1.54, 3.41, 24.5}},
	"get_own":               {[]float64{2.92, 6.98, 41.8}, []float64{1.54, 3.41, 24.5}},
	"get_frag":              {[]float64{4.75, 7.44, 45.3}, []float64{3.37, 3.29, 10.2}},
	"set":                   {[]float64{8.1, 12.6, 79.7}, []float64{3.8, 6.84, 33}},
	"has":                   {[]float64{1.75, 2.78, 15.6}, []float64{1.05, 2.13, 7.77}},
	"has_frag":              {[]float64{2.91, 3.51, 17.2}, []float64{1.04, 2.12, 6.5}},
	"has_pair":              {[]float64{5.61, 15.4, 36.6}, []float64{2.76, 4.59, 26.4}},
	"get_target":            {[]float64{7.63, 9.9, 45.1}, []float64{1.53, 2.75, 5.42}},
	"query_new_cached":      {[]float64{5760, 92700, 2.85e6}, []float64{1630, 27000, 227000}},
	"query_new_unc":         {[]float64{165, 161, 159}, []float64{159, 196, 204}},
	"churn":                 {[]float64{29.8, 60.6, 501}, []float64{41.3, 75.3, 479}},
	"churn_family":          {[]float64{160, 159, 174}, []float64{81.2, 71.1, 69}},
	"churn_family_q20":      {[]float64{390, 395, 394}, []float64{128, 129, 120}},
}

// roofs are the baselines on the machine of the references, at 1e3, 1e5 and 1e6. Chases and joins of five columns were not
// measured there; their workloads are scaled by another.
var roofs = map[string][3]float64{
	"hand1":      {0.49, 0.49, 0.51},
	"hand2":      {0.52, 0.52, 0.69},
	"two_hop":    {1.0, 1.6, 12},
	"map_insert": {100, 100, 100},
}

// roofOf is the baseline by which times of a workload are scaled between machines.
func roofOf(baseline string) string {
	switch baseline {
	case "hand5":
		return "hand2"
	case "chase":
		return "two_hop"
	}
	return baseline
}

// atSize is a figure at a size between those at 1e3, 1e5 and 1e6, or at the nearest of these.
func atSize(figures [3]float64, n int) float64 {
	between := func(a, b, from, to float64) float64 {
		share := (math.Log(float64(n)) - math.Log(from)) / (math.Log(to) - math.Log(from))
		return a * math.Pow(b/a, share)
	}
	switch {
	case n <= 1_000:
		return figures[0]
	case n <= 100_000:
		return between(figures[0], figures[1], 1e3, 1e5)
	case n <= 1_000_000:
		return between(figures[1], figures[2], 1e5, 1e6)
	}
	return figures[2]
}
