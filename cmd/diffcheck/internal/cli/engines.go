package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/oracle/runner"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// knownEngines returns the engines that --engine accepts, the reference first.
func knownEngines() []oracle.Implementation {
	return []oracle.Implementation{engines.Model(), engines.Fast()}
}

// storageChoices returns variants of fast with other storage, if fast is among the engines.
func storageChoices(among []oracle.Implementation) []oracle.Implementation {
	if !slices.ContainsFunc(among, func(e oracle.Implementation) bool { return e.Name == "fast" }) {
		return nil
	}
	return engines.StorageChoices()
}

// engineList is the value of --engine. Its first engine is the reference.
type engineList struct {
	app    *app
	chosen []oracle.Implementation
}

// engineFlag defines --engine.
func (a *app) engineFlag(c *cobra.Command) *engineList {
	l := &engineList{a, a.engines}
	c.Flags().Var(l, "engine", "engines separated by commas; the first is the reference")
	return l
}

// Set chooses the engines of a comma-separated list. Each may occur once.
func (l *engineList) Set(list string) error {
	l.chosen = nil
	for name := range strings.SplitSeq(list, ",") {
		engine, err := l.app.engine(strings.TrimSpace(name))
		if err != nil {
			return err
		}
		if slices.Contains(namesOfEngines(l.chosen), engine.Name) {
			return fmt.Errorf("the engine %s is named twice; name it once", engine.Name)
		}
		l.chosen = append(l.chosen, engine)
	}
	return nil
}

// String returns the list that Set reads.
func (l *engineList) String() string { return strings.Join(namesOfEngines(l.chosen), ",") }

// Type is the type of the value in the help.
func (*engineList) Type() string { return "string" }

// several returns an error if there are fewer than two engines.
func (l *engineList) several() error {
	if len(l.chosen) < 2 {
		return fmt.Errorf("the command needs at least two engines, for example --engine model,fast")
	}
	return nil
}

func (a *app) engine(name string) (oracle.Implementation, error) {
	names := namesOfEngines(a.engines)
	if i := slices.Index(names, name); i >= 0 {
		return a.engines[i], nil
	}
	return oracle.Implementation{}, fmt.Errorf("unknown engine %q; use one of %s%s", name, strings.Join(names, ", "),
		console.DidYouMean(name, names))
}

func namesOfEngines(all []oracle.Implementation) []string {
	names := make([]string, len(all))
	for i, e := range all {
		names[i] = e.Name
	}
	return names
}

// fresh returns an empty world. A panic of the engine becomes the outcome crash. If the engine does
// not support the profile, the world refuses every operation.
func fresh(im oracle.Implementation, p spec.Profile) spec.Engine {
	engine, err := im.Start(p)
	if err != nil {
		return runner.Refusing{Err: spec.Errorf(spec.CodeUnsupported, "%v", err)}
	}
	return engine
}

// infoOf returns the declaration of an engine in hello: the capabilities that it has in at least
// one profile.
func infoOf(engine oracle.Implementation) spec.Info {
	info := spec.Info{
		Implementation: "relspec/" + engine.Name, Version: "1", Language: "Go", Protocol: spec.Version,
		Suite: spec.SuiteVersion, Profiles: spec.Names(spec.Profiles()),
		Capabilities: map[string][]spec.Capability{"world": {}, "filter": {}, "cached": {}, "rule": {}},
	}
	for _, p := range spec.Profiles() {
		if said := fresh(engine, p).Apply(spec.Operation{Op: spec.OpHello}).Info; said != nil {
			for of, has := range said.Capabilities {
				info.Capabilities[of] = append(info.Capabilities[of], has...)
			}
		}
	}
	for of, has := range info.Capabilities {
		slices.Sort(has)
		info.Capabilities[of] = slices.Compact(has)
	}
	return info
}
