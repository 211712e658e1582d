package acceptance

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/ledger"
)

// covered are the runs of statements that the features cover: those that a scenario or property can check.
var covered = [][2]string{
	{"REL-001", "REL-140"},
	{"REL-165", "REL-214"},
	{"REL-229", "REL-239"},
	{"REL-242", "REL-288"},
	{"QRY-107", "QRY-170"},
	{"QRY-199", "QRY-435"},
	{"QRY-460", "QRY-482"},
	{"QRY-580", "QRY-615"},
	{"FQL-003", "FQL-043"},
	{"FQL-050", "FQL-050"},
	{"FQL-054", "FQL-136"},
	{"FQL-149", "FQL-159"},
}

// elsewhere are statements of those runs that no scenario can show, with what does or will.
var elsewhere = map[string][]string{
	"batches and the entity at a time are an option of iteration that no engine has yet": {
		"REL-064", "QRY-333", "QRY-342", "QRY-394", "QRY-395", "QRY-397", "QRY-398", "QRY-401",
	},
	"tables and indexes are inside of an engine; package fast tests its own": {
		"REL-245", "REL-253", "REL-256", "REL-259", "REL-267", "REL-274", "REL-275", "REL-276", "REL-277", "REL-279",
		"REL-281", "REL-284", "REL-285",
	},
	"the typed interface of Go is tested where it is": {"REL-072", "REL-251", "REL-252", "QRY-119"},
	"events are not built yet":                        {"REL-207", "REL-208", "REL-209"},
	"access is not built yet":                         {"QRY-328", "QRY-330", "QRY-393"},
	"numeric ids are not built yet":                   {"QRY-126", "QRY-127"},
	"ordered traversal is not built yet": {
		"QRY-384", "QRY-385", "QRY-403", "QRY-415", "QRY-423", "QRY-424", "QRY-432", "QRY-433", "FQL-107", "FQL-108", "FQL-109",
	},
	"union relationships are not built yet": {"QRY-407"},
	"nested lists are not built yet":        {"QRY-288"},
	"a limitation of the version described, which no ruling takes over: rules of ours follow traversal flags": {"QRY-404"},
	"the text gives no content": {"REL-204", "QRY-137"},
}

func TestEveryStatementThatCanBeShownIsShown(t *testing.T) {
	scenarios, err := load()
	require.NoError(t, err)
	cited := map[spec.StatementID]bool{}
	for _, s := range scenarios {
		for _, id := range s.Statements {
			cited[id] = true
		}
	}
	excused := map[string]string{}
	for reason, ids := range elsewhere {
		for _, id := range ids {
			excused[id] = reason
		}
	}
	all, err := ledger.All()
	require.NoError(t, err)
	var missing, needless []string
	for _, s := range all {
		here := slices.ContainsFunc(covered, func(run [2]string) bool { return run[0] <= s.ID && s.ID <= run[1] })
		shown := cited[spec.StatementID(s.ID)]
		if here && (s.Check == ledger.CheckScenario || s.Check == ledger.CheckProperty) && !shown && excused[s.ID] == "" {
			missing = append(missing, fmt.Sprintf("%s %s", s.ID, s.Text))
		}
		if shown && excused[s.ID] != "" {
			needless = append(needless, s.ID)
		}
	}
	require.Empty(t, missing, "statements that no scenario cites")
	require.Empty(t, needless, "statements that are excused and cited all the same")
}
