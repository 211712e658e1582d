// Package acceptance runs the embedded features on the engines: with godog, one suite for an engine
// and a profile, and on the choices of storage by scenario.Run. It holds tests only: the steps are
// those of package oracle/scenario, so that every other runner does the same.
//
// It also asks whether scenarios would notice: TestScenariosNoticeWrappedMutants, that each way to
// be wrong about operations makes some scenario fail; TestNoScenarioPassesWithWrongAnswers, that no
// scenario that asks passes on a liar; TestStatementsNoticeMutants, that for each statement beside
// a mutant in testdata/mutants_queries.yaml a scenario that cites it fails.
//
// RELSPEC_GODOG_CONCURRENCY sets how many scenarios run at a time, default 1; CI runs once with 4 under -race.
package acceptance
