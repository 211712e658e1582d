package flecs

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

// play makes the operations of a fragment.
func (b *builder) play(f *fragment) {
	f.prepare()
	s := &playback{builder: b, script: f, holes: map[spec.Handle]hole{}}
	s.run(f.body)
}

// playback is the state of a fragment while it is played.
type playback struct {
	*builder
	script      *fragment
	holes       map[spec.Handle]hole
	hasSnapshot bool // there is a snapshot
	over        bool // the fragment has ended early
	drawn       int  // decisions so far
}

// action plays a line. It returns false if the world or the profile does not allow what was drawn.
type action func(*playback, *node) bool

// run plays lines in order.
func (s *playback) run(body []node) {
	for i := range body {
		if s.over || s.Full() {
			return
		}
		s.line(&body[i])
	}
}

// tries is the maximum number of times that a line is drawn until it is allowed.
const tries = 4

// questions is the number of times that a question with choices is drawn. A question takes one
// operation but its world takes many, so several questions are asked about one world.
const questions = 3

func (s *playback) line(n *node) {
	if n.act != nil || !n.asks() {
		s.once(n, nil)
		return
	}
	var asked []string
	for range questions {
		asked = s.once(n, asked)
	}
}

// asks reports whether a line asks a query.
func (n *node) asks() bool { return len(n.text) > 0 && strings.HasSuffix(n.text[0].text, " queries `") }

// once plays a line, unless its text is in before: the texts that were drawn for this line so far.
// It returns before with the new texts.
func (s *playback) once(n *node, before []string) []string {
	for range tries {
		drawn, from := s.drawn, len(s.Entries())
		act := n.act
		if act == nil {
			text := s.expand(n.text)
			if slices.Contains(before, text) {
				return before
			}
			before, act = append(before, text), s.script.action(text)
		}
		if act(s, n) {
			if s.played != nil {
				s.played(n, from)
			}
			return before
		}
		if s.drawn == drawn {
			return before
		}
	}
	return before
}

// pick returns a decision below n.
func (s *playback) pick(n int) int {
	if n > 1 {
		s.drawn++
	}
	return s.below(n)
}

// deepest limits the expansion of words inside words. Below it each word expands to its first text.
const deepest = 6

// expand draws the choices of a phrase.
func (s *playback) expand(p phrase) string {
	return strings.TrimSpace(strings.ReplaceAll(s.draw(p, 0), "  ", " "))
}

func (s *playback) draw(p phrase, depth int) string {
	var b strings.Builder
	for _, part := range p {
		b.WriteString(part.text)
		if part.among == nil {
			continue
		}
		choice := part.among[0]
		if depth < deepest {
			choice = part.among[s.pick(len(part.among))]
		}
		if word, ok := s.script.words[choice.word()]; ok {
			choice = *word
		} else if h := s.holes[spec.Handle(choice.word())]; h.text != "" {
			choice = phrase{{text: h.text}}
		}
		b.WriteString(s.draw(choice, depth+1))
	}
	return b.String()
}

// prepare parses the lines without choices. It runs once.
func (f *fragment) prepare() {
	f.once.Do(func() {
		f.each(func(n *node) {
			if text := n.text.word(); text != "" {
				n.act = f.action(text)
			}
		})
	})
}

// each visits every line.
func (f *fragment) each(visit func(*node)) {
	eachNode(f.body, visit)
	for _, task := range f.tasks {
		eachNode(task, visit)
	}
}

func eachNode(body []node, visit func(*node)) {
	for i := range body {
		visit(&body[i])
		eachNode(body[i].body, visit)
		eachNode(body[i].otherwise, visit)
	}
}

// maxRemembered is the maximum number of parsed texts that a fragment caches.
const maxRemembered = 2000

// action parses a line without choices. Parsed lines are cached.
func (f *fragment) action(text string) action {
	if act, ok := f.actions.Load(text); ok {
		return act.(action) //nolint:forcetypeassert // nothing else is stored
	}
	act, err := f.read(text)
	if err != nil {
		panic(fmt.Sprintf("fragment %s: %q: %v", f.Name, text, err)) // a test draws every line
	}
	if f.remembered.Add(1) < maxRemembered {
		f.actions.Store(text, act)
	}
	return act
}

// production is a pattern of a line or of a part of a line, and the function that parses it.
type production[T any] struct {
	pattern *regexp.Regexp
	read    func(f *fragment, parts []string) (T, error)
}

// newProduction compiles a production. NAME in its text matches a name.
func newProduction[T any](text string, read func(f *fragment, parts []string) (T, error)) production[T] {
	return production[T]{regexp.MustCompile(`^` + strings.ReplaceAll(text, "NAME", `([a-z]\w*)`) + `$`), read}
}

// simply makes a production whose parts need no parsing.
func simply[T any](text string, does func(parts []string) T) production[T] {
	return newProduction(text, func(_ *fragment, parts []string) (T, error) { return does(parts), nil })
}

// readAs parses a text with the first production that matches. known is false if none does.
func readAs[T any](f *fragment, productions []production[T], text string) (read T, known bool, err error) {
	for i := range productions {
		if parts := productions[i].pattern.FindStringSubmatch(text); parts != nil {
			read, err = productions[i].read(f, parts[1:])
			return read, true, err
		}
	}
	return read, false, nil
}

// grammar has the productions of three kinds of text: lines that are not steps of scenarios, values
// of names, and conditions.
type grammar struct {
	lines      []production[action]
	values     []production[value]
	conditions []production[condition]
}

func newGrammar() *grammar {
	return &grammar{
		lines:  append(blockProductions(), holeProductions()...),
		values: valueProductions(), conditions: conditionProductions(),
	}
}

// read reads a line.
func (f *fragment) read(text string) (action, error) {
	if act, known, err := readAs(f, f.grammar.lines, text); known {
		return act, err
	}
	return f.readStep(text)
}

// blockProductions has the lines that control other lines.
func blockProductions() []production[action] {
	return []production[action]{
		simply(`(\d+)(?: to (\d+))? times`, func(p []string) action {
			from, to := numbers(p)
			return func(s *playback, n *node) bool {
				for range from + s.pick(to-from+1) {
					s.run(n.body)
				}
				return true
			}
		}),
		simply(`(\d+) in (\d+)`, func(p []string) action {
			k, of := numbers(p)
			return func(s *playback, n *node) bool { return s.branch(n, s.happens(k, of)) }
		}),
		simply(`one of`, func([]string) action { return (*playback).oneOf }),
		simply(`-\d*`, func([]string) action { return func(s *playback, n *node) bool { s.run(n.body); return true } }),
		newProduction(`if (.+)`, func(f *fragment, p []string) (action, error) {
			holds, err := f.readCondition(p[0])
			return func(s *playback, n *node) bool { return s.branch(n, holds(s)) }, err
		}),
		newProduction(`only if (.+)`, func(f *fragment, p []string) (action, error) {
			holds, err := f.readCondition(p[0])
			return func(s *playback, _ *node) bool { s.over = s.over || !holds(s); return true }, err
		}),
		simply(`deferred (\d+) in (\d+)`, func(p []string) action {
			k, of := numbers(p)
			return func(s *playback, n *node) bool { return s.deferring(n, k, of) }
		}),
		simply(`for each NAME of NAME`, func(p []string) action {
			return func(s *playback, n *node) bool {
				for _, f := range s.holes[spec.Handle(p[1])].list {
					s.bind(p[0], f)
					s.run(n.body)
				}
				return true
			}
		}),
		simply(`nothing happens`, func([]string) action { return func(*playback, *node) bool { return true } }),
		simply(`any ([a-z_]+)`, func(p []string) action {
			return func(s *playback, _ *node) bool { return s.anyStep(p[0]) }
		}),
		newProduction(`NAME`, func(f *fragment, p []string) (action, error) {
			task, ok := f.tasks[p[0]]
			if !ok {
				return nil, errors.New("unknown task")
			}
			return func(s *playback, _ *node) bool { s.run(task); return true }, nil
		}),
	}
}

// numbers parses two numbers. If the second part is empty, both are equal.
func numbers(parts []string) (a, b int) {
	a, _ = strconv.Atoi(parts[0])
	b, err := strconv.Atoi(parts[1])
	if err != nil {
		b = a
	}
	return a, b
}

// happens is true with probability k/of.
func (s *playback) happens(k, of int) bool { return s.pick(of) >= of-k }

func (s *playback) branch(n *node, yes bool) bool {
	if yes {
		s.run(n.body)
	} else {
		s.run(n.otherwise)
	}
	return true
}

func (s *playback) oneOf(n *node) bool {
	total := 0
	for i := range n.body {
		total += n.body[i].weight
	}
	at := s.pick(total)
	for i := range n.body {
		if at -= n.body[i].weight; at < 0 {
			s.line(&n.body[i])
			return true
		}
	}
	return true
}

// deferring plays lines, with probability k/of inside a deferral.
func (s *playback) deferring(n *node, k, of int) bool {
	waits := s.features.Deferral && s.Deferred == 0 && s.happens(k, of)
	if waits {
		s.Defer()
	}
	s.run(n.body)
	if waits {
		s.EndDeferral()
	}
	return true
}

// anyStep makes a step of the mix, such as add.
func (s *playback) anyStep(name string) bool {
	for i := range s.mix {
		if step := &s.mix[i]; step.Name == name && step.is&s.calm == 0 {
			step.run(s.builder)
		}
	}
	return true
}

// steps parses a step of scenarios.
func (f *fragment) steps(text string) (ops []spec.Operation, err error) {
	checks, err := scenario.Compile(f.syntax, []scenario.Step{{Keyword: scenario.When, Text: text}})
	for _, c := range checks {
		if c.Op.Op != spec.OpEntity { // Compile creates mentioned entities, but here the names are holes
			ops = append(ops, c.Op)
		}
	}
	return ops, err
}

// ids reads ids that are separated by commas.
func (f *fragment) ids(text string) ([]spec.ID, error) {
	if text == "" {
		return nil, nil
	}
	ops, err := f.steps("x gets " + text)
	ids := make([]spec.ID, len(ops))
	for i := range ops {
		ids[i] = ops[i].ID
	}
	return ids, err
}
