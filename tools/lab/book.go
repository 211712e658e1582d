package main

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/spec/features"
	"github.com/relspec/relspec/tools/book"
)

const bookFolder = "docs/specification"

func bookCommand(c *console.Console) *cobra.Command {
	var check, mutants, find bool
	command := &cobra.Command{
		Use:   "book [--mutants [CLAUSE...]]",
		Short: "Write the examples and tables of profiles into docs/specification",
		Long: `Write into the pages of docs/specification the scenarios that they name as examples, and the tables of profiles. It fails if a clause
has no example or has the name of another one, if a scenario, statement or clause that a page names does not exist, or if the index
lacks an old number. With --check it writes nothing and fails if a page is stale.

With --mutants it shows for each clause, or those that are named, a small change of the model that an example of the clause notices,
and how many other clauses have an example that notices it too (tools/book/evidence.yaml). It fails if a clause has no such change and
no reason. With --find it searches changes for the clauses that have none.`,
		Example: `  book
  book --mutants cleanup.dead-target
  book --mutants --find`,
		RunE: func(command *cobra.Command, args []string) error {
			switch {
			case mutants:
				return evidence(command.Context(), c, args, find)
			case find || len(args) > 0:
				return console.Usagef("--find and names of clauses need --mutants")
			}
			pages, wrong := book.Write(os.DirFS(bookFolder), features.FS)
			for _, name := range slices.Sorted(maps.Keys(pages)) {
				file := filepath.Join(bookFolder, name)
				old, err := os.ReadFile(file)
				switch {
				case err != nil:
					return err
				case string(old) == pages[name]:
				case check:
					wrong = errors.Join(wrong, errors.New(name+": stale; run go run -C tools ./lab book"))
				default:
					if err := os.WriteFile(file, []byte(pages[name]), 0o644); err != nil {
						return err
					}
					if err := c.Say("wrote %s\n", file); err != nil {
						return err
					}
				}
			}
			return wrong
		},
	}
	command.Flags().BoolVar(&check, "check", false, "write nothing; fail if a page is stale")
	command.Flags().BoolVar(&mutants, "mutants", false, "show for each clause a change of the model that an example notices")
	command.Flags().BoolVar(&find, "find", false, "with --mutants, search changes for clauses that have none, and keep them")
	return command
}
