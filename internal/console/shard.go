package console

import (
	"errors"
	"io/fs"
	"os"

	"github.com/relspec/relspec/internal/oracle/shard"
)

// ShardFlag returns the help text of --shard; what names the divided items.
func ShardFlag(what string) string {
	return "i/n: take every n-th " + what +
		", starting with the i-th (auto: read i and n from the job scheduler)"
}

// ShardOf parses --shard.
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

// IsThere reports whether a progress file exists. If that cannot be determined, it returns true,
// and reading the file reports the error.
func IsThere(name string) bool {
	_, err := os.Stat(name)
	return !errors.Is(err, fs.ErrNotExist)
}
