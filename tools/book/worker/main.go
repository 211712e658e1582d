// Command worker runs scenarios on the model for [mutation.Serve]. Its arguments are the ids of the
// scenarios.
package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/tools/mutation"
)

func main() {
	all, err := scenario.Embedded()
	if err == nil {
		err = mutation.Serve(units(all), os.Stdin, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func units(all []scenario.Scenario) []mutation.Unit {
	var out []mutation.Unit
	for _, s := range all {
		if id, _, _ := strings.Cut(s.ID, "/"); slices.Contains(os.Args[1:], id) {
			out = append(out, mutation.Unit{Name: s.Key(), Run: func() string {
				return scenario.Run(s, func(p spec.Profile) spec.Engine { return model.New(p) }).Reason
			}})
		}
	}
	return out
}
