package inspect

import (
	"cmp"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/relspec/relspec/fast"
	"github.com/relspec/relspec/spec"
)

// facts is the answer to /world: the entities and ids of the world, without values, as text for
// relspec's playground.
type facts struct {
	Profile string `json:"profile"`
	World   string `json:"world"`
}

// The playground accepts at most this many bytes and ids.
const (
	maxFacts = 1 << 20
	maxIDs   = 10_000
)

func (i *Inspector) facts(*http.Request) (any, error) {
	labels := i.labels()
	label := func(e fast.Entity) string {
		if text, own := labels[e]; own {
			return text
		}
		return i.name(e)
	}
	var lines [3][]string // facts on parents, on properties, and others: each may depend on those before
	n, size := 0, 0
	for _, e := range i.w.Entities() {
		var ids [3][]string
		own := i.w.IDs(e)
		for _, id := range own {
			at, text := 2, label(id.First())
			if id.IsPair() {
				text = "(" + text + ", " + label(id.Second()) + ")"
			}
			_, program := labels[id.First()]
			switch {
			case id.First() == fast.ChildOf:
				at = 0 // a parent; OneOf accepts a target only if it is a child already
			case !program && id.First() != fast.IsA:
				at = 1 // a property
			}
			ids[at] = append(ids[at], text)
			n++
			size += len(text) + len(labels[e])
		}
		switch {
		case n > maxIDs:
			return nil, spec.Errorf(spec.CodeLimit, "the world is too large for the playground: more than %d ids", maxIDs)
		case size > maxFacts:
			return nil, spec.Errorf(spec.CodeLimit, "the world is too large for the playground: more than %d bytes of names", maxFacts)
		}
		for at, texts := range ids {
			if len(texts) > 0 {
				lines[at] = append(lines[at], labels[e]+"  "+strings.Join(texts, ", "))
			} else if at == 0 && len(own) == 0 {
				lines[at] = append(lines[at], "an entity "+labels[e])
			}
		}
	}
	return facts{i.w.Profile().Name, strings.Join(slices.Concat(lines[:]...), "\n") + "\n"}, nil
}

// plainName matches names that need no quotation marks in a fact.
var plainName = regexp.MustCompile(`^\p{Lu}[\pL\pN_]*$`)

// labels returns a unique name for each entity of the program.
func (i *Inspector) labels() map[fast.Entity]string {
	labels, used := map[fast.Entity]string{}, map[string]bool{}
	for _, e := range i.w.Entities() {
		text := i.w.Name(e)
		if text == "" || used[text] {
			text = fmt.Sprintf("%se%d", text, e.Index())
		}
		used[text] = true
		if !plainName.MatchString(text) {
			text = fmt.Sprintf("%q", text)
		}
		labels[e] = text
	}
	return labels
}

// component is an id and the number of entities that own it.
type component struct {
	ID    string `json:"id"`
	Count int    `json:"count"`
}

// components lists the ids that entities own, most frequent first.
func (i *Inspector) components(*http.Request) (any, error) {
	counts := map[string]int{}
	for _, t := range i.w.Tables() {
		for _, id := range t.IDs {
			if t.Entities > 0 {
				counts[i.w.TextOf(id)] += t.Entities
			}
		}
	}
	answer := struct {
		Components []component `json:"components"`
		More       int         `json:"more"`
	}{Components: []component{}}
	for id, n := range counts {
		answer.Components = append(answer.Components, component{id, n})
	}
	slices.SortFunc(answer.Components, func(a, b component) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.ID, b.ID))
	})
	answer.More = max(0, len(answer.Components)-i.options.Rows)
	answer.Components = answer.Components[:len(answer.Components)-answer.More]
	return answer, nil
}
