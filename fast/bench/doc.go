// Command bench measures package fast with workloads whose names and definitions are fixed, so that engines can be run
// side by side.
//
//	go run ./fast/bench list              the workloads, with the sizes of the table
//	go run ./fast/bench NAME N [REPS]     one line: name N median_ns_per_op min_ns_per_op samples check max_rss_kB
//	go run ./fast/bench table             all workloads at all their sizes, as ratios to baselines of the same run, and
//	                                      which goals are met; -write FILE has them as Markdown
//	go run ./fast/bench memory [N]        bytes per relationship table and per entity
//	go run ./fast/bench endure [N]        memory over N random changes, which must stay the same
//
// A repetition lasts at least 3 ms and there are at least five; between them a body that destroys its world gets a new
// one, which is not timed. check is a count or sum that proves that the work was done; it depends on the workload and N
// only. The operation is listed with each workload. docs/benchmarks.md explains method and figures.
//
// Files: workload and measure are the frame, baseline the hand-written code to compare with, survey, verdict and memory
// the reports, goals and reference the figures that are asked for; the others hold the workloads by theme. The benchmarks of the tests are the same bodies.
package main
