// The adapter of Ark, an archetype ECS in Go. README.md says how to build it.
package main

import (
	"context"
	"flag"
	"log"
	"os"
	"slices"

	"github.com/relspec/relspec/oracle/adapter"
	"github.com/relspec/relspec/spec"
)

// info declares what Ark supports. An entity of Ark has at most one target of each relationship. If
// the target dies, the entity keeps the relationship.
func info() spec.Info {
	whole := []spec.Capability{spec.CapBatch, spec.CapRecycling, spec.CapDump}
	part := []spec.Capability{
		spec.CapEntities, spec.CapComponents, spec.CapPairs, spec.CapPairData, spec.CapWildcards, spec.CapCopies,
	}
	queries := []spec.Capability{spec.CapQuery, spec.CapNot, spec.CapStar, spec.CapAny, spec.CapPrepared}
	fields := map[string]spec.FieldValue{"multi_target": "no", "dead_target": "zero"}
	return spec.Info{
		Implementation: "ark", Version: "0.8.1", Language: "Go", Protocol: 1, Suite: spec.SuiteVersion,
		Profiles: []string{"ark-3", "ark-4", "ark-41"},
		Own: []spec.OwnProfile{
			{Name: "ark-3", Base: "flecs-3", Fields: fields},
			{Name: "ark-4", Base: "flecs-4", Fields: fields},
			{Name: "ark-41", Base: "flecs-4.1", Fields: fields},
		},
		Capabilities: map[string][]spec.Capability{
			"world": slices.Concat(whole, part), "filter": queries, "cached": queries, "rule": queries,
		},
		Partly: slices.Concat(part, queries),
	}
}

func main() {
	shrink := flag.Bool("shrink", false, "call World.Shrink before each operation")
	flag.Parse()
	newWorld := func(spec.Profile) spec.Engine { return newEngine(*shrink) }
	if err := adapter.Serve(context.Background(), os.Stdin, os.Stdout, newWorld, info()); err != nil {
		log.Fatal(err)
	}
}
