// Package cli is the command diffcheck as a function: [Main] takes arguments and streams and gives an exit code.
//
//   - app.go: the common parts of all sub-commands: streams, files, engines, exit codes
//   - run.go and run_*.go: the default run, phase by phase, and its table
//   - one file for each other sub-command; why has four
//   - engines.go: the engines that have a name and their declarations
//   - campaign.go, findings.go: random campaigns, the ways of a divergence
//   - trace.go: reading files
package cli
