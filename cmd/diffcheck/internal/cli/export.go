package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/export"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/spec"
)

func (a *app) exportCommand() *cobra.Command {
	var profiles, without []string
	c := &cobra.Command{
		Use:   "export DIR",
		Short: "Write scenarios and regressions with the expected answers as JSON lines",
		Long: `Write scenarios and regressions with the answers of the reference as JSON lines, one file per profile. Use them to test
an engine in its own language. The folder also gets INTERPRETING.md, which explains every field and how to compare
answers, a schema, and runner.py, an example that runs the cases on an adapter.

--without writes the cases for engines that lack a capability: without names, entities have handles only; without text,
queries are lists of terms. Files that exist are overwritten.`,
		Example: `  diffcheck export suite
  diffcheck export suite --profile flecs-3 --without names,text`,
		Args: arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error { return a.export(args[0], profiles, without) },
	}
	c.Flags().StringSliceVar(&profiles, "profile", spec.Names(spec.Profiles()), "profiles to write")
	c.Flags().StringSliceVar(&without, "without", nil, "capabilities that the engine lacks")
	return c
}

// exported lists the written files.
type exported struct {
	OK    bool           `json:"ok"`
	Suite string         `json:"suite"`
	Files []exportedFile `json:"files"`
}

type exportedFile struct {
	Name  string `json:"name"`
	Cases int    `json:"cases,omitempty"`
}

func (r *exported) Text(w *strings.Builder) {
	fmt.Fprintf(w, "suite %s\n", r.Suite)
	for _, f := range r.Files {
		cases := ""
		if f.Cases > 0 {
			cases = show.Plural(f.Cases, "case", "cases")
		}
		fmt.Fprintf(w, "wrote %-40s %s\n", f.Name, cases)
	}
}

func (a *app) export(dir string, names, without []string) error {
	lacking, err := capabilities(without)
	if err != nil {
		return err
	}
	profiles, err := profilesNamed(names)
	if err != nil {
		return err
	}
	from := &export.Source{
		Features: a.features, Regressions: a.corpus.regressions, Without: lacking,
		Reference: a.engines[0],
	}
	report := &exported{OK: true, Suite: spec.SuiteVersion}
	write := func(name string, text []byte, cases int) error {
		name = filepath.Join(dir, name)
		report.Files = append(report.Files, exportedFile{name, cases})
		return os.WriteFile(name, text, 0o644)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, p := range profiles {
		cases, err := from.Read(p)
		if err != nil {
			return err
		}
		var text bytes.Buffer
		if err := export.Write(&text, p, cases); err != nil {
			return err
		}
		if err := write(p.Name+".jsonl", text.Bytes(), len(cases)); err != nil {
			return err
		}
	}
	for name, text := range export.Files() {
		if err := write(name, text, 0); err != nil {
			return err
		}
	}
	return a.Print(report)
}

// capabilities parses names of capabilities.
func capabilities(names []string) ([]spec.Capability, error) {
	var out []spec.Capability
	for _, name := range names {
		if !slices.Contains(spec.Capabilities(), spec.Capability(name)) {
			return nil, fmt.Errorf("--without: unknown capability %q%s; \"diffcheck list capabilities\" prints all", name,
				console.DidYouMean(name, spec.Capabilities()))
		}
		out = append(out, spec.Capability(name))
	}
	return out, nil
}
