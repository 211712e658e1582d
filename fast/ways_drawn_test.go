package fast_test

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/internal/golden"
)

// randomWays is a world that is made at random: entities with tags, pairs and values, and those that bases, pairs beside tables and ids that
// are off make harder.
type randomWays struct {
	r         *rand.Rand
	w         *fast.World
	entities  []fast.Entity
	tags      []fast.Entity
	relations []fast.Entity
	names     map[fast.Entity]string
	above     []fast.Entity // relationships that Up follows
}

func drawWays(seed uint64, bases, beside bool) *randomWays {
	w := fast.NewWorld()
	k := &randomWays{r: rand.New(rand.NewPCG(seed, 1)), w: w, names: map[fast.Entity]string{fast.Wildcard: "*", fast.Any: "_", fast.This: "$this"}}
	for i := range 3 {
		k.tags = append(k.tags, k.named(w.NewTag(fmt.Sprintf("T%d", i))))
		k.names[fast.Variable(i+1)] = fmt.Sprintf("$%d", i+1)
	}
	in := w.NewRelationship("In", fast.Exclusive, fast.Transitive)
	for _, r := range []fast.Entity{w.NewRelationship("Near"), w.NewRelationship("Far"), in, w.NewRelationship("Self", fast.Reflexive), fast.ChildOf} {
		k.relations = append(k.relations, k.named(r))
	}
	k.above = []fast.Entity{fast.ChildOf, in}
	if beside {
		beside := w.NewRelationship("Loose", fast.Exclusive, fast.DontFragment, fast.Traversable)
		k.relations = append(k.relations, k.named(beside), beside, beside, k.named(w.NewRelationship("Some", fast.DontFragment)))
		k.above = append(k.above, beside)
	}
	if bases {
		k.relations = append(k.relations, k.named(fast.IsA))
	}
	for i := range 24 {
		e := w.Spawn()
		check(w.SetName(e, fmt.Sprintf("e%d", i)))
		for range k.r.IntN(8) {
			_ = w.Add(e, k.id(fast.Entity(0))) // some are refused
		}
		if k.r.IntN(2) == 0 {
			check(fast.Set(w, e, mass{float64(i)}))
		}
		k.entities = append(k.entities, k.named(e))
	}
	return k
}

func (k *randomWays) named(e fast.Entity) fast.Entity {
	k.names[e] = k.w.Name(e)
	return e
}

func oneOf[T any](k *randomWays, of ...T) T { return of[k.r.IntN(len(of))] }

// target is one of the first entities mostly.
func (k *randomWays) target() fast.Entity {
	if n := min(5, len(k.entities)); n > 0 && k.r.IntN(4) > 0 {
		return k.entities[k.r.IntN(n)]
	}
	return oneOf(k, append(k.entities, k.tags[0])...)
}

// id is a tag or a pair, whose target may be a variable or a wildcard where one is given.
func (k *randomWays) id(variable fast.Entity) fast.ID {
	if k.r.IntN(5) < 2 {
		return fast.Single(oneOf(k, k.tags...))
	}
	second := k.target()
	if variable != 0 {
		second = oneOf(k, k.target(), k.target(), k.target(), variable, variable, variable, variable, fast.Wildcard, fast.Any, fast.This)
	}
	return fast.Pair(oneOf(k, k.relations...), second)
}

func (k *randomWays) idText(id fast.ID) string {
	if id == (fast.ID{}) {
		return "-"
	}
	if !id.IsPair() {
		return k.names[id.First()]
	}
	return "(" + k.names[id.First()] + "," + k.names[id.Second()] + ")"
}

// term draws a term and tells it.
func (k *randomWays) term() (fast.Term, string) {
	id := k.id(fast.Variable(1 + k.r.IntN(2)))
	text := k.idText(id)
	var term fast.Term = id
	switch k.r.IntN(12) {
	case 0, 1:
		source := oneOf(k, k.target(), fast.Variable(1))
		term, text = fast.On(source, id), text+" on "+k.names[source]
	case 2:
		up := oneOf(k, k.above...)
		term, text = fast.Up(up, id), text+" up "+k.names[up]
	}
	switch k.r.IntN(7) {
	case 0:
		return fast.Not(term), "!" + text
	case 1:
		return fast.Optional(term), "?" + text
	}
	return term, text
}

// drawnQuery is a query with its text.
type drawnQuery struct {
	text  string
	terms int
	q     fast.Query0
}

// query draws a query; the code is why it is refused.
func (k *randomWays) query() (d drawnQuery, refused string) {
	options := []fast.Term{oneOf(k, fast.Uncached, fast.Uncached, fast.Uncached, fast.Rule, fast.Rule, fast.Exact, fast.NotInstanced)}
	texts := []string{map[fast.Term]string{fast.Uncached: "uncached", fast.Rule: "rule", fast.Exact: "exact", fast.NotInstanced: "one by one"}[options[0]]}
	if o := options[0]; (o == fast.Exact || o == fast.NotInstanced) && k.r.IntN(2) == 0 {
		options, texts = append(options, fast.Uncached), append(texts, "uncached")
	}
	d.terms = 1 + k.r.IntN(3)
	joins := k.r.IntN(3) == 0
	for i := range d.terms {
		term, text := k.term()
		if x := fast.Variable(1); joins && (i == 0 || k.r.IntN(2) == 0) { // the terms share a variable
			id := fast.Pair(oneOf(k, k.relations...), x)
			term, text = id, k.idText(id)
		} else if joins {
			id := k.id(0)
			term, text = fast.On(x, id), k.idText(id)+" on "+k.names[x]
		}
		options, texts = append(options, term), append(texts, text)
	}
	d.text = strings.Join(texts, " ")
	refused = string(panicCode(func() { d.q = fast.NewQuery0(k.w, options...) }))
	if refused != "" {
		return d, refused
	}
	switch k.r.IntN(6) {
	case 0:
		e := k.target()
		d.q, d.text = d.q.Bind(fast.This, e), d.text+", $this="+k.names[e]
	case 1:
		e := k.target()
		refused = string(panicCode(func() { d.q = d.q.Bind(fast.Variable(1), e) }))
		d.text += ", $1=" + k.names[e]
	}
	return d, refused
}

// tell tells the way of a query, its batches and entities, and a hash of its rows.
func (d *drawnQuery) tell(t *testing.T, k *randomWays) string {
	var rows []string
	batches := 0
	for b := range d.q.Batches() {
		batches++
		row := ""
		for i := range d.terms {
			row += fmt.Sprintf(" %v@%v", b.IsSet(i), k.names[b.Source(i)])
			panicCode(func() { row += k.idText(b.ID(i)) }) // one above has none
		}
		for v := range 2 {
			panicCode(func() { row += " " + k.names[b.Variable(fast.Variable(v+1))] })
		}
		for _, e := range b.Entities() {
			rows = append(rows, k.names[e]+row)
		}
	}
	require.Equal(t, len(rows), d.q.Len(), d.text)
	n := 0
	for e := range d.q.All() {
		require.True(t, d.q.Matches(e), d.text)
		n++
	}
	require.Equal(t, len(rows), n, d.text)
	way := fast.WayOf(d.q)
	h := fnv.New32a()
	slices.Sort(rows)
	for _, row := range rows {
		_, err := h.Write([]byte(row + "\n"))
		require.NoError(t, err)
	}
	return fmt.Sprintf("%s: %d batches, %d rows, %08x", way, batches, len(rows), h.Sum32())
}

// Each of the drawn queries goes the way that is written in testdata/ways.txt, and has as many batches and the rows whose hash is there; -update
// writes the file. The same draws follow from the seeds as long as nothing above is changed.
func TestWaysOfDrawnQueriesAreAsBefore(t *testing.T) {
	var b strings.Builder
	for seed := range uint64(6) {
		bases, beside := seed%2 == 1, seed/2%2 == 1
		k := drawWays(seed, bases, beside)
		fmt.Fprintf(&b, "world %d, bases %v, pairs beside tables %v\n", seed, bases, beside)
		var all []drawnQuery
		var before []string
		for len(all) < 70 {
			d, refused := k.query()
			if refused != "" {
				if k.r.IntN(8) == 0 {
					fmt.Fprintf(&b, "%s\n  is refused: %s\n", d.text, refused)
				}
				continue
			}
			told := d.tell(t, k)
			if (strings.Contains(told, " 0 rows") || strings.HasPrefix(told, "engine")) && k.r.IntN(4) > 0 {
				continue
			}
			fmt.Fprintf(&b, "%s\n  %s\n", d.text, told)
			all, before = append(all, d), append(before, told)
		}
		for _, change := range []struct {
			name string
			do   func()
		}{
			{"more ids", func() {
				for range 12 {
					_ = k.w.Add(k.target(), k.id(0))
				}
			}},
			{"ids that are off", func() {
				for _, e := range k.entities[6:12] {
					for _, id := range k.w.IDs(e) {
						_ = k.w.DisableID(e, id) // not every one can be
					}
				}
			}},
			{"a death", func() { check(k.w.Delete(k.entities[3])) }},
		} {
			change.do()
			fmt.Fprintf(&b, "after %s\n", change.name)
			for i := range all {
				if told := all[i].tell(t, k); told != before[i] {
					fmt.Fprintf(&b, "%s\n  %s\n", all[i].text, told)
					before[i] = told
				}
			}
		}
	}
	golden.Compare(t, "testdata/ways.txt", b.String())
}
