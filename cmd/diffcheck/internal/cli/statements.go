package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

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
	statements, err := ledger.All()
	if err != nil {
		return err
	}
	for _, d := range all.Documents {
		if len(documents) == 0 || slices.Contains(documents, string(d.Document)) {
			report.add(d, statements)
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

// add adds the counts of a document, and its checkable statements.
func (r *statementReport) add(d ledger.DocumentCoverage, statements []ledger.Statement) {
	r.Documents = append(r.Documents, d)
	r.Add(d.Tally)
	for _, s := range statements {
		if s.Document != d.Document || !s.Check.Runs() && s.Overruled == "" {
			continue
		}
		r.Checkable.Total++
		switch {
		case slices.Contains(d.Open, s.ID):
			r.Checkable.Open = append(r.Checkable.Open, s.ID)
		case s.Overruled != "":
			r.Checkable.Overruled++
		default:
			r.Checkable.Shown++
		}
	}
}

func (r *statementReport) Text(w *strings.Builder) {
	fmt.Fprintf(w, "%-69s %s\n", "", "shown documented overruled open")
	for _, d := range r.Documents {
		fmt.Fprintf(w, "%-69s %s\n", fmt.Sprintf("%-4s  %s", d.Document, d.Document.Title()), standings(d.Tally))
		for _, s := range d.Sections {
			heading := s.Heading
			if s.Parent != "" {
				heading = s.Parent + " / " + heading
			}
			fmt.Fprintf(w, "  %-67s %s\n", show.Short(heading, 67), standings(s.Tally))
			console.Wrapped(w, "      ", s.Open, 110)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "%s statements: %s shown, %s documented, %s overruled, %s open (%s scanned); of the %s that can be checked %s are open\n",
		show.Number(r.Total), show.Number(r.Shown), show.Number(r.Documented), show.Number(r.Overruled),
		show.Number(len(r.Open)), r.Scanned,
		show.Number(r.Checkable.Total), show.Number(len(r.Checkable.Open)))
}

// standings formats the columns of a tally.
func standings(t ledger.Tally) string {
	return fmt.Sprintf("%5d %10d %9d %4d", t.Shown, t.Documented, t.Overruled, len(t.Open))
}

// enclosingRepository returns the checkout around the working directory, or nil.
func enclosingRepository() fs.FS {
	if root := console.Checkout(); root != "" {
		return os.DirFS(root)
	}
	return nil
}
