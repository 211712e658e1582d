package shard

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// scheduler names the environment variables in which a scheduler passes the index of a job and the
// number of jobs.
type scheduler struct {
	name         string
	index, count string
	first, step  string // the index of the first job and the step between two, 0 and 1 where they are ""
	base         uint64 // added to first
}

// schedulers lists the schedulers that [Auto] knows. The variable of this project, which has index and
// number in one value, is first.
func schedulers() []scheduler {
	const ours = "RELSPEC_SHARDS"
	return []scheduler{
		{
			name: "Slurm array", index: "SLURM_ARRAY_TASK_ID", count: "SLURM_ARRAY_TASK_COUNT",
			first: "SLURM_ARRAY_TASK_MIN", step: "SLURM_ARRAY_TASK_STEP",
		},
		{name: "Kubernetes indexed job", index: "JOB_COMPLETION_INDEX", count: ours},
		{name: "GitLab parallel job", index: "CI_NODE_INDEX", count: "CI_NODE_TOTAL", base: 1},
		{name: "CircleCI parallel job", index: "CIRCLE_NODE_INDEX", count: "CIRCLE_NODE_TOTAL"},
		{name: "Buildkite parallel job", index: "BUILDKITE_PARALLEL_JOB", count: "BUILDKITE_PARALLEL_JOB_COUNT"},
		{name: "AWS Batch array", index: "AWS_BATCH_JOB_ARRAY_INDEX", count: ours},
	}
}

// Auto returns the shard from the environment of a job: from RELSPEC_SHARD, in the format of [Parse],
// or from the variables of a known scheduler. Kubernetes and AWS Batch do not pass the number of jobs;
// set RELSPEC_SHARDS to it. Auto returns an error if there is no shard, if an index is not less than
// the number of jobs, or if two schedulers disagree, for example because a runner of one is a job of
// the other.
func Auto(lookup func(name string) (string, bool)) (Shard, error) {
	const own = "RELSPEC_SHARD"
	if text, is := lookup(own); is {
		s, err := Parse(text)
		if err == nil && text == "" {
			err = fmt.Errorf("a shard is i/n, got an empty value")
		}
		if err != nil {
			return Shard{}, fmt.Errorf("%s: %w", own, err)
		}
		return s, nil
	}
	var found []Shard
	var names []string
	for _, k := range schedulers() {
		if _, is := lookup(k.index); !is {
			continue
		}
		s, err := k.shard(lookup)
		if err != nil {
			return Shard{}, fmt.Errorf("%s: %w", k.name, err)
		}
		found, names = append(found, s), append(names, fmt.Sprintf("%s says %s", k.name, s))
	}
	switch {
	case len(found) == 0:
		return Shard{}, fmt.Errorf("no shard is set: set %s to i/n, or run the command under one of: %s", own,
			strings.Join(known(), ", "))
	case slices.ContainsFunc(found, func(s Shard) bool { return s != found[0] }):
		return Shard{}, fmt.Errorf("%s: set %s to i/n", strings.Join(names, ", "), own)
	}
	return found[0], nil
}

// known lists the schedulers and their variables.
func known() []string {
	var out []string
	for _, k := range schedulers() {
		out = append(out, fmt.Sprintf("%s (%s, %s)", k.name, k.index, k.count))
	}
	return out
}

// shard reads the variables of a scheduler that has set the index.
func (k *scheduler) shard(lookup func(name string) (string, bool)) (Shard, error) {
	index, err := numberIn(lookup, k.index, nil)
	if err != nil {
		return Shard{}, err
	}
	of, err := numberIn(lookup, k.count, nil)
	if err != nil {
		return Shard{}, err
	}
	var zero, one uint64 = 0, 1
	first, err := numberIn(lookup, k.first, &zero)
	if err != nil {
		return Shard{}, err
	}
	step, err := numberIn(lookup, k.step, &one)
	if err != nil {
		return Shard{}, err
	}
	first += k.base
	if index < first || step == 0 || (index-first)%step != 0 || (index-first)/step >= of {
		return Shard{}, fmt.Errorf("index %d is not one of the %d indexes from %d in steps of %d", index, of, first, step)
	}
	return Shard{(index - first) / step, of}, nil
}

// numberIn returns the value of a variable. If it is not set, numberIn returns the default otherwise,
// or an error if otherwise is nil.
func numberIn(lookup func(name string) (string, bool), name string, otherwise *uint64) (uint64, error) {
	text, is := lookup(name)
	if !is && otherwise != nil {
		return *otherwise, nil
	}
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil {
		return 0, fmt.Errorf("%s must be a number, not %q", name, text)
	}
	return n, nil
}
