package bench

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// checkCommand compares the checks of all engines.
func checkCommand() *cobra.Command {
	var s survey
	var engines string
	command := &cobra.Command{
		Use: "check", Short: "Print the workloads, and compare what the programs of all engines answer", Args: cobra.NoArgs,
		Long: `Print a table of the workloads: what one operation is, the check at N = 40, and which engines have the workload. Each program does the
work once or a few times at this size. The command fails if an engine and fast have different checks.`,
		RunE: func(command *cobra.Command, _ []string) (err error) {
			if s.peers, s.absent, err = findPeers(engines); err != nil {
				return err
			}
			if err := s.check(); err != nil {
				return err
			}
			text, err := s.workloads()
			if err != nil {
				return err
			}
			if _, err := io.WriteString(command.OutOrStdout(), text); err != nil {
				return err
			}
			if len(s.left) > 0 {
				return fmt.Errorf("%d checks differ: %w", len(s.left), s.left[0])
			}
			return nil
		},
	}
	enginesFlag(command, &engines)
	return command
}

func enginesFlag(command *cobra.Command, engines *string) {
	command.Flags().StringVar(engines, "engines", "bin/engines", "the folder with the sources of other engines (tools/peers/README.md)")
}

// check runs all workloads at a small world size, to compare their checks.
func (s *survey) check() error {
	s.chosen, s.turns = chosen{pattern: ".", sizes: "40", time: "2x"}, 1
	if err := s.run(io.Discard); err != nil {
		return err
	}
	for _, p := range s.peers {
		for _, name := range p.knows {
			if !slices.ContainsFunc(s.list, func(list []measured) bool { return list[0].name == name }) {
				return fmt.Errorf("%s: fast/bench has no benchmark %s", p.title, name)
			}
		}
	}
	return nil
}

// workloads returns the table of the workloads as Markdown.
func (s *survey) workloads() (string, error) {
	operations, err := definitions()
	if err != nil {
		return "", err
	}
	var out strings.Builder
	out.WriteString("| workload | one operation | check at 40 |")
	for _, p := range s.peers {
		fmt.Fprintf(&out, " %s |", p.title)
	}
	fmt.Fprintf(&out, "\n|%s\n", strings.Repeat("---|", 3+len(s.peers)))
	for _, list := range s.list {
		m := &list[0]
		fmt.Fprintf(&out, "| %s | %s | %.0f |", m.name, operations[m.name], m.check)
		for _, p := range s.peers {
			has := ""
			if slices.Contains(p.knows, m.name) {
				has = "yes"
			}
			fmt.Fprintf(&out, " %s |", has)
		}
		out.WriteString("\n")
	}
	if s.absent != "" {
		out.WriteString("\n" + s.absent + ".\n")
	}
	return out.String(), nil
}

// definitions returns the comments of the benchmarks of fast/bench, by name.
func definitions() (map[string]string, error) {
	files, err := filepath.Glob(filepath.Join("fast", "bench", "*_test.go"))
	texts := map[string]string{}
	for _, path := range files {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			return nil, err
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if name, ok := strings.CutPrefix(f.Name.Name, "Benchmark"); ok {
				text := strings.Join(strings.Fields(f.Doc.Text()), " ")
				texts[name] = strings.ReplaceAll(strings.TrimPrefix(text, f.Name.Name+", "), "as Benchmark", "as ")
			}
		}
	}
	return texts, err
}
