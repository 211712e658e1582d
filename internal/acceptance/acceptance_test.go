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
		for _, profile := range spec.Profiles() {
			here := slices.DeleteFunc(slices.Clone(all), func(s scenario.Scenario) bool { return s.Profile != profile.Name })
			if len(here) == 0 || !profile.Built && engine.name != "model" {
				continue
			}
			profile.Built = true // the scenarios of a profile that is not built are tried on the model alone
			t.Run(engine.name+" "+profile.Name, func(t *testing.T) { runSuite(t, here, profile, engine.fresh) })
		}
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
				if s.Lacks(*engine.fresh(profile).Apply(spec.Operation{Op: spec.OpHello}).Info) != nil {
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

// runSuite runs the scenarios of a profile on an engine; those that the engine cannot run are left out before.
func runSuite(t *testing.T, scenarios []scenario.Scenario, profile spec.Profile, fresh func(spec.Profile) spec.Engine) {
	tags, expected := choose(t, scenarios, profile, fresh(profile))
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
			FS: features.FS, Paths: []string{"."}, Tags: tags,
		},
	}
	status := suite.Run()
	require.Zero(t, status, "godog ended with status %d\n%s", status, output.String())
	require.EqualValues(t, expected, begun.Load(), "the number of scenarios that ran")
	t.Logf("%d scenarios passed, %d skipped", expected, len(scenarios)-expected)
}

// choose gives the tag expression that leaves out what the engine lacks, and the number of scenarios that remain. A
// row of an outline that cannot run takes the other rows with it.
func choose(t *testing.T, scenarios []scenario.Scenario, profile spec.Profile, engine spec.Engine) (string, int) {
	hello := engine.Apply(spec.Operation{Op: spec.OpHello})
	require.Nil(t, hello.Err, "hello")
	hello.Info.Profiles = append(hello.Info.Profiles, profile.Name) // hello lists those that are built
	tags := []string{"@profile:" + profile.Name}
	var skipped []string
	for _, s := range scenarios {
		if lacks := s.Lacks(*hello.Info); lacks != nil {
			id, _, _ := strings.Cut(s.ID, "/")
			t.Logf("SKIPPED %s: the engine has no %s", s.Key(), strings.Join(lacks, ", no "))
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
