package fuzz

import "github.com/relspec/relspec/spec"

// snapshot is a world as it was kept under a name.
type snapshot struct {
	name  string
	world *world
}

// maxSnapshots bounds the memory of a trace, here and in engines.
const maxSnapshots = 4

// snapshot keeps the world, sometimes under a name that is taken, which it then replaces (P-17).
func (b *builder) snapshot() {
	n := len(b.snapshots)
	i := b.below(n + 1)
	if n == maxSnapshots {
		i = b.below(n)
	}
	s := snapshot{"s" + number(i+1), b.world.clone()}
	b.emit(spec.Operation{Op: spec.OpSnapshot, As: s.name})
	if i == n {
		b.snapshots = append(b.snapshots, s)
	} else {
		b.snapshots[i] = s
	}
}

// restore goes back to a snapshot. Entities made since then are unknown again; their handles are not used again.
func (b *builder) restore() {
	if len(b.snapshots) == 0 {
		b.snapshot()
		return
	}
	s := b.snapshots[b.below(len(b.snapshots))]
	b.emit(spec.Operation{Op: spec.OpRestore, As: s.name})
	b.world = s.world.clone()
}

func (b *builder) dump() { b.emit(spec.Operation{Op: spec.OpDump}) }
