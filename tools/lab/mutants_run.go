package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"

	"github.com/relspec/relspec/tools/mutants"
)

// campaign is a campaign against a mutant, with one seed.
type campaign struct {
	mutants.Mutant
	seed  uint64
	trial *mutants.Trial // nil: not run
}

// campaigns returns the campaigns against each mutant with each seed. Those with saved results have been run.
func (f *mutantsFlags) campaigns(chosen []mutants.Mutant, saved []savedTrial) []*campaign {
	var all []*campaign
	for _, m := range chosen {
		for i := range uint64(f.seeds) {
			c := &campaign{Mutant: m, seed: f.seed + i}
			for i := range saved {
				if saved[i].Name == m.Name && saved[i].Seed == c.seed {
					c.trial = &saved[i].Trial
				}
			}
			all = append(all, c)
		}
	}
	return all
}

// try runs the campaigns that have not been run, one for each processor at a time, and saves each result at
// once in results. If the time of --total is over or the user interrupts the command, some campaigns are not run.
func (f *mutantsFlags) try(
	ctx context.Context, dir string, say func(string), all []*campaign, results io.Writer,
) error {
	waiting := slices.DeleteFunc(slices.Clone(all), func(c *campaign) bool { return c.trial != nil })
	until := deadline(f.total)
	joined, err := join(ctx, dir, say, waiting)
	if err != nil {
		return err
	}
	lanes := runtime.GOMAXPROCS(0)
	return inLanes(ctx, lanes, len(waiting), until, func(lane, i int) (*mutants.Trial, error) {
		c := waiting[i]
		say(fmt.Sprintf("%d of %d  %s", len(all)-len(waiting)+i+1, len(all), c.Name))
		return f.tryOne(ctx, c, joined[c.Finder()], filepath.Join(dir, strconv.Itoa(lane)))
	}, func(i int, trial *mutants.Trial) error {
		c := waiting[i]
		c.trial = trial
		return json.NewEncoder(results).Encode(savedTrial{c.Name, c.seed, *trial})
	})
}

// joinFrom is the number of campaigns from which one build with all mutants is faster than separate
// builds.
const joinFrom = 4

// join makes a build with all mutants for each command that has enough campaigns.
func join(ctx context.Context, dir string, say func(string), waiting []*campaign) (map[string]*mutants.Joined, error) {
	byCommand := map[string][]mutants.Mutant{}
	for _, c := range waiting {
		byCommand[c.Finder()] = append(byCommand[c.Finder()], c.Mutant)
	}
	all := map[string]*mutants.Joined{}
	for command, list := range byCommand {
		if len(list) < joinFrom {
			continue
		}
		say("building")
		list = slices.CompactFunc(list, func(a, b mutants.Mutant) bool { return a.Name == b.Name }) // of several seeds
		joined, err := mutants.Join(ctx, ".", command, list, filepath.Join(dir, path.Base(command)))
		if err != nil {
			return nil, err
		}
		all[command] = joined
	}
	return all, nil
}

// tryOne runs a campaign on the joined build, if that has the mutant, or on a separate build. Temporary files
// have names that begin with prefix.
func (f *mutantsFlags) tryOne(
	ctx context.Context, c *campaign, joined *mutants.Joined, prefix string,
) (trial *mutants.Trial, err error) {
	o := mutants.TryOptions{
		Duration: f.duration, Operations: f.bound, AsFound: f.seeds > 1, Seed: c.seed, Dir: prefix + "-findings",
	}
	binary, inJoined := prefix+"-finder", false
	if joined != nil {
		o.Planted, inJoined = joined.Number(c.Mutant)
	}
	if inJoined {
		binary = joined.Binary
	} else if err := mutants.Build(ctx, ".", c.Finder(), []mutants.Mutant{c.Mutant}, binary); err != nil {
		return nil, err
	}
	if trial, err = mutants.Try(ctx, binary, c.Mutant, o); err != nil {
		err = fmt.Errorf("%s: %w", c.Name, err)
	}
	return trial, err
}
