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

// engineFlag is the text of a flag --engine.
const engineFlag = "engines separated by commas; the first is the reference"

// named returns the engines of a list. Each may occur once.
func (a *app) named(list string) ([]oracle.Implementation, error) {
	var out []oracle.Implementation
	for name := range strings.SplitSeq(list, ",") {
		engine, err := a.engine(strings.TrimSpace(name))
		if err != nil {
			return nil, err
		}
		for _, other := range out {
			if other.Name == engine.Name {
				return nil, console.Usagef("the engine %s is named twice", engine.Name)
			}
		}
		out = append(out, engine)
	}
	return out, nil
}

func (a *app) engine(name string) (oracle.Implementation, error) {
	var names []string
	for _, e := range a.engines {
		if e.Name == name {
			return e, nil
		}
		names = append(names, e.Name)
	}
	return oracle.Implementation{}, console.Usagef("there is no engine %q; use one of %s%s", name, strings.Join(names, ", "),
		console.DidYouMean(name, names))
}

func (a *app) engineNames() string {
	names := make([]string, len(a.engines))
	for i, e := range a.engines {
		names[i] = e.Name
	}
	return strings.Join(names, ",")
}

// fresh makes an empty world that turns a panic into the outcome crash.
func fresh(im oracle.Implementation, p spec.Profile) spec.Engine {
	engine, err := im.New(p)
	if err != nil {
		return refusing{spec.Errorf(spec.CodeUnsupported, "%s has no world of profile %s: %v", im.Name, p.Name, err)}
	}
	return runner.Guarded(engine)
}

// refusing is an engine that refuses everything.
type refusing struct{ err *spec.Error }

func (r refusing) Apply(spec.Operation) spec.Outcome { return spec.Fail(r.err) }
