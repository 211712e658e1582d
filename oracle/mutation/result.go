package mutation

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

// Status is what became of a mutant.
type Status string

// What can become of a mutant.
const (
	Killed     Status = "killed"      // something has noticed it
	Survived   Status = "survived"    // its place was run, and nothing has noticed
	NotCovered Status = "not covered" // nothing runs its place
)

// Result is what became of a mutant.
type Result struct {
	Point
	Status  Status  `json:"status"`
	By      string  `json:"by,omitempty"` // what has noticed it
	Seconds float64 `json:"seconds"`
}

// ReadResults reads the results that [AppendResult] wrote to a file; one that does not exist has none.
func ReadResults(name string) ([]Result, error) {
	file, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // only read
	var out []Result
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		var r Result
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", name, len(out)+1, err)
		}
		out = append(out, r)
	}
	return out, lines.Err()
}

// AppendResult adds a result to a file, one JSON object a line.
func AppendResult(name string, r *Result) error {
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
