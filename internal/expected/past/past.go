// Package past is the part of a expected world besides its present, whichever library it is of: how
// deep operations are deferred, and the worlds that were kept under a name.
package past

import (
	"slices"

	"github.com/relspec/relspec/spec"
)

// Past is a part of a world of type W. The zero Past is that of a fresh world.
type Past[W any] struct {
	Snapshots []Snapshot[W] // in the order of their first names
	deferred  int           // deferrals that have begun
}

// Snapshot is a world as it was kept under a name. It never changes.
type Snapshot[W any] struct {
	Name  string
	world *W
}

// IsDeferred reports whether operations wait: then no snapshot is kept or gone back to.
func (p *Past[W]) IsDeferred() bool { return p.deferred > 0 }

// Clone is a copy; the snapshots in it are shared.
func (p *Past[W]) Clone() Past[W] {
	return Past[W]{Snapshots: slices.Clone(p.Snapshots), deferred: p.deferred}
}

// Remember follows an operation that begins or ends deferring, keeps the world as present copies
// it, goes back to one that was kept, which back is handed, or ends all that were kept. Other
// operations change nothing.
func (p *Past[W]) Remember(op *spec.Operation, present func() *W, back func(before *W)) {
	switch op.Op { //nolint:exhaustive // the others are of the present
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
