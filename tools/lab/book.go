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

func bookCommand(c *console.Console) *cobra.Command {
	var check bool
	command := &cobra.Command{
		Use:   "book",
		Short: "Write the examples and tables of profiles into docs/specification",
		Long: `Write into the pages of docs/specification the scenarios that they name as examples, and the tables of profiles. It fails if a clause
has no example or has the name of another one, if a scenario, statement or clause that a page names does not exist, or if the index
lacks an old number. With --check it writes nothing and fails if a page is stale.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			const folder = "docs/specification"
			pages, wrong := book.Write(os.DirFS(folder), features.FS)
			for _, name := range slices.Sorted(maps.Keys(pages)) {
				file := filepath.Join(folder, name)
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
	return command
}
