package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/lang"
)

func (a *app) parseCommand() *cobra.Command {
	var syntax string
	c := &cobra.Command{
		Use:   "parse QUERY",
		Short: "Show how a query text is read",
		Long: `Show how a query text is read: its normal form, and its terms as a trace contains them. If the text has an error, show
where. "-" reads the text from standard input. docs/grammar.md describes the dialects.`,
		Example: `  diffcheck parse '(LocatedIn, $place), !City($place)'
  diffcheck parse --syntax flecs-4 --json 'Position(self|up ChildOf)'
  diffcheck parse - < query.txt`,
		Args: arguments(1, 1),
		RunE: func(_ *cobra.Command, args []string) error { return a.parse(args[0], syntax) },
	}
	c.Flags().StringVar(&syntax, "syntax", spec.DialectFlecs3.String(),
		"dialect: "+strings.Join(dialects(), ", "))
	return c
}

func dialects() []string {
	var names []string
	for _, p := range spec.ProfilesOf(spec.FlecsFamily) {
		names = append(names, p.Dialect.String())
	}
	return slices.Compact(names)
}

// parseReport is a parsed query.
type parseReport struct {
	Syntax string      `json:"syntax"`
	Expr   string      `json:"expr"`
	Error  *spec.Error `json:"error,omitempty"`
	// Normal is the normal form. If the query cannot be printed, Normal is empty and Unprintable has
	// the reason.
	Normal      string      `json:"normal,omitempty"`
	Unprintable string      `json:"unprintable,omitempty"`
	Terms       []spec.Term `json:"terms"`
}

func (a *app) parse(query, syntax string) error {
	var dialect spec.Dialect
	if err := dialect.UnmarshalText([]byte(syntax)); err != nil || dialect == spec.DialectDefault {
		return fmt.Errorf("--syntax must be one of %s", strings.Join(dialects(), ", "))
	}
	if query == "-" {
		text, err := a.read("-", 1<<20)
		if err != nil {
			return err
		}
		query = strings.TrimRight(string(text), "\r\n")
	}
	terms, refusal := lang.ParseChecked(dialect, query)
	report := &parseReport{
		Syntax: dialect.String(), Expr: query, Error: refusal,
		Terms: append([]spec.Term{}, terms...),
	}
	if refusal != nil { // broken input: exit code 2
		if a.JSON {
			if err := a.PrintJSON(report); err != nil {
				return err
			}
		}
		return errors.New(refusal.Error() + location(query, refusal))
	}
	normal, unprintable := lang.Print(dialect, terms)
	if unprintable != nil {
		report.Unprintable = unprintable.Message
	}
	report.Normal = normal
	return a.Print(report)
}

func (r *parseReport) Text(w *strings.Builder) {
	normal := r.Normal
	if r.Unprintable != "" {
		normal = "none: " + r.Unprintable
	}
	fmt.Fprintf(w, "normal form  %s\n", normal)
	for _, term := range r.Terms {
		line, err := json.Marshal(term)
		if err != nil {
			line = []byte(err.Error())
		}
		fmt.Fprintf(w, "  %s\n", line)
	}
}
