package shard

import (
	"errors"
	"os"
)

// Finish writes data to a new file, closes it and renames it.
func Finish(file *os.File, name string, data []byte) error {
	_, err := file.Write(data)
	err = errors.Join(err, file.Chmod(0o644), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		_ = os.Remove(file.Name()) // the disk may be full
	}
	return err
}
