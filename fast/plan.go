package fast

import (
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// A plan is made for each run, because it depends on the properties that relationships have now, on which variables
// are preset, and on how many tables each term matches. And terms come first, the rarest leading; then Optional terms,
// chains and terms with conditional variables in written order; Not terms as soon as what they use is bound.

// step is one step of a plan.
type step struct {
	kind   stepKind
	node   *node
	terms  []match     // one, or the alternatives of a chain
	common slots       // the variables that occur in every alternative of a chain
	trying alternative // of a chain, while it runs

	start int   // of a scope: its first step; of a guard: the step of the chain
	bound slots // of a scope: what is bound before it
	split bool  // of a scope: $this is one entity then
}

type stepKind uint8

const (
	stepMatch    stepKind = iota // And: go on with every match
	stepOptional                 // go on with every match, or once without
	stepChain                    // go on with the matches of the first alternative that matches
	stepGuard                    // after a chain: no earlier alternative matches for the same values
	stepNot                      // go on if there is no match
	stepTest                     // go on if a comparison holds
	stepList                     // go on if a list matches
	stepScope                    // go on if what stands in the scope has no match
	stepFound                    // the end of a scope: there is a match
	stepAll                      // $this is every entity of the user
	stepSplit                    // $this goes from all entities of a table to each
	stepYield                    // a row, or one for each entity of the table
)

// match is a term resolved for one run.
type match struct {
	*term
	node       *node
	firstID    uint32 // indices of the elements that are constants
	secondID   uint32
	sourceID   uint32
	dead       bool     // mentions a dead entity: nothing matches
	transitive bool     // pairs follow by composition
	reflexive  bool     // the pair of an entity with itself holds
	inherited  bool     // the id may come from a base
	allow      traits   // what is found on bases, in the first step of what follows
	anyTarget  bool     // the target is reported as *
	skipOwn    bool     // up(IsA): what the source itself owns does not count
	single     bool     // the matches depend on the source entity, not on its table alone
	subclasses []uint32 // of the first element, in type order
	rank       int      // how many subclasses stand before the first element itself in type order
}

// resolve fills in what a term means now.
func (x *exec) resolve(m *match, n *node, t *term) {
	*m = match{term: t, node: n}
	x.constant(m, &t.first, &m.firstID)
	x.constant(m, &t.second, &m.secondID)
	x.constant(m, &t.src, &m.sourceID)
	if m.dead || t.compares {
		return
	}
	m.inherited, m.allow = x.anyBases, traitInherited
	m.anyTarget = t.second.kind == elementAny || x.w.reportsAnyTarget(t)
	switch tr := t.traversal; {
	case tr.followsBases():
		m.skipOwn = !tr.self
	case tr != nil: // the source, or the start, is tested with what it owns
		m.allow = 0
	}
	m.single = t.traversal.climbs() && x.w.traitsOf(t.traversal.relation.Index())&traitAcyclic == 0
	m.single = m.single || t.src.uses()&(t.first.uses()|t.second.uses()) != 0 || x.w.loose.any() && x.w.isLooseTerm(t)
	if t.first.kind != elementConst {
		return
	}
	traits := x.w.traitsOf(m.firstID)
	m.inherited = m.inherited && traits&traitInherited != 0
	if t.member != nil {
		m.single = true
		return
	}
	if x.q.subclasses && !t.firstSelf && traits&(traitFinal|traitDefaultFinal) == 0 && traits&traitBase != 0 {
		x.findSubclasses(m)
		for _, class := range m.subclasses {
			m.single = m.single || t.second.kind != elementNone && x.w.traitsOf(class)&traitLoose != 0
		}
	}
	if t.second.kind == elementNone || !x.q.transitive || t.secondSelf || t.traversal.climbs() && !t.traversal.self {
		return
	}
	m.transitive = traits&traitTransitive != 0
	m.reflexive = traits&traitReflexive != 0 && t.second.kind != elementStar && t.second.kind != elementAny && !m.skipOwn
	m.single = m.single || m.reflexive || m.transitive && m.skipOwn
}

func (x *exec) constant(m *match, e *element, index *uint32) {
	if e.kind == elementConst {
		*index = e.entity.Index()
		m.dead = m.dead || !x.st.Alive(e.entity)
	}
}

// splits reports whether the match needs $this as one entity.
func (m *match) splits() bool {
	this := slotOf(thisSlot)
	if m.compares || m.lookups&this != 0 {
		return m.uses&this != 0
	}
	return (m.first.uses()|m.second.uses())&this != 0 || m.single && m.src.uses() == this
}

// findSubclasses lists everything that is a first element by IsA, over any number of steps, in type order.
func (x *exec) findSubclasses(m *match) {
	var seen visits
	from := len(x.classes)
	seen.add(m.firstID)
	x.level = append(x.level[:0], m.firstID)
	level := x.level
	for len(level) > 0 {
		at := level[len(level)-1]
		level = level[:len(level)-1]
		for _, p := range x.st.Lookup(store.Pair(IsA.Index(), at)) {
			for _, e := range x.st.Entities(p.Table) {
				if seen.add(e.Index()) {
					x.classes = append(x.classes, e.Index())
					level = append(level, e.Index())
				}
			}
		}
	}
	x.level = level
	m.subclasses = x.classes[from:len(x.classes):len(x.classes)]
	x.w.sortEntities(m.subclasses)
	for _, c := range m.subclasses {
		if x.w.compareEntities(c, m.firstID) < 0 {
			m.rank++
		}
	}
}

// planFor orders the nodes of the query; bound are the variables that are set before.
func (x *exec) planFor(bound slots) {
	total := 0
	x.q.each(func(*node, *term) { total++ })
	if cap(x.matches) < total {
		x.matches = make([]match, 0, max(8, total))
	}
	x.matches, x.steps, x.classes = x.matches[:0], x.steps[:0], x.classes[:0]
	x.planNodes(x.q.nodes, bound, x.this == thisEntity, x.q.usesThis)
	x.steps = append(x.steps, step{kind: stepYield})
	for i := 0; i < len(x.steps); i++ {
		if s := x.steps[i]; s.kind == stepScope {
			x.steps[i].start = len(x.steps)
			x.planNodes(s.node.scope.nodes, s.bound, s.split, s.node.scope.ranges)
			x.steps = append(x.steps, step{kind: stepFound})
		}
	}
}

// planNodes appends the steps of a list of nodes.
func (x *exec) planNodes(nodes []node, bound slots, split, usesThis bool) {
	p := planner{x: x, bound: bound, positive: bound, split: split}
	outer := bound
	if usesThis {
		outer |= slotOf(thisSlot)
	}
	p.core, p.later, p.nots = x.coreBuf[:0], x.laterBuf[:0], x.notBuf[:0]
	for i := range nodes {
		p.sort(&nodes[i])
	}
	p.placeNots(false)
	for len(p.core) > 0 {
		p.takeCheapest()
	}
	if usesThis && p.bound&slotOf(thisSlot) == 0 {
		x.steps = append(x.steps, step{kind: stepAll})
		p.bound |= slotOf(thisSlot)
		p.placeNots(false)
	}
	for _, s := range p.later {
		p.splitFor(&s)
		x.steps = append(x.steps, s)
		p.bound |= s.node.uses()
		if s.kind == stepChain && (s.common&^outer != 0 || s.node.needs != 0) {
			chain := len(x.steps) - 1
			if !p.split && s.splits() { // an alternative may have bound $this to a table
				x.steps = append(x.steps, step{kind: stepSplit})
			}
			x.steps = append(x.steps, step{kind: stepGuard, node: s.node, start: chain})
		}
	}
	p.placeNots(true)
	x.coreBuf, x.laterBuf, x.notBuf = p.core[:0], p.later[:0], p.nots[:0]
}

// planner is the state of planning.
type planner struct {
	x           *exec
	core, later []step
	nots        []step
	bound       slots
	positive    slots // bound by some term that is not Not, and never conditional
	split       bool  // $this is one entity, not a table
}

// sort resolves the terms of a node and puts it into its group.
func (p *planner) sort(n *node) {
	x := p.x
	switch n.kind {
	case nodeList:
		if n.negative() {
			p.nots = append(p.nots, x.listStep(n))
		} else { // binds what it uses, before anything negative
			p.later = append(p.later, x.listStep(n))
		}
		return
	case nodeScope:
		p.nots = append(p.nots, step{kind: stepScope, node: n})
		return
	case nodeMatch, nodeChain, nodeCompare:
	}
	from := len(x.matches)
	for i := range n.terms {
		x.matches = x.matches[:len(x.matches)+1]
		x.resolve(&x.matches[len(x.matches)-1], n, &n.terms[i])
	}
	s := step{node: n, terms: x.matches[from:len(x.matches):len(x.matches)]}
	switch {
	case n.kind == nodeChain:
		s.kind = stepChain
		s.common = ^slots(0)
		for i := range n.terms {
			s.common &= n.terms[i].binding()
		}
		p.later = append(p.later, s)
	case n.kind == nodeCompare && (n.negative() || n.needs != 0):
		s.kind = stepTest
		p.nots = append(p.nots, s)
	case n.oper == spec.Not:
		s.kind = stepNot
		p.nots = append(p.nots, s)
	case n.oper == spec.Optional:
		s.kind = stepOptional
		p.later = append(p.later, s)
	case n.isCore():
		p.positive |= n.terms[0].uses
		p.core = append(p.core, s)
	default:
		p.later = append(p.later, s)
	}
}

// takeCheapest moves the And term that is expected to give the fewest matches from core to the plan.
func (p *planner) takeCheapest() {
	best, least := 0, int(^uint(0)>>1)
	for i := range p.core {
		if cost := p.cost(&p.core[i].terms[0]); cost < least {
			best, least = i, cost
		}
	}
	s := p.core[best]
	p.core = append(p.core[:best], p.core[best+1:]...)
	p.splitFor(&s)
	p.x.steps = append(p.x.steps, s)
	m := &s.terms[0]
	if this := slotOf(thisSlot); p.bound&this == 0 && m.uses&this != 0 {
		p.split = m.splits()
	}
	p.bound |= m.uses
	p.placeNots(false)
}

// splitFor makes $this one entity where a step needs that.
func (p *planner) splitFor(s *step) {
	if p.split || p.bound&slotOf(thisSlot) == 0 || !s.splits() {
		return
	}
	p.x.steps = append(p.x.steps, step{kind: stepSplit})
	p.split = true
}

// splits reports whether a step needs $this as one entity.
func (s *step) splits() bool {
	if s.kind == stepScope {
		return s.node.scope.outer&slotOf(thisSlot) != 0
	}
	for i := range s.terms {
		if s.terms[i].splits() {
			return true
		}
	}
	return false
}

// placeNots puts terms that never bind into the plan whose variables are bound, at the end all of them.
func (p *planner) placeNots(all bool) {
	rest := p.nots[:0]
	known := p.positive | slotOf(thisSlot)
	for _, s := range p.nots {
		uses := s.node.uses()
		early := s.node.needs == 0 && uses&^known == 0 && uses&^p.bound == 0 && (p.split || !s.splits())
		if !all && !early {
			rest = append(rest, s)
			continue
		}
		p.splitFor(&s)
		s.bound, s.split = p.bound, p.split
		p.x.steps = append(p.x.steps, s)
	}
	p.nots = rest
}
