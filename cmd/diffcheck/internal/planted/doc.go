// Package planted has the two sub-commands of diffcheck that plant errors in the engine fast and see what notices them: [Mutants], a
// catalogue of faults each against a campaign, and [Mutation], every small change of its source against all checks.
package planted
