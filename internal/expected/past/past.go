// Package past stores the history of an expected world: how deeply operations are deferred, and the
// snapshots. Packages expected and edges use it.
package past

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// Past is the history of a world of type W. The zero Past is the history of a new world.
type Past[W any] struct {
	Snapshots []Snapshot[W] // in the order in which their names were first used
	deferred  int           // deferrals that have begun and not ended
}

// Snapshot is a copy of a world under a name. It never changes.
type Snapshot[W any] struct {
	Name  string
	world *W
}

// IsDeferred reports whether operations are deferred. Snapshots are then neither taken nor
// restored.
func (p *Past[W]) IsDeferred() bool { return p.deferred > 0 }

// Clone returns a copy that shares the snapshots.
func (p *Past[W]) Clone() Past[W] {
	return Past[W]{Snapshots: slices.Clone(p.Snapshots), deferred: p.deferred}
}

// Remember applies an operation to the history. For a snapshot, it stores the copy of the world
// that present returns. For a restore, it calls the function back, which gets the world of the
// snapshot. A reload drops the snapshots. Operations other than these and deferrals change nothing.
func (p *Past[W]) Remember(op *spec.Operation, present func() *W, back func(before *W)) {
	switch op.Op { //nolint:exhaustive // the others do not change the history
	case spec.OpDeferBegin:
		p.deferred++
	case spec.OpDeferEnd:
		p.deferred = max(p.deferred-1, 0)
	case spec.OpSnapshot:
		if !p.IsDeferred() {
			p.keep(Snapshot[W]{op.As, present()})
		}
	case spec.OpRestore:
		if i := p.find(op.As); i >= 0 && !p.IsDeferred() {
			back(p.Snapshots[i].world)
		}
	case spec.OpReload:
		if !p.IsDeferred() {
			p.Snapshots = nil // reload.ends
		}
	}
}

// keep adds a snapshot, which may replace an older one of the same name (snapshot.keeps).
func (p *Past[W]) keep(s Snapshot[W]) {
	if i := p.find(s.Name); i >= 0 {
		p.Snapshots[i] = s
		return
	}
	p.Snapshots = append(p.Snapshots, s)
}

func (p *Past[W]) find(name string) int {
	return slices.IndexFunc(p.Snapshots, func(s Snapshot[W]) bool { return s.Name == name })
}
