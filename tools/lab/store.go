package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/relspec/relspec/tools/mutants"
)

// savedTrial is a line of the file of --results.
type savedTrial struct {
	Name string `json:"name"`
	Seed uint64 `json:"seed"`
	mutants.Trial
}

// openResults reads the results in a file, and opens it to append more. It removes an incomplete last line,
// left by a killed run.
func openResults(name string) (file *os.File, saved []savedTrial, err error) {
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	text = text[:bytes.LastIndexByte(text, '\n')+1]
	for line := range bytes.Lines(text) {
		var t savedTrial
		if err := json.Unmarshal(line, &t); err != nil {
			return nil, nil, fmt.Errorf("%s, line %d: %w", name, len(saved)+1, err)
		}
		saved = append(saved, t)
	}
	if file, err = os.OpenFile(name, os.O_CREATE|os.O_WRONLY, 0o644); err != nil {
		return nil, nil, err
	}
	if err = file.Truncate(int64(len(text))); err == nil {
		_, err = file.Seek(0, io.SeekEnd)
	}
	if err != nil {
		_ = file.Close()
		return nil, nil, err
	}
	return file, saved, nil
}
