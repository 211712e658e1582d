package transcript_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/docs/specification"
	"github.com/relspec/relspec/internal/engines"
	_ "github.com/relspec/relspec/internal/heap"
	"github.com/relspec/relspec/internal/long"
	"github.com/relspec/relspec/internal/oracle/oracletest"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/ledger"
)

// recorded reads a transcript of one version from lines.
func recorded(t *testing.T, version string, lines ...string) *transcript.Transcript {
	t.Helper()
	profile := map[string]string{"3.2.12": "flecs-3", "4.1.6": "flecs-4.1"}[version]
	text := fmt.Sprintf(`{"format":"relspec-trace","version":1,"profile":%q,"origin":"Flecs %s"}`, profile, version)
	ts, err := transcript.Read(fstest.MapFS{
		"flecs-" + version + "/topic/01-name.jsonl": {Data: []byte(strings.Join(append([]string{text}, lines...),
			"\n"))},
	})
	require.NoError(t, err)
	require.Len(t, ts, 1)
	return ts[0]
}

const worldLines = `{"op":"entity","entity":"R","name":"R","got":{"ok":true}}
{"op":"entity","entity":"T","name":"T","got":{"ok":true}}
{"op":"entity","entity":"a","got":{"ok":true}}`

func TestTranscriptsAreRead(t *testing.T) {
	ts, err := transcript.Written()
	require.NoError(t, err)
	versions, unanswered := map[string]int{}, 0
	for _, tr := range ts {
		versions[tr.Version]++
		for _, l := range tr.Lines {
			if l.Got == nil {
				unanswered++
			}
		}
	}
	require.Equal(t, map[string]int{"3.2.12": 197, "4.0.5": 197, "4.1.6": 307, "2026-07-13": 88}, versions)
	require.Equal(t, 29, unanswered, "lines without a recorded answer")
	const head = `{"format":"relspec-trace","version":1,"profile":"flecs-4.1","origin":"Flecs 4.1.6"}` + "\n"
	for text, says := range map[string]string{
		head + `{"op":`: "line 2",
		head + "\n{\"op\":\"note\",\"text\":\"\xff\"}":          "line 3: the trace is not UTF-8",
		head + `{"op":"note","op":"dump"}`:                      `the key "op" occurs twice`,
		strings.Replace(head, "4.1.6", "9.0.0", 1):              "names no recorded version",
		strings.Replace(head, `"flecs-4.1"`, `"flecs-3"`, 1):    "names no recorded version",
		`{"op":"entity","entity":"R","got":{"ok":true}}` + "\n": "expected the header",
	} {
		_, err := transcript.Read(fstest.MapFS{"flecs-4.1.6/t/1.jsonl": {Data: []byte(text)}})
		require.ErrorContains(t, err, says)
	}
	_, err = transcript.Read(fstest.MapFS{})
	require.Error(t, err)
}

// If the reference reports a wildcard, the match itself is a different answer.
func TestAReportedWildcardIsCompared(t *testing.T) {
	const ask = `{"op":"query","expr":"(R, _)","kind":"rule","got":{"ok":true,"results":[{"entities":["a"],` +
		`"fields":[{"id":%s,"src":null,"set":true}],"vars":{}}]}}`
	tr := recorded(
		t, "4.1.6", worldLines, `{"op":"add","entity":"a","id":["R","T"],"got":{"ok":true}}`,
		fmt.Sprintf(ask, `["R","*"]`), fmt.Sprintf(ask, `["R","T"]`),
	)
	got, err := transcript.Replay(tr, transcript.ReplayOptions{Reference: engines.Model()})
	require.NoError(t, err)
	require.Equal(t, transcript.Agrees, got[4].Verdict)
	require.Equal(t, transcript.Unexplained, got[5].Verdict)
}

// An answer with a limit may be any part of the full answer with the right size.
func TestALimitedAnswerIsAnyPart(t *testing.T) {
	const ask = `{"op":"query","expr":"T","kind":"rule","limit":%d,"got":{"ok":true,"results":[%s]}}`
	row := func(e string) string {
		return fmt.Sprintf(`{"entities":[%q],"fields":[{"id":"T","src":null,"set":true}],"vars":{}}`, e)
	}
	tr := recorded(
		t, "4.1.6", worldLines,
		`{"op":"add","entity":"a","id":"T","got":{"ok":true}}`,
		`{"op":"entity","entity":"b","ids":["T"],"got":{"ok":true}}`,
		fmt.Sprintf(ask, 1, row("a")), fmt.Sprintf(ask, 1, row("b")), fmt.Sprintf(ask, 1, row("R")),
		fmt.Sprintf(ask, 2, row("b")),
	)
	got, err := transcript.Replay(tr, transcript.ReplayOptions{Reference: engines.Model()})
	require.NoError(t, err)
	var verdicts []transcript.Verdict
	for _, r := range got[5:] {
		verdicts = append(verdicts, r.Verdict)
	}
	require.Equal(t, []transcript.Verdict{
		transcript.Agrees, transcript.Agrees, transcript.Unexplained,
		transcript.Unexplained,
	}, verdicts)
}

// Every difference between the engines and the recorded versions is declared. Every declaration is
// needed by some transcript, perhaps one that only the long tests replay.
func TestTranscriptsAgreeOrAreDeclared(t *testing.T) {
	o, err := replayed()
	require.NoError(t, err)
	rep := o.report(0, len(o.all))
	for _, u := range rep.Unexplained {
		t.Errorf("%s %s (%s)\n%s", u.Where(), show.Operation(u.Transcript.Profile, &u.Line.Op), u.By, u.Difference)
	}
	for _, v := range []string{"3.2.12", "4.0.5", "4.1.6"} {
		require.Greater(t, rep.Files[v][transcript.Agrees], long.Times(400, 80), v)
	}
	if !long.All() {
		return
	}
	for _, id := range rep.Unused {
		t.Errorf("the declared difference %s no longer occurs", id)
	}
}

func TestReplayJudgesLines(t *testing.T) {
	tr := recorded(
		t, "3.2.12", worldLines,
		`{"op":"add","entity":"a","id":"T","got":{"ok":true}}`,
		`{"op":"has","entity":"a","id":"T","got":{"ok":true,"value":false}}`,
		`{"op":"ids","entity":"a","got":{"ok":true,"values":[]}}`,
		`{"op":"alive","entity":"a"}`,
		`{"op":"prepare","as":"q","expr":"T, !{ R }","kind":"cached","got":{"ok":true}}`,
		`{"op":"owns","entity":"a","id":"T","got":{"ok":true,"value":false}}`,
	)
	verdicts := func(text string) []string {
		d, err := transcript.ReadDeclarations([]byte(text))
		require.NoError(t, err)
		got, err := transcript.Replay(tr, transcript.ReplayOptions{Reference: engines.Model(), Declared: d})
		require.NoError(t, err)
		var out []string
		for _, r := range got[3:] {
			out = append(out, string(r.Verdict)+" "+r.By)
		}
		return out
	}
	const scope = "a cached query does not support a scope in flecs-3"
	rest := []string{"unanswered ", "unsupported " + scope, "unsupported follows from: " + scope}
	require.Equal(t, append([]string{"agree ", "unexplained ", "unexplained "}, rest...), verdicts("declared: []"))
	one := "declared:\n- {id: one, ops: [has], reason: r, by: b, link: l"
	only := append([]string{"agree ", "declared one", "unexplained "}, rest...)
	no := append([]string{"agree ", "unexplained ", "unexplained "}, rest...)
	require.Equal(t, only, verdicts(one+"}"))
	for _, misses := range []string{
		"versions: [4.0.5]", "diff: [set]", "line: '^- false'", "expr: 'T'", "text: 'U'", "after: '^has'",
		"world: Prefab",
		"term: and", "every: and", "want: invalid", "got: invalid", "kinds: [rule]", "preset: true",
		"effect: 'disabled copied to instances'",
	} {
		require.Equal(t, no, verdicts(one+", "+misses+"}"), misses)
	}
	require.Equal(t, only, verdicts(one+", text: '^has a T$', after: '^add a T$', want: ok, got: ok, preset: false}"))
}

// A declared refusal of Flecs is not compared. A difference that follows from several declarations
// names all of them.
func TestAVerdictNamesItsDeclarations(t *testing.T) {
	tr := recorded(
		t, "4.1.6", worldLines,
		`{"op":"add","entity":"a","id":"T","got":{"ok":false,"error":{"code":"invalid","message":"one"}}}`,
		`{"op":"add","entity":"a","id":"R","got":{"ok":false,"error":{"code":"invalid","message":"two"}}}`,
		`{"op":"has","entity":"a","id":"T","got":{"ok":true,"value":false}}`,
		`{"op":"has","entity":"a","id":"R","got":{"ok":true,"value":false}}`,
		`{"op":"ids","entity":"a","got":{"ok":true,"values":[]}}`,
	)
	d, err := transcript.ReadDeclarations([]byte(`declared:
- {id: one, got: one, reason: r, by: b, link: l}
- {id: two, got: two, reason: r, by: b, link: l}`))
	require.NoError(t, err)
	got, err := transcript.Replay(tr, transcript.ReplayOptions{Reference: engines.Model(), Declared: d})
	require.NoError(t, err)
	var out []string
	for _, r := range got[3:] {
		out = append(out, string(r.Verdict)+" "+r.By)
	}
	require.Equal(t, []string{
		"refused one", "refused two", "declared one", "declared two", "declared one+two",
	}, out)
	require.Equal(t, transcript.Declared, transcript.Worst(transcript.Agrees, got[:4]))
}

// If the answer of the reference contradicts its own world, no entry can declare the difference.
func TestAWrongReferenceIsNotDeclared(t *testing.T) {
	lines := []string{
		`{"op":"entity","entity":"i","ids":[["IsA","a"]],"got":{"ok":true}}`,
		`{"op":"add","entity":"a","id":"T","got":{"ok":true}}`,
	}
	const anything = "{id: anything, reason: r, by: b, link: l}"
	const oneself = "{id: oneself, answer: wildcards find oneself, reason: r, by: b, link: l}"
	for _, c := range []struct {
		expr, got, by string
		wrong         func(rows []spec.Row) []spec.Row // instead of the reference's rows
		verdict       transcript.Verdict
	}{
		{"T", ``, anything, nil, transcript.Declared},
		{"T", ``, anything, func(rows []spec.Row) []spec.Row { return append(rows, rows[0]) }, transcript.Unexplained},
		{"T", ``, anything, func(rows []spec.Row) []spec.Row {
			return append(rows, spec.Row{This: "R", Fields: rows[0].Fields})
		}, transcript.Unexplained},
		{"!T", ``, anything, nil, transcript.Declared},
		{"!T", ``, anything, func(rows []spec.Row) []spec.Row {
			return append(rows, spec.Row{This: "a", Fields: rows[0].Fields})
		}, transcript.Unexplained},
		{"(IsA, *)", `["IsA","i"] ["IsA","a"]`, oneself, nil, transcript.Declared},
		{"(IsA, *)", `["IsA","i"] ["IsA","a"]`, oneself, func([]spec.Row) []spec.Row { return nil }, transcript.Unexplained},
	} {
		var rows []string
		for _, id := range strings.Fields(c.got) {
			rows = append(rows, `{"entities":["i"],"fields":[{"id":`+id+`,"src":null,"set":true}],"vars":{}}`)
		}
		ask := fmt.Sprintf(`{"op":"query","expr":%q,"kind":"rule","got":{"ok":true,"results":[%s]}}`, c.expr,
			strings.Join(rows, ","))
		tr := recorded(t, "4.1.6", slices.Concat([]string{worldLines}, lines, []string{ask})...)
		d, err := transcript.ReadDeclarations([]byte("declared: [" + c.by + "]"))
		require.NoError(t, err)
		reference := engines.Model()
		reference.New = func(p spec.Profile) (spec.Engine, error) {
			sound, err := engines.Model().Start(p)
			return lying{sound, c.expr, c.wrong}, err
		}
		got, err := transcript.Replay(tr, transcript.ReplayOptions{Reference: reference, Declared: d})
		require.NoError(t, err)
		require.Equal(t, c.verdict, got[len(got)-1].Verdict, "%s: %s", c.expr, got[len(got)-1].Difference)
	}
}

// lying is an engine that answers one operation wrongly.
type lying struct {
	spec.Engine
	expr  string
	wrong func([]spec.Row) []spec.Row
}

func (l lying) Apply(op spec.Operation) spec.Outcome {
	out := l.Engine.Apply(op)
	if op.Query != nil && op.Query.Expr == l.expr && l.wrong != nil {
		out.Rows = l.wrong(slices.Clone(out.Rows))
	}
	return out
}

// An entry that predicts the answer of Flecs declares only that answer.
func TestAnEntryPredictsTheAnswer(t *testing.T) {
	const targets = `{"op":"targets","entity":"i","relationship":"R","got":{"ok":true,"values":[%s]}}`
	tr := recorded(
		t, "4.1.6", worldLines, `{"op":"add","entity":"R","id":"Exclusive","got":{"ok":true}}`,
		`{"op":"add","entity":"R","id":["OnInstantiate","Inherit"],"got":{"ok":true}}`,
		`{"op":"add","entity":"a","id":["R","T"],"got":{"ok":true}}`,
		`{"op":"entity","entity":"i","ids":[["IsA","a"],["R","a"]],"got":{"ok":true}}`,
		fmt.Sprintf(targets, `"a"`), fmt.Sprintf(targets, `"a","T"`), fmt.Sprintf(targets, `"a","R"`),
	)
	d, err := transcript.ReadDeclarations([]byte(
		"declared:\n- {id: all, answer: targets of every base, reason: r, by: b, link: l}"))
	require.NoError(t, err)
	got, err := transcript.Replay(tr, transcript.ReplayOptions{Reference: engines.Model(), Declared: d})
	require.NoError(t, err)
	var out []transcript.Verdict
	for _, r := range got[7:] {
		out = append(out, r.Verdict)
	}
	require.Equal(t, []transcript.Verdict{transcript.Agrees, transcript.Declared, transcript.Unexplained}, out)
}

func TestReplayComparesAnEngineWithTheReference(t *testing.T) {
	tr := recorded(t, "3.2.12", worldLines, `{"op":"alive","entity":"a","got":{"ok":true,"value":false}}`)
	liar := oracletest.NewMutant("liar", func(op *spec.Operation, out *spec.Outcome) { out.Bool = false })
	got, err := transcript.Replay(tr, transcript.ReplayOptions{Reference: engines.Model(), Engine: &liar})
	require.NoError(t, err)
	require.Equal(t, transcript.Unexplained, got[3].Verdict, "the engine differs from the reference, although it agrees with the transcript")
	require.Equal(t, "differs from the reference", got[3].By)
}

func TestDeclarationsAreChecked(t *testing.T) {
	for name, text := range map[string]string{
		"unknown field": "declared:\n- {id: a, why: b}",
		"no reason":     "declared:\n- {id: a, by: b, link: l}",
		"twice":         "declared:\n- {id: a, reason: r, by: b, link: l}\n- {id: a, reason: r, by: b, link: l}",
		"bad pattern":   "declared:\n- {id: a, reason: r, by: b, link: l, expr: '('}",
		"bad word":      "declared:\n- {id: a, reason: r, by: b, link: l, term: transitve}",
		"bad answer":    "declared:\n- {id: a, reason: r, by: b, link: l, answer: nothing}",
		"bad row word":  "declared:\n- {id: a, reason: r, by: b, link: l, extra: {row: hiden}}",
		"bad effect":    "declared:\n- {id: a, reason: r, by: b, link: l, effect: nothing}",
	} {
		_, err := transcript.ReadDeclarations([]byte(text))
		require.Error(t, err, name)
	}
}

func TestDeclarationsCiteExistingStatements(t *testing.T) {
	cited := regexp.MustCompile(spec.StatementPattern)
	declared, err := transcript.Declarations()
	require.NoError(t, err)
	for _, d := range declared {
		for _, id := range cited.FindAllString(d.By+d.Reason, -1) {
			_, err := ledger.ByID(id)
			require.NoError(t, err, d.ID)
		}
		for _, name := range regexp.MustCompile(`\b[a-z-]+\.[a-z-]+`).FindAllString(strings.ReplaceAll(d.By, ".md", ""), -1) {
			require.NotNil(t, specification.Find(name), "%s: %s", d.ID, name)
		}
	}
}

// Entries of the lists of live engines predict an answer, too. Any other answer is unexplained.
func TestEntriesOfLiveEnginesPredict(t *testing.T) {
	const row = `"results":[{"entities":[%s],"fields":[%s],"vars":{%s}}]`
	const t0, unset = `{"id":"T","src":null,"set":true}`, `{"id":"","src":null,"set":false}`
	for _, c := range []struct{ entry, operations, ask, right, wrong string }{
		{
			"effect: removed DontInherit goes on",
			`"add","entity":"T","id":"DontInherit"; "add","entity":"a","id":"T"; "entity","entity":"i","ids":[["IsA","a"]]; "remove","entity":"T","id":"DontInherit"`,
			`"has","entity":"i","id":"T"`, `"value":false`, ``,
		},
		{
			"effect: removal by target ends at another target",
			`"add","entity":"a","id":["R","R"]; "add","entity":"a","id":["T","T"]; "remove","entity":"a","id":["*","T"]`,
			`"ids","entity":"a"`, `"values":[["R","R"],["T","T"]]`, `"values":[["T","T"]]`,
		},
		{
			"effect: removal by target ends at another target",
			`"add","entity":"a","id":["R","T"]; "add","entity":"a","id":["T","R"]; "remove","entity":"a","id":["*","T"]`,
			`"ids","entity":"a"`, ``, `"values":[["R","T"],["T","R"]]`,
		},
		{
			"effect: the last exclusive mark is copied",
			`"add","entity":"R","id":"Exclusive"; "override","entity":"a","id":["R","a"]; "override","entity":"a","id":["R","T"]; "entity","entity":"i","ids":[["IsA","a"]]`,
			`"ids","entity":"i"`, `"values":[["IsA","a"],["R","a"]]`, `"values":[["IsA","a"],["R","R"]]`,
		},
		{
			"answer: properties of bases",
			`"add","entity":"a","id":"Exclusive"; "entity","entity":"i","ids":[["IsA","a"]]`,
			`"has","entity":"i","id":"Exclusive"`, `"value":true`, ``,
		},
		{
			"answer: properties of bases",
			`"add","entity":"a","id":"Exclusive"; "entity","entity":"i","ids":[["IsA","a"]]`,
			`"has","entity":"i","id":"Symmetric"`, ``, `"value":true`,
		},
		{
			"answer: With beside exclusive targets",
			`"add","entity":"T","id":"Exclusive"; "add","entity":"R","id":["With","T"]; "add","entity":"a","id":["R","R"]; "add","entity":"a","id":["R","a"]`,
			`"dump"`,
			`"dump":{"entities":[{"entity":"R","name":"R","ids":[["With","T"]]},{"entity":"T","name":"T","ids":["Exclusive"]},{"entity":"a","ids":[["R","R"],["R","a"],["T","R"],["T","a"]]}]}`,
			`"dump":{"entities":[{"entity":"R","name":"R","ids":[["With","T"]]},{"entity":"T","name":"T","ids":["Exclusive"]},{"entity":"a","ids":[["R","R"],["R","a"],["T","R"],["T","T"]]}]}`,
		},
		{
			"answer: free variables after a chain",
			`"add","entity":"a","id":"T"`,
			`"query","terms":[{"or":[{"first":"T"},{"first":"R"}]},{"first":"T","src":"$x"}],"vars":{"x":"R"},"kind":"rule"`,
			fmt.Sprintf(row, `"a"`, t0+`,{"id":"T","src":"a","set":true}`, `"x":"a"`), fmt.Sprintf(row, `"T"`, t0+`,{"id":"T","src":"a","set":true}`, `"x":"a"`),
		},
		{
			"answer: chains bind what they compare",
			`"add","entity":"a","id":"T"; "add","entity":"R","id":"R"`,
			`"query","terms":[{"first":"T"},{"or":[{"compare":"==","src":"$x","second":"$this"},{"first":"R","src":"$x"}]}],"kind":"rule"`,
			fmt.Sprintf(row, `"a"`, t0+","+unset, `"x":"a"`), fmt.Sprintf(row, `"a"`, t0+","+unset, `"x":"T"`),
		},
		{
			"every: not, missing: {row: bare}",
			`"add","entity":"a","id":"R"; "add","entity":"R","id":"a"`,
			`"query","terms":[{"first":"T","oper":"not"}],"kind":"rule"`,
			`"results":[{"entities":["R","a"],"fields":[` + unset + `],"vars":{}}]`, `"results":[{"entities":["a"],"fields":[` + unset + `],"vars":{}}]`,
		},
		{
			"terms: [optional variable, scope again], missing: {row: scope-unset}",
			`"add","entity":"a","id":"T"; "add","entity":"R","id":"T"; "add","entity":"R","id":["R","a"]`,
			`"query","terms":[{"first":"T"},{"oper":"optional","first":"R","second":"$x"},{"oper":"not","scope":[{"first":"R","src":"$x"}]}],"kind":"rule"`,
			fmt.Sprintf(row, `"R"`, t0+`,{"id":["R","a"],"src":null,"set":true}`, `"x":"a"`), `"results":[]`,
		},
		{
			"term: or partial, missing: {row: revalued, some: true}, extra: {row: revalued bound}",
			`"add","entity":"a","id":"T"`,
			`"query","terms":[{"or":[{"first":"R","second":"$x"},{"first":"T"}]}],"kind":"rule"`,
			fmt.Sprintf(row, `"a"`, t0, `"x":"T"`), fmt.Sprintf(row, `"R"`, t0, `"x":"T"`),
		},
	} {
		answers := map[string]transcript.Verdict{c.right: transcript.Declared, c.wrong: transcript.Unexplained}
		for got, verdict := range answers {
			if got == "" {
				continue
			}
			lines := []string{worldLines}
			for _, op := range strings.Split(c.operations, "; ") {
				lines = append(lines, `{"op":`+op+`,"got":{"ok":true}}`)
			}
			lines = append(lines, `{"op":`+c.ask+`,"got":{"ok":true,`+got+`}}`)
			d, err := transcript.ReadDeclarations([]byte("declared:\n- {id: e, reason: r, by: b, link: l, " + c.entry + "}"))
			require.NoError(t, err)
			replayed, err := transcript.Replay(recorded(t, "3.2.12", lines...), transcript.ReplayOptions{Reference: engines.Model(), Declared: d})
			require.NoError(t, err)
			last := replayed[len(replayed)-1]
			require.Equal(t, verdict, last.Verdict, "%s: %s: %s", c.entry, got, last.Difference)
		}
	}
}

// A chain in a scope has no field, so no entry can predict one for it.
func TestAChainInAScopeHasNoField(t *testing.T) {
	tr := recorded(t, "4.1.6", worldLines, `{"op":"add","entity":"a","id":"T","got":{"ok":true}}`,
		`{"op":"query","expr":"T, !{ R || (R, *) }","kind":"rule","got":{"ok":true,"results":[]}}`)
	d, err := transcript.ReadDeclarations([]byte("declared: [{id: one, answer: one match of a chain, reason: r, by: b, link: l}]"))
	require.NoError(t, err)
	got, err := transcript.Replay(tr, transcript.ReplayOptions{Reference: engines.Model(), Declared: d})
	require.NoError(t, err)
	require.Equal(t, transcript.Unexplained, got[len(got)-1].Verdict)
}
