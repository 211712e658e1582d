package console

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/relspec/relspec/spec"
)

// ReadResults reads the results that [AppendResult] wrote to a file, lines of any length; one that does not exist has nothing. A last
// line that was not written to its end, by a run that was killed, counts as not there.
func ReadResults[T any](name string) ([]T, error) {
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
			return out, nil // the last line was not written to its end
		}
		if err != nil {
			return nil, err
		}
		var r T
		if err := spec.ReadOpenJSON(line, &r); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", name, n, err)
		}
		out = append(out, r)
	}
}

// AppendResult adds a result to a file, one JSON object a line, in place of a last line that was not written to its end.
func AppendResult[T any](name string, r *T) error {
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

// wholeLines is how many bytes of a file are whole lines.
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

// Tabled is a report that is also written into a document.
type Tabled interface {
	Printable
	Markdown() string
}

// Conclude writes a report into the document, if there is one, and prints it; a report that is not ok diverges.
func (c *Console) Conclude(report Tabled, ok bool, document string) error {
	if document != "" {
		if err := writeTable(document, report.Markdown()); err != nil {
			return err
		}
	}
	if err := c.Print(report); err != nil {
		return err
	}
	if !ok {
		return ErrDiverged
	}
	return nil
}

// writeTable writes the table as a document.
func writeTable(name, table string) error {
	return os.WriteFile(name, []byte(table), 0o644)
}
