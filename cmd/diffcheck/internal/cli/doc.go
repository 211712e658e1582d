// Package cli implements the command diffcheck as a function: [Main] takes arguments and streams
// and returns an exit code.
//
//   - app.go: what all sub-commands share: streams, files, engines, exit codes
//   - run.go and run_*.go: the default run, phase by phase, and its table
//   - one file for each other sub-command, and four files for why
//   - engines.go: the engines that --engine accepts, and their declarations
//   - campaign.go, findings.go: random campaigns, and how divergences are reduced and shown
//   - trace.go: reading files
package cli
