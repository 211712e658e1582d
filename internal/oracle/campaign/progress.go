package campaign

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
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

// Saved is the file that a campaign keeps of itself. It is replaced after each trace with a finding, after others as
// often as that takes a small part of the time, and at the end. A campaign that is killed at any moment goes on from
// there, so that it loses nothing and counts no trace twice.
type Saved struct {
	Format   string      `json:"format"`
	Seed     uint64      `json:"seed"`
	First    uint64      `json:"first"`
	Shard    shard.Shard `json:"shard"`
	Profiles []string    `json:"profiles"`
	Config   string      `json:"config,omitempty"`
	// a hash of the first trace: a generator of other traces is another campaign
	Traces  string         `json:"traces"`
	Low     uint64         `json:"low"`  // of the shard's traces, counted from 0, all before are finished
	Done    []uint64       `json:"done"` // those finished from there on
	Counts  cover.Counts   `json:"counts"`
	Elapsed time.Duration  `json:"elapsed_ns"` // of all runs together
	Seen    []SignatureFor `json:"seen"`       // how often each kind of divergence occurred
	// Requested is the number of traces that the campaign was to have, with all shards; 0 is as many as there is time for.
	Requested uint64 `json:"asked,omitempty"`
	// Complete says that the campaign has come to its number of traces.
	Complete bool `json:"complete"`
}

// SignatureFor is a signature of divergences, the groups that its findings belong to, and how often it was seen.
type SignatureFor struct {
	Signature string            `json:"signature"`
	Count     uint64            `json:"count"`
	First     string            `json:"first"` // the group of the first one, which further ones repeat
	Groups    map[string]uint64 `json:"groups"`
}

// SavedFinding is a finding in the second file that a campaign keeps, with its trace.
type SavedFinding struct {
	Finding
	Trace string `json:"trace"`
}

// signatureSeen has the facts about a kind of divergence.
type signatureSeen struct {
	count  uint64
	first  string
	groups map[string]uint64 // repeats by group
}

// savingShare is the share of the time that goes into the progress file: one part in so many.
const savingShare = 50

// ProgressFile holds the progress of a shard of a campaign in a folder.
func ProgressFile(s shard.Shard, dir string) string {
	return filepath.Join(dir, s.FileName("campaign"))
}

// FindingsFile holds the findings of a shard of a campaign in a folder.
func FindingsFile(s shard.Shard, dir string) string {
	return filepath.Join(dir, s.FileName("campaign-findings"))
}

// grouped fills in when a divergence was found and to which group it belongs. counts are those of its trace.
func (c *campaign) grouped(f *Finding, counts cover.Counts) *Finding {
	f.Seed, f.Operations, f.Compared = c.o.Seed, len(f.Trace.Entries), c.ops.Load()+counts.Total()
	f.After = c.earlier + time.Since(c.started)
	f.Group = f.Divergence.Signature()
	c.mu.Lock()
	seen := c.seen[f.Divergence.Signature()]
	frequent := seen != nil && seen.count >= c.o.PerSignature
	if frequent {
		f.Group = seen.first
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

// found notes a divergence: a new finding, or a repeat of one. The lock is held.
func (c *campaign) found(f *Finding) error {
	seen := c.seen[f.Divergence.Signature()]
	if seen == nil {
		seen = &signatureSeen{first: f.Group, groups: map[string]uint64{}}
		c.seen[f.Divergence.Signature()] = seen
	}
	seen.count++
	if old := c.findings[f.Group]; old != nil {
		if old.Index != f.Index { // or it was kept, but its trace was not, before the run was killed
			seen.groups[f.Group]++
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

// finish notes the result of a trace.
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
	if len(found) > 0 || time.Since(c.kept) >= savingShare*c.keeping {
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

// failed ends the campaign with an error. The lock is held.
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
	defer func() { c.kept, c.keeping = time.Now(), time.Since(began) }()
	p := Saved{
		Format: Format, Seed: c.o.Seed, First: c.o.First, Shard: c.o.Shard, Profiles: c.o.profileNames(),
		Config: c.o.Config, Traces: c.first, Low: c.low, Done: slices.Sorted(maps.Keys(c.done)),
		Counts:  c.counts,
		Elapsed: c.earlier + time.Since(c.started), Seen: []SignatureFor{},
		Requested: c.o.Traces, Complete: c.o.Traces > 0 && c.o.Shard.At(c.low) >= c.o.Traces,
	}
	for _, key := range slices.Sorted(maps.Keys(c.seen)) {
		s := c.seen[key]
		p.Seen = append(p.Seen, SignatureFor{Signature: key, Count: s.count, First: s.first, Groups: s.groups})
	}
	return shard.Write(ProgressFile(c.o.Shard, c.o.Keep), p)
}

// keepFindings writes the findings with their traces, which comes before the progress that counts them.
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

// resume takes up the progress of an earlier run.
func (c *campaign) resume() error {
	if !c.o.Resume {
		return c.begin()
	}
	file := ProgressFile(c.o.Shard, c.o.Keep)
	p := Saved{Counts: cover.NewCounts()}
	if err := shard.Read(file, &p); err != nil {
		return err
	}
	switch {
	case p.Format != Format:
		return fmt.Errorf("%s is not the progress of a campaign", file)
	case p.Seed != c.o.Seed || p.First != c.o.First || p.Shard != c.o.Shard || p.Config != c.o.Config ||
		!slices.Equal(p.Profiles, c.o.profileNames()):
		return fmt.Errorf("%s is the progress of another campaign: seed %d, first trace %d, shard %s, profiles %v, %q",
			file, p.Seed, p.First, p.Shard, p.Profiles, p.Config)
	case p.Traces != c.first:
		return fmt.Errorf("%s was begun by a version that generates other traces; go on with that one, or begin in another folder", file)
	}
	c.low, c.counts, c.earlier = p.Low, p.Counts, p.Elapsed
	for _, number := range p.Done {
		c.done[number] = true
	}
	c.next.Store(p.Low)
	c.traces.Store(p.Counts.Traces)
	c.ops.Store(p.Counts.Total())
	for _, s := range p.Seen {
		c.seen[s.Signature] = &signatureSeen{count: s.Count, first: s.First, groups: s.Groups}
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

// begin writes the files of a campaign that has not compared anything yet, so that it can be resumed from then on.
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

// recount sets the numbers of repeats to those of the progress.
func (c *campaign) recount() {
	for group, f := range c.findings {
		f.Repeats = 0
		for _, s := range c.seen {
			f.Repeats += s.groups[group]
		}
	}
}

// ReadFindings reads the findings that a campaign has stored.
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

// fingerprint is a hash of the first trace, whichever shard has it.
func (o *Options) fingerprint() string {
	h := sha256.New()
	_, _ = o.Generate(TraceSeed(o.Seed, o.First), o.profile(o.First)).WriteTo(h) // a hash takes everything
	return hex.EncodeToString(h.Sum(nil)[:4])
}

func (o *Options) profileNames() []string {
	var out []string
	for _, p := range o.Profiles {
		out = append(out, p.Name)
	}
	return out
}
