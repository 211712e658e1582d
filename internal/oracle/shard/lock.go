package shard

import (
	"fmt"
	"os"
	"path/filepath"
)

// Lock takes the folder of a run for a shard, so that no other process writes the same progress file. It is let go by
// unlock, and by the system when the process ends, however it does; the empty file stays. Where the system cannot lock
// files nothing is locked.
func (s Shard) Lock(dir, what string) (unlock func(), _ error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	name := filepath.Join(dir, "."+s.FileName(what)+".lock")
	file, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, err
	}
	if err := lockFile(file); err != nil {
		_ = file.Close() // nothing was written
		return nil, fmt.Errorf("another process keeps its progress in %s, shard %s; give it another folder, or wait for its end: %w", dir, s, err)
	}
	return func() { _ = file.Close() }, nil
}
