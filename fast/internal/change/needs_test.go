package change

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/internal/query"
	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/internal/golden"
	"github.com/relspec/relspec/spec"
)

// port is a world of a few entities that stand in every relation that the needs of an observer distinguish.
type port struct {
	*World
	t  *testing.T
	of map[string]Entity
}

// portNames are its entities: tags A and B, the components C, the relationships R (plain), T (Traversable), V (Transitive), F (Reflexive),
// E (Exclusive), the base Class with its subclass Sub, and X, mother, child, ship and boat.
var portNames = strings.Fields("A B R X T V F E Class Sub mother child ship boat")

func newPort(t *testing.T, profile spec.Profile) *port {
	w := &port{World: &World{}, t: t, of: map[string]Entity{"IsA": rules.IsA, "ChildOf": rules.ChildOf, "Disabled": rules.Disabled, "Prefab": rules.Prefab}}
	w.Init(rules.Options{Profile: profile}, DefaultEvents)
	for _, name := range portNames {
		e, err := w.Create(rules.Birth{Name: name})
		require.Nil(t, err)
		w.of[name] = e
	}
	c, err := w.Declare(rules.Birth{Name: "C"}, []spec.Member{{Name: "x", Type: spec.I64}, {Name: "to", Type: spec.Entity}})
	require.Nil(t, err)
	w.of["C"] = c
	for name, property := range map[string]Entity{"T": rules.Traversable, "V": rules.Transitive, "F": rules.Reflexive, "E": rules.Exclusive} {
		require.Nil(t, w.Add(w.of[name], store.Single(property.Index())))
	}
	for _, line := range []string{"Sub IsA Class", "mother A", "child ChildOf mother", "ship A", "ship T mother", "ship R X", "boat IsA ship", "boat V mother", "ship Sub X"} {
		w.change("+ " + line)
	}
	return w
}

// change makes the change of a line: "+ ship A" adds, "- ship R X" removes, and the others are written out below.
func (w *port) change(line string) {
	words := strings.Fields(line)
	entity := func(at int) Entity {
		if at >= len(words) {
			return 0
		}
		e, known := w.of[words[at]]
		require.True(w.t, known, line)
		return e
	}
	id := func() store.ID { // of the words behind the entity
		if second := entity(3); second != 0 {
			return store.Pair(entity(2).Index(), second.Index())
		}
		return store.Single(entity(2).Index())
	}
	var err *spec.Error
	switch words[0] {
	case "+":
		err = w.AddNow(entity(1), id())
	case "-":
		err = w.RemoveNow(entity(1), id())
	case "transitive":
		err = w.AddNow(entity(1), store.Single(rules.Transitive.Index()))
	case "name":
		err = w.SetNameNow(entity(1), words[2])
	case "both", "neither": // A, of two entities
		for at := 1; at < 3 && err == nil; at++ {
			if words[0] == "both" {
				err = w.AddNow(entity(at), store.Single(w.of["A"].Index()))
			} else {
				err = w.RemoveNow(entity(at), store.Single(w.of["A"].Index()))
			}
			if err == nil && words[0] == "both" {
				w.Wrote(entity(at), store.Single(w.of["A"].Index()))
			}
		}
	case "off":
		err = w.ToggleNow(entity(1), id(), false)
	case "on":
		err = w.ToggleNow(entity(1), id(), true)
	case "wrote":
		w.Wrote(entity(1), id())
	case "new":
		w.of[words[1]], err = w.CreateNow(&rules.Birth{}, rules.NothingMore)
	case "delete":
		err = w.DeleteNow(entity(1))
	default:
		require.Fail(w.t, line)
	}
	require.Nil(w.t, err, line)
}

// portChanges are made one after the other, each as an operation.
var portChanges = []string{
	"+ boat A", "- boat A", "+ child B", "- child B", "+ X A", "- X A", "+ mother R child", "- mother R child", "+ mother T X", "- mother T X",
	"+ X V child", "- X V child", "+ ship F X", "- ship F X", "+ ship E X", "+ ship E child", "+ ship C", "wrote ship C", "wrote mother A", "+ child IsA X",
	"+ X IsA Class", "- X IsA Class", "+ boat R mother", "+ ship R child", "- ship R X", "- boat R mother",
	"+ boat T child", "neither ship mother", "both mother ship", "neither ship mother", "both ship mother", "+ boat A", "+ child A", "neither child mother", "both child mother",
	"neither mother child", "both mother child", "- child A", "- boat A", "+ boat Disabled", "- boat Disabled", "+ boat Prefab", "off ship A", "on ship A", "+ ship T child", "- mother A", "+ child A", "+ mother A", "- child A", "- mother A",
	"+ mother A", "off mother A", "name mother m", "name boat b",
	"transitive R", "new fresh", "+ fresh ChildOf mother", "- child ChildOf mother", "delete fresh", "delete boat", "delete X", "delete ship", "delete C", "delete A",
}

// portQueries are those of the observers.
var portQueries = slices.Concat(asked, askedMore, []string{
	"A(up(T))", "A(self|up(T)), B", "(T, X)", "(V, X)", "(V, X), A", "(F, X)", "(F, X), A", "F", "(E, X)", "Class", "(Class, X)", "(Class, *), A", "Sub", "(*, X), A",
	"(V, $x)", "(F, $x), A", "(R, $x), (T, $x)", "A, (R, $x), (V, $x)", "A, $this == X", "$this != X, A", "$this == \"mother\", A", "A, $this ~= \"m\"", "!A(X), B",
	"(R, X), !(T, X)", "Prefab", "?Prefab, A", "A, ?Disabled", "A, ?(R, *)", "A || C, B", "A($x), (R, $x)", "A($x), R(X, $x), B", "$x == X, (R, $x)",
	"$x == \"ship\", (R, $x)", "(R, $x), $x ~= \"m\"", "A(self|up T)", "A(up T), B", "A|self", "R(self, *)", "(R, *)", "A(self), A(up(T))", "A(up(T)), A(self)", "A(up(V)), A(up(T))", "A(up(T)), A(up(V))", "?A(up(T)), A(up(V))", "A(self|up(T)), A(up(V))", "A(X|self|up T), B", "R(self|up T, X)", "R(X|self|up V), A", "A, B($this.child)",
	"(R, $this.child), A", "(C.to, X)", "(C.to, $x), A", "A, ?B($this.child)", "A, $this == $x.child", "A, !{ B, (R, X) }", "A, C.to($this, X)", "[none] A, B", "B, [filter] A",
})

// needed is what the needs of an observer are, and whether its terms can be looked up, as a text.
func (w *port) needed(o *Observer) string {
	n := o.needsNow()
	var words []string
	for _, flag := range []struct {
		name string
		on   bool
	}{
		{"any", n.any},
		{"always", n.always},
		{"global", n.global},
		{"wide", n.wide},
		{"names", n.names},
		{"leads", n.leads},
		{"reflexive", n.reflexive},
		{"plain", o.plain},
		{"negates", o.negates},
	} {
		if flag.on {
			words = append(words, flag.name)
		}
	}
	list := func(of string, indices []uint32) {
		var names []string
		for _, index := range indices {
			name := w.NameOf(index)
			if rules.IsBuiltin(index) {
				name = string(rules.BuiltinHandles[index])
			}
			names = append(names, name)
		}
		slices.Sort(names)
		words = append(words, fmt.Sprint(of, names))
	}
	var firsts, fixed []uint32
	for first := range n.firsts {
		if first != rules.IsA.Index() && first != rules.Prefab.Index() && first != rules.Disabled.Index() {
			firsts = append(firsts, first)
		}
	}
	for index := range n.fixed {
		fixed = append(fixed, index)
	}
	list("firsts", firsts)
	list("fixed", fixed)
	list("relations", n.relations)
	for _, term := range o.short {
		words = append(words, fmt.Sprintf("%x", uint64(term.look)))
		if term.not {
			words = append(words, "not")
		}
		if term.optional {
			words = append(words, "optional")
		}
	}
	return strings.Join(append(words, fmt.Sprint(len(o.triggers), " triggers")), " ")
}

// unheard are the ids that may come and go without anybody who hears of it, the entities that may be made as these are and that may end so,
// and the changes of one id of which the observers are known without a comparison.
func (w *port) unheard() string {
	_ = w.Observers.interest()
	var ids, tables, ends, known []string
	for _, name := range portNames {
		e := w.of[name]
		if w.Unheard(store.Single(e.Index())) {
			ids = append(ids, name)
		}
		if w.UnheardTable(w.Table(e.Index())) {
			tables = append(tables, name)
		}
		if w.unheardEnd(e) {
			ends = append(ends, name)
		}
	}
	require.Equal(w.t, len(ids) > 0, w.MayBeUnheard())
	for _, name := range []string{"X", "mother", "child", "ship", "boat"} {
		e := w.of[name]
		for _, first := range []string{"A", "B", "C", "Class"} {
			id := store.Single(w.of[first].Index())
			if m, is := w.heard(e, id, !w.Store.HasID(e, id)); is {
				known = append(known, fmt.Sprint(name, " ", first, len(m.observers)))
			}
		}
		for _, first := range []string{"R", "T", "V", "F", "E", "ChildOf"} {
			id := store.Pair(w.of[first].Index(), w.of["X"].Index())
			if m, is := w.heard(e, id, !w.Store.HasID(e, id)); is {
				known = append(known, fmt.Sprint(name, " ", first, len(m.observers)))
			}
		}
	}
	return fmt.Sprint("unheard ", ids, ", tables ", tables, ", ends ", ends, ", known ", known)
}

// called is the name that an entity has, or was made with.
func (w *port) called(e Entity) string {
	for name, have := range w.of {
		if have == e {
			return name
		}
	}
	return string(rules.BuiltinHandles[e.Index()])
}

// event is what an observer hears, as a text.
func (w *port) event(e *Event) string {
	text := fmt.Sprint(e.Kind, " ", w.called(e.Entity))
	if e.ID.First != 0 {
		text += " " + w.called(e.ID.First)
	}
	if e.ID.Second != 0 {
		text += " " + w.called(e.ID.Second)
	}
	if e.Source != 0 {
		text += " of " + w.called(e.Source)
	}
	if e.Valued {
		text += " valued"
	}
	return text
}

// captured are the entities whose matching is captured by a change.
func (w *port) captured(o *Observer, line string) string {
	require.True(w.t, w.Open())
	w.change(line)
	var names []string
	for _, c := range o.before.list {
		name := w.called(c.entity)
		if c.row {
			name += "!"
		}
		if n := c.more - c.sight; n != 1 {
			name += fmt.Sprint(n)
		}
		names = append(names, name)
	}
	slices.Sort(names)
	if o.before.all {
		names = []string{fmt.Sprint("all ", len(names))}
	}
	w.Close(true)
	return strings.Join(names, " ")
}

// What each of many observers needs, which entities each of many changes captures for it, and which changes it lets pass unheard. An
// entity with a "!" has matched, and a number says how many ids its triggers have seen, if not one. Lines without what a change captures are
// left out where it captures nothing.
func TestWhatObserversNeedAndCapture(t *testing.T) {
	var lines []string
	for _, profile := range []struct {
		name    string
		profile spec.Profile
	}{{"3", spec.Flecs3()}, {"4", spec.Flecs4()}, {"3-beta", spec.Flecs3Beta()}} {
		for number, expr := range portQueries {
			w := newPort(t, profile.profile)
			options := ObserverOptions{Events: []spec.EventKind{spec.OnAdd, spec.OnRemove, spec.OnSet}}
			if number%4 == 3 {
				options = ObserverOptions{Monitor: true}
			}
			var heard []string
			o, err := w.Observe(&options, func() (*query.Query, *spec.Error) {
				return w.CompileObserved(&spec.Query{Text: true, Expr: expr}, w.Named)
			}, func(e *Event) { heard = append(heard, w.event(e)) })
			line := fmt.Sprintf("%s | %s", profile.name, expr)
			if err != nil {
				lines = append(lines, fmt.Sprintf("%s | %s", line, err.Code))
				continue
			}
			lines = append(lines, line+" | "+w.needed(o), "  "+w.unheard())
			for _, change := range portChanges {
				_ = w.Observers.interest()
				text := w.captured(o, change)
				if text != "" || len(heard) > 0 {
					lines = append(lines, strings.TrimSuffix(fmt.Sprintf("  %s | %s | %s", change, text, strings.Join(heard, ", ")), " | "))
				}
				heard = nil
			}
		}
	}
	golden.Compare(t, "testdata/needs.txt", strings.Join(lines, "\n")+"\n")
}
