package cli

import (
	"slices"
	"strings"

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

// engineFlag is the help text of --engine.
const engineFlag = "engines separated by commas; the first is the reference"

// named returns the engines of a comma-separated list. Each may occur once.
func (a *app) named(list string) ([]oracle.Implementation, error) {
	var out []oracle.Implementation
	for name := range strings.SplitSeq(list, ",") {
		engine, err := a.engine(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		if slices.Contains(namesOfEngines(out), engine.Name) {
			return nil, console.Usagef("the engine %s is named twice; name it once", engine.Name)
		}
		out = append(out, engine)
	}
	return out, nil
}

// several returns the engines of a list that must have at least two.
func (a *app) several(list string) ([]oracle.Implementation, error) {
	out, err := a.named(list)
	if err == nil && len(out) < 2 {
		err = console.Usagef("the command needs at least two engines, for example --engine model,fast")
	}
	return out, err
}

func (a *app) engine(name string) (oracle.Implementation, error) {
	names := namesOfEngines(a.engines)
	if i := slices.Index(names, name); i >= 0 {
		return a.engines[i], nil
	}
	return oracle.Implementation{}, console.Usagef("unknown engine %q; use one of %s%s", name, strings.Join(names, ", "),
		console.DidYouMean(name, names))
}

func (a *app) engineNames() string { return strings.Join(namesOfEngines(a.engines), ",") }

func namesOfEngines(all []oracle.Implementation) []string {
	names := make([]string, len(all))
	for i, e := range all {
		names[i] = e.Name
	}
	return names
}

// fresh returns an empty world. A panic of the engine becomes the outcome crash.
func fresh(im oracle.Implementation, p spec.Profile) spec.Engine {
	engine, err := im.New(p)
	if err != nil {
		return runner.Refusing{Err: spec.Errorf(spec.CodeUnsupported, "%s does not support the profile %s: %v", im.Name, p.Name, err)}
	}
	return runner.Guarded(engine)
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
		said := fresh(engine, p).Apply(spec.Operation{Op: spec.OpHello}).Info
		if said == nil {
			continue
		}
		for of, has := range said.Capabilities {
			info.Capabilities[of] = append(info.Capabilities[of], has...)
		}
	}
	for of, has := range info.Capabilities {
		slices.Sort(has)
		info.Capabilities[of] = slices.Compact(has)
	}
	return info
}
