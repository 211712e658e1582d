package results

// result is a page of docs/results: the commands that produce it, run in the root of the
// repository.
type result struct {
	name, title string
	commands    []string
	// markdown is set if the commands print Markdown instead of plain text.
	markdown bool
}

// catalogue returns the results, ordered by name.
func catalogue() []result {
	return []result{
		{
			name: "ape-ecs", title: "The adapter of Ape-ECS",
			commands: []string{"go run ./cmd/diffcheck test --adapter 'node adapters/ape-ecs/main.mjs' --known adapters/ape-ecs/known.yaml --seed 1 --traces 300 --duration 0"},
		},
		{
			// needs adapters/ark/build/adapter, see adapters/ark/README.md
			name: "ark", title: "The adapter of Ark",
			commands: []string{"go run ./cmd/diffcheck test --adapter 'adapters/ark/build/adapter -shrink' --known adapters/ark/known.yaml --seed 1 --traces 300 --duration 0"},
		},
		{
			name: "becsy", title: "The adapter of Becsy",
			commands: []string{"go run ./cmd/diffcheck test --adapter 'node adapters/becsy/main.mjs' --known adapters/becsy/known.yaml --seed 1 --traces 300 --duration 0"},
		},
		{
			name: "benchmarks", title: "Benchmarks of fast", markdown: true,
			commands: []string{"go run -C tools ./lab bench table --write OUT"},
		},
		{
			name: "bitecs", title: "The adapter of bitecs",
			commands: []string{"go run ./cmd/diffcheck test --adapter 'node adapters/bitecs/main.mjs' --known adapters/bitecs/known.yaml --seed 1 --traces 300 --duration 0"},
		},
		{
			name: "ecspresso", title: "The adapter of ECSpresso",
			commands: []string{"go run ./cmd/diffcheck test --adapter 'node adapters/ecspresso/main.mjs' --known adapters/ecspresso/known.yaml --seed 1 --traces 300 --duration 0"},
		},
		{name: "exhaust", title: "Bounded exhaustion", commands: exhaustions(smallBounds)},
		{name: "exhaust-large", title: "Bounded exhaustion, large bounds", commands: exhaustions(largeBounds)},
		{
			// these need adapters/flecs/build/adapter and build-3/adapter, see adapters/flecs/README.md
			name: "flecs-3", title: "The adapter of Flecs 3.2.12",
			commands: []string{"go run ./cmd/diffcheck test --adapter adapters/flecs/build-3/adapter --known adapters/flecs/known-3.yaml --seed 1 --traces 20 --transcripts 4 --duration 12m"},
		},
		{
			name: "flecs-4", title: "The adapter of Flecs 4.1.6",
			commands: []string{"go run ./cmd/diffcheck test --adapter adapters/flecs/build/adapter --known adapters/flecs/known-4.yaml --seed 1 --traces 20 --transcripts 4 --duration 10m"},
		},
		{
			// needs adapters/gaia/build/adapter, see adapters/gaia/README.md
			name: "gaia", title: "The adapter of gaia-ecs",
			commands: []string{"go run ./cmd/diffcheck test --adapter adapters/gaia/build/adapter --known adapters/gaia/known.yaml --seed 1 --traces 40 --transcripts 4 --duration 5m"},
		},
		{
			name: "jecs", title: "The adapter of jecs",
			commands: []string{"go run ./cmd/diffcheck test --adapter 'lua5.4 adapters/jecs/main.lua' --known adapters/jecs/known.yaml --seed 1 --traces 300 --duration 0"},
		},
		{
			name: "koota", title: "The adapter of koota",
			commands: []string{"go run ./cmd/diffcheck test --adapter 'node adapters/koota/main.mjs' --known adapters/koota/known.yaml --seed 1 --traces 300 --duration 0"},
		},
		{
			// the page says how many mutants did not run; run the same command again to continue
			name: "mutants", title: "Mutants of the catalogue", markdown: true,
			commands: []string{"go run -C tools ./lab mutants --results mutants.jsonl --resume --total 9m --markdown OUT"},
		},
		{
			name: "mutation", title: "Mutation of fast", markdown: true,
			commands: []string{"go run -C tools ./lab mutation --seed 3 --sample 150 --total 9m --markdown OUT"},
		},
		{
			name: "recall", title: "Recall of defects of released engines", markdown: true,
			commands: []string{"go run -C tools ./lab mutants --released --seeds 3 --duration 2m --markdown OUT"},
		},
		{
			name: "tecs", title: "The adapter of Tecs",
			commands: []string{"go run ./cmd/diffcheck test --adapter 'luajit adapters/tecs/main.lua' --known adapters/tecs/known.yaml --seed 1 --traces 40 --transcripts 4 --duration 100s"},
		},
	}
}

// smallBounds take seconds each.
var smallBounds = []string{
	"",
	" --entities 3 --properties 0 --operations 3",
	" --entities 3 --properties 0 --operations 1 --wide --any-order",
	" --entities 3 --properties 0 --operations 2 --profile flecs-4",
}

// largeBounds take up to some minutes each: run them with -total.
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
