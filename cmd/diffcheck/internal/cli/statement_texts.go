package cli

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/spec/ledger"
)

// documentsOrIDs checks the arguments of statements: names of documents, or ids of statements.
func documentsOrIDs(_ *cobra.Command, args []string) error {
	names := documentNames()
	ids := 0
	for _, arg := range args {
		if slices.Contains(names, arg) {
			continue
		}
		if _, err := ledger.ByID(arg); err != nil {
			return console.Usagef("invalid argument %q: neither a document (%s) nor a statement, such as REL-131", arg,
				strings.Join(names, ", "))
		}
		ids++
	}
	if ids > 0 && ids < len(args) {
		return console.Usagef("name documents or statements, not both")
	}
	return nil
}

// statementTexts are statements to be read.
type statementTexts []ledger.Statement

// statementsByID finds statements; ids is nothing but that, or names documents.
func statementsByID(args []string) (statementTexts, bool) {
	var out statementTexts
	for _, arg := range args {
		s, err := ledger.ByID(arg)
		if err != nil {
			return nil, false
		}
		out = append(out, s)
	}
	return out, len(out) > 0
}

func (t statementTexts) Text(w *strings.Builder) {
	for _, s := range t {
		place := s.Document.Title() + ", " + s.Section
		if s.Parent != "" {
			place = s.Document.Title() + ", " + s.Parent + ", " + s.Section
		}
		fmt.Fprintf(w, "%s  %s\n    %s\n", s.ID, place, s.Text)
		if s.Overruled != "" {
			fmt.Fprintf(w, "    overruled by %s\n", s.Overruled)
		}
		if s.OverruledInPart != "" {
			fmt.Fprintf(w, "    overruled in part by %s\n", s.OverruledInPart)
		}
	}
}

// MarshalJSON writes a list.
func (t statementTexts) MarshalJSON() ([]byte, error) { return json.Marshal([]ledger.Statement(t)) }
