package ledger

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

const validEntry = `- id: REL-001
  section: "Top"
  kind: data
  statement: "A statement."
  check: scenario
`

// tinyLedger has one statement in REL and none elsewhere.
func tinyLedger() fstest.MapFS {
	fsys := fstest.MapFS{}
	for _, document := range Documents() {
		fsys[string(document)+".yaml"] = &fstest.MapFile{Data: []byte("[]")}
	}
	fsys["REL.yaml"] = &fstest.MapFile{Data: []byte(validEntry)}
	return fsys
}

func TestParseReadsATinyLedger(t *testing.T) {
	got, err := parse(tinyLedger())
	require.NoError(t, err)
	require.Equal(t, []Statement{{
		ID: "REL-001", Document: REL, Section: "Top", Kind: KindData, Text: "A statement.", Check: CheckScenario,
	}}, got.statements)
}

func TestParseRefusesABrokenLedger(t *testing.T) {
	cases := []struct{ name, file, old, new, want string }{
		{"an unknown check", "REL.yaml", "check: scenario", "check: scenery", `REL-001: has check "scenery"`},
		{"an unknown kind", "REL.yaml", "kind: data", "kind: date", `REL-001: has kind "date"`},
		{"an unknown field", "REL.yaml", "check:", "cheque:", "field cheque not found"},
		{"a gap in the numbers", "REL.yaml", "REL-001", "REL-002", `entry 1 is "REL-002", want "REL-001"`},
		{"another document's id", "REL.yaml", "REL-001", "QRY-001", `entry 1 is "QRY-001"`},
		{
			"no name of a clause", "REL.yaml", "check: scenario\n", "check: scenario\n  overruled: R-1\n",
			`REL-001: is overruled by "R-1"`,
		},
		{
			"no name of a clause for a part", "REL.yaml", "check: scenario\n",
			"check: scenario\n  overruled_in_part: R-1\n", `is overruled by "R-1"`,
		},
		{
			"overruled twice", "REL.yaml", "check: scenario\n",
			"check: scenario\n  overruled: ids.wildcard-refused\n  overruled_in_part: entities.create\n",
			"is overruled by ids.wildcard-refused, and in part by entities.create",
		},
		{"an empty statement", "REL.yaml", `"A statement."`, `""`, "has no statement"},
		{"an empty section", "REL.yaml", `"Top"`, `""`, "has no section"},
		{
			"a parent within a section", "REL.yaml", "check: scenario\n",
			"check: scenario\n" + strings.Replace(validEntry, "REL-001", "REL-002", 1) + "  parent: Above\n",
			"REL-002: has a parent, but does not begin its section",
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			fsys := tinyLedger()
			before := string(fsys[c.file].Data)
			require.Contains(t, before, c.old)
			fsys[c.file].Data = []byte(strings.Replace(before, c.old, c.new, 1))

			_, err := parse(fsys)
			require.ErrorContains(t, err, c.want)
		})
	}
}

func TestParseRefusesAMissingFile(t *testing.T) {
	fsys := tinyLedger()
	delete(fsys, "TECS.yaml")
	_, err := parse(fsys)
	require.ErrorContains(t, err, "read TECS.yaml")
}

func TestAStatementTakesTheParentOfItsSection(t *testing.T) {
	fsys := tinyLedger()
	fsys["REL.yaml"].Data = []byte(validEntry + "  parent: Above\n" +
		strings.Replace(validEntry, "REL-001", "REL-002", 1))
	got, err := parse(fsys)
	require.NoError(t, err)
	require.Equal(t, "Above", got.statements[1].Parent)
}
