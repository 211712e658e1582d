package shard

import (
	"fmt"
	"os"
	"path/filepath"
)

// Lock locks the progress file of a shard in a folder, so that no other process writes it. The lock
// is released by unlock, or by the system when the process ends. The empty lock file stays. If the
// system does not support locks, Lock does nothing.
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
		return nil, fmt.Errorf("another process uses %s for shard %s; use another folder, or wait for that process: %w", dir, s, err)
	}
	return func() { _ = file.Close() }, nil
}
