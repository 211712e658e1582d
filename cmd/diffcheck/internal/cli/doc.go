// Package cli is the command diffcheck as a function: [Main] takes arguments and streams and gives an exit code.
//
//   - app.go: the common parts of all sub-commands: streams, files, engines, --json, exit codes
//   - run.go and run_*.go: the default run, phase by phase, and its table
//   - one file for each sub-command: replay, fuzz, reduce, explain, parse, statements, list, adapter
//   - engines.go, info.go: the engines that have a name and their declarations
//   - campaign.go, findings.go: random campaigns, the ways of a divergence
//   - select.go, trace.go, progress.go, print.go: patterns, reading traces, the moving line, output
package cli
