package shard

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// environment looks up "A=1 B=2".
func environment(text string) func(string) (string, bool) {
	all := map[string]string{}
	for entry := range strings.FieldsSeq(text) {
		name, value, _ := strings.Cut(entry, "=")
		all[name] = value
	}
	return func(name string) (string, bool) {
		value, is := all[name]
		return value, is
	}
}

func TestAutoReadsVariablesOfSchedulers(t *testing.T) {
	for env, want := range map[string]string{
		"RELSPEC_SHARD=2/5": "2/5",
		"RELSPEC_SHARD=2/5 CI_NODE_INDEX=1 CI_NODE_TOTAL=3":                                               "2/5",
		"JOB_COMPLETION_INDEX=0 RELSPEC_SHARDS=4":                                                         "0/4",
		"JOB_COMPLETION_INDEX=3 RELSPEC_SHARDS=4":                                                         "3/4",
		"AWS_BATCH_JOB_ARRAY_INDEX=1 RELSPEC_SHARDS=2":                                                    "1/2",
		"CI_NODE_INDEX=1 CI_NODE_TOTAL=3":                                                                 "0/3",
		"CI_NODE_INDEX=3 CI_NODE_TOTAL=3":                                                                 "2/3",
		"CIRCLE_NODE_INDEX=0 CIRCLE_NODE_TOTAL=2":                                                         "0/2",
		"BUILDKITE_PARALLEL_JOB=1 BUILDKITE_PARALLEL_JOB_COUNT=2":                                         "1/2",
		"SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_COUNT=8":                                                  "7/8",
		"SLURM_ARRAY_TASK_ID=14 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_MIN=10 SLURM_ARRAY_TASK_STEP=2": "2/3",
		"CI_NODE_INDEX=2 CI_NODE_TOTAL=4 JOB_COMPLETION_INDEX=1 RELSPEC_SHARDS=4":                         "1/4",
	} {
		got, err := Auto(environment(env))
		require.NoError(t, err, env)
		require.Equal(t, want, got.String(), env)
	}
}

func TestAutoRefusesAmbiguousVariables(t *testing.T) {
	for env, want := range map[string]string{
		"":                       "no shard is set: set RELSPEC_SHARD to i/n, or run the command under one of: Slurm array (SLURM_ARRAY_TASK_ID, ",
		"RELSPEC_SHARD=":         "RELSPEC_SHARD: a shard is i/n, got an empty value",
		"RELSPEC_SHARD=5/5":      `RELSPEC_SHARD: a shard is i/n with i from 0 to n-1, such as 0/4, got "5/5"`,
		"JOB_COMPLETION_INDEX=1": `Kubernetes indexed job: RELSPEC_SHARDS must be a number, not ""`,
		"JOB_COMPLETION_INDEX=4 RELSPEC_SHARDS=4": "Kubernetes indexed job: index 4 is not one of the 4 indexes from 0 in steps of 1",
		"CI_NODE_INDEX=0 CI_NODE_TOTAL=4":         "GitLab parallel job: index 0 is not one of the 4 indexes from 1 in steps of 1",
		"CIRCLE_NODE_INDEX=x CIRCLE_NODE_TOTAL=4": `CircleCI parallel job: CIRCLE_NODE_INDEX must be a number, not "x"`,
		"SLURM_ARRAY_TASK_ID=11 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_MIN=10 SLURM_ARRAY_TASK_STEP=2": "Slurm array: index 11 is not one of the 3 indexes from 10 in steps of 2",
		"SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_COUNT=3 SLURM_ARRAY_TASK_STEP=0":                          "Slurm array: index 1 is not one of the 3 indexes from 0 in steps of 0",
		"CI_NODE_INDEX=2 CI_NODE_TOTAL=4 JOB_COMPLETION_INDEX=3 RELSPEC_SHARDS=4":                         "Kubernetes indexed job says 3/4, GitLab parallel job says 1/4: set RELSPEC_SHARD to i/n",
	} {
		_, err := Auto(environment(env))
		require.ErrorContains(t, err, want, env)
	}
}
