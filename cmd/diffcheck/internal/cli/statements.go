package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/docs/specification"
	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec/ledger"
)

func (a *app) statementsCommand() *cobra.Command {
	var strict bool
	c := &cobra.Command{
		Use:   "statements [DOCUMENT...|ID...|CLAUSE...]",
		Short: "Show which statements of the source documents are covered",
		Long: `Count the numbered statements of each source document and section, by state:

  shown       a scenario, test, benchmark or example cites it
  documented  it cannot be run, and a page cites it or the ledger explains it
  overruled   a clause overrules it, and a scenario, test or example shows the clause
  open        none of these; the ids are listed

The command scans the repository around the working directory. Outside of a repository it counts the embedded scenarios
only.

With ids of statements or names of clauses, as findings and proofs cite them, print their texts.`,
		Example: `  diffcheck statements
  diffcheck statements REL QRY
  diffcheck statements REL-131 cleanup.dead-target
  diffcheck statements --strict --json`,
		ValidArgs: documentNames(),
		RunE: func(_ *cobra.Command, args []string) error {
			documents, texts, err := documentsOrTexts(args)
			switch {
			case err != nil:
				return err
			case len(texts) > 0:
				return a.Print(texts)
			}
			return a.statements(documents, strict)
		},
	}
	c.Flags().BoolVar(&strict, "strict", false, "exit with 1 if a checkable statement is not cited")
	return c
}

func documentNames() []string {
	var names []string
	for _, d := range ledger.Documents() {
		names = append(names, string(d))
	}
	return names
}

type statementReport struct {
	Scanned string `json:"scanned"` // what was scanned: "repository" or "embedded scenarios"
	ledger.Tally
	Documents []ledger.DocumentCoverage `json:"documents"`
	// Checkable counts the statements that a test can check.
	Checkable ledger.Tally `json:"checkable"`
}

func (a *app) statements(documents []string, strict bool) error {
	report := &statementReport{Scanned: "repository"}
	root := a.repository()
	if root == nil {
		root, report.Scanned = a.features, "embedded scenarios"
	}
	all, err := ledger.Coverage(root)
	if err != nil {
		return err
	}
	for _, d := range all.Documents {
		if len(documents) == 0 || slices.Contains(documents, string(d.Document)) {
			report.add(d)
		}
	}
	if err := a.Print(report); err != nil {
		return err
	}
	if strict && len(report.Checkable.Open) > 0 {
		return errors.Join(console.ErrDiverged,
			a.PrintErr("diffcheck: %s that can be checked are not cited\n",
				show.Plural(len(report.Checkable.Open), "statement", "statements")))
	}
	return nil
}

// add adds the counts of a document, and its checkable statements. A statement that is shown or
// overruled is checkable.
func (r *statementReport) add(d ledger.DocumentCoverage) {
	r.Documents = append(r.Documents, d)
	r.Add(d.Tally)
	checkable := ledger.Tally{Shown: d.Shown, Overruled: d.Overruled}
	for _, id := range d.Open {
		if s, err := ledger.ByID(id); err == nil && (s.Check.Runs() || s.Overruled != "") {
			checkable.Open = append(checkable.Open, id)
		}
	}
	checkable.Total = d.Shown + d.Overruled + len(checkable.Open)
	r.Checkable.Add(checkable)
}

func (r *statementReport) Text(w *strings.Builder) {
	row := func(heading string, t ledger.Tally) {
		fmt.Fprintf(w, "%-69s %5d %10d %9d %4d\n", heading, t.Shown, t.Documented, t.Overruled, len(t.Open))
	}
	fmt.Fprintf(w, "%-69s shown documented overruled open\n", "")
	for _, d := range r.Documents {
		row(fmt.Sprintf("%-4s  %s", d.Document, d.Document.Title()), d.Tally)
		for _, s := range d.Sections {
			heading := s.Heading
			if s.Parent != "" {
				heading = s.Parent + " / " + heading
			}
			row("  "+show.Short(heading, 67), s.Tally)
			console.Wrapped(w, "      ", s.Open, 110)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "%s statements: %s shown, %s documented, %s overruled, %s open (%s scanned); of the %s that can be checked %s are open\n",
		show.Number(r.Total), show.Number(r.Shown), show.Number(r.Documented), show.Number(r.Overruled),
		show.Number(len(r.Open)), r.Scanned,
		show.Number(r.Checkable.Total), show.Number(len(r.Checkable.Open)))
}

// enclosingRepository returns the checkout around the working directory, or nil.
func enclosingRepository() fs.FS {
	if root := console.Checkout(); root != "" {
		return os.DirFS(root)
	}
	return nil
}

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
			return nil, nil, fmt.Errorf("invalid argument %q: neither a document (%s) nor a statement or clause, "+
				"such as REL-131 or cleanup.dead-target%s", arg, strings.Join(names, ", "), console.DidYouMean(arg, citable()))
		default:
			texts = append(texts, text)
		}
	}
	if len(documents) > 0 && len(texts) > 0 {
		return nil, nil, fmt.Errorf("name documents or statements, not both")
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
			heading := s.Section
			if s.Parent != "" {
				heading = s.Parent + ", " + s.Section
			}
			fmt.Fprintf(w, "%s  %s, %s\n    %s\n", s.ID, s.Document.Title(), heading, s.Text)
			for _, note := range [][2]string{
				{"read as: ", s.Reading}, {"overruled by ", s.Overruled}, {"overruled in part by ", s.OverruledInPart},
			} {
				if note[1] != "" {
					fmt.Fprintf(w, "    %s%s\n", note[0], note[1])
				}
			}
			for _, c := range specification.RestingOn(s.ID) {
				fmt.Fprintf(w, "    clause %s: %s\n", c.Name, c.Title)
			}
		}
	}
}
