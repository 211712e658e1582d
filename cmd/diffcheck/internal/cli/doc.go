// Package cli implements the command diffcheck as a function: [Main] takes arguments and streams
// and returns an exit code.
//
//   - app.go: what all sub-commands share: streams, files, exit codes
//   - engines.go: the engines that --engine accepts, and their declarations
//   - trace.go: reading files
//   - run.go and run_*.go: the default run, phase by phase, and its table
//   - one file for each other sub-command, and four files for why
//   - campaign.go, findings.go: random campaigns, and traces under every variant and law
package cli
