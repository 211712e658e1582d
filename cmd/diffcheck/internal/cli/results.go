package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

// readResults reads what [appendResult] wrote to a file; one that does not exist has nothing.
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
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var r T
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", name, len(out)+1, err)
		}
		out = append(out, r)
	}
	return out, lines.Err()
}

// appendResult adds a result to a file, one JSON object a line.
func appendResult[T any](name string, r *T) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(append(line, '\n'))
	return errors.Join(err, file.Close())
}

// tabled is a report that is also written into a document.
type tabled interface {
	printable
	markdown() string
}

// conclude writes a report into the document, if there is one, and prints it; what is not ok diverges.
func (a *app) conclude(report tabled, ok bool, document string) error {
	if document != "" {
		if err := writeTable(document, report.markdown()); err != nil {
			return err
		}
	}
	if err := a.print(report); err != nil {
		return err
	}
	if !ok {
		return errDiverged
	}
	return nil
}
