package cli

import (
	"errors"
	"io/fs"
	"os"

	"github.com/relspec/relspec/internal/oracle/shard"
)

// shardFlag is the help of --shard where of every n-th what is taken.
func shardFlag(what string) string {
	return "i/n: only every n-th " + what + ", from the i-th on; auto reads i and n from the scheduler that runs the job"
}

// shardOf reads --shard.
func shardOf(text string) (shard.Shard, error) {
	parse := shard.Parse
	if text == "auto" {
		parse = func(string) (shard.Shard, error) { return shard.Auto(os.LookupEnv) }
	}
	part, err := parse(text)
	if err != nil {
		return part, usagef("--shard: %w", err)
	}
	return part, nil
}

// isThere reports whether a file of progress exists; one that cannot be looked at does, and reading it says why.
func isThere(name string) bool {
	_, err := os.Stat(name)
	return !errors.Is(err, fs.ErrNotExist)
}
