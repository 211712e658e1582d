package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/console"
)

const ownFeature = `Feature: likes
  Scenario: Alice and Bob
    Given a relationship Likes
    When Bob gets (Likes, Alice)
    Then Bob has (Likes, Alice)
    And Alice has (Likes, Bob)
    When a filter queries "(Likes, *)"
    Then the result is, in any order
      | $this |
      | Bob   |
`

func TestOneRunsAFeatureOfOnesOwnWithoutTags(t *testing.T) {
	b := newBench().withFile("own.feature", []byte(ownFeature))
	require.Equal(t, console.ExitDiverged, b.command("run", "own.feature"), b.err.String())
	text := b.out.String()
	for _, want := range []string{
		"own.feature:2  Alice and Bob (flecs-3)", "  ✓ Bob has (Likes, Alice)\n", "  ✗ Alice has (Likes, Bob)   (line 6)\n",
		"  ✓ the result is, in any order\n", "model and fast:\n", "FAIL  2 of 3 expectations met in 1 scenario",
	} {
		require.Contains(t, text, want)
	}
	good := strings.Replace(ownFeature, "    And Alice has (Likes, Bob)\n", "", 1)
	b.withFile("own.feature", []byte(good))
	require.Equal(t, console.ExitOK, b.command("run", "own.feature", "--engine", "model", "--of", "flecs-4"))
	require.Contains(t, b.out.String(), "PASS  2 of 2 expectations met in 1 scenario on model")
	require.Contains(t, b.out.String(), "(flecs-4)")
	require.Equal(t, console.ExitDiverged, b.withBug().withFile("own.feature", []byte(strings.ReplaceAll(good,
		"When a filter", "When Alice gets (Likes, Bob)\n    And a filter"))).command("run", "own.feature"))
	require.Contains(t, b.out.String(), "      model:\n",
		"only the model returns the row that the scenario does not state")
}

// If an operation fails, the expectations about its effect fail, too.
func TestAnExpectationOfAStepThatFailedIsNotMet(t *testing.T) {
	b := newBench().withFile("own.feature", []byte("Feature: f\n  Scenario: s\n    When a rule queries \"(((\"\n"+
		"    Then the result is, in any order\n      | $this |\n"))
	require.Equal(t, console.ExitDiverged, b.command("run", "own.feature"))
	require.Contains(t, b.out.String(), "✗ the result is, in any order")
	require.Contains(t, b.out.String(), "0 of 2 expectations met")
}

func TestInvalidFeaturesAreRefused(t *testing.T) {
	b := newBench().withFile("bad.feature", []byte("Feature: f\n  Scenario: s\n    Given nonsense\n")).
		withFile("empty.feature", []byte("Feature: f\n")).withFile("facts.txt", []byte(facts)).
		withFile("suite.jsonl", []byte(`{"format":"relspec-export","version":1}`+"\n"))
	for args, want := range map[string]string{
		"run bad.feature":           "bad.feature:3: Given nonsense",
		"run facts.txt":             `"diffcheck why facts.txt" queries them`,
		"run suite.jsonl":           `"python3 runner.py suite.jsonl COMMAND..." runs them`,
		"run empty.feature":         "empty.feature has no scenario",
		"run city.jsonl":            `"diffcheck replay city.jsonl" compares it`,
		"run nowhere.feature":       "nowhere.feature",
		"run scenarios bad.feature": "not both",
		"run senarios":              `"senarios" is neither a file nor one of scenarios`,
		"run --watch":               "--watch needs a feature file",
	} {
		require.Equal(t, console.ExitBroken, b.command(strings.Fields(args)...), args)
		require.Contains(t, b.err.String(), want)
	}
}

func TestWatchedFeaturesRunAgainWhenTheyChange(t *testing.T) {
	b := newBench()
	name := filepath.Join(t.TempDir(), "own.feature")
	b.open = openFile
	require.NoError(t, os.WriteFile(name, []byte("Feature: f\n  Scenario: s\n    Given nonsense\n"), 0o600))
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		f := &runFlags{engines: &engineList{chosen: b.engines}, watch: true, profile: ownProfile}
		done <- b.runFiles(ctx, f, []string{name})
	}()
	time.Sleep(300 * time.Millisecond)
	require.NoError(t, os.WriteFile(name, []byte(ownFeature), 0o600))
	time.Sleep(600 * time.Millisecond)
	cancel()
	require.NoError(t, <-done)
	require.Contains(t, b.err.String(), "Given nonsense")
	require.Contains(t, b.out.String(), "2 of 3 expectations met")
}

func TestFilesOfAFindingRun(t *testing.T) {
	b, dir := newBench().withBug(), t.TempDir()
	require.Equal(t, console.ExitDiverged, b.command("fuzz", "--seed", "17", "--traces", "2", "--duration", "0",
		"--findings", "1", "--workers", "1", "--save", dir))
	found, err := filepath.Glob(filepath.Join(dir, "*", "trace.jsonl"))
	require.NoError(t, err)
	require.Len(t, found, 1)
	b.open = openFile
	require.Equal(t, console.ExitDiverged, b.command("run", filepath.Dir(found[0])), b.err.String())
	require.Contains(t, b.out.String(), "      fast:\n")
}

// The example in the documentation passes.
func TestTheExampleFeatureHolds(t *testing.T) {
	text, err := os.ReadFile("../../../../docs/examples/city.feature")
	require.NoError(t, err)
	b := newBench()
	b.files["city.feature"] = &fstest.MapFile{Data: text}
	require.Equal(t, console.ExitOK, b.command("run", "city.feature"))
}
