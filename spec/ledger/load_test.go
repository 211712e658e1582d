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
	header := "prefix\tfirst\tlast\tsection\tparent\n"
	fsys := fstest.MapFS{}
	for _, table := range sectionTables {
		fsys[table] = &fstest.MapFile{Data: []byte(header)}
	}
	fsys[sectionTables[1]].Data = []byte(header + "REL\tREL-001\tREL-001\tTop\t\n")
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
	require.Len(t, got.sections, 1)
}

func TestParseRefusesABrokenLedger(t *testing.T) {
	table := sectionTables[1]
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
		{"a section that no table has", table, "REL-001\tREL-001", "REL-007\tREL-007", "begins at REL-001"},
		{"a section of another heading", table, "Top", "Bottom", `is in section "Top", but its table says "Bottom"`},
		{"a section without an end", table, "REL-001\tREL-001", "REL-001\tREL-009", `ends at "REL-009"`},
		{
			"a section too many", table, "Top\t\n", "Top\t\nREL\tREL-008\tREL-008\tTop\t\n",
			"have 2 sections, the documents 1",
		},
		{"a section given twice", table, "Top\t\n", "Top\t\nREL\tREL-001\tREL-001\tTop\t\n", "as another section does"},
		{"a table line cut short", table, "\tTop\t", "\tTop", "has 4 fields, want 5"},
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
	for _, name := range []string{"TECS.yaml", sectionTables[0]} {
		fsys := tinyLedger()
		delete(fsys, name)
		_, err := parse(fsys)
		require.ErrorContains(t, err, "read "+name)
	}
}

func TestParseRefusesASectionThatLeavesItsDocument(t *testing.T) {
	fsys := tinyLedger()
	fsys["QRY.yaml"] = &fstest.MapFile{Data: []byte(strings.Replace(validEntry, "REL-001", "QRY-001", 1))}
	fsys[sectionTables[1]].Data = []byte("prefix\nREL\tREL-001\tQRY-001\tTop\t\n")
	_, err := parse(fsys)
	require.ErrorContains(t, err, "section \"Top\" of REL ends at \"QRY-001\"")
}

func TestParseRefusesASectionThatEndsBeforeItBegins(t *testing.T) {
	fsys := tinyLedger()
	fsys["REL.yaml"].Data = []byte(validEntry + strings.Replace(validEntry, "REL-001", "REL-002", 1))
	fsys[sectionTables[1]].Data = append(fsys[sectionTables[1]].Data, "REL\tREL-002\tREL-001\tTop\t\n"...)
	_, err := parse(fsys)
	require.ErrorContains(t, err, `ends at "REL-001", want an id of REL that is not before REL-002`)
}
