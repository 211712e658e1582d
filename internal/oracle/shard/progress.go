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

// Shard is a part of a run that is split over machines: every Of-th trace or world, from Index on. The zero Shard is
// everything.
type Shard struct {
	Index uint64 `json:"index"`
	Of    uint64 `json:"of"`
}

// Parse reads "i/n" with i from 0 to n-1, as a Kubernetes indexed job counts; "" is everything.
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

// String is the shard as [Parse] reads it, "0/1" for everything.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Parts()) }

// Parts is the number of shards, 1 for everything.
func (s Shard) Parts() uint64 { return max(s.Of, 1) }

// At is the index of the k-th trace or world of the shard.
func (s Shard) At(k uint64) uint64 { return k*s.Parts() + s.Index }

// Has reports whether an index belongs to the shard.
func (s Shard) Has(index uint64) bool { return index%s.Parts() == s.Index }

// FileName is a name for a file about the shard: "campaign.json", or "campaign-1-of-4.json".
func (s Shard) FileName(what string) string {
	if s.Parts() == 1 {
		return what + ".json"
	}
	return fmt.Sprintf("%s-%d-of-%d.json", what, s.Index, s.Of)
}

// Write replaces a file by v as JSON, so that a process that is killed leaves the old text or the new one. One
// process at a time writes it ([Shard.Lock]): the next one replaces files that a killed one leaves beside it.
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

// SetAside keeps the progress of an earlier run that a new one would replace, under the name with ".before".
func SetAside(paths ...string) error {
	for _, path := range paths {
		if err := os.Rename(path, path+".before"); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// Read reads what [Write] wrote.
func Read(path string, v any) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := spec.ReadOpenJSON(text, v); err != nil {
		return fmt.Errorf("%s holds no progress that can be resumed: %w", path, err)
	}
	return nil
}
