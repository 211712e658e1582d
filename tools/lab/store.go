package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// readResults reads the results that [appendResult] wrote to a file. A missing file has no results. An
// incomplete last line, left by a killed run, is ignored.
func readResults[T any](name string) ([]T, error) {
	file, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // only read
	var out []T
	lines := bufio.NewReader(file)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return out, nil // the last line is incomplete
		}
		if err != nil {
			return nil, err
		}
		var r T
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", name, n, err)
		}
		out = append(out, r)
	}
}

// appendResult appends a result to a file as one line of JSON. It overwrites an incomplete last line.
func appendResult[T any](name string, r *T) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return err
	}
	whole, err := wholeLines(file)
	if err == nil {
		err = file.Truncate(whole)
	}
	if err == nil {
		_, err = file.WriteAt(append(line, '\n'), whole)
	}
	return errors.Join(err, file.Close())
}

// wholeLines returns the number of bytes of a file up to the last line end.
func wholeLines(file *os.File) (int64, error) {
	at, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return 0, err
	}
	block := make([]byte, 4<<10)
	for at > 0 {
		from := max(at-int64(len(block)), 0)
		part := block[:at-from]
		if _, err := file.ReadAt(part, from); err != nil {
			return 0, err
		}
		if i := bytes.LastIndexByte(part, '\n'); i >= 0 {
			return from + int64(i) + 1, nil
		}
		at = from
	}
	return 0, nil
}
