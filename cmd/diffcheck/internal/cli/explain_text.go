package cli

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/relspec/relspec/internal/ask"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/ledger"
)

// explainReport is an explanation with its question.
type explainReport struct {
	*spec.Explanation
	profile spec.Profile
	op      spec.Operation
	texts   bool
}

// MarshalJSON adds the operation and, where asked for, the cited statements.
func (r *explainReport) MarshalJSON() ([]byte, error) {
	type statement struct {
		ID   string `json:"id"`
		Text string `json:"text"`
	}
	var cited []statement
	if r.texts {
		for _, s := range r.cited() {
			cited = append(cited, statement{s.ID, s.Text})
		}
	}
	return json.Marshal(struct {
		Profile    string            `json:"profile"`
		Op         spec.Operation    `json:"op"`
		Matches    []spec.MatchProof `json:"matches"`
		Misses     []spec.Miss       `json:"misses"`
		Statements []statement       `json:"statements,omitempty"`
	}{r.profile.Name, r.op, r.Matches, r.Misses, cited})
}

func (r *explainReport) Text(w *strings.Builder) {
	for _, m := range r.Matches {
		fmt.Fprintln(w, about(m.Row.This, "matches", "The query matches", m.Row.Vars))
		for _, term := range m.Terms {
			proofText(w, term, 1)
		}
	}
	for _, m := range r.Misses {
		fmt.Fprintln(w, about(m.Entity, "does not match", "The query does not match", m.Vars))
		reason := m.Reason
		if m.Term != "" && !strings.Contains(reason.Claim, m.Term) {
			reason.Claim = m.Term + ": " + reason.Claim
		}
		if m.Nearest != "" {
			reason.Claim += "; nearest: " + m.Nearest
		}
		proofText(w, reason, 1)
	}
	if len(r.Matches)+len(r.Misses) == 0 {
		fmt.Fprintln(w, "There is nothing that could match.")
	}
	if r.texts {
		fmt.Fprintln(w)
		for _, s := range r.cited() {
			fmt.Fprintf(w, "%s  %s\n", s.ID, s.Text)
		}
	}
}

// about is the headline of a row: whom it is about, and the variables.
func about(this spec.Handle, verb, without string, vars map[string]spec.Handle) string {
	headline := without
	if this != "" {
		headline = string(this) + " " + verb
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(vars)) {
		if name != spec.This {
			parts = append(parts, "$"+name+" = "+orNone(string(vars[name])))
		}
	}
	if len(parts) > 0 {
		headline += " with " + strings.Join(parts, ", ")
	}
	return headline
}

// citeColumn is where the statements stand.
const citeColumn = 78

// proofText prints a claim with its statements at the right, then its premises.
func proofText(w *strings.Builder, p spec.Proof, depth int) {
	line := strings.Repeat("  ", depth) + p.Claim
	if len(p.Cites) > 0 {
		ids := make([]string, len(p.Cites))
		for i, id := range p.Cites {
			ids[i] = string(id)
		}
		line += strings.Repeat(" ", max(2, citeColumn-utf8.RuneCountInString(line))) + strings.Join(ids, " ")
	}
	fmt.Fprintln(w, line)
	for _, b := range p.Because {
		proofText(w, b, depth+1)
	}
}

// cited are the statements that the explanation cites, in order of first use.
func (r *explainReport) cited() []ledger.Statement {
	var out []ledger.Statement
	for _, id := range ask.Statements(r.Explanation) {
		if s, err := ledger.ByID(string(id)); err == nil {
			out = append(out, s)
		}
	}
	return out
}
