package exhaust

import (
	"slices"

	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// walk is an engine that goes from world to world, one operation at a time where it can, with every query held since
// the beginning.
type walk struct {
	*comparison
	*session
	kind     spec.QueryKind
	prepared []bool
	stack    []int // the worlds from the beginning to where it stands
}

// held compares the worlds with queries that are held while the world changes.
func (c *comparison) held(im oracle.Implementation, name string, kind spec.QueryKind) func(*expected) error {
	k := &walk{comparison: c, session: c.newSession(name, im), kind: kind}
	return func(e *expected) error {
		c.using.Store(k.session)
		if k.engine == nil {
			if err := k.prepare(); err != nil {
				return err
			}
		}
		if !k.goTo(e.world) || !c.world(k.session, e.dump, nil) {
			k.engine = nil
			return nil
		}
		k.compare(e)
		return nil
	}
}

// asKind is the question as it is held, if there is such.
func (k *walk) asKind(q *question) (spec.Operation, bool) {
	if k.kind == spec.KindAuto {
		return q.query, true
	}
	op, ok := q.kinds[k.kind]
	return op, ok
}

func (k *walk) prepare() error {
	if err := k.begin(k.session, nil); err != nil {
		return err
	}
	k.prepared = make([]bool, len(k.questions))
	for i, q := range k.questions {
		if op, ok := k.asKind(q); ok {
			out := k.ask(spec.Operation{Op: spec.OpPrepare, As: q.number, Query: op.Query})
			k.prepared[i] = out.Err == nil
		}
	}
	k.do(spec.Operation{Op: spec.OpSnapshot, As: beginning})
	k.stack = append(k.stack[:0], 0)
	k.warm()
	return nil
}

// warm iterates every held query, so that its matches are cached from there on.
func (k *walk) warm() {
	for i, q := range k.questions {
		if k.prepared[i] {
			k.ask(spec.Operation{Op: spec.OpIterate, On: q.number})
		}
	}
	k.history = append(k.history, checkpoint)
}

// goTo walks to a world: back to the common ancestor, then on.
func (k *walk) goTo(world int) bool {
	var to []int
	for at := world; at >= 0; at = k.family.worlds[at].from {
		to = append([]int{at}, to...)
	}
	common := 0
	for common < len(to) && common < len(k.stack) && to[common] == k.stack[common] {
		common++
	}
	for len(k.stack) > common {
		back := k.family.worlds[k.stack[len(k.stack)-1]].back
		if back == nil || k.do(*back).Err != nil {
			k.do(spec.Operation{Op: spec.OpRestore, As: beginning})
			k.stack = k.stack[:1]
			k.warm()
			break
		}
		k.stack = k.stack[:len(k.stack)-1]
	}
	for _, at := range to[len(k.stack):] {
		if !k.works(k.session, k.family.worlds[at].op) {
			return false
		}
		k.stack = append(k.stack, at)
	}
	return true
}

func (k *walk) compare(e *expected) {
	for i, q := range k.questions {
		if !k.prepared[i] || e.answers[i].Err != nil || q.walks && e.changed {
			continue
		}
		if k.kind != spec.KindAuto && !slices.Contains(e.kinds[i], k.kind) {
			continue
		}
		held, _ := k.asKind(q)
		op := spec.Operation{Op: spec.OpIterate, On: q.number}
		k.counts.compared(k.im.Name, k.name)
		got := k.ask(op)
		if d := k.difference(k.session, &held, &e.answers[i], &got); d != nil {
			k.differs(k.session, k.trace(k.o.Bound.Profile, op, held.Query), d, q.query.Query)
		}
	}
	k.history = append(k.history, checkpoint)
}
