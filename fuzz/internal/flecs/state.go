package flecs

import "github.com/relspec/relspec/spec"

// maxSnapshots bounds the memory of a trace, here and in engines.
const maxSnapshots = 4

// snapshot keeps the world, sometimes under a name that is taken, which it then replaces (P-17).
func (b *builder) snapshot() {
	n := len(b.world.Snapshots)
	i := b.below(n + 1)
	if n == maxSnapshots {
		i = b.below(n)
	}
	b.emit(spec.Operation{Op: spec.OpSnapshot, As: "s" + number(i+1)})
}

// restore goes back to a snapshot. Entities made since then are unknown again; their handles are not used again.
func (b *builder) restore() {
	if len(b.world.Snapshots) == 0 {
		b.snapshot()
		return
	}
	b.emit(spec.Operation{Op: spec.OpRestore, As: b.world.Snapshots[b.below(len(b.world.Snapshots))].Name})
}

func (b *builder) dump() { b.emit(spec.Operation{Op: spec.OpDump}) }
