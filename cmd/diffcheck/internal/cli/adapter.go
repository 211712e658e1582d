package cli

import (
	"github.com/spf13/cobra"

	"github.com/relspec/relspec/oracle/adapter"
	"github.com/relspec/relspec/spec"
)

func (a *app) adapterCommand() *cobra.Command {
	var name string
	c := &cobra.Command{
		Use:   "adapter",
		Short: "Serve an engine over standard input and output",
		Long: `Serve an engine over standard input and output, one JSON object a line, until quit or the end of input.
docs/protocol.md describes the protocol. Any harness that speaks it can be tried against the reference in this way, and
an adapter's author can see what it should answer.`,
		Example: `  diffcheck adapter --engine model
  diffcheck adapter --engine fast < requests.jsonl`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			engine, err := a.engine(name)
			if err != nil {
				return err
			}
			serve := func(p spec.Profile) spec.Engine { return fresh(engine, p) }
			return adapter.Serve(orBackground(c.Context()), a.stdin, a.stdout, serve, infoOf(engine))
		},
	}
	c.Flags().StringVar(&name, "engine", a.engines[0].Name, "the engine to serve")
	return c
}
