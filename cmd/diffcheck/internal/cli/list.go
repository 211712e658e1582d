package cli

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

// listing is a table of things that have names.
type listing struct {
	what    string
	says    string
	columns []string
	rows    func(a *app) ([][]any, error)
}

func listings() []listing {
	return []listing{
		{"scenarios", "scenarios of the suite, by id", []string{"id", "profile", "path", "name", "statements"}, (*app).listScenarios},
		{"transcripts", "recorded answers of released versions of Flecs", []string{"file", "profile", "lines"}, (*app).listTranscripts},
		{"regressions", "traces that once failed", []string{"file", "profile", "operations", "note"}, (*app).listRegressions},
		{"capabilities", "what an engine can declare, and the engines that do", []string{"capability", "of", "engines", "covers"}, (*app).listCapabilities},
		{"profiles", "what each profile answers to each question on which they differ", []string{"profile", "question", "answer"}, (*app).listProfiles},
		{"operations", "operations of the protocol", []string{"operation", "answer", "reads"}, (*app).listOperations},
		{"variants", "changes of a trace or an engine that must not change the answers", []string{"variant", "law"}, (*app).listVariants},
		{"laws", "rules that every world must obey", []string{"law", "says"}, (*app).listLaws},
		{"weights", "keys of --weights: how often each kind of operation and term occurs", []string{"key", "default"}, (*app).listWeights},
	}
}

func (a *app) listCommand() *cobra.Command {
	var names []string
	for _, l := range listings() {
		names = append(names, l.what)
	}
	return &cobra.Command{
		Use:   "list [" + strings.Join(names, "|") + "]",
		Short: "List scenarios, capabilities, operations, weights and more",
		Long: `List scenarios, transcripts, capabilities, profiles and so on. Without an argument, list what can be listed; with -v,
count each.

The flags -run and -skip of "diffcheck run" match the ids, names and paths that are listed here.`,
		Example: `  diffcheck list
  diffcheck list scenarios
  diffcheck list capabilities --json`,
		ValidArgs: names,
		Args:      cobra.MatchAll(arguments(0, 1), onlyValidArgs),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.listAll()
			}
			i := slices.Index(names, args[0])
			return a.list(listings()[i])
		},
	}
}

func (a *app) list(l listing) error {
	rows, err := l.rows(a)
	if err != nil {
		return err
	}
	return a.Print(&listReport{columns: l.columns, rows: rows})
}

// listAll names the lists. It counts their rows only if verbose, since it must then read all embedded files.
func (a *app) listAll() error {
	report := &listReport{columns: []string{"what", "says"}}
	if a.Verbose {
		report.columns = append(report.columns, "count")
	}
	for _, l := range listings() {
		if !a.Verbose {
			report.rows = append(report.rows, []any{l.what, l.says})
			continue
		}
		rows, err := l.rows(a)
		if err != nil {
			return err
		}
		distinct := map[any]bool{}
		for _, row := range rows {
			distinct[row[0]] = true
		}
		report.rows = append(report.rows, []any{l.what, l.says, len(distinct)})
	}
	return a.Print(report)
}

// listReport is a table; in JSON a list of objects.
type listReport struct {
	columns []string
	rows    [][]any
}

func (l *listReport) Text(w *strings.Builder) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, row := range l.rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			cells[i] = fmt.Sprint(cell)
		}
		_, _ = fmt.Fprintln(table, strings.Join(cells, "\t")) // a Builder does not fail
	}
	_ = table.Flush()
}

// MarshalJSON writes an object a row, its fields named like the columns and in their order.
func (l *listReport) MarshalJSON() ([]byte, error) {
	b := []byte{'['}
	for i, row := range l.rows {
		if i > 0 {
			b = append(b, ',')
		}
		for j, cell := range row {
			name, err := json.Marshal(l.columns[j])
			if err != nil {
				return nil, err
			}
			value, err := json.Marshal(cell)
			if err != nil {
				return nil, err
			}
			b = append(b, "{,"[min(j, 1)])
			b = append(append(append(b, name...), ':'), value...)
		}
		b = append(b, '}')
	}
	return append(b, ']'), nil
}

func (a *app) listScenarios() ([][]any, error) {
	all, err := scenario.Load(a.features)
	if err != nil {
		return nil, err
	}
	var rows [][]any
	for _, s := range all {
		ids := make([]string, len(s.Statements))
		for i, id := range s.Statements {
			ids[i] = string(id)
		}
		rows = append(rows, []any{s.ID, s.Profile, s.Path, s.Name, strings.Join(ids, " ")})
	}
	return rows, nil
}

func (a *app) listTranscripts() ([][]any, error) {
	all, err := a.corpus.transcripts()
	if err != nil {
		return nil, err
	}
	var rows [][]any
	for _, t := range all {
		rows = append(rows, []any{t.File(), t.Profile.Name, len(t.Lines)})
	}
	return rows, nil
}

func (a *app) listRegressions() ([][]any, error) {
	names, err := fs.Glob(a.corpus.regressions, "*.jsonl")
	if err != nil {
		return nil, err
	}
	var rows [][]any
	for _, name := range names {
		trace, err := readRegression(a.corpus.regressions, name)
		if err != nil {
			return nil, err
		}
		rows = append(rows, []any{name, trace.Header.Profile, len(trace.Entries), trace.Header.Note})
	}
	return rows, nil
}

// listCapabilities returns a row for each capability: its description and the engines that have it. If an engine has it
// only for some kinds of query, the row lists them.
func (a *app) listCapabilities() ([][]any, error) {
	infos := make([]spec.Info, len(a.engines))
	for i, engine := range a.engines {
		infos[i] = infoOf(engine)
	}
	var rows [][]any
	for _, c := range spec.Capabilities() {
		of, kinds := "world", []string{"world"}
		if c.OfQueries() {
			of, kinds = "queries", []string{"filter", "cached", "rule"}
		}
		var engines []string
		for i, engine := range a.engines {
			where := slices.DeleteFunc(slices.Clone(kinds), func(kind string) bool {
				return !slices.Contains(infos[i].Capabilities[kind], c)
			})
			switch len(where) {
			case 0:
			case len(kinds):
				engines = append(engines, engine.Name)
			default:
				engines = append(engines, engine.Name+"("+strings.Join(where, " ")+")")
			}
		}
		rows = append(rows, []any{string(c), of, orNone(strings.Join(engines, " ")), c.Covers()})
	}
	return rows, nil
}

func orNone(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

func (a *app) listProfiles() ([][]any, error) {
	var rows [][]any
	for _, p := range spec.Profiles() {
		for _, answer := range p.Answers() {
			rows = append(rows, []any{p.Name, answer.Question, answer.Answer})
		}
	}
	return rows, nil
}

func (a *app) listOperations() ([][]any, error) {
	var rows [][]any
	for _, kind := range spec.OpKinds() {
		rows = append(rows, []any{
			string(kind), kind.Outcome().String(),
			map[bool]string{true: "reads", false: "changes"}[kind.IsRead()],
		})
	}
	return rows, nil
}

func (a *app) listVariants() ([][]any, error) {
	var rows [][]any
	for _, v := range oracle.Variants() {
		rows = append(rows, []any{v.Name, v.Law})
	}
	return rows, nil
}

func (a *app) listLaws() ([][]any, error) {
	var rows [][]any
	for _, l := range oracle.Laws() {
		rows = append(rows, []any{l.Name, l.Says})
	}
	return rows, nil
}

func (a *app) listWeights() ([][]any, error) {
	var rows [][]any
	for _, key := range fuzz.WeightKeys() {
		rows = append(rows, []any{key, fuzz.Weights{}.Get(key)})
	}
	return rows, nil
}
