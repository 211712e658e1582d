package bench

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// checkSize is the world size at which checks are compared.
const checkSize = 40

// checkCommand compares the checks of all engines.
func checkCommand() *cobra.Command {
	var engines string
	command := &cobra.Command{
		Use: "check", Short: "Print the workloads, and compare what the programs of all engines answer", Args: cobra.NoArgs,
		Long: `Print a table of the workloads: what one operation is, the check at N = 40, and which engines have the workload. Each program does the
work once or a few times at this size. The command fails if an engine and fast have different checks.`,
		RunE: func(command *cobra.Command, _ []string) error {
			l, missing, err := findPeers(engines)
			if err != nil {
				return err
			}
			list, left, err := l.check()
			if err != nil {
				return err
			}
			text, err := workloadTable(l, list)
			if err != nil {
				return err
			}
			if note := absent(missing, engines); note != "" {
				text += "\n" + note + ".\n"
			}
			if _, err := io.WriteString(command.OutOrStdout(), text); err != nil {
				return err
			}
			if len(left) > 0 {
				return fmt.Errorf("%d checks differ: %w", len(left), left[0])
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

// check runs each workload of fast and of the peers at a small size.
func (l peers) check() (list []measured, left []error, err error) {
	folder, err := os.MkdirTemp("", "relspec-bench")
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	fast, err := build(".", filepath.Join(folder, "bench.test"))
	if err != nil {
		return nil, nil, err
	}
	names, err := fast.names(".")
	if err != nil {
		return nil, nil, err
	}
	for _, p := range l {
		for _, name := range p.knows {
			if !slices.Contains(names, name) {
				return nil, nil, fmt.Errorf("%s: fast/bench has no benchmark %s", p.title, name)
			}
		}
	}
	for _, name := range names {
		lines, err := fast.lines(name, chosen{sizes: fmt.Sprint(checkSize), time: "2x"})
		if err != nil {
			return nil, nil, err
		}
		m := measured{name: name, line: lines[0], theirs: map[string]figures{}}
		left = append(left, l.measure(&m)...)
		list = append(list, m)
	}
	return list, left, nil
}

// workloadTable returns the table of the workloads as Markdown.
func workloadTable(l peers, list []measured) (string, error) {
	operations, err := definitions()
	if err != nil {
		return "", err
	}
	var out strings.Builder
	out.WriteString("| workload | one operation | check at 40 |")
	for _, p := range l {
		fmt.Fprintf(&out, " %s |", p.title)
	}
	fmt.Fprintf(&out, "\n|%s\n", strings.Repeat("---|", 3+len(l)))
	for _, m := range list {
		fmt.Fprintf(&out, "| %s | %s | %.0f |", m.name, operations[m.name], m.check)
		for _, p := range l {
			has := ""
			if slices.Contains(p.knows, m.name) {
				has = "yes"
			}
			fmt.Fprintf(&out, " %s |", has)
		}
		out.WriteString("\n")
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
