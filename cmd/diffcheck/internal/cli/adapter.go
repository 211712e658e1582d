package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/oracle/adapter"
	"github.com/relspec/relspec/spec"
)

func (a *app) adapterCommand() *cobra.Command {
	var name, own string
	c := &cobra.Command{
		Use:   "adapter",
		Short: "Serve an engine over standard input and output",
		Long: `Serve an engine over standard input and output: one JSON object per line, until "quit" or the end of the input.
docs/protocol.md describes the protocol. Use it to try a test program of your own on the reference, or to see what
your adapter should answer.`,
		Example: `  diffcheck adapter --engine model
  diffcheck adapter --engine fast < requests.jsonl
  diffcheck adapter --own '{"name":"mine","base":"flecs-3","fields":{"dead_target":"zero"}}'`,
		Args: arguments(0, 0),
		RunE: func(c *cobra.Command, _ []string) error {
			engine, err := a.engine(name)
			if err != nil {
				return err
			}
			info := infoOf(engine)
			if own != "" {
				if err := ownOnly(&info, engine, own); err != nil {
					return err
				}
			}
			serve := func(p spec.Profile) spec.Engine { return fresh(engine, p) }
			return adapter.Serve(c.Context(), a.Stdin, a.Stdout, serve, info)
		},
	}
	c.Flags().StringVar(&own, "own", "", "declare only this profile, in the form that an adapter uses in its answer to hello")
	c.Flags().StringVar(&name, "engine", a.engines[0].Name, "the engine to serve")
	return c
}

// ownOnly makes an own profile the only profile that the adapter declares. It returns an error if
// the engine does not support the profile.
func ownOnly(info *spec.Info, engine oracle.Implementation, text string) error {
	var own spec.OwnProfile
	if err := spec.ReadJSON([]byte(text), &own); err != nil {
		return fmt.Errorf("--own: %v", err)
	}
	p, err := own.Profile()
	if err != nil {
		return fmt.Errorf("--own: %s", err.Message)
	}
	base, err := spec.ProfileByName(own.Base)
	if err != nil {
		return err
	}
	if out := fresh(engine, base).Apply(spec.Operation{Op: spec.OpReset, Profile: p.Name}); out.Err != nil {
		return fmt.Errorf("--own: %s: %s", engine.Name, out.Err.Message)
	}
	info.Profiles, info.Own = []string{own.Name}, []spec.OwnProfile{own}
	return nil
}
