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
	"github.com/relspec/relspec/internal/long"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle/scenario"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/features"
)

// everyEngine lists the engines of all scenarios: the model, fast, and fast with every storage option.
var everyEngine = []struct {
	name  string
	fresh func(spec.Profile) spec.Engine
	one   bool // with one storage option
}{
	{"model", func(p spec.Profile) spec.Engine { return model.New(p) }, false},
	{"fast", func(p spec.Profile) spec.Engine { return engine.New(p) }, false},
	{"fast, matches cached", func(p spec.Profile) spec.Engine { return engine.New(p, engine.CachedMatches()) }, true},
	{"fast, not fragmenting", func(p spec.Profile) spec.Engine { return engine.New(p, engine.NotFragmenting()) }, true},
	{"fast, not fragmenting, matches cached", func(p spec.Profile) spec.Engine {
		return engine.New(p, engine.NotFragmenting(), engine.CachedMatches())
	}, false},
}

// godog parses the features and runs the steps on the model, each scenario in its own profile.
func TestFeatures(t *testing.T) {
	all, err := scenario.Embedded()
	require.NoError(t, err)
	for _, profile := range profilesOf(t, all) {
		here := slices.DeleteFunc(slices.Clone(all),
			func(s scenario.Scenario) bool { return s.Profile != profile.Name })
		if len(here) == 0 {
			continue
		}
		t.Run(profile.Name, func(t *testing.T) { runSuite(t, here, profile, everyEngine[0].fresh) })
	}
}

// profilesOf returns the built-in profiles, and the own profiles that scenarios name.
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

// An engine with an own profile runs the scenarios of the base, except a few for which the
// reference gives another answer. Those are skipped by name.
func TestFeaturesUnderAnOwnProfile(t *testing.T) {
	all, err := scenario.Embedded()
	require.NoError(t, err)
	for name, skipped := range map[string][2]int{ // minimum and maximum
		"mine=flecs-3+self_pairs:refuse+multi_target:no+dead_target:zero": {30, 400},
		"mine=flecs-4+dead_target:zero+prefab_children:own":               {5, 100},
	} {
		if testing.Short() && strings.Contains(name, "flecs-4") {
			continue
		}
		mine, perr := spec.ProfileByName(name)
		require.Nil(t, perr)
		t.Run(name, func(t *testing.T) {
			fast := everyEngine[1].fresh
			here := slices.DeleteFunc(slices.Clone(all),
				func(s scenario.Scenario) bool { return s.Profile != mine.Base })
			remain := choose(t, here, mine, fast(mine))
			for _, s := range remain {
				asked, own := s.Under(mine)
				require.True(t, own, s.Key())
				requirePasses(t, asked, fast)
			}
			require.GreaterOrEqual(t, len(here)-len(remain), skipped[0])
			require.LessOrEqual(t, len(here)-len(remain), skipped[1])
		})
	}
}

// fast with each storage setting runs the same scenarios, without godog, because godog parses the
// features each time.
func TestFeaturesOnFast(t *testing.T) {
	all, err := scenario.Embedded()
	require.NoError(t, err)
	for _, engine := range everyEngine[1:] {
		t.Run(engine.name, func(t *testing.T) {
			if engine.one {
				long.Only(t, "a short run tests fast only with both storage options")
			}
			ran := 0
			for _, profile := range profilesOf(t, all) {
				here := slices.DeleteFunc(slices.Clone(all),
					func(s scenario.Scenario) bool { return s.Profile != profile.Name })
				for _, s := range choose(t, here, profile, engine.fresh(profile)) {
					requirePasses(t, s, engine.fresh)
					ran++
				}
			}
			require.Greater(t, ran, 1000)
		})
	}
}

func requirePasses(t *testing.T, s scenario.Scenario, fresh func(spec.Profile) spec.Engine) {
	t.Helper()
	report := scenario.Run(s, fresh)
	require.Equal(t, scenario.Passed, report.Status, "%s\n%s", s.Key(), report.Reason)
}

// runSuite runs the scenarios of a profile on an engine with godog, without those that the engine
// cannot run. If one row of an outline cannot run, the other rows do not run either.
func runSuite(t *testing.T, scenarios []scenario.Scenario, profile spec.Profile, fresh func(spec.Profile) spec.Engine) {
	chosen := map[string]bool{}
	for _, s := range choose(t, scenarios, profile, fresh(profile)) {
		chosen[s.ID] = true
	}
	tags, files := []string{"@profile:" + profile.Name}, []string{}
	skipped := map[string]bool{}
	for _, s := range scenarios {
		if id := tagOf(s); !chosen[s.ID] && !skipped[id] {
			skipped[id] = true
			tags = append(tags, "~@"+id)
		}
		if !slices.Contains(files, s.Path) {
			files = append(files, s.Path)
		}
	}
	expected := 0
	for _, s := range scenarios {
		if !skipped[tagOf(s)] {
			expected++
		}
	}
	var output bytes.Buffer
	var begun atomic.Int64
	suite := godog.TestSuite{
		Name: t.Name(),
		ScenarioInitializer: func(sc *godog.ScenarioContext) {
			begun.Add(1)
			w := &world{profile: profile, fresh: fresh}
			w.register(sc)
		},
		Options: &godog.Options{
			Format: "progress", Output: &output, NoColors: true, Strict: true, Concurrency: concurrency(t),
			FS: features.FS, Paths: files, Tags: strings.Join(tags, " && "),
		},
	}
	status := suite.Run()
	require.Zero(t, status, "godog ended with status %d\n%s", status, output.String())
	require.EqualValues(t, expected, begun.Load(), "number of scenarios that ran")
	t.Logf("%d scenarios passed, %d skipped", expected, len(scenarios)-expected)
}

// tagOf returns the id in the tag of a scenario. All rows of an outline share it.
func tagOf(s scenario.Scenario) string {
	id, _, _ := strings.Cut(s.ID, "/")
	return id
}

// helloOf returns the engine's answer to hello, including the profile in which it runs: hello lists
// only built-in profiles.
func helloOf(t *testing.T, engine spec.Engine, profile spec.Profile) spec.Info {
	hello := engine.Apply(spec.Operation{Op: spec.OpHello})
	require.Nil(t, hello.Err, "hello")
	info := *hello.Info
	info.Profiles = append(slices.Clone(info.Profiles), profile.Name)
	return info
}

// choose returns the scenarios that the engine can run in a profile.
func choose(t *testing.T, scenarios []scenario.Scenario, profile spec.Profile, engine spec.Engine) []scenario.Scenario {
	info := helloOf(t, engine, profile)
	return slices.DeleteFunc(slices.Clone(scenarios), func(s scenario.Scenario) bool {
		reason := whySkipped(s, info, profile)
		if reason != "" {
			t.Logf("SKIPPED %s: %s", s.Key(), reason)
		}
		return reason != ""
	})
}

// whySkipped returns the reason why an engine does not run a scenario in a profile, or "".
func whySkipped(s scenario.Scenario, info spec.Info, profile spec.Profile) string {
	if mine, own := s.Under(profile); own {
		stated := s.OfOwn() || scenario.Run(mine,
			func(p spec.Profile) spec.Engine { return model.New(p) }).Status == scenario.Passed
		if s = mine; !stated {
			return "the profile " + profile.Own + " gives other answers"
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
