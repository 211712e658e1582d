package query

import (
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/spec"
)

// A plan is made for each run that is not a scan, because it depends on the current properties of
// relationships, on which variables are preset, and on how many tables each term matches. The And
// terms come first, the most selective one at the start. Optional terms, chains, lists and terms
// with conditional variables follow in written order. A Not term or scope comes as soon as its
// variables are bound.

// Step is one step of a plan.
type Step struct {
	Kind     stepKind
	Node     *Node
	Terms    []Match     // one, or the alternatives of a chain
	trying   alternative // state of a chain while it runs
	reported keySet      // the matches so far of a chain whose alternatives all count

	start int   // in a scope, its first step; in stepGuard and stepApart, the step of the chain
	bound Slots // in a scope: the variables that are bound before it
	split bool  // in a scope: $this is one entity
}

type stepKind uint8

// The kinds of steps.
const (
	stepMatch    stepKind = iota // And: continue with every match
	stepOptional                 // continue with every match, or once without
	stepChain                    // continue with the matches of the first alternative that matches
	stepGuard                    // after a chain: continue if no earlier alternative matches for the same values
	stepApart                    // after a chain whose alternatives all count: continue if the match is new
	stepNot                      // continue if there is no match
	stepTest                     // continue if a comparison holds
	stepList                     // continue if a list matches
	stepScope                    // continue if the terms of the scope have no match
	stepFound                    // the end of a scope: there is a match
	stepAll                      // bind $this to every table of the user's entities
	stepSplit                    // bind $this to each entity of its table
	stepExact                    // continue if the terms name all ids of $this
	stepYield                    // return a row, or one for each entity of the table
)

// Match is a term resolved for one run.
type Match struct {
	*Term
	node       *Node
	FirstID    uint32 // indices of the elements that are constants
	secondID   uint32
	sourceID   uint32
	Dead       bool         // names a dead entity, so nothing matches
	transitive bool         // pairs are derived by transitivity
	reflexive  bool         // every entity has the pair with itself
	inherited  bool         // the id may come from a base
	allow      rules.Traits // the traits with which inherited ids count; in a chain of pairs, only for the first pair
	anyTarget  bool         // the target is reported as *
	skipOwn    bool         // up(IsA): ids that the source itself owns do not count
	single     bool         // the matches depend on the source entity, not on its table alone
	subclasses []uint32     // subclasses of the first element, in type order
	rank       int          // how many subclasses come before the first element in type order
	climber    int          // index of its climber plus 1, 0 if it has none
	column     uint16       // the column of its fields: UnknownColumn or MemberColumn
	number     uint8        // of the term, among those of its node
	sets       *termSets    // nil in profiles without sets
}

// resolve fills in the current ids of a term.
func (x *Exec) resolve(m *Match, n *Node, t *Term) {
	*m = Match{Term: t, node: n, column: UnknownColumn}
	x.constant(m, &t.First, &m.FirstID)
	x.constant(m, &t.Second, &m.secondID)
	x.constant(m, &t.Src, &m.sourceID)
	if m.Dead || t.Compares {
		return
	}
	m.inherited, m.allow = x.AnyBases, rules.TraitInherited
	m.anyTarget = t.Second.Kind == ElementAny || ReportsAnyTarget(x.W, t)
	m.single = t.Src.Uses()&(t.First.Uses()|t.Second.Uses()) != 0 ||
		x.W.NonFragmenting.Any() && isNonFragmentingTerm(x.W, t)
	if x.W.Profile.Substitution {
		x.resolveSets(m)
		return
	}
	switch tr := t.Traversal; {
	case tr.FollowsBases():
		m.skipOwn = !tr.Self
	case tr != nil: // the source is tested with the ids that it owns
		m.allow = 0
	}
	m.single = m.single || t.Traversal.Climbs() && x.W.TraitsOf(t.Traversal.Relation.Index())&rules.TraitAcyclic == 0
	if t.First.Kind != ElementConst {
		return
	}
	traits := x.W.TraitsOf(m.FirstID)
	m.inherited = m.inherited && traits&rules.TraitInherited != 0
	if t.Member != nil {
		m.single, m.column = true, MemberColumn
		return
	}
	if x.Q.Subclasses && !t.firstSelf && traits&(rules.TraitFinal|rules.TraitDefaultFinal) == 0 &&
		traits&rules.TraitBase != 0 {
		x.findSubclasses(m)
		for _, class := range m.subclasses {
			m.single = m.single || t.Second.Kind != ElementNone && x.W.TraitsOf(class)&rules.TraitNonFragmenting != 0
		}
	}
	m.climber = x.climbers.add(x, m)
	if t.Second.Kind == ElementNone || !x.Q.Transitive || t.SecondSelf || t.Traversal.Climbs() && !t.Traversal.Self {
		return
	}
	m.transitive = traits&rules.TraitTransitive != 0
	m.reflexive = traits&rules.TraitReflexive != 0 && t.Second.Kind != ElementStar && t.Second.Kind != ElementAny &&
		!m.skipOwn
	m.single = m.single || m.reflexive || m.transitive && m.skipOwn
}

func (x *Exec) constant(m *Match, e *Element, index *uint32) {
	if e.Kind == ElementConst {
		*index = e.Entity.Index()
		m.Dead = m.Dead || !x.Store.Alive(e.Entity)
	}
}

// splits reports whether the match needs $this as one entity.
func (m *Match) splits() bool {
	this := SlotOf(ThisSlot)
	if m.Compares || m.Lookups&this != 0 {
		return m.Uses&this != 0
	}
	return (m.First.Uses()|m.Second.Uses())&this != 0 || m.single && m.Src.Uses() == this
}

// findSubclasses lists the subclasses of a first element, over any number of IsA steps, in type
// order.
func (x *Exec) findSubclasses(m *Match) {
	var seen rules.Visits
	from := len(x.classes)
	seen.Add(m.FirstID)
	x.level = append(x.level[:0], m.FirstID)
	level := x.level
	for len(level) > 0 {
		at := level[len(level)-1]
		level = level[:len(level)-1]
		for _, p := range x.Store.Lookup(store.Pair(rules.IsA.Index(), at)) {
			for _, e := range x.Store.Entities(p.Table) {
				if seen.Add(e.Index()) {
					x.classes = append(x.classes, e.Index())
					level = append(level, e.Index())
				}
			}
		}
	}
	x.level = level
	m.subclasses = x.classes[from:len(x.classes):len(x.classes)]
	x.W.SortEntities(m.subclasses)
	for _, c := range m.subclasses {
		if x.W.CompareEntities(c, m.FirstID) < 0 {
			m.rank++
		}
	}
}

// PlanFor plans the nodes of the query. bound are the variables that are already set.
func (x *Exec) PlanFor(bound Slots) {
	total := 0
	x.Q.Each(func(*Node, *Term) { total++ })
	if cap(x.matches) < total {
		x.matches = make([]Match, 0, max(8, total))
	}
	x.matches, x.steps, x.classes, x.climbers = x.matches[:0], x.steps[:0], x.classes[:0], x.climbers[:0]
	x.planNodes(x.Q.Nodes, bound, x.This == ThisEntity, x.Q.UsesThis)
	if x.Q.exact {
		x.steps = append(x.steps, Step{Kind: stepExact})
	}
	x.steps = append(x.steps, Step{Kind: stepYield})
	for i := 0; i < len(x.steps); i++ {
		if s := x.steps[i]; s.Kind == stepScope {
			x.steps[i].start = len(x.steps)
			x.planNodes(s.Node.scope.nodes, s.bound, s.split, s.Node.scope.ranges)
			x.steps = append(x.steps, Step{Kind: stepFound})
		}
	}
}

// planNodes appends the steps of a list of nodes.
func (x *Exec) planNodes(nodes []Node, bound Slots, split, usesThis bool) {
	p := planner{x: x, bound: bound, positive: bound, split: split}
	outer := bound
	if usesThis {
		outer |= SlotOf(ThisSlot)
	}
	p.core, p.later, p.nots = x.coreBuf[:0], x.laterBuf[:0], x.notBuf[:0]
	for i := range nodes {
		if !x.early || !nodes[i].climbs() {
			p.sort(&nodes[i])
		}
	}
	p.addNots(false)
	for len(p.core) > 0 {
		p.takeCheapest()
	}
	if usesThis && p.bound&SlotOf(ThisSlot) == 0 {
		x.steps = append(x.steps, Step{Kind: stepAll})
		p.bound |= SlotOf(ThisSlot)
		p.addNots(false)
	}
	for _, s := range p.later {
		p.splitFor(&s)
		x.steps = append(x.steps, s)
		p.bound |= s.Node.uses()
		every := x.W.Profile.OrEvery
		if s.Kind == stepChain && (every || s.Node.common()&^outer != 0 || s.Node.Needs != 0) {
			chain := len(x.steps) - 1
			if !p.split && s.splits() { // an alternative may have bound $this to a table, another to an entity of it
				x.steps = append(x.steps, Step{Kind: stepSplit})
			}
			check := stepGuard
			if every {
				check = stepApart
			}
			x.steps = append(x.steps, Step{Kind: check, Node: s.Node, start: chain})
		}
	}
	p.addNots(true)
	x.coreBuf, x.laterBuf, x.notBuf = p.core[:0], p.later[:0], p.nots[:0]
}

// planner is the state of planning.
type planner struct {
	x           *Exec
	core, later []Step
	nots        []Step
	bound       Slots
	positive    Slots // bound by some positive term, and never conditional
	split       bool  // $this is one entity, not a table
}

// sort resolves the terms of a node and adds its step to core, later or nots.
func (p *planner) sort(n *Node) {
	x := p.x
	switch n.Kind {
	case NodeList:
		if n.Negative() {
			p.nots = append(p.nots, x.listStep(n))
		} else { // binds variables, so it comes before all Not terms and scopes
			p.later = append(p.later, x.listStep(n))
		}
		return
	case nodeScope:
		p.nots = append(p.nots, Step{Kind: stepScope, Node: n})
		return
	case NodeMatch, NodeChain, nodeCompare:
	}
	from := len(x.matches)
	for i := range n.Terms {
		x.matches = x.matches[:len(x.matches)+1]
		m := &x.matches[len(x.matches)-1]
		x.resolve(m, n, &n.Terms[i])
		m.number = uint8(i)
	}
	s := Step{Node: n, Terms: x.matches[from:len(x.matches):len(x.matches)]}
	switch {
	case n.Kind == NodeChain:
		s.Kind = stepChain
		p.later = append(p.later, s)
	case n.Kind == nodeCompare && (n.Negative() || n.Needs != 0):
		s.Kind = stepTest
		p.nots = append(p.nots, s)
	case n.Oper == spec.Not:
		s.Kind = stepNot
		p.nots = append(p.nots, s)
	case n.Oper == spec.Optional:
		s.Kind = stepOptional
		p.later = append(p.later, s)
	case n.IsCore():
		p.positive |= n.Terms[0].Uses
		p.core = append(p.core, s)
	default:
		p.later = append(p.later, s)
	}
}

// takeCheapest moves the And term that is expected to give the fewest matches from core to the
// plan.
func (p *planner) takeCheapest() {
	best, cheapest := 0, int(^uint(0)>>1)
	for i := range p.core {
		if cost := p.cost(&p.core[i].Terms[0]); cost < cheapest {
			best, cheapest = i, cost
		}
	}
	s := p.core[best]
	p.core = append(p.core[:best], p.core[best+1:]...)
	p.splitFor(&s)
	p.x.steps = append(p.x.steps, s)
	m := &s.Terms[0]
	if this := SlotOf(ThisSlot); p.bound&this == 0 && m.Uses&this != 0 {
		p.split = m.splits()
	}
	p.bound |= m.Uses
	p.addNots(false)
}

// splitFor binds $this to one entity if a step needs that.
func (p *planner) splitFor(s *Step) {
	if p.split || p.bound&SlotOf(ThisSlot) == 0 || !s.splits() {
		return
	}
	p.x.steps = append(p.x.steps, Step{Kind: stepSplit})
	p.split = true
}

// splits reports whether a step needs $this as one entity.
func (s *Step) splits() bool {
	switch {
	case s.Kind == stepScope:
		return s.Node.scope.outer&SlotOf(ThisSlot) != 0
	case s.Kind == stepList && s.Node.Terms[0].Lookups&SlotOf(ThisSlot) != 0: // even if the list has no ids
		return true
	}
	for i := range s.Terms {
		if s.Terms[i].splits() {
			return true
		}
	}
	return false
}

// addNots adds to the plan the Not terms and scopes whose variables are bound, or all of them if
// all is set.
func (p *planner) addNots(all bool) {
	rest := p.nots[:0]
	known := p.positive | SlotOf(ThisSlot)
	for _, s := range p.nots {
		uses := s.Node.uses()
		early := s.Node.Needs == 0 && uses&^known == 0 && uses&^p.bound == 0 && (p.split || !s.splits())
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
