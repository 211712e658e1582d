package spec

import (
	"fmt"
	"strings"
)

// StatementID names a statement of the ledger, such as REL-131.
type StatementID string

// StatementPattern is a regular expression for the ids of statements in a text. It matches any
// number of digits, so that a mistyped id is found and reported.
const StatementPattern = `\b(?:REL|QRY|FQL|F41|SET|TECS)-[0-9]+\b`

// Proof is a reason: a claim, the statements that justify it, and the claims that it rests on.
type Proof struct {
	Claim   string        `json:"claim"`
	Cites   []StatementID `json:"cites,omitempty"`
	Because []Proof       `json:"because,omitempty"`
}

// Explanation says why rows are in an answer or not: it has a proof for each row, and a reason for
// each missing row.
type Explanation struct {
	Matches []MatchProof `json:"matches"`
	Misses  []Miss       `json:"misses"`
}

// MatchProof is a row with the proof of each of its terms, in written order.
type MatchProof struct {
	Row   Row     `json:"row"`
	Terms []Proof `json:"terms"`
}

// Miss says why there is no row for an entity and an assignment of variables: a term that fails,
// and the nearest thing to a match. If the entity could not have a row with any terms, for example
// because it is a prefab, Term is empty and TermNumber is 0.
type Miss struct {
	Entity     Handle            `json:"entity,omitempty"`
	Vars       map[string]Handle `json:"vars,omitempty"`
	Term       string            `json:"term"`            // as query text
	TermNumber int               `json:"place,omitempty"` // of the term in the query, from 1
	Reason     Proof             `json:"reason"`
	Nearest    string            `json:"nearest,omitempty"`
}

// Statements lists every statement that p and its premises cite, in order of first use.
func (p Proof) Statements() []StatementID {
	var out []StatementID
	seen := map[StatementID]bool{}
	var walk func(Proof)
	walk = func(p Proof) {
		for _, c := range p.Cites {
			if !seen[c] {
				seen[c] = true
				out = append(out, c)
			}
		}
		for _, b := range p.Because {
			walk(b)
		}
	}
	walk(p)
	return out
}

// String returns the tree as text, indented by two spaces per level, with statements in brackets.
func (p Proof) String() string {
	var b strings.Builder
	p.print(&b, 0)
	return strings.TrimSuffix(b.String(), "\n")
}

func (p Proof) print(b *strings.Builder, depth int) {
	cites := ""
	if len(p.Cites) > 0 {
		cites = fmt.Sprintf("  %v", p.Cites)
	}
	fmt.Fprintf(b, "%s%s%s\n", strings.Repeat("  ", depth), p.Claim, cites)
	for _, c := range p.Because {
		c.print(b, depth+1)
	}
}
