package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/relspec/relspec/docs/specification"
	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec/ledger"
)

// documentsOrTexts splits the arguments of statements into names of documents and ids of statements
// and clauses.
func documentsOrTexts(args []string) (documents []string, texts citedTexts, err error) {
	names := documentNames()
	for _, arg := range args {
		text := citedText(arg)
		switch {
		case slices.Contains(names, arg):
			documents = append(documents, arg)
		case text == nil:
			return nil, nil, console.Usagef("invalid argument %q: neither a document (%s) nor a statement or clause, "+
				"such as REL-131 or cleanup.dead-target%s", arg, strings.Join(names, ", "), console.DidYouMean(arg, citable()))
		default:
			texts = append(texts, text)
		}
	}
	if len(documents) > 0 && len(texts) > 0 {
		return nil, nil, console.Usagef("name documents or statements, not both")
	}
	return documents, texts, nil
}

// citedTexts are statements and clauses to print.
type citedTexts []any

// clauseText is a printed clause.
type clauseText struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Rule   string `json:"rule"`
	Margin string `json:"margin"`
	Page   string `json:"page"`
	// Statements are the statements behind the clause, Examples the ids of its scenarios.
	Statements []string `json:"statements,omitempty"`
	Examples   []string `json:"examples,omitempty"`
}

// citedText returns the statement or clause with an id, or nil.
func citedText(id string) any {
	if c := specification.Find(id); c != nil {
		return clauseText{c.Name, c.Title, c.Rule, c.Margin, c.Address, c.Statements, c.Examples}
	}
	if s, err := ledger.ByID(id); err == nil {
		return s
	}
	return nil
}

// citable returns the ids of all statements and clauses.
func citable() []string {
	var ids []string
	for _, c := range specification.Clauses() {
		ids = append(ids, c.Name)
	}
	statements, _ := ledger.All() // the tests check that they can be read
	for _, s := range statements {
		ids = append(ids, s.ID)
	}
	return ids
}

func (t citedTexts) Text(w *strings.Builder) {
	for _, text := range t {
		switch s := text.(type) {
		case clauseText:
			fmt.Fprintf(w, "%s  %s  (%s)\n%s", s.ID, s.Title, s.Page,
				show.Indent(show.Indent(s.Rule+"\n\n"+s.Margin)))
			for _, id := range s.Statements {
				if of, err := ledger.ByID(id); err == nil {
					fmt.Fprintf(w, "    %s  %s\n", of.ID, of.Text)
				}
			}
			if len(s.Examples) > 0 {
				fmt.Fprintf(w, "    examples: %s\n", strings.Join(s.Examples, ", "))
			}
		case ledger.Statement:
			heading := s.Document.Title() + ", " + s.Section
			if s.Parent != "" {
				heading = s.Document.Title() + ", " + s.Parent + ", " + s.Section
			}
			fmt.Fprintf(w, "%s  %s\n    %s\n", s.ID, heading, s.Text)
			if s.Reading != "" {
				fmt.Fprintf(w, "    read as: %s\n", s.Reading)
			}
			if s.Overruled != "" {
				fmt.Fprintf(w, "    overruled by %s\n", s.Overruled)
			}
			if s.OverruledInPart != "" {
				fmt.Fprintf(w, "    overruled in part by %s\n", s.OverruledInPart)
			}
			for _, c := range specification.RestingOn(s.ID) {
				fmt.Fprintf(w, "    clause %s: %s\n", c.Name, c.Title)
			}
		}
	}
}
