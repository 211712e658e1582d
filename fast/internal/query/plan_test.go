package query

import (
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/internal/rules"
	"github.com/relspec/relspec/fast/internal/store"
	"github.com/relspec/relspec/internal/golden"
	"github.com/relspec/relspec/spec"
)

// scene is a world that lines of text make and change.
type scene struct {
	t      *testing.T
	w      *rules.World
	cached []*Query // those that keep their matches
}

func newScene(t *testing.T, profile spec.Profile, lines ...string) *scene {
	t.Helper()
	s := &scene{t: t, w: &rules.World{}}
	s.w.Init(rules.Options{Profile: profile})
	for _, line := range lines {
		s.do(line)
	}
	return s
}

// entity finds a name, as a path; zero is for none.
func (s *scene) entity(name string) rules.Entity {
	switch name {
	case "*":
		return rules.Wildcard
	case "":
		return 0
	}
	e, err := s.w.Lookup(name, 0, true)
	require.Nil(s.t, err, name)
	return e // zero for none
}

func (s *scene) id(text string) store.ID {
	one, two, pair := strings.Cut(text, ":")
	first, second := s.entity(one), s.entity(two)
	require.NotZero(s.t, first, text)
	if !pair {
		return store.Single(first.Index())
	}
	require.NotZero(s.t, second, text)
	return store.Pair(first.Index(), second.Index())
}

// do makes a change that a line tells: an entity and its ids, R:T for a pair, which it gets, with - loses, with ~ has switched off and with
// ^ switched on again. It is made if there is none of that name: as a component if the first word is a type, "x/entity" for one with
// a member x. C=5 writes a value. "delete e" deletes.
func (s *scene) do(line string) {
	s.t.Helper()
	words := strings.Fields(line)
	if words[0] == "delete" {
		require.Nil(s.t, s.w.DeleteNow(s.entity(words[1])), line)
		return
	}
	name, words := words[0], words[1:]
	e := s.entity(name)
	if e == 0 {
		member, typ, component := "", "", false
		if len(words) > 0 {
			member, typ, component = strings.Cut(words[0], "/")
		}
		b := rules.Birth{Name: name}
		if dot := strings.LastIndexByte(name, '.'); dot > 0 {
			b = rules.Birth{Name: name[dot+1:], Parent: s.entity(name[:dot])}
		}
		created, err := s.w.CreateNow(&b, func(made rules.Entity) {
			if component {
				var m spec.Member
				m.Name, m.Type = member, spec.Primitive(typ)
				s.w.MakeComponent(made, []spec.Member{m})
			}
		})
		require.Nil(s.t, err, line)
		if e = created; component {
			words = words[1:]
		}
	}
	for _, word := range words {
		var err *spec.Error
		switch component, value, writes := strings.Cut(word, "="); {
		case writes:
			s.write(e, component, value)
		case word[0] == '-':
			err = s.w.RemoveNow(e, s.id(word[1:]))
		case word[0] == '~':
			err = s.w.ToggleNow(e, s.id(word[1:]), false)
		case word[0] == '^':
			err = s.w.ToggleNow(e, s.id(word[1:]), true)
		default:
			err = s.w.AddNow(e, s.id(word))
		}
		require.Nil(s.t, err, "%s: %s", line, word)
	}
}

// write writes the value of a component that an entity gets if it has none: a number, or the name of an entity.
func (s *scene) write(e rules.Entity, component, value string) {
	id := s.id(component)
	if _, _, ok := s.w.Store.Get(e, id); !ok {
		require.Nil(s.t, s.w.AddNow(e, id))
	}
	cell, _, ok := s.w.Store.Get(e, id)
	require.True(s.t, ok)
	if n, err := strconv.Atoi(value); err == nil {
		*(*int64)(cell) = int64(n)
	} else {
		*(*rules.HandleRef)(cell) = rules.HandleRef(s.entity(value))
	}
	s.w.SortKeys.Wrote(e.Index(), id)
}

func (s *scene) name(index uint32) string { return s.w.EntityText(s.w.Entity(index)) }

func (s *scene) names(list []uint32) string {
	texts := make([]string, len(list))
	for i, index := range list {
		texts[i] = s.name(index)
	}
	return "[" + strings.Join(texts, " ") + "]"
}

// facts are what a match is resolved to, beside its term.
func (s *scene) facts(m *Match) string {
	var b strings.Builder
	for _, fact := range []struct {
		name  string
		holds bool
	}{
		{"dead", m.Dead},
		{"transitive", m.transitive},
		{"reflexive", m.reflexive},
		{"inherited", m.inherited},
		{"above", m.allow != 0},
		{"any", m.anyTarget},
		{"not own", m.skipOwn},
		{"single", m.single},
		{"leading", m.storedPair},
		{"joins", m.node.joins},
		{"for none", m.forNone},
	} {
		if fact.holds {
			b.WriteString(", " + fact.name)
		}
	}
	if len(m.subclasses) > 0 {
		fmt.Fprintf(&b, ", subclasses %s at %d", s.names(m.subclasses), m.rank)
	}
	if m.needs != 0 {
		fmt.Fprintf(&b, ", needs %b", m.needs)
	}
	if m.Traversal.Climbs() {
		b.WriteString(", climbs")
	}
	s.lists(&b, m)
	return b.String()
}

func (s *scene) lists(b *strings.Builder, m *Match) {
	l := m.lists
	if l == nil {
		return
	}
	b.WriteString(", lists{")
	if l.firsts != nil {
		fmt.Fprintf(b, "first %s all %v, ", s.names(l.firsts), l.firstAll)
	}
	if l.seconds != nil {
		fmt.Fprintf(b, "second %s all %v, ", s.names(l.seconds), l.secondAll)
	}
	if l.listed {
		fmt.Fprintf(b, "%d ids, ", len(l.ids))
	}
	fmt.Fprintf(b, "places %v closed %v union %v both %v, %d parts", l.places != nil, l.closed, l.union, l.both, len(l.parts))
	for i := range l.parts {
		s.lists(b, &l.parts[i])
	}
	b.WriteString("}")
}

// plan tells the plan of a run with all that its steps are resolved to, and for each And term the cost that it has without any variable
// bound and the tables that it looks at.
func (s *scene) plan(b *strings.Builder, x *Exec, bound Slots) {
	x.PlanFor(bound)
	for i := range x.steps {
		step := &x.steps[i]
		fmt.Fprintf(b, "  %d %s", i+1, step.describe(x.Q))
		if step.Kind == stepScope {
			fmt.Fprintf(b, " bound %b, split %v", step.bound, step.split)
		}
		if step.Node != nil && step.Node.Needs != 0 {
			fmt.Fprintf(b, " needs %b", step.Node.Needs)
		}
		if step.Kind == stepGuard || step.Kind == stepApart {
			fmt.Fprintf(b, " of %d", step.start+1)
		}
		b.WriteString("\n")
		for j := range step.Terms {
			m := &step.Terms[j]
			if facts := s.facts(m); facts != "" {
				fmt.Fprintf(b, "      %s\n", facts[2:])
			}
			if step.Kind == stepMatch || step.Kind == stepChain {
				p := planner{x: x, bound: bound}
				fmt.Fprintf(b, "      costs %d, looks at %d\n", p.cost(m), s.candidates(x, m))
			}
		}
	}
}

// candidates are how many tables a term with an open source looks at, each once, and all that have a match.
func (s *scene) candidates(x *Exec, m *Match) int {
	if m.Compares || m.Src.Kind < ElementVar || m.Lookups != 0 || x.openOf(m.Src.Uses()) == 0 && m.Src.Kind == ElementVar {
		return 0
	}
	require.Empty(s.t, x.tables)
	sources, _ := x.nonFragmentingLead(m)
	if sources == nil {
		x.candidates(m)
	}
	list := slices.Clone(x.tables)
	x.tables = x.tables[:0]
	slices.Sort(list)
	require.Equal(s.t, slices.Compact(slices.Clone(list)), list, "each table once")
	for t := range store.Table(x.Store.Tables()) {
		if !x.usable(t) || slices.Contains(list, t) {
			continue
		}
		for _, e := range x.Store.Entities(t) {
			if !slices.Contains(sources, e.Index()) && x.bind(m.Src, e.Index()) {
				require.False(s.t, x.existsOn(m, t, e.Index()), "%s is a match of %s", s.name(e.Index()), x.Q.termText(m.Term))
				x.unbind(m.Src)
			}
		}
	}
	return len(list) + len(sources)
}

// results are the rows of a run, each the values and fields.
type results struct {
	s     *scene
	takes int
	rows  []string
}

func (r *results) Take(x *Exec) bool {
	r.takes++
	one := func(this uint32) {
		var b strings.Builder
		if this != 0 {
			b.WriteString(r.s.name(this))
		}
		for slot := 1; slot < len(x.Q.Variables); slot++ {
			fmt.Fprintf(&b, " $%s=%s", x.Q.Variables[slot].Name, r.s.name(x.Values[slot]))
		}
		for i := range x.Fields {
			f := &x.Fields[i]
			switch {
			case !f.Set:
				b.WriteString(" -")
			default:
				b.WriteString(" " + r.s.idText(f.ID))
				if f.Stored != f.ID {
					fmt.Fprintf(&b, "=%s", r.s.idText(f.Stored))
				}
				if source := x.Source(i, this); source != 0 {
					b.WriteString("@" + r.s.name(source))
				}
			}
		}
		r.rows = append(r.rows, strings.TrimSpace(b.String()))
	}
	eachThis(x, one)
	return true
}

// eachThis calls one with every value of $this of a match.
func eachThis(x *Exec, one func(uint32)) {
	if x.This != ThisTable {
		one(x.Values[ThisSlot])
		return
	}
	for _, e := range x.Store.Entities(x.Table) {
		one(e.Index())
	}
}

// run tells the rows of a run, and the steps that it took.
func (s *scene) run(b *strings.Builder, q *Query, presets map[string]string) {
	x := q.NewExec()
	defer x.Release()
	s.plan(b, x, s.preset(x, presets))
	r := &results{s: s}
	before := x.work
	x.Run(r)
	s.checkEmpty(x)
	slices.Sort(r.rows)
	s.meter(q, presets, r.rows)
	if q.tableShaped() && len(presets) == 0 && !slices.Contains(s.cached, q) {
		q.CacheMatches()
		s.cached = append(s.cached, q)
	}
	fmt.Fprintf(b, "  %d steps, %d results, %d rows\n", before-x.work, r.takes, len(r.rows))
	for _, row := range r.rows {
		fmt.Fprintf(b, "    %s\n", row)
	}
}

// preset gives variables their values before a run.
func (s *scene) preset(x *Exec, presets map[string]string) (bound Slots) {
	for name, value := range presets {
		slot, ok := x.Q.Presettable(name)
		require.True(s.t, ok, name)
		require.True(s.t, x.Preset(slot, s.entity(value).Index()))
		bound |= SlotOf(slot)
	}
	return bound
}

// checkEmpty checks that a run has put away all that it has tried.
func (s *scene) checkEmpty(x *Exec) {
	require.Empty(s.t, x.found)
	require.Empty(s.t, x.tables)
	require.Empty(s.t, x.held)
	require.Empty(s.t, x.level)
}

// meter runs a query with as many steps as it takes, which is enough, and with fewer, where it ends early with some of its rows.
func (s *scene) meter(q *Query, presets map[string]string, rows []string) {
	run := func(left int) (some []string, used int) {
		s.w.Meter.On, s.w.Meter.Left = true, left
		defer func() { s.w.Meter.On, s.w.Meter.Left = false, math.MaxInt }()
		x := q.NewExec()
		s.preset(x, presets)
		r := &results{s: s}
		x.Run(r)
		s.checkEmpty(x)
		x.Release()
		require.Equal(s.t, s.w.Meter.Left < 0, s.w.Meter.Overworked() != nil)
		slices.Sort(r.rows)
		return r.rows, left - s.w.Meter.Left
	}
	_, enough := run(math.MaxInt)
	all, used := run(enough)
	require.Equal(s.t, enough, used, q.Text())
	require.Equal(s.t, rows, all, q.Text())
	for _, left := range []int{enough - 1, enough / 2} {
		if left < 0 || left == enough {
			continue
		}
		some, used := run(left)
		require.Greater(s.t, used, left, "%s has ended early", q.Text())
		require.Less(s.t, used, left+MaxTerms, "%s has gone on", q.Text())
		for _, row := range some {
			at, found := slices.BinarySearch(all, row)
			require.True(s.t, found, "%s has no row %s at %d", q.Text(), row, at)
		}
	}
}

var (
	profiles = map[string]spec.Profile{"flecs-3": spec.Flecs3(), "flecs-4": spec.Flecs4(), "flecs-3-beta": spec.Flecs3Beta()}
	kinds    = map[string]spec.QueryKind{"rule": spec.KindRule, "filter": spec.KindFilter, "cached": spec.KindCached, "exact": spec.KindRule}
)

// compareWithFile compares a file with what is written for its lines. With -update the file is written.
func compareWithFile(t *testing.T, file string, write func(b *strings.Builder, lines []string)) {
	t.Helper()
	before, err := os.ReadFile(file)
	require.NoError(t, err)
	var b strings.Builder
	write(&b, strings.Split(string(before), "\n"))
	golden.Compare(t, file, b.String())
}

// Each query of testdata/plans.txt has the plan, the costs, the rows and the work that are written there. Of the file, the lines that begin
// with one of the words below are read, and all others are written by -update.
func TestPlansAreAsBefore(t *testing.T) {
	compareWithFile(t, "testdata/plans.txt", func(b *strings.Builder, lines []string) {
		var s *scene
		var q *Query
		for _, line := range lines {
			word, rest, _ := strings.Cut(line, " ")
			switch word {
			case "world":
				s = newScene(t, profiles[rest])
				b.WriteString("\n" + line + "\n")
			case "-":
				s.do(rest)
				s.checkCached()
				b.WriteString(line + "\n")
			case "query":
				kind, text, _ := strings.Cut(rest, " ")
				q = s.tell(b, line, kind, text)
			case "again", "with":
				require.NotNil(t, q, line)
				b.WriteString(line + "\n")
				presets := map[string]string{}
				for word := range strings.FieldsSeq(rest) {
					name, value, _ := strings.Cut(word, "=")
					presets[name] = value
				}
				s.run(b, q, presets)
			case "#":
				b.WriteString(line + "\n")
			}
		}
	})
}

// tell tells all about a query; it gives none that is refused.
func (s *scene) tell(b *strings.Builder, line, kind, text string) *Query {
	fmt.Fprintf(b, "\n%s\n", line)
	q, err := Compile(s.w, &spec.Query{Text: true, Expr: text, Kind: kinds[kind]}, s.w.Named)
	if err == nil && kind == "exact" {
		err = q.MakeExact(len(q.Nodes))
	}
	if err != nil {
		fmt.Fprintf(b, "  is refused: %s at %d:%d\n", err.Code, err.Line, err.Column)
		return nil
	}
	fmt.Fprintf(b, "  is %s, width %d, cacheable %v, indexes %s\n", q.Text(), q.Width(), q.tableShaped() && q.cacheable(),
		s.names(slices.Sorted(maps.Keys(s.w.Reach))))
	s.run(b, q, nil)
	for warning := range strings.Lines(q.WarningText()) {
		b.WriteString("  " + warning)
	}
	return q
}

// checkCached compares the matches that queries keep with those of a new run.
func (s *scene) checkCached() {
	for _, q := range s.cached {
		x := q.NewExec()
		again, fresh := &results{s: s}, &results{s: s}
		if q.Replay(x, again) {
			x.Release()
			x = q.NewExec()
			x.Run(fresh)
			slices.Sort(again.rows)
			slices.Sort(fresh.rows)
			require.Equal(s.t, fresh.rows, again.rows, q.Text())
		}
		x.Release()
	}
}

func (s *scene) idText(id store.ID) string {
	element := func(index uint32) string {
		if index == store.Wildcard {
			return "*"
		}
		return s.name(index)
	}
	switch {
	case id == 0:
		return "none"
	case id.IsPair():
		return "(" + element(id.First()) + "," + element(id.Second()) + ")"
	}
	return element(id.First())
}
