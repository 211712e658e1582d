package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/fuzz"
	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
)

// listing is a table that the command list can print.
type listing struct {
	what    string
	summary string
	columns string
	rows    func() ([][]any, error)
}

func (a *app) listings() []listing {
	return []listing{
		{"scenarios", "scenarios of the suite, by id", "id profile path name statements", a.listScenarios},
		{"transcripts", "recorded answers of released versions of Flecs and Tecs", "file profile lines", a.listTranscripts},
		{"regressions", "traces that once failed", "file profile operations note", a.listRegressions},
		{
			"capabilities", "what an engine can declare, and the engines that do", "capability of engines covers",
			a.listCapabilities,
		},
		{
			"profiles", "the questions on which profiles differ, with the answer of each profile", "profile question answer",
			listProfiles,
		},
		{
			"operations", "operations of the protocol", "operation answer reads",
			rowsOf(spec.OpKinds(), func(k spec.OpKind) []any {
				return []any{string(k), k.Outcome().String(), map[bool]string{true: "reads", false: "changes"}[k.IsRead()]}
			}),
		},
		{
			"variants", "changes of a trace or an engine that must not change the answers", "variant law",
			rowsOf(oracle.Variants(), func(v *oracle.Variant) []any { return []any{v.Name, v.Law} }),
		},
		{
			"laws", "rules that the answers of one engine must obey", "law says",
			rowsOf(oracle.Laws(), func(l *oracle.Law) []any { return []any{l.Name, l.Summary} }),
		},
		{
			"weights", "keys of --weights: how often each kind of operation and term occurs", "key default",
			rowsOf(fuzz.WeightKeys(), func(key string) []any { return []any{key, fuzz.Weights{}.Get(key)} }),
		},
	}
}

// rowsOf returns a function that makes a row of each item.
func rowsOf[T any](all []T, row func(T) []any) func() ([][]any, error) {
	return func() (rows [][]any, _ error) {
		for _, one := range all {
			rows = append(rows, row(one))
		}
		return rows, nil
	}
}

func (a *app) listCommand() *cobra.Command {
	listings := a.listings()
	overview := &listReport{columns: []string{"what", "says"}}
	var names []string
	for _, l := range listings {
		names = append(names, l.what)
		overview.rows = append(overview.rows, []any{l.what, l.summary})
	}
	return &cobra.Command{
		Use:   "list [" + strings.Join(names, "|") + "]",
		Short: "List scenarios, capabilities, operations, weights and more",
		Long: `List scenarios, transcripts, capabilities, profiles and so on. Without an argument, list what can be listed.

The flags -run and -skip of "diffcheck run" match the ids, names and paths in these lists.`,
		Example: `  diffcheck list
  diffcheck list scenarios
  diffcheck list capabilities --json`,
		ValidArgs: names,
		Args:      arguments(0, 1),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return a.Print(overview)
			}
			i := slices.Index(names, args[0])
			if i < 0 {
				return fmt.Errorf("invalid argument %q, want one of %s%s", args[0], strings.Join(names, ", "),
					console.DidYouMean(args[0], names))
			}
			l := listings[i]
			rows, err := l.rows()
			if err != nil {
				return err
			}
			return a.Print(&listReport{columns: strings.Fields(l.columns), rows: rows})
		},
	}
}

// listReport is a table. In JSON it is a list of objects.
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

// MarshalJSON writes one object per row, with the columns as fields in their order.
func (l *listReport) MarshalJSON() ([]byte, error) {
	objects := make([]string, len(l.rows))
	for i, row := range l.rows {
		fields := make([]string, len(row))
		for j, cell := range row {
			value, err := json.Marshal(cell)
			if err != nil {
				return nil, err
			}
			fields[j] = fmt.Sprintf("%q:%s", l.columns[j], value)
		}
		objects[i] = "{" + strings.Join(fields, ",") + "}"
	}
	return []byte("[" + strings.Join(objects, ",") + "]"), nil
}

func (a *app) listScenarios() ([][]any, error) {
	all, err := scenario.Load(a.features)
	if err != nil {
		return nil, err
	}
	var rows [][]any
	for _, s := range all {
		statements := strings.Trim(fmt.Sprint(s.Statements), "[]")
		rows = append(rows, []any{s.ID, s.Profile, s.Path, s.Name, statements})
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
	all, err := oracle.ReadRegressions(a.corpus.regressions)
	if err != nil {
		return nil, err
	}
	var rows [][]any
	for _, one := range all {
		rows = append(rows, []any{one.Name, one.Trace.Header.Profile, len(one.Trace.Entries), one.Trace.Header.Note})
	}
	return rows, nil
}

// listCapabilities returns a row for each capability: its description and the engines that have it. If an
// engine has it only for some kinds of query, the row lists them.
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
		rows = append(rows, []any{string(c), of, cmp.Or(strings.Join(engines, " "), "-"), c.Covers()})
	}
	return rows, nil
}

func listProfiles() (rows [][]any, _ error) {
	for _, p := range spec.Profiles() {
		for _, answer := range p.Answers() {
			rows = append(rows, []any{p.Name, answer.Question, answer.Answer})
		}
	}
	return rows, nil
}
