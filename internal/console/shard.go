package console

import (
	"errors"
	"io/fs"
	"os"

	"github.com/relspec/relspec/internal/oracle/shard"
)

// ShardFlag returns the help text of --shard; what names the divided items.
func ShardFlag(what string) string {
	return "i/n: take every n-th " + what + ", starting with the i-th"
}

// ShardOf parses --shard.
func ShardOf(text string) (shard.Shard, error) {
	part, err := shard.Parse(text)
	if err != nil {
		return part, Usagef("--shard: %w", err)
	}
	return part, nil
}

// IsThere reports whether a file exists. If that cannot be determined, it returns true, and reading the
// file reports the error.
func IsThere(name string) bool {
	_, err := os.Stat(name)
	return !errors.Is(err, fs.ErrNotExist)
}
