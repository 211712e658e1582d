package results

import "fmt"

// result is a page of docs/results: the commands that produce it, run in the root of the
// repository. They print text, or write Markdown to the file OUT.
type result struct {
	name, title string
	commands    []string
}

// adapter returns the page of a test of the engine behind an adapter.
func adapter(name, engine, program, known, options string) result {
	return result{name: name, title: "The adapter of " + engine, commands: []string{fmt.Sprintf(
		"go run ./cmd/diffcheck test --adapter %s --known adapters/%s --seed 1 %s", program, known, options)}}
}

// catalogue returns the results, ordered by name.
func catalogue() []result {
	return []result{
		adapter("ape-ecs", "Ape-ECS", "'node adapters/ape-ecs/main.mjs'", "ape-ecs/known.yaml", "--traces 300 --duration 0"),
		// needs adapters/ark/build/adapter, see adapters/ark/README.md
		adapter("ark", "Ark", "'adapters/ark/build/adapter -shrink'", "ark/known.yaml", "--traces 300 --duration 0"),
		adapter("becsy", "Becsy", "'node adapters/becsy/main.mjs'", "becsy/known.yaml", "--traces 300 --duration 0"),
		{
			name: "benchmarks", title: "Benchmarks of fast",
			commands: []string{"go run -C tools ./lab bench table --more --within 45m --write OUT"},
		},
		adapter("bitecs", "bitecs", "'node adapters/bitecs/main.mjs'", "bitecs/known.yaml", "--traces 300 --duration 0"),
		{
			name: "differences", title: "Faults that the declared differences hide",
			commands: []string{"go run -C tools ./lab differences --every 4"},
		},
		adapter("ecspresso", "ECSpresso", "'node adapters/ecspresso/main.mjs'", "ecspresso/known.yaml", "--traces 300 --duration 0"),
		{name: "exhaust", title: "Bounded exhaustion", commands: exhaustions(smallBounds)},
		{name: "exhaust-large", title: "Bounded exhaustion, large bounds", commands: exhaustions(largeBounds)},
		// these need adapters/flecs/build/adapter and build-3/adapter, see adapters/flecs/README.md
		adapter("flecs-3", "Flecs 3.2.12", "adapters/flecs/build-3/adapter", "flecs/known-3.yaml", "--traces 20 --transcripts 4 --duration 12m"),
		adapter("flecs-4", "Flecs 4.1.6", "adapters/flecs/build/adapter", "flecs/known-4.yaml", "--traces 20 --transcripts 4 --duration 10m"),
		// needs adapters/gaia/build/adapter, see adapters/gaia/README.md
		adapter("gaia", "gaia-ecs", "adapters/gaia/build/adapter", "gaia/known.yaml", "--traces 40 --transcripts 4 --duration 5m"),
		adapter("jecs", "jecs", "'lua5.4 adapters/jecs/main.lua'", "jecs/known.yaml", "--traces 300 --duration 0"),
		adapter("koota", "koota", "'node adapters/koota/main.mjs'", "koota/known.yaml", "--traces 300 --duration 0"),
		{
			// the page says how many mutants did not run; run the same command again to continue
			name: "mutants", title: "Mutants of the catalogue",
			commands: []string{
				"go run -C tools ./lab mutants --seeds 3 --operations 200000 --skip '^typed' --skip '^strangers$' " +
					"--results mutants.jsonl --resume --markdown OUT",
				"go run -C tools ./lab mutants --seeds 3 --operations 200000 --run '^strangers$' --results strangers.jsonl " +
					"--resume --markdown OUT",
			},
		},
		{
			name: "mutation", title: "Mutation of fast",
			commands: []string{"go run -C tools ./lab mutation --seed 20261130 --sample 300 --total 60m --markdown OUT"},
		},
		{
			name: "recall", title: "Recall of defects of released engines",
			commands: []string{"go run -C tools ./lab mutants --released --seeds 3 --duration 2m --markdown OUT"},
		},
		adapter("tecs", "Tecs", "'luajit adapters/tecs/main.lua'", "tecs/known.yaml", "--traces 40 --transcripts 4 --duration 100s"),
	}
}

// smallBounds take seconds each.
var smallBounds = []string{
	"",
	" --entities 3 --properties 0 --operations 3",
	" --entities 3 --properties 0 --operations 1 --wide --any-order",
	" --entities 3 --properties 0 --operations 2 --profile flecs-4",
}

// largeBounds take up to some minutes each: run them with --total.
var largeBounds = []string{
	" --entities 3 --properties 1 --all-properties --operations 2",
	" --entities 3 --properties 2 --all-properties --operations 1",
	" --entities 3 --properties 0 --operations 4 --any-order",
	" --entities 3 --properties 9 --operations 1",
	" --entities 3 --properties 9 --operations 2 --any-order",
	" --entities 3 --properties 2 --operations 2 --any-order --profile flecs-4",
	" --entities 3 --properties 1 --relationships 2 --operations 2 --any-order",
	" --entities 3 --properties 1 --operations 1 --terms 2",
	" --entities 3 --properties 0 --operations 2 --terms 2 --any-order",
}

func exhaustions(bounds []string) []string {
	var commands []string
	for _, bound := range bounds {
		commands = append(commands, "go run ./cmd/diffcheck exhaust"+bound)
	}
	return commands
}
