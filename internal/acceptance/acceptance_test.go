package acceptance

import (
	"bytes"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/cucumber/godog"
	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/engine"
	_ "github.com/relspec/relspec/internal/heap"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/features"
)

// everyEngine lists those that every scenario runs on: the model, fast, and fast with every choice of storage.
var everyEngine = []struct {
	name  string
	fresh func(spec.Profile) spec.Engine
}{
	{"model", func(p spec.Profile) spec.Engine { return model.New(p) }},
	{"fast", func(p spec.Profile) spec.Engine { return engine.New(p) }},
	{"fast, matches cached", func(p spec.Profile) spec.Engine { return engine.New(p, engine.CachedMatches()) }},
	{"fast, not fragmenting", func(p spec.Profile) spec.Engine { return engine.New(p, engine.NotFragmenting()) }},
	{"fast, not fragmenting, matches cached", func(p spec.Profile) spec.Engine {
		return engine.New(p, engine.NotFragmenting(), engine.CachedMatches())
	}},
}

func TestFeatures(t *testing.T) {
	all, err := scenario.Embedded()
	require.NoError(t, err)
	for _, engine := range everyEngine[:2] {
		for _, profile := range profilesOf(t, all) {
			here := slices.DeleteFunc(slices.Clone(all), func(s scenario.Scenario) bool { return s.Profile != profile.Name })
			if len(here) == 0 || !profile.Built && engine.name != "model" {
				continue
			}
			profile.Built = true // the scenarios of a profile that is not built are tried on the model alone
			t.Run(engine.name+" "+profile.Name, func(t *testing.T) { runSuite(t, here, profile.Name, profile, engine.fresh) })
		}
	}
}

// profilesOf are the profiles of ours, and those of an engine's own that scenarios name.
func profilesOf(t *testing.T, all []scenario.Scenario) []spec.Profile {
	profiles := spec.Profiles()
	for _, s := range all {
		if s.OfOwn() && !slices.ContainsFunc(profiles, func(p spec.Profile) bool { return p.Name == s.Profile }) {
			p, err := spec.ProfileByName(s.Profile)
			require.Nil(t, err)
			profiles = append(profiles, p)
		}
	}
	require.Greater(t, len(profiles), len(spec.Profiles())+5)
	return profiles
}

// An engine with a profile of its own runs the scenarios of the base, but for those that the reference answers otherwise in it. These are
// few, and skipped by name.
func TestFeaturesUnderAProfileOfOnesOwn(t *testing.T) {
	all, err := scenario.Embedded()
	require.NoError(t, err)
	for name, skipped := range map[string][2]int{ // at least, at most
		"mine=flecs-3+self_pairs:refuse+multi_target:no+dead_target:zero": {30, 400},
		"mine=flecs-4+dead_target:zero+prefab_children:own":               {5, 100},
	} {
		if testing.Short() && strings.Contains(name, "flecs-4") {
			continue
		}
		mine, perr := spec.ProfileByName(name)
		require.Nil(t, perr)
		t.Run(name, func(t *testing.T) {
			here := slices.DeleteFunc(slices.Clone(all), func(s scenario.Scenario) bool { return s.Profile != mine.Base })
			ran := runSuite(t, here, mine.Base, mine, everyEngine[1].fresh)
			require.GreaterOrEqual(t, len(here)-ran, skipped[0])
			require.LessOrEqual(t, len(here)-ran, skipped[1])
		})
	}
}

// The choices of storage run the same scenarios without godog, which reads the features anew each time.
func TestFeaturesOnEveryChoiceOfStorage(t *testing.T) {
	all, err := scenario.Embedded()
	require.NoError(t, err)
	for _, engine := range everyEngine[2:] {
		t.Run(engine.name, func(t *testing.T) {
			ran := 0
			for _, s := range all {
				profile, perr := spec.ProfileByName(s.Profile)
				require.Nil(t, perr)
				if s.Lacks(helloOf(t, engine.fresh(profile), profile)) != nil {
					continue // TestFeatures says so of fast
				}
				ran++
				report := scenario.Run(s, engine.fresh)
				require.Equal(t, scenario.Passed, report.Status, "%s\n%s", s.Key(), report.Reason)
			}
			require.Greater(t, ran, 1000)
		})
	}
}

// runSuite runs the scenarios that are written for a profile on an engine, in that profile or in one of its own with that base, and
// gives how many ran; those that the engine cannot run, or that its own profile answers otherwise, are left out before.
func runSuite(t *testing.T, scenarios []scenario.Scenario, written string, profile spec.Profile, fresh func(spec.Profile) spec.Engine) int {
	tags, expected := choose(t, scenarios, written, profile, fresh(profile))
	var output bytes.Buffer
	var begun atomic.Int64
	suite := godog.TestSuite{
		Name: t.Name(),
		ScenarioInitializer: func(sc *godog.ScenarioContext) {
			begun.Add(1)
			w := &world{written: written, profile: profile, fresh: fresh}
			w.register(sc)
		},
		Options: &godog.Options{
			Format: "progress", Output: &output, NoColors: true, Strict: true, Concurrency: concurrency(t),
			FS: features.FS, Paths: []string{"."}, Tags: tags,
		},
	}
	status := suite.Run()
	require.Zero(t, status, "godog ended with status %d\n%s", status, output.String())
	require.EqualValues(t, expected, begun.Load(), "the number of scenarios that ran")
	t.Logf("%d scenarios passed, %d skipped", expected, len(scenarios)-expected)
	return expected
}

// helloOf is the engine's answer to hello with the profile that it runs in: hello lists those of ours that are built.
func helloOf(t *testing.T, engine spec.Engine, profile spec.Profile) spec.Info {
	hello := engine.Apply(spec.Operation{Op: spec.OpHello})
	require.Nil(t, hello.Err, "hello")
	info := *hello.Info
	info.Profiles = append(slices.Clone(info.Profiles), profile.Name)
	return info
}

// choose gives the tag expression that leaves out what the engine cannot run, and the number of scenarios that remain. A
// row of an outline that cannot run takes the other rows with it.
func choose(t *testing.T, scenarios []scenario.Scenario, written string, profile spec.Profile, engine spec.Engine) (string, int) {
	info := helloOf(t, engine, profile)
	tags := []string{"@profile:" + written}
	var skipped []string
	for _, s := range scenarios {
		if reason := whySkipped(s, info, profile); reason != "" {
			id, _, _ := strings.Cut(s.ID, "/")
			t.Logf("SKIPPED %s: %s", s.Key(), reason)
			if !slices.Contains(skipped, id) {
				skipped = append(skipped, id)
				tags = append(tags, "~@"+id)
			}
		}
	}
	remain := slices.DeleteFunc(slices.Clone(scenarios), func(s scenario.Scenario) bool {
		id, _, _ := strings.Cut(s.ID, "/")
		return slices.Contains(skipped, id)
	})
	return strings.Join(tags, " && "), len(remain)
}

// whySkipped says why an engine does not run a scenario in a profile, or "".
func whySkipped(s scenario.Scenario, info spec.Info, profile spec.Profile) string {
	if mine, own := s.Under(profile); own {
		stated := s.OfOwn() || scenario.Run(mine, func(p spec.Profile) spec.Engine { return model.New(p) }).Status == scenario.Passed
		if s = mine; !stated {
			return "the profile " + profile.Own + " answers otherwise"
		}
	}
	if lacks := s.Lacks(info); lacks != nil {
		return "the engine has no " + strings.Join(lacks, ", no ")
	}
	return ""
}

func concurrency(t *testing.T) int {
	text := os.Getenv("RELSPEC_GODOG_CONCURRENCY")
	if text == "" {
		return 1
	}
	n, err := strconv.Atoi(text)
	require.NoError(t, err, "RELSPEC_GODOG_CONCURRENCY")
	require.Positive(t, n, "RELSPEC_GODOG_CONCURRENCY")
	return n
}
