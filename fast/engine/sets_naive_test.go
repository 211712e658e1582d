package engine_test

import (
	"fmt"
	"slices"
)

// naive evaluates sets literally as the specification defines them, without an index. Every query is compared with it.
type naive struct {
	order      []string // entities in type order
	own        map[string][]pair
	exclusive  map[string]bool
	transitive map[string]bool
	uninherit  map[string]bool
	final      map[string]bool
}

// pair is an id; b is "" for a tag.
type pair struct{ a, b string }

// set is an explicit or implicit set. rel is "" for none.
type set struct {
	self, down, all bool
	rel             string
	min, max        int
}

// element is a constant, "*" or a variable "$x".
type element struct {
	name string
	set  set
}

// question is a query with one term.
type question struct {
	first, second, src element // second.name is "" for a tag
	closed             bool    // derived pairs count (sets.transitive), including those of subclasses of the predicate
	apart              bool    // each candidate of the predicate is its own term, with the set of its object
}

// answer is a row: the value of This, of $x, the id and its source.
type answer struct{ this, x, id, src string }

func (w *naive) at(e string) int { return slices.Index(w.order, e) }

func (w *naive) owns(e string, id pair) bool { return slices.Contains(w.own[e], id) }

func (w *naive) sorted(list []string) []string {
	slices.SortFunc(list, func(a, b string) int { return w.at(a) - w.at(b) })
	return slices.Compact(list)
}

// step returns the targets of one step of a set (sets.candidates).
func (w *naive) step(s set, e string) (list []string) {
	for _, o := range w.order {
		if !s.down && w.owns(e, pair{s.rel, o}) || s.down && w.owns(o, pair{s.rel, e}) {
			list = append(list, o)
		}
	}
	return list
}

// candidates returns the candidates of a set in order, without the start.
func (w *naive) candidates(s set, start string) (list []string) {
	entered := map[string]bool{}
	var visit func(e string, depth int)
	visit = func(e string, depth int) {
		for _, o := range w.step(s, e) {
			if s.max == 0 {
				if entered[o] {
					continue
				}
				entered[o] = true
			}
			if depth >= s.min && !slices.Contains(list, o) {
				list = append(list, o)
			}
			if s.max == 0 || depth < s.max {
				visit(o, depth+1)
			}
		}
	}
	if s.rel != "" {
		visit(start, 1)
	}
	return list
}

func (w *naive) elements(s set, start string) []string {
	list := w.candidates(s, start)
	if s.self {
		list = append([]string{start}, list...)
	}
	return list
}

// has returns the owner of an id that an entity owns or inherits (inheritance.nearest).
func (w *naive) has(e string, id pair) (owner string, ok bool) {
	if w.owns(e, id) {
		return e, true
	}
	if w.uninherit[id.a] {
		return "", false
	}
	bases := append([]string{e}, w.candidates(set{rel: "IsA"}, e)...)
	return w.firstHolder(bases, id)
}

func (w *naive) holds(e string, id pair) bool {
	return slices.ContainsFunc(w.own[e],
		func(o pair) bool { return o == id || w.exclusive[id.a] && id.b != "" && o.b != "" && o.a == id.a })
}

func (w *naive) firstHolder(list []string, id pair) (string, bool) {
	for _, e := range list {
		if w.holds(e, id) {
			return e, w.owns(e, id)
		}
	}
	return "", false
}

// sources returns the entities on which a search from a subject finds an id (sets.visible, sets.subject-search).
func (w *naive) sources(s set, start string, id pair) (list []string) {
	add := func(e string) {
		if !slices.Contains(list, e) {
			list = append(list, e)
		}
	}
	reached := w.candidates(s, start)
	if s.rel == "IsA" && !s.all {
		if w.uninherit[id.a] {
			reached = nil
		}
		if s.self {
			reached = append([]string{start}, reached...)
		}
		if e, ok := w.firstHolder(reached, id); ok {
			add(e)
		}
		return list
	}
	if s.self && w.owns(start, id) {
		add(start)
	}
	for _, e := range reached {
		if w.uninherit[id.a] {
			continue
		}
		if s.rel == "IsA" {
			if w.owns(e, id) {
				add(e)
			}
		} else if owner, ok := w.has(e, id); ok {
			add(owner)
		}
	}
	if !s.all && len(list) > 1 {
		list = list[:1]
	}
	return list
}

// facts returns the targets of an entity's pairs of a transitive relationship and, if they count,
// of its subclasses.
func (w *naive) facts(r, e string, wide bool) (list []string) {
	relations := []string{r}
	if wide {
		relations = append(relations, w.subclasses(r)...)
	}
	for _, sub := range relations {
		for _, o := range w.order {
			if _, ok := w.has(e, pair{sub, o}); ok {
				list = append(list, o)
			}
		}
	}
	return w.sorted(list)
}

func (w *naive) subclasses(r string) []string {
	if w.final[r] || r == "IsA" {
		return nil
	}
	return w.candidates(set{down: true, rel: "IsA"}, r)
}

// leading returns a target and all entities from which a path leads to it.
func (w *naive) leading(r, target string, wide bool) []string {
	list, entered := []string{target}, map[string]bool{}
	var visit func(t string)
	visit = func(t string) {
		for _, e := range w.order {
			if slices.Contains(w.facts(r, e, wide), t) && !entered[e] {
				entered[e] = true
				list = append(list, e)
				visit(e)
			}
		}
	}
	visit(target)
	return list
}

// values returns the possible values of an element; a constant has one.
func (w *naive) values(e element, users []string) []string {
	if e.name == "*" {
		return w.order
	}
	if e.name == "$x" {
		return users
	}
	return []string{e.name}
}

// answers returns the rows of a query for each subject.
func (w *naive) answers(q question, users []string) (rows []answer) {
	starts := users
	if q.src.name != "" {
		starts = []string{q.src.name}
	}
	for _, this := range starts {
		for _, first := range w.values(q.first, users) {
			seconds := []string{""}
			if q.second.name != "" {
				seconds = w.values(q.second, users)
			}
			for _, second := range seconds {
				if q.first.name == "$x" && q.second.name == "$x" && first != second {
					continue
				}
				for _, r := range w.case1(q, this, first, second) {
					if q.src.name != "" {
						r.this = ""
					} else if r.src == this {
						r.src = ""
					}
					if !slices.Contains(rows, r) {
						rows = append(rows, r)
					}
				}
			}
		}
	}
	return rows
}

// case1 returns the rows for one value of each wildcard and variable.
func (w *naive) case1(q question, this, first, second string) (rows []answer) {
	if q.apart {
		for _, p := range w.elements(q.first.set, first) {
			part := q
			part.apart, part.closed, part.first.name, part.first.set = false, w.transitive[p], p, set{self: true}
			part.second.set = set{self: true}
			if constant := second == q.second.name; constant && !part.closed {
				part.second.set = set{self: true, down: true, all: true, rel: "IsA"}
			}
			found := w.case1(part, this, p, second)
			rows = append(rows, found...)
			if len(found) > 0 && !q.first.set.all {
				break
			}
		}
		return rows
	}
	x := ""
	for _, e := range []struct {
		element
		value string
	}{{q.first, first}, {q.second, second}} {
		if e.name == "$x" {
			x = e.value
		}
	}
	firsts, seconds := w.elements(q.first.set, first), []string{""}
	constant := q.second.name != "*" && q.second.name != "$x"
	if second != "" && q.closed {
		seconds = w.leading(first, second, len(firsts) > 1 || q.first.set.rel != "")
	} else if second != "" {
		seconds = w.elements(q.second.set, second)
	}
	for _, p := range firsts {
		hit := false
		for _, o := range seconds {
			found := w.sources(q.src.set, this, pair{p, o})
			for _, src := range found {
				id := pair{p, o}
				if q.closed && !constant {
					id = pair{first, second}
				}
				rows = append(rows, answer{this, x, id.String(), src})
			}
			hit = hit || len(found) > 0
			closedAll := q.closed && (first == "IsA" || !constant && q.src.set.all)
			if len(found) > 0 && !q.second.set.all && !closedAll {
				break
			}
		}
		if hit && !q.first.set.all || hit && q.closed && !constant && !q.src.set.all {
			break
		}
	}
	if q.closed && !constant && !q.src.set.all && len(rows) > 1 {
		rows = rows[:1]
	}
	return rows
}

func (p pair) String() string {
	if p.b == "" {
		return p.a
	}
	return fmt.Sprintf("(%s, %s)", p.a, p.b)
}
