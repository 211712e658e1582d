package book

import (
	"context"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/relspec/relspec/docs/specification"
	"github.com/relspec/relspec/tools/mutation"
)

const ours = "github.com/relspec/relspec/"

// Mutated returns the packages whose mutants can be evidence: those of the model, the parsers of query
// text and, only for clauses that have tests instead of examples, parts of the oracle and the ledger.
func Mutated() []string {
	return []string{
		ours + "model", ours + "model/proof", ours + "model/rules", ours + "model/rules/events",
		ours + "model/rules/internal/facts", ours + "model/rules/query", ours + "model/tecs", ours + "spec",
		ours + "spec/lang", ours + "internal/oracle/capability", ours + "internal/oracle/compare",
		ours + "internal/oracle/runner", ours + "spec/ledger",
	}
}

// ofModel reports whether a mutant is in the model or in a parser.
func ofModel(p *mutation.Point) bool {
	return !strings.HasPrefix(p.File, "internal/") && !strings.HasPrefix(p.File, "spec/ledger/")
}

// Laboratory runs mutants of the model on the examples of the book.
type Laboratory struct {
	clauses []specification.Clause
	mutants *mutation.Instrumented
	probe   *mutation.Probe
	units   map[string][]int    // units of each clause
	shares  map[uint16]int      // how many clauses reach a mutant
	cited   map[string][]string // the clauses that a function cites, by "file function"
}

// NewLaboratory builds the model with all its mutants in dir. Call Close when done.
func NewLaboratory(ctx context.Context, root, dir string, clauses []specification.Clause) (*Laboratory, error) {
	l := &Laboratory{
		clauses: clauses, units: map[string][]int{}, shares: map[uint16]int{}, cited: map[string][]string{},
	}
	var err error
	if l.mutants, err = mutation.Instrument(ctx, root, dir, Mutated()...); err != nil {
		return nil, err
	}
	for name, text := range l.mutants.Functions {
		l.cited[name] = specification.CitedIn(text)
	}
	binary := filepath.Join(dir, "worker")
	if err := l.mutants.Build(ctx, "./book/worker", binary); err != nil {
		return nil, err
	}
	var ids []string
	for _, c := range clauses {
		ids = append(ids, c.Examples...)
	}
	if l.probe, err = mutation.NewProbe(ctx, binary, ids...); err != nil {
		return nil, err
	}
	named := map[string][]int{}
	for i, name := range l.probe.Units() {
		named[exampleOf(name)] = append(named[exampleOf(name)], i)
	}
	for _, c := range clauses {
		for _, id := range c.Examples {
			l.units[c.Name] = append(l.units[c.Name], named[id]...)
		}
		for i := range l.mutants.Points {
			if p := &l.mutants.Points[i]; l.reaches(c.Name, p) {
				l.shares[p.ID]++
			}
		}
	}
	return l, nil
}

// Close ends the processes.
func (l *Laboratory) Close() { l.probe.Close() }

// Points returns the number of changes of the model.
func (l *Laboratory) Points() int {
	n := 0
	for i := range l.mutants.Points {
		if ofModel(&l.mutants.Points[i]) {
			n++
		}
	}
	return n
}

// exampleOf returns the id of the scenario in the name of a unit, such as "pairs-22/1 (flecs-3)".
func exampleOf(unit string) string {
	id, _, _ := strings.Cut(unit, " ")
	id, _, _ = strings.Cut(id, "/")
	return id
}

// reaches reports whether the examples of a clause execute a mutant of the model.
func (l *Laboratory) reaches(clause string, p *mutation.Point) bool {
	return ofModel(p) &&
		slices.ContainsFunc(l.units[clause], func(unit int) bool { return l.probe.Reaches(unit, p.ID) })
}

// shownBy matches a link to a test that shows a clause which has no example.
var shownBy = regexp.MustCompile(`\[(Test\w+)\]\(\.\./\.\./([^)]+)\)`)

// witness is the examples or the tests of a clause, which may detect a mutant.
type witness struct {
	reaches func(p *mutation.Point) bool
	// noticed returns the example or test that fails with a mutant, or "". A panic or an endless loop does
	// not count, because it says nothing about the rule.
	noticed func(ctx context.Context, id uint16) (string, error)
	limit   int // maximum number of mutants to try
}

// The maximum number of mutants that a search tries. Examples take milliseconds, tests seconds.
const (
	maxOnExamples = 400
	maxOnTests    = 40
)

// maxOthers is the maximum number of other clauses that may detect a mutant in a function that cites the
// clause. If more clauses detect it, the mutant breaks too much to be evidence, and mutants of other
// functions are tried.
const maxOthers = 20

func (l *Laboratory) witness(ctx context.Context, clause *specification.Clause) (*witness, error) {
	if len(clause.Examples) > 0 {
		return &witness{
			limit:   maxOnExamples,
			reaches: func(p *mutation.Point) bool { return l.reaches(clause.Name, p) },
			noticed: func(ctx context.Context, id uint16) (string, error) { return l.example(ctx, clause.Name, id) },
		}, nil
	}
	var tests []*mutation.Tests
	for _, found := range shownBy.FindAllStringSubmatch(clause.Margin, -1) {
		t, err := l.mutants.Tests(ctx, path.Dir(found[2]), "^"+found[1]+"$")
		if err != nil {
			return nil, err
		}
		if len(t.Broken) > 0 {
			return nil, fmt.Errorf("%s: %v fail in the instrumented build", found[2], t.Broken)
		}
		tests = append(tests, t)
	}
	return &witness{
		limit: maxOnTests,
		reaches: func(p *mutation.Point) bool {
			return slices.ContainsFunc(tests, func(t *mutation.Tests) bool { return t.Reaches(p.ID) })
		},
		noticed: func(ctx context.Context, id uint16) (string, error) {
			for _, t := range tests {
				by, err := t.Detect(ctx, id)
				if name, failed := strings.CutPrefix(by, "test "); failed || err != nil {
					return name, err
				}
			}
			return "", nil
		},
	}, nil
}

// example returns the id of an example of a clause that fails with a mutant, or "".
func (l *Laboratory) example(ctx context.Context, clause string, id uint16) (string, error) {
	for _, unit := range l.units[clause] {
		wrong, err := l.probe.Try(ctx, unit, id)
		if err != nil {
			return "", err
		}
		if wrong != "" && !strings.HasPrefix(wrong, "panic: ") {
			return exampleOf(l.probe.Units()[unit]), nil
		}
	}
	return "", nil
}

// others counts the other clauses whose examples fail with a mutant of the model. It stops at limit.
func (l *Laboratory) others(ctx context.Context, clause string, p *mutation.Point, limit int) (int, error) {
	n := 0
	for i := 0; i < len(l.clauses) && n < limit; i++ {
		name := l.clauses[i].Name
		if name == clause || !l.reaches(name, p) {
			continue
		}
		for _, unit := range l.units[name] {
			wrong, err := l.probe.Try(ctx, unit, p.ID)
			if err != nil {
				return n, err
			}
			if wrong != "" {
				n++
				break
			}
		}
	}
	return n, nil
}

// Evidence verifies the known evidence of a clause. If it is not valid and find is set, Evidence
// searches for another mutant.
func (l *Laboratory) Evidence(ctx context.Context, known []Evidence, clause *specification.Clause, find bool) (Evidence, error) {
	e := Evidence{Clause: clause.Name}
	if i := slices.IndexFunc(known, func(e Evidence) bool { return e.Clause == clause.Name }); i >= 0 {
		e = known[i]
	}
	if e.None != "" {
		return e, nil
	}
	w, err := l.witness(ctx, clause)
	if err != nil {
		return e, err
	}
	verified, err := l.verify(ctx, w, e)
	if err == nil || !find {
		return verified, err
	}
	return l.find(ctx, w, clause.Name)
}

// verify checks evidence and updates it. It returns an error if the mutant is not detected any more.
func (l *Laboratory) verify(ctx context.Context, w *witness, e Evidence) (Evidence, error) {
	nothing := Evidence{Clause: e.Clause}
	p := e.Point(l.mutants.Points)
	if p == nil {
		return nothing, fmt.Errorf("%s: the model has no change that %s names for it; run lab book --mutants --find %s",
			e.Clause, EvidenceFile, e.Clause)
	}
	by, err := w.noticed(ctx, p.ID)
	if err != nil {
		return nothing, err
	}
	if by == "" {
		return nothing, fmt.Errorf("%s: nothing notices %s any more; run lab book --mutants --find %s", e.Clause, p.String(), e.Clause)
	}
	e.Noticed = by
	e.Others, err = l.others(ctx, e.Clause, p, len(l.clauses))
	return e, err
}

// The ranks of mutants by location, the best first.
const (
	citing    = 0    // a function that cites the clause
	modelled  = 1000 // the model, and the reader of query text
	elsewhere = 2000 // the packages that it uses
)

// rank orders the mutants to try for a clause: by location, then by the number of clauses that execute
// them, fewest first.
func (l *Laboratory) rank(clause string, p *mutation.Point) int {
	reached := l.shares[p.ID]
	switch {
	case slices.Contains(l.cited[p.File+" "+p.Function], clause):
		return citing + reached
	case strings.HasPrefix(p.File, "model/"), strings.HasPrefix(p.File, "spec/lang/"):
		return modelled + reached
	}
	return elsewhere + reached
}

// find searches for a mutant that a clause detects. It prefers functions that cite the clause, and
// returns the mutant that the fewest other clauses detect.
func (l *Laboratory) find(ctx context.Context, w *witness, clause string) (Evidence, error) {
	var candidates []*mutation.Point
	ranks := map[uint16]int{}
	for i := range l.mutants.Points {
		if p := &l.mutants.Points[i]; w.reaches(p) {
			candidates = append(candidates, p)
			ranks[p.ID] = l.rank(clause, p)
		}
	}
	slices.SortStableFunc(candidates, func(a, b *mutation.Point) int { return ranks[a.ID] - ranks[b.ID] })
	best, where := Evidence{Clause: clause}, 0
	for tried, p := range candidates {
		found := best.Noticed != ""
		further := ranks[p.ID]/1000 > where && best.Others <= maxOthers
		if found && (best.Others == 0 || tried >= w.limit || further) {
			break
		}
		by, err := w.noticed(ctx, p.ID)
		if err != nil {
			return best, err
		}
		if by == "" {
			continue
		}
		e := of(l.mutants.Points, p)
		e.Clause, e.Noticed = clause, by
		limit := len(l.clauses)
		if found {
			limit = best.Others
		}
		if e.Others, err = l.others(ctx, clause, p, limit); err != nil {
			return best, err
		}
		if !found || e.Others < best.Others {
			best, where = e, ranks[p.ID]/1000
		}
	}
	if best.Noticed == "" {
		return best, fmt.Errorf("%s: nothing notices any change of the model; write a better example, or say why not in %s",
			clause, EvidenceFile)
	}
	return best, nil
}
