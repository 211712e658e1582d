package cli

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/relspec/relspec/docs/specification"
	"github.com/relspec/relspec/internal/ask"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/ledger"
)

// whyReport is an explanation with its query and, if requested, the statements and clauses behind
// it.
type whyReport struct {
	Profile string         `json:"profile"`
	Op      spec.Operation `json:"op"`
	*spec.Explanation
	Statements []citedStatement `json:"statements,omitempty"`
	Clauses    []citedClause    `json:"clauses,omitempty"`

	all bool // print everything
}

type citedStatement struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

type citedClause struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Address string `json:"address"`
}

// cite adds the statements and clauses of the explanation, in order of first use.
func (r *whyReport) cite() {
	for _, id := range ask.Statements(r.Explanation) {
		if s, err := ledger.ByID(string(id)); err == nil {
			r.Statements = append(r.Statements, citedStatement{s.ID, s.Text})
		}
	}
	var walk func(spec.Proof)
	walk = func(p spec.Proof) {
		if c := specification.Deciding(p.Cites); c != nil {
			if cited := (citedClause{c.Name, c.Title, c.Address}); !slices.Contains(r.Clauses, cited) {
				r.Clauses = append(r.Clauses, cited)
			}
		}
		for _, b := range p.Because {
			walk(b)
		}
	}
	for _, m := range r.Matches {
		for _, term := range m.Terms {
			walk(term)
		}
	}
	for _, m := range r.Misses {
		walk(m.Reason)
	}
}

func (r *whyReport) Text(w *strings.Builder) {
	matches, misses := r.shown()
	if len(r.Matches) == 0 && len(r.Misses) > 0 && r.Op.Entity == "" {
		fmt.Fprintln(w, "The query gives no row.")
	}
	for _, m := range matches {
		fmt.Fprintln(w, about(m.Row.This, "matches", "The query matches", m.Row.Vars))
		for _, term := range m.Terms {
			proofText(w, term, 1)
		}
	}
	if n := len(r.Matches) - len(matches); n > 0 {
		fmt.Fprintf(w, "%s; -v shows all\n", show.Plural(n, "more row", "more rows"))
	}
	if n := len(r.Misses); n > len(misses) {
		fmt.Fprintf(w, "%s entities do not match; the %d nearest, -v shows all:\n", show.Number(n), len(misses))
	}
	for _, m := range misses {
		fmt.Fprintln(w, about(m.Entity, "does not match", "The query does not match", m.Vars))
		reason := m.Reason
		if m.Term != "" && !strings.Contains(reason.Claim, m.Term) {
			reason.Claim = m.Term + ": " + reason.Claim
		}
		if m.Nearest != "" && !strings.HasSuffix(reason.Claim, m.Nearest) {
			reason.Claim += "; nearest: " + m.Nearest
		}
		proofText(w, reason, 1)
	}
	if len(r.Matches)+len(r.Misses) == 0 {
		fmt.Fprintln(w, "The world has no entity that could match.")
	}
	if len(r.Clauses)+len(r.Statements) > 0 {
		fmt.Fprintln(w)
	}
	for _, c := range r.Clauses {
		fmt.Fprintf(w, "%s: %s (%s)\n", c.Name, c.Title, c.Address)
	}
	for _, s := range r.Statements {
		fmt.Fprintf(w, "%s  %s\n", s.ID, s.Text)
	}
}

// Limits for large answers.
const (
	maxRows   = 20
	maxMisses = 6
	nearest   = 3 // misses that are shown if there are more than maxMisses
)

// shown returns the rows and misses to print. If there are too many misses, it keeps the nearest
// ones: those where a later term fails, then those of entities that have something similar to what
// the term asks for.
func (r *whyReport) shown() ([]spec.MatchProof, []spec.Miss) {
	if r.all {
		return r.Matches, r.Misses
	}
	misses := r.Misses
	if len(misses) > maxMisses {
		nearness := func(m spec.Miss) int {
			if strings.Contains(m.Nearest, " has ") {
				return 2*m.TermNumber + 1
			}
			return 2 * m.TermNumber
		}
		misses = slices.SortedStableFunc(slices.Values(misses), func(a, b spec.Miss) int { return nearness(b) - nearness(a) })
		misses = misses[:nearest]
	}
	return r.Matches[:min(len(r.Matches), maxRows)], misses
}

// about returns the headline of a row: its entity and variables.
func about(this spec.Handle, verb, without string, vars map[string]spec.Handle) string {
	headline := without
	if this != "" {
		headline = string(this) + " " + verb
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(vars)) {
		if name != spec.This {
			parts = append(parts, "$"+name+" = "+string(cmp.Or(vars[name], "-")))
		}
	}
	if len(parts) > 0 {
		headline += " with " + strings.Join(parts, ", ")
	}
	return headline
}

// citeColumn is the column of the clause. Most names of clauses then fit a terminal of 80 columns.
const citeColumn = 60

// proofText writes a claim, the clause behind it at the right, and its premises. If no clause is
// based on the statements that the claim cites, it writes the statements.
func proofText(w *strings.Builder, p spec.Proof, depth int) {
	line := strings.Repeat("  ", depth) + p.Claim
	if len(p.Cites) > 0 {
		by := strings.Trim(fmt.Sprint(p.Cites), "[]")
		if c := specification.Deciding(p.Cites); c != nil {
			by = c.Name
		}
		line += strings.Repeat(" ", max(2, citeColumn-utf8.RuneCountInString(line))) + by
	}
	fmt.Fprintln(w, line)
	for _, b := range p.Because {
		proofText(w, b, depth+1)
	}
}
