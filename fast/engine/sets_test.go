package engine_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/relspec/relspec/fast/engine"
	"github.com/relspec/relspec/spec"
	"github.com/stretchr/testify/require"
)

// Random dense worlds with cycles, diamonds and IsA among tags, relationships and other entities.
var (
	placeNames = []string{"In", "Near", "Owner", "Part", "IsA"}
	tags       = []string{"Fruit", "Apple", "Pear", "Secret"}
	plainNames = []string{"a", "b", "c", "d", "e", "f"}
	relations  = append([]string{"Within"}, placeNames...)
)

// world is a world in the engine and in the naive evaluation.
type world struct {
	e *engine.Engine
	n naive
	r *rand.Rand
}

func newWorld(seed uint64) *world {
	p := spec.Flecs3Beta()
	p.Built = true
	w := &world{e: engine.New(p), r: rand.New(rand.NewPCG(seed, 7))}
	w.n = naive{
		order: []string{"IsA", "Transitive", "Exclusive", "Final", "DontInherit", "Acyclic"},
		own:   map[string][]pair{}, exclusive: map[string]bool{"Owner": true},
		transitive: map[string]bool{"In": true, "IsA": true},
		uninherit: map[string]bool{
			"Secret": true, "Transitive": true, "Exclusive": true, "Final": true,
			"DontInherit": true, "Acyclic": true,
		}, final: map[string]bool{"Near": true},
	}
	for _, name := range slices.Concat([]string{"In", "Near", "Owner", "Part", "Within"}, tags, plainNames) {
		w.e.Apply(spec.Operation{Op: spec.OpEntity, Entity: spec.Handle(name), Name: &name})
		w.n.order = append(w.n.order, name)
	}
	for e, property := range map[string]string{
		"In": "Transitive", "Owner": "Exclusive", "Near": "Final",
		"Part": "Acyclic", "Secret": "DontInherit",
	} {
		w.add(e, pair{a: property})
	}
	for range 25 + w.r.IntN(30) {
		w.change()
	}
	return w
}

func pick(r *rand.Rand, lists ...[]string) string {
	all := slices.Concat(lists...)
	return all[r.IntN(len(all))]
}

// change adds or removes an id.
func (w *world) change() {
	e, id := pick(w.r, plainNames, tags, relations[:3]), pair{a: pick(w.r, tags)}
	if w.r.IntN(3) > 0 {
		id = pair{pick(w.r, relations), pick(w.r, plainNames, tags, relations[:3])}
	}
	if e == id.b || w.r.IntN(6) > 0 {
		w.add(e, id)
		return
	}
	out := w.e.Apply(spec.Operation{Op: spec.OpRemove, Entity: spec.Handle(e), ID: id.spec()})
	if out.Err == nil {
		w.n.own[e] = slices.DeleteFunc(w.n.own[e], func(o pair) bool { return o == id })
	}
}

func (w *world) add(e string, id pair) {
	out := w.e.Apply(spec.Operation{Op: spec.OpAdd, Entity: spec.Handle(e), ID: id.spec()})
	if out.Err != nil || w.n.owns(e, id) {
		return
	}
	if w.n.exclusive[id.a] && id.b != "" {
		w.n.own[e] = slices.DeleteFunc(w.n.own[e], func(o pair) bool { return o.a == id.a && o.b != "" })
	}
	w.n.own[e] = append(w.n.own[e], id)
}

func (p pair) spec() spec.ID { return spec.ID{First: spec.Handle(p.a), Second: spec.Handle(p.b)} }

// users returns the entities that a variable can be bound to.
func (w *world) users() []string { return w.n.order[6:] }

// drawSet draws a set, or none.
func (w *world) drawSet(kind spec.QueryKind, implied set) (s set, text string) {
	if w.r.IntN(2) == 0 {
		return implied, ""
	}
	s.self = w.r.IntN(2) == 0
	if w.r.IntN(5) == 0 {
		return set{self: true}, "self"
	}
	s.rel = pick(w.r, placeNames)
	words := []string{}
	if s.self {
		words = append(words, "self")
	}
	if kind != spec.KindCached {
		if s.all = w.r.IntN(3) == 0; s.all {
			words = append(words, "all")
		}
		s.down = w.r.IntN(2) == 0
	}
	bounds := ""
	if s.rel == "Near" || s.rel == "Owner" || w.r.IntN(3) == 0 {
		s.max = 1 + w.r.IntN(4)
		bounds = fmt.Sprintf(", %d", s.max)
		if !s.self && w.r.IntN(2) == 0 {
			s.min = 1 + w.r.IntN(s.max)
			bounds = fmt.Sprintf(", %d, %d", s.min, s.max)
		}
	}
	word := "super"
	if s.down {
		word = "sub"
	}
	return s, strings.Join(append(words, fmt.Sprintf("%s(%s%s)", word, s.rel, bounds)), "|")
}

func bracketed(name, text string) string {
	if text == "" {
		return name
	}
	return name + "[" + text + "]"
}

// drawQuestion draws a term and its text.
func (w *world) drawQuestion(kind spec.QueryKind) (q question, text string) {
	rule := kind == spec.KindRule
	itself, subsets, bases := set{self: true}, set{self: true, down: true, all: true, rel: "IsA"},
		set{self: true, rel: "IsA"}
	if kind == spec.KindCached {
		bases = itself
	}
	element := func(implied set, lists ...[]string) (e element, text string) {
		wild := w.r.IntN(6)
		switch {
		case wild == 0:
			return element{"*", itself}, "*"
		case wild == 1 && rule:
			e.name = "$x"
			e.set, text = w.drawSet(kind, itself)
		default:
			e.name = pick(w.r, lists...)
			if !rule || e.name == "IsA" || w.n.final[e.name] && &lists[0][0] == &relations[0] {
				implied = itself
			}
			e.set, text = w.drawSet(kind, implied)
		}
		return e, bracketed(e.name, text)
	}
	var first, second, src string
	if w.r.IntN(3) == 0 {
		q.first, first = element(subsets, tags)
	} else {
		q.first, first = element(subsets, relations)
		q.second, second = element(subsets, plainNames, tags)
		if rule && !strings.Contains(second, "[") && q.first.name != "*" && q.first.name != "$x" {
			q.apart = strings.Contains(first, "[")
			q.closed = !q.apart && w.n.transitive[q.first.name]
			if q.closed {
				q.second.set = itself
			}
		}
	}
	if rule && q.first.name == "IsA" {
		bases = itself
	}
	q.src.set, src = w.drawSet(kind, bases)
	if w.r.IntN(3) == 0 {
		q.src.name = pick(w.r, plainNames, tags)
	}
	text = first + "(" + bracketed(cmp.Or(q.src.name, "This"), src)
	if second != "" {
		text += ", " + second
	}
	return q, text + ")"
}

func rowsOf(out spec.Outcome) (rows []answer) {
	for _, r := range out.Rows {
		rows = append(rows, answer{
			string(r.This), string(r.Vars["x"]), r.Fields[0].ID.String(),
			string(r.Fields[0].Src),
		})
	}
	return rows
}

// textOf formats rows as lines.
func textOf(rows []answer) string {
	lines := make([]string, len(rows))
	for i, r := range rows {
		lines[i] = fmt.Sprintf("%s %s @%s $x=%s", r.this, r.id, r.src, r.x)
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// worldText formats a world for failure messages.
func (w *world) worldText() string {
	var b strings.Builder
	for _, e := range w.n.order {
		for _, id := range w.n.own[e] {
			fmt.Fprintf(&b, "%s %s; ", e, id)
		}
	}
	return b.String()
}

func TestSetsFollowTheSpecification(t *testing.T) {
	kinds := []spec.QueryKind{spec.KindFilter, spec.KindRule, spec.KindRule, spec.KindCached}
	answered := 0
	for seed := range uint64(60) {
		w := newWorld(seed)
		for range 40 {
			kind := kinds[w.r.IntN(len(kinds))]
			q, text := w.drawQuestion(kind)
			out := w.e.Apply(spec.Operation{Op: spec.OpQuery, Query: &spec.Query{Expr: text, Text: true, Kind: kind}})
			require.Nil(t, out.Err, "%s %s", kind, text)
			rows := w.n.answers(q, w.users())
			require.Equal(t, textOf(rows), textOf(rowsOf(out)), "seed %d: %s %s\n%s", seed, kind, text, w.worldText())
			answered += min(1, len(rows))
		}
	}
	require.Greater(t, answered, 800, "most queries must find rows")
}

func TestCachedSetsFollowTheWorld(t *testing.T) {
	answered := 0
	for seed := range uint64(25) {
		w := newWorld(1000 + seed)
		questions, texts := make([]question, 12), make([]string, 12)
		for i := range questions {
			questions[i], texts[i] = w.drawQuestion(spec.KindCached)
			out := w.e.Apply(spec.Operation{
				Op: spec.OpPrepare, As: texts[i],
				Query: &spec.Query{Expr: texts[i], Text: true, Kind: spec.KindCached},
			})
			if out.Err != nil { // drawn twice
				texts[i] = texts[0]
				questions[i] = questions[0]
			}
		}
		for range 30 {
			w.change()
			for i, text := range texts {
				out := w.e.Apply(spec.Operation{Op: spec.OpIterate, On: text})
				require.Nil(t, out.Err, text)
				rows := w.n.answers(questions[i], w.users())
				require.Equal(t, textOf(rows), textOf(rowsOf(out)), "seed %d: %s\n%s", seed, text, w.worldText())
				answered += min(1, len(rows))
			}
		}
	}
	require.Greater(t, answered, 3000, "most queries must find rows")
}
