package shard

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/relspec/relspec/spec"
)

// Shard is the part of a run that one machine does: every Of-th trace or world, starting at Index.
// The zero Shard is the whole run.
type Shard struct {
	Index uint64 `json:"index"`
	Of    uint64 `json:"of"`
}

// Parse parses "i/n" with i from 0 to n-1, as in an indexed job of Kubernetes. "" means the whole
// run.
func Parse(text string) (Shard, error) {
	if text == "" {
		return Shard{}, nil
	}
	i, n, found := strings.Cut(text, "/")
	index, err1 := strconv.ParseUint(i, 10, 32)
	of, err2 := strconv.ParseUint(n, 10, 32)
	if !found || err1 != nil || err2 != nil || index >= of {
		return Shard{}, fmt.Errorf("a shard is i/n with i from 0 to n-1, such as 0/4, got %q", text)
	}
	return Shard{index, of}, nil
}

// String returns the shard in the format of [Parse]; "0/1" is the whole run.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Parts()) }

// Parts returns the number of shards; 1 for the whole run.
func (s Shard) Parts() uint64 { return max(s.Of, 1) }

// At returns the index of the k-th trace or world of the shard.
func (s Shard) At(k uint64) uint64 { return k*s.Parts() + s.Index }

// Has reports whether an index belongs to the shard.
func (s Shard) Has(index uint64) bool { return index%s.Parts() == s.Index }

// FileName returns the name of a file for the shard, such as "campaign.json" or
// "campaign-1-of-4.json".
func (s Shard) FileName(what string) string {
	if s.Parts() == 1 {
		return what + ".json"
	}
	return fmt.Sprintf("%s-%d-of-%d.json", what, s.Index, s.Of)
}

// Write atomically replaces a file by v as JSON: if the process is killed, the file has the old or
// the new content. Only one process may write at a time ([Shard.Lock]). The next call of Write
// replaces the temporary file of a killed process.
func Write(path string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	file, err := os.Create(filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".tmp"))
	if err != nil {
		return err
	}
	return Finish(file, path, append(text, '\n'))
}

// SetAside renames progress files of an earlier run by appending ".before", so that a new run does
// not replace them.
func SetAside(paths ...string) error {
	for _, path := range paths {
		if err := os.Rename(path, path+".before"); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// Read reads a file that [Write] wrote.
func Read(path string, v any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := spec.ReadOpenJSON(text, v); err != nil {
		return fmt.Errorf("%s is not a progress file that can be resumed: %w", path, err)
	}
	return nil
}
