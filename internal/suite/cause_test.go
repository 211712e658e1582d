package suite

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/oracle/compare"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// found returns a finding whose trace is the given JSON operations. The last operation differs.
func found(t *testing.T, kind compare.DiffKind, lines ...string) *Finding {
	t.Helper()
	trace := spec.NewTrace("flecs-3")
	for _, l := range lines {
		var op spec.Operation
		require.NoError(t, json.Unmarshal([]byte(l), &op))
		trace.Entries = append(trace.Entries, spec.Entry{Op: op})
	}
	last := len(lines) - 1
	f := &oracle.Finding{Trace: trace, Reference: "model", Divergence: oracle.Divergence{
		Index: last, Op: trace.Entries[last].Op, Implementation: "toy",
		Difference: oracle.Difference{Kind: kind, Op: trace.Entries[last].Op.Op, Want: "1 entity", Got: "1 entity"},
	}}
	return &Finding{Finding: f, Name: nameOf(f), Seen: 1}
}

const (
	birthA  = `{"op":"entity","entity":"a"}`
	birthR  = `{"op":"entity","entity":"R"}`
	special = `{"op":"entity","entity":"a","ids":["Exclusive"]}`
	paired  = `{"op":"entity","entity":"b","ids":[["R","a"]]}`
	gone    = `{"op":"delete","entity":"R"}`
)

func TestFindingsAreGroupedByCause(t *testing.T) {
	r := &Report{Findings: []*Finding{
		found(t, compare.DiffRows, birthA, `{"op":"query","terms":[{"first":"a"}]}`),
		found(t, compare.DiffRows, birthA, `{"op":"prepare","as":"q","terms":[{"first":"a"}]}`,
			`{"op":"iterate","query":"q"}`),
		found(t, compare.DiffRows, birthA, `{"op":"query","terms":[{"first":"a","oper":"not"}]}`),
		found(t, compare.DiffSet, special, `{"op":"ids","entity":"a"}`),
		found(t, compare.DiffDump, birthR, birthA, paired, gone),
		found(t, compare.DiffDump, birthA, birthR, paired, gone),
		found(t, compare.DiffDump, birthA, birthR, paired, `{"op":"defer_begin"}`, gone, `{"op":"defer_end"}`),
	}}
	r.Cases = []CaseResult{
		{Name: "both", Status: Failed, Findings: []string{r.Findings[0].Name, r.Findings[4].Name}},
		{Name: "deleted", Status: Failed, Findings: []string{r.Findings[4].Name, r.Findings[6].Name}},
		{Name: "known", Status: KnownFails, Findings: []string{r.Findings[4].Name}},
	}
	r.countCauses()
	var sizes, cases []int
	for _, c := range r.CauseList {
		sizes, cases = append(sizes, c.Findings), append(cases, c.Cases)
	}
	require.Equal(t, []int{2, 1, 3, 1}, sizes)
	require.Equal(t, []int{0, 0, 1, 0}, cases)
	require.Equal(t, 3, r.Findings[6].Cause)
	require.Equal(t, "7 new, of about 4 causes", r.newText())
	text := r.Text()
	require.Equal(t, 4, strings.Count(text, "NEW  "))
	require.Equal(t, 3, strings.Count(text, "  also    "))
	require.Contains(t, text, "\nfix   cause 3 1: the number of cases that would pass if only this cause were fixed\n")
	require.Contains(t, text, "\n3              3         3         1  delete leaves wrong ids\n")
	require.NotContains(t, text, "known.yaml", "nothing is saved")
}

// A wrong deletion is listed before a wrong answer, even if its trace is longer. The title
// describes the failure.
func TestTheWorstCauseComesFirst(t *testing.T) {
	r := &Report{Findings: []*Finding{
		found(t, compare.DiffRows, birthA, `{"op":"query","terms":[{"first":"a"}]}`),
		found(t, compare.DiffDump, birthR, birthA, paired, `{"op":"entity","entity":"c","parent":"a"}`, gone),
	}}
	r.Findings[1].Divergence.Difference.Lines = []string{"- c:  (ChildOf, a)"}
	r.countCauses()
	require.Equal(t, "deleting a relationship deletes unrelated children", r.CauseList[0].Title)
	require.Equal(t, "a query returns wrong rows", r.CauseList[1].Title)
	require.Contains(t, r.Text(), "NEW  cause 1: deleting a relationship deletes unrelated children   5 operations, seen 1\n")
}

// A known failure with `alike` also explains other findings of its cause. It does not explain a
// more severe finding, or a group that two entries claim.
func TestAKnownFailureExplainsItsCause(t *testing.T) {
	shown := found(t, compare.DiffDump, birthR, birthA, paired, gone)
	shown.Known = "it"
	same := found(t, compare.DiffDump, birthA, birthR, paired, gone)
	other := found(t, compare.DiffRows, birthA, `{"op":"query","terms":[{"first":"a"}]}`)
	newReport := func() *Report {
		same.Known = ""
		return &Report{Findings: []*Finding{same, other}, Cases: []CaseResult{
			{Name: "one", Status: Failed, Findings: []string{same.Name}},
			{Name: "both", Status: Failed, Findings: []string{same.Name, other.Name}},
			{Name: "not all", Status: Failed, Findings: []string{same.Name}, Unexamined: true},
		}}
	}
	r := newReport()
	r.explainAlike([]*Finding{shown})
	require.Equal(t, "it", same.Known)
	require.Empty(t, other.Known)
	for i, status := range []Status{KnownFails, Failed, Failed} {
		require.Equal(t, status, r.Cases[i].Status, r.Cases[i].Name)
	}
	require.Equal(t, "it", r.Cases[0].Known)

	same.Known = ""
	markAlike([]*Finding{same}, []*Finding{shown})
	require.Equal(t, "it", same.Known, "alone, too")
	markAlike([]*Finding{other}, []*Finding{shown})
	require.Empty(t, other.Known)

	r, second := newReport(), *shown
	second.Known = "another"
	r.explainAlike([]*Finding{shown, &second})
	require.Empty(t, same.Known)

	r = newReport()
	same.Divergence.Difference.Kind, shown.Divergence.Difference.Kind = compare.DiffSet, compare.DiffOrder
	r.explainAlike([]*Finding{shown})
	require.Empty(t, same.Known, "the finding is more severe than the known failure")
}

func TestKnownFindingsHaveNoCause(t *testing.T) {
	f := found(t, compare.DiffDump, birthA, birthR, paired, gone)
	f.Known = "it"
	r := &Report{Findings: []*Finding{f}}
	r.countCauses()
	require.Empty(t, r.CauseList)
}

func TestEachCauseHasALine(t *testing.T) {
	r := &Report{}
	properties := []string{
		"Exclusive", "Transitive", "Reflexive", "Symmetric", "Acyclic", "Final", "Sparse", "Union",
		"With", "OneOf", "Prefab", "Traversable", "PairIsTag", "DontInherit", "DontFragment",
	}
	for _, name := range properties {
		f := found(t, compare.DiffDump, `{"op":"entity","entity":"a","ids":["`+name+`"]}`)
		f.Saved = "findings/" + name
		r.Findings = append(r.Findings, f)
	}
	r.countCauses()
	text := r.Text()
	require.Equal(t, len(r.Findings), strings.Count(text, "NEW  "))
	require.Equal(t, maxGroups, strings.Count(text, "FINDING  "))
	require.Contains(t, text, "and 5 more, one line each\n")
	require.Contains(t, text, "entity a DontFragment   findings/DontFragment/\n")
	require.Contains(t, text, "known.yaml")
}

func TestALargeCauseShowsSomeFindings(t *testing.T) {
	r := &Report{}
	for n := range 9 {
		lines := []string{birthA}
		for range n {
			lines = append(lines, `{"op":"has","entity":"a","id":"a"}`)
		}
		r.Findings = append(r.Findings, found(t, compare.DiffRows,
			append(lines, `{"op":"query","terms":[{"first":"a","oper":"not"}]}`)...))
	}
	r.countCauses()
	require.Len(t, r.CauseList, 1)
	text := r.Text()
	require.Equal(t, maxAlso+1, strings.Count(text, "  also    "))
	require.Contains(t, text, "  also    3 more with this cause\n")
}

func TestTheSuggestedEntryNeedsAReason(t *testing.T) {
	dir := t.TempDir()
	f := found(t, compare.DiffRows, birthA, `{"op":"query","terms":[{"first":"*"}]}`)
	f.Name += " it's * and "
	require.NoError(t, f.save(dir, "", nil))
	f.Saved = f.Hash()
	entry := string(f.entry())
	_, err := readEntry(t, dir, entry)
	require.ErrorContains(t, err, "the entry has no reason: write one")
	entry = strings.Replace(entry, "reason: ''", "reason: so it is", 1)
	_, err = readEntry(t, filepath.Join(dir, f.Hash()), entry) // a path relative to the folder of the list
	require.NoError(t, err)
	k, err := readEntry(t, dir, entry)
	require.NoError(t, err)
	require.Equal(t, f.Hash(), k.ofFinding(f).ID)
	for _, other := range []string{f.Name + "x", strings.Replace(f.Name, "*", "anything", 1)} {
		require.Nil(t, k.ofFinding(&Finding{Finding: f.Finding, Name: other}))
	}
}

func readEntry(t *testing.T, dir, text string) (*Known, error) {
	t.Helper()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "known.yaml"), []byte(text), 0o644))
	return ReadKnown(os.DirFS(dir), "known.yaml")
}
