package console

import (
	"errors"
	"io/fs"
	"os"

	"github.com/relspec/relspec/internal/oracle/shard"
)

// ShardFlag is the help of --shard where of every n-th what is taken.
func ShardFlag(what string) string {
	return "i/n: take every n-th " + what +
		", starting with the i-th (auto: read i and n from the job scheduler)"
}

// ShardOf reads --shard.
func ShardOf(text string) (shard.Shard, error) {
	parse := shard.Parse
	if text == "auto" {
		parse = func(string) (shard.Shard, error) { return shard.Auto(os.LookupEnv) }
	}
	part, err := parse(text)
	if err != nil {
		return part, Usagef("--shard: %w", err)
	}
	return part, nil
}

// IsThere reports whether a file of progress exists; one that cannot be looked at does, and reading it says why.
func IsThere(name string) bool {
	_, err := os.Stat(name)
	return !errors.Is(err, fs.ErrNotExist)
}
