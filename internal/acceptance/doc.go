// Package acceptance runs the embedded features on the engines: with godog, one suite per engine
// and profile, and with scenario.Run for each storage setting. It only has tests. The steps come
// from package oracle/scenario, as in every other runner.
//
// It also checks that scenarios detect errors. TestNoScenarioPassesWithWrongAnswers: no scenario
// with a query passes if all answers are wrong. TestStatementsNoticeMutants and three similar
// tests: for each statement next to a mutant in testdata/mutants_*.yaml, a scenario that cites the
// statement fails on the mutant.
//
// RELSPEC_GODOG_CONCURRENCY sets the number of concurrent scenarios, default 1; CI runs once with 4
// under -race.
package acceptance
