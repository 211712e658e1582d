package campaign

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"github.com/relspec/relspec/internal/oracle/cover"
	"github.com/relspec/relspec/internal/oracle/shard"
	"github.com/relspec/relspec/spec"
)

// Format is the first field of a campaign's progress file.
const Format = "relspec-campaign"

// Saved is the content of the progress file of a campaign. The file is replaced after each trace
// with a finding, at the end, and after other traces as often as writing takes only a small part of
// the time. A campaign that is killed can be resumed from the file without losing findings or
// counting a trace twice.
type Saved struct {
	Format   string      `json:"format"`
	Seed     uint64      `json:"seed"`
	Shard    shard.Shard `json:"shard"`
	Profiles []string    `json:"profiles"`
	Config   string      `json:"config,omitempty"`
	// Traces is a hash of the first trace. If it differs, the generator makes other traces.
	Traces  string         `json:"traces"`
	Low     uint64         `json:"low"`  // all traces of the shard before this number are finished
	Done    []uint64       `json:"done"` // finished traces from Low on
	Counts  cover.Counts   `json:"counts"`
	Elapsed time.Duration  `json:"elapsed_ns"` // of all runs together
	Seen    []SignatureFor `json:"seen"`       // how often each kind of divergence occurred
	// Requested is the requested number of traces of all shards; 0 if the campaign ends by time.
	Requested uint64 `json:"asked,omitempty"`
	// Complete says whether the requested number of traces is finished.
	Complete bool `json:"complete"`
}

// SignatureFor is a signature of divergences, the groups of its findings, and how often it
// occurred.
type SignatureFor struct {
	Signature string            `json:"signature"`
	Count     uint64            `json:"count"`
	First     string            `json:"first"`  // the group of the first finding, used after maxReduced findings
	Groups    map[string]uint64 `json:"groups"` // repeats by group
}

// SavedFinding is a finding with its trace, in the findings file.
type SavedFinding struct {
	Finding
	Trace string `json:"trace"`
}

// savingShare limits the time for writing the progress file to 1/savingShare of the total.
const savingShare = 50

// ProgressFile returns the path of the progress file of a shard in a folder.
func ProgressFile(s shard.Shard, dir string) string {
	return filepath.Join(dir, s.FileName("campaign"))
}

// FindingsFile returns the path of the findings file of a shard in a folder.
func FindingsFile(s shard.Shard, dir string) string {
	return filepath.Join(dir, s.FileName("campaign-findings"))
}

// maxReduced is the number of findings of each signature that are reduced to determine their group.
// Further findings count as repeats of the first.
const maxReduced = 10

// grouped sets the time, the number of compared operations and the group of a finding. counts are
// the counts of its trace.
func (c *campaign) grouped(f *Finding, counts cover.Counts) *Finding {
	f.Seed, f.Operations, f.Compared = c.o.Seed, len(f.Trace.Entries), c.ops.Load()+counts.Total()
	f.After = c.earlier + time.Since(c.started)
	f.Group = f.Divergence.Signature()
	c.mu.Lock()
	seen := c.seen[f.Divergence.Signature()]
	frequent := seen != nil && seen.Count >= maxReduced
	if frequent {
		f.Group = seen.First
	}
	c.mu.Unlock()
	if frequent {
		return f
	}
	if err := c.prepare(f); err != nil {
		c.fail(err)
		return f
	}
	f.Group = f.Reduced.Group()
	return f
}

// found records a divergence as a new finding or a repeat of one. The caller holds the lock.
func (c *campaign) found(f *Finding) error {
	seen := c.seen[f.Divergence.Signature()]
	if seen == nil {
		seen = &SignatureFor{Signature: f.Divergence.Signature(), First: f.Group, Groups: map[string]uint64{}}
		c.seen[seen.Signature] = seen
	}
	seen.Count++
	if old := c.findings[f.Group]; old != nil {
		if old.Index != f.Index { // equal if an earlier run was killed between writing the two files
			seen.Groups[f.Group]++
			old.Repeats++
		}
		if old.Reduced == nil {
			old.Reduced = f.Reduced
			return c.settle(f, true)
		}
		return c.settle(f, false)
	}
	if err := c.settle(f, true); err != nil {
		return err
	}
	c.findings[f.Group] = f
	if err := c.keepFindings(); err != nil {
		return err
	}
	if c.o.Found != nil {
		return c.o.Found(f)
	}
	return nil
}

func (c *campaign) isDone(number uint64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return number < c.low || c.done[number]
}

// finish records the result of a trace.
func (c *campaign) finish(number uint64, counts cover.Counts, found []*Finding) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, f := range found {
		if err := c.found(f); err != nil {
			c.failed(err)
			return
		}
	}
	c.counts.Add(counts)
	c.done[number] = true
	for c.done[c.low] {
		delete(c.done, c.low)
		c.low++
	}
	if len(found) > 0 || time.Since(c.savedAt) >= savingShare*c.saveTime {
		if err := c.keep(); err != nil {
			c.failed(err)
		}
	}
	if len(c.findings) >= c.o.Findings {
		c.cancel()
	}
}

func (c *campaign) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.failed(err)
}

// failed ends the campaign with an error. The caller holds the lock.
func (c *campaign) failed(err error) {
	if c.err == nil {
		c.err = err
	}
	c.cancel()
}

// keep writes the progress file.
func (c *campaign) keep() error {
	if c.o.Keep == "" {
		return nil
	}
	began := time.Now()
	defer func() { c.savedAt, c.saveTime = time.Now(), time.Since(began) }()
	p := Saved{
		Format: Format, Seed: c.o.Seed, Shard: c.o.Shard, Profiles: c.o.profileNames(),
		Config: c.o.Config, Traces: c.first, Low: c.low, Done: slices.Sorted(maps.Keys(c.done)),
		Counts:  c.counts,
		Elapsed: c.earlier + time.Since(c.started), Seen: []SignatureFor{},
		Requested: c.o.Traces, Complete: c.o.Traces > 0 && c.o.Shard.At(c.low) >= c.o.Traces,
	}
	for _, key := range slices.Sorted(maps.Keys(c.seen)) {
		p.Seen = append(p.Seen, *c.seen[key])
	}
	return shard.Write(ProgressFile(c.o.Shard, c.o.Keep), p)
}

// keepFindings writes the findings file. It must be written before the progress file that counts
// the findings.
func (c *campaign) keepFindings() error {
	if c.o.Keep == "" {
		return nil
	}
	stored := []SavedFinding{}
	for _, key := range slices.Sorted(maps.Keys(c.findings)) {
		f := c.findings[key]
		var text bytes.Buffer
		if _, err := f.Trace.WriteTo(&text); err != nil {
			return err
		}
		stored = append(stored, SavedFinding{*f, text.String()})
	}
	return shard.Write(FindingsFile(c.o.Shard, c.o.Keep), stored)
}

// resume loads the progress of an earlier run, or begins if there is none.
func (c *campaign) resume() error {
	if !c.o.Resume {
		return c.begin()
	}
	file := ProgressFile(c.o.Shard, c.o.Keep)
	p := Saved{Counts: cover.NewCounts()}
	err := shard.Read(file, &p)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return c.begin()
	case err != nil:
		return err
	case p.Format != Format:
		return fmt.Errorf("%s is not the progress of a campaign", file)
	case p.Seed != c.o.Seed || p.Shard != c.o.Shard || p.Config != c.o.Config ||
		!slices.Equal(p.Profiles, c.o.profileNames()):
		return fmt.Errorf("%s is the progress of another campaign: seed %d, shard %s, profiles %v, %q",
			file, p.Seed, p.Shard, p.Profiles, p.Config)
	case p.Traces != c.first:
		return fmt.Errorf("%s was written by a version that generates other traces; use that version, or another folder", file)
	}
	c.low, c.counts, c.earlier = p.Low, p.Counts, p.Elapsed
	for _, number := range p.Done {
		c.done[number] = true
	}
	c.next.Store(p.Low)
	c.traces.Store(p.Counts.Traces)
	c.ops.Store(p.Counts.Total())
	for i := range p.Seen {
		c.seen[p.Seen[i].Signature] = &p.Seen[i]
	}
	stored, err := ReadFindings(FindingsFile(c.o.Shard, c.o.Keep))
	if err != nil {
		return err
	}
	for i := range stored {
		c.findings[stored[i].Group] = &stored[i]
	}
	c.recount()
	return nil
}

// begin writes the files of a new campaign, so that it can be resumed even if it is killed before
// the first trace.
func (c *campaign) begin() error {
	if c.o.Keep != "" {
		if err := shard.SetAside(ProgressFile(c.o.Shard, c.o.Keep), FindingsFile(c.o.Shard, c.o.Keep)); err != nil {
			return err
		}
	}
	if err := c.keepFindings(); err != nil {
		return err
	}
	return c.keep()
}

// recount sets the repeats of the findings from the progress file.
func (c *campaign) recount() {
	for group, f := range c.findings {
		f.Repeats = 0
		for _, s := range c.seen {
			f.Repeats += s.Groups[group]
		}
	}
}

// ReadFindings reads a findings file.
func ReadFindings(file string) ([]Finding, error) {
	var stored []SavedFinding
	if err := shard.Read(file, &stored); err != nil {
		return nil, err
	}
	out := make([]Finding, len(stored))
	for i, k := range stored {
		t, err := spec.ReadTrace(bytes.NewReader([]byte(k.Trace)), spec.ReadLimits{})
		if err != nil {
			return nil, fmt.Errorf("%s, finding %d: %w", file, i+1, err)
		}
		out[i] = k.Finding
		out[i].Trace = t
	}
	return out, nil
}

// fingerprint returns a hash of the first trace of the whole campaign.
func (o *Options) fingerprint() string {
	h := sha256.New()
	_, _ = o.Generate(TraceSeed(o.Seed, 0), o.profile(0)).WriteTo(h) // writing to a hash never fails
	return hex.EncodeToString(h.Sum(nil)[:4])
}

func (o *Options) profileNames() []string {
	var out []string
	for _, p := range o.Profiles {
		out = append(out, p.Name)
	}
	return out
}
