package main

import (
	"fmt"
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
	var mutants, find bool
	command := &cobra.Command{
		Use:   "book [--mutants [CLAUSE...]]",
		Short: "Update the examples and tables in docs/specification",
		Long: `Update docs/specification: the scenarios of the examples, and the tables of profiles. The command fails if a clause has no example,
if two clauses have the same name, or if a page names a scenario, statement or clause that does not exist.

With --mutants the command shows, for each clause or for the named ones, a mutant of the model that an example of the clause detects,
and how many other clauses detect it too (tools/book/evidence.yaml). It fails if a clause has neither such a mutant nor a reason why
there is none. With --find it searches for mutants for the clauses that have none.`,
		Example: `  book
  book --mutants cleanup.dead-target
  book --mutants --find`,
		RunE: func(command *cobra.Command, args []string) error {
			switch {
			case mutants:
				return evidence(command.Context(), c, args, find)
			case find || len(args) > 0:
				return fmt.Errorf("--find and names of clauses need --mutants")
			}
			pages, wrong := book.Write(os.DirFS(bookFolder), features.FS)
			for _, name := range slices.Sorted(maps.Keys(pages)) {
				file := filepath.Join(bookFolder, name)
				old, err := os.ReadFile(file)
				if err != nil {
					return err
				}
				if string(old) == pages[name] {
					continue
				}
				if err := os.WriteFile(file, []byte(pages[name]), 0o644); err != nil {
					return err
				}
				if err := c.PrintErr("wrote %s\n", file); err != nil {
					return err
				}
			}
			return wrong
		},
	}
	command.Flags().BoolVar(&mutants, "mutants", false, "show for each clause a mutant of the model that an example detects")
	command.Flags().BoolVar(&find, "find", false, "with --mutants: search for mutants for clauses that have none, and save them")
	return command
}
