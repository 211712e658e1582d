package shard

import (
	"errors"
	"os"
)

// Finish fills a new file and gives it its name.
func Finish(file *os.File, name string, data []byte) error {
	_, err := file.Write(data)
	err = errors.Join(err, file.Chmod(0o644), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		_ = os.Remove(file.Name()) // half a file would keep a full disk full
	}
	return err
}
