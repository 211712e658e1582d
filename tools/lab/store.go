package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// readWhole reads the complete lines of a file. An incomplete last line, left by a killed run, is
// omitted. A missing file has no lines.
func readWhole(name string) ([]byte, error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return text[:bytes.LastIndexByte(text, '\n')+1], err
}

// readResults reads the results that [appendResult] wrote to a file.
func readResults[T any](name string) ([]T, error) {
	text, err := readWhole(name)
	if err != nil {
		return nil, err
	}
	var out []T
	for line := range bytes.Lines(text) {
		var r T
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", name, len(out)+1, err)
		}
		out = append(out, r)
	}
	return out, nil
}

// appendResult appends a result to a file as one line of JSON. It overwrites an incomplete last line.
func appendResult[T any](name string, r *T) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	whole, err := readWhole(name)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	err = file.Truncate(int64(len(whole)))
	if err == nil {
		_, err = file.WriteAt(append(line, '\n'), int64(len(whole)))
	}
	return errors.Join(err, file.Close())
}
