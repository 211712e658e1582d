package transcript_test

import (
	"os"
	"regexp"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/engines"
	_ "github.com/relspec/relspec/internal/heap"
	"github.com/relspec/relspec/internal/oracle/oracletest"
	"github.com/relspec/relspec/internal/oracle/show"
	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/ledger"
)

// convert reads a transcript of one version from lines in the draft form.
func convert(t *testing.T, version string, lines ...string) *transcript.Transcript {
	t.Helper()
	text := ""
	for _, l := range lines {
		text += l + "\n"
	}
	ts, err := transcript.Read(fstest.MapFS{"flecs-" + version + "/topic/01-name.jsonl": {Data: []byte(text)}})
	require.NoError(t, err)
	require.Len(t, ts, 1)
	return ts[0]
}

const worldLines = `{"op":"entity","entity":"R","got":{"ok":true}}
{"op":"entity","entity":"T","got":{"ok":true}}
{"op":"entity","entity":"a","name":"","got":{"ok":true}}`

// last is the last line of a transcript that begins with the world R, T, a.
func last(t *testing.T, version, line string) transcript.Line {
	t.Helper()
	tr := convert(t, version, worldLines, line)
	return tr.Lines[len(tr.Lines)-1]
}

func TestTranscriptsConvertRequests(t *testing.T) {
	tr := convert(
		t, "3.2.12", worldLines,
		`{"op":"entity","entity":"C","name":"kid","parent":"R.T","got":{"ok":true}}`,
		`{"op":"lookup","path":"T","scope":"R","got":{"ok":true,"value":null}}`,
		`{"op":"typeid","entity":"a","id":["R","T"],"got":{"ok":true,"value":"T"}}`,
		`{"op":"add","entity":"a","id":"Tag","got":{"ok":true}}`,
		`{"op":"query","expr":"T","kind":"rule","limit":20,"vars":{"This":"a"},"got":{"ok":true,"results":[]}}`,
		`{"op":"iterate","query":"q","group":"R","got":{"ok":true,"results":[]}}`,
	)
	ops := tr.Trace().Operations()
	require.Equal(t, "flecs-3", tr.Profile.Name)
	require.Equal(t, "R", *ops[0].Name, "a handle is also the entity's name")
	require.Nil(t, ops[2].Name, "unless it is given as empty")
	require.Equal(t, spec.Handle("T"), ops[3].Parent, "a path stands for the entity at its end")
	require.Equal(t, spec.Handle("R"), ops[4].From)
	require.Equal(t, spec.Operation{Op: spec.OpTypeOf, ID: spec.Pair("R", "T")}, ops[5])
	require.Equal(t, spec.Single(spec.PairIsTag), ops[6].ID)
	require.Zero(t, ops[7].Limit, "an answer that was not cut is whole")
	require.Equal(t, map[string]spec.Handle{"this": "a"}, ops[7].Vars)
	require.Equal(t, spec.Handle("R"), *ops[8].Group)
}

func TestTranscriptsConvertAnswers(t *testing.T) {
	cases := []struct{ name, version, line, want string }{
		{
			"rows that speak of others are dropped", "3.2.12",
			`{"op":"query","expr":"T","got":{"ok":true,"results":[{"entities":["a","#385","T"],"fields":[{"id":"T","src":null,"set":true}],"vars":{}}]}}`,
			`{$this=T  T;  $this=a  T}`,
		},
		{
			"bookkeeping is dropped", "3.2.12",
			`{"op":"query","expr":"(*, *)","got":{"ok":true,"results":[{"entities":["a"],"fields":[{"id":["Identifier","Name"],"src":null,"set":true}],"vars":{}},{"entities":["a"],"fields":[{"id":["R","T"],"src":null,"set":true}],"vars":{}}]}}`,
			`{$this=a  (R, T)}`,
		},
		{
			"an unset variable", "3.2.12",
			`{"op":"query","expr":"T, ?(R, $x)","got":{"ok":true,"results":[{"entities":["a"],"fields":[{"id":"T","src":null,"set":true},{"id":["R","*"],"src":null,"set":false}],"vars":{"x":"*"}}]}}`,
			`{$this=a  $x=none  T  -}`,
		},
		{
			"comparisons and scopes have no field", "4.0.5",
			`{"op":"query","expr":"T, $this == a, !{ R, T || R }","got":{"ok":true,"results":[{"entities":["a"],"fields":[{"id":"T","src":null,"set":true},{"id":["PredEq","a"],"src":null,"set":true},{"id":"#ScopeOpen","src":null,"set":false},{"id":"R","src":null,"set":true},{"id":"T","src":null,"set":true},{"id":"#ScopeClose","src":null,"set":false}],"vars":{}}]}}`,
			`{$this=a  T}`,
		},
		{
			"what a Not term leaves stands", "4.0.5",
			`{"op":"query","expr":"T, !(ChildOf, *)","got":{"ok":true,"results":[{"entities":["a"],"fields":[{"id":"T","src":null,"set":true},{"id":["ChildOf",null],"src":null,"set":true}],"vars":{}}]}}`,
			`{$this=a  T  (ChildOf, #0)}`,
		},
		{
			"values and access", "3.2.12",
			`{"op":"query","expr":"T","access":true,"got":{"ok":true,"results":[{"entities":["T","a"],"fields":[{"id":"T","src":null,"set":true,"ro":true,"wo":false,"values":[{"x":1},{"x":2}]}],"vars":{}}]}}`,
			`{$this=T  T {x=1};  $this=a  T {x=2}}`,
		},
		{"names are no ids", "3.2.12", `{"op":"ids","entity":"a","got":{"ok":true,"values":["T",["Identifier","Name"],"Component"]}}`, `{T}`},
		{"an abort is a refusal", "3.2.12", `{"op":"delete","entity":"a","got":{"ok":false,"error":{"code":"panic","message":"abort: x\ny"}}}`, `refused: invalid`},
		{"events", "3.2.12", `{"op":"events","got":{"ok":true,"values":[{"observer":"o","event":"OnAdd","entity":"a","id":"T","fields":[{"id":"T","src":"R","set":true}]}]}}`, `1 event`},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			l := last(t, c.version, c.line)
			require.Empty(t, l.NotConvertible)
			require.Equal(t, c.want, show.Outcome(*l.Got))
		})
	}
}

func TestTranscriptsConvertWhatLaterFormsSpell(t *testing.T) {
	tr := convert(
		t, "4.1.6", worldLines,
		`{"op":"with","id":["R","T"],"got":{"ok":true}}`,
		`{"op":"entity","entity":"b","name":"","got":{"ok":true}}`,
		`{"op":"with","id":null,"got":{"ok":true}}`,
		`{"op":"entity","entity":"c","name":"","got":{"ok":true}}`,
		`{"op":"auto_override","entity":"a","id":"T","got":{"ok":true}}`,
		`{"op":"iterate","query":"q","skip":true,"got":{"ok":true,"results":[]}}`,
		`{"op":"observe","as":"m","events":["Monitor"],"expr":"T","yield_existing":true,"got":{"ok":true}}`,
		`{"op":"events","got":{"ok":true,"values":[{"observer":"m","event":"OnRemove","entity":"a","id":"T","fields":[]}]}}`,
		`{"op":"delete","entity":"a","got":{"ok":false}}`,
		``,
	)
	ops := tr.Trace().Operations()
	require.Equal(t, spec.OpNote, ops[3].Op)
	require.Equal(t, []spec.ID{spec.Pair("R", "T")}, ops[4].IDs, "everything created gets the id")
	require.Empty(t, ops[6].IDs, "until it ends")
	require.Equal(t, spec.OpOverride, ops[7].Op)
	require.True(t, ops[8].Untouched)
	require.True(t, ops[9].Monitor && ops[9].YieldExisting)
	require.Empty(t, ops[9].Events)
	require.Equal(t, []spec.Event{{Observer: "m", Event: spec.OnRemove, Entity: "a", Leave: true}}, tr.Lines[10].Got.Events)
	require.Error(t, tr.Lines[11].Got.Err, "a refusal without a reason is one")
	member := `{"op":"component","entity":"C","members":[["x","f32"],["y","f32"]],"got":{"ok":true}}
{"op":"query","expr":"C","kind":"cached","order_by":{"component":"C","member":"y"},"got":{"ok":true,"results":[]}}`
	lines := convert(t, "4.1.6", member).Lines
	require.Contains(t, lines[1].NotConvertible, "not the first")
}

func TestAQuestionWithoutFormExcusesNothing(t *testing.T) {
	tr := convert(
		t, "4.1.6", worldLines,
		`{"op":"name","entity":"a","got":{"ok":true,"value":"a"}}`,
		`{"op":"has","entity":"a","id":"T","got":{"ok":true,"value":true}}`,
	)
	got, err := transcript.Replay(tr, transcript.ReplayOptions{Reference: engines.Model()})
	require.NoError(t, err)
	require.Equal(t, transcript.Unexplained, got[4].Verdict)
}

func TestTranscriptsSayWhatHasNoForm(t *testing.T) {
	cases := map[string]string{
		`{"op":"suspend","got":{"ok":true}}`:                                    "no form",
		`{"op":"name","entity":"a","got":{"ok":true,"value":"a"}}`:              "no form",
		`{"op":"add","entity":"a","id":"T","raw":true,"got":{"ok":true}}`:       "bare number",
		`{"op":"iter_begin","query":"q","as":"i","got":{"ok":true}}`:            "without locking",
		`{"op":"add","entity":"a","id":"T","surprise":1,"got":{"ok":true}}`:     "surprise",
		`{"op":"add","entity":{"a":1},"id":"T","got":{"ok":true}}`:              "does not define",
		`{"op":"alive","entity":"a","got":{"ok":true,"value":true,"why":"so"}}`: "why",
		`{"op":"query","expr":"T","kind":"fastest","got":{"ok":true}}`:          "kind",
		`{"op":"explain","expr":"T","got":{"ok":true,"str":"T","terms":[]}}`:    "syntax tree",
		`{"op":"lookup","path":"x","got":{"ok":true,"value":"#Inst.Kid"}}`:      "not the trace's",
	}
	for line, reason := range cases {
		l := last(t, "4.1.6", line)
		require.Contains(t, l.NotConvertible, reason, line)
		require.Nil(t, l.Got)
	}
	_, err := transcript.Read(fstest.MapFS{"flecs-4.1.6/t/1.jsonl": {Data: []byte(`{"op":`)}})
	require.ErrorContains(t, err, "line 1")
	_, err = transcript.Read(fstest.MapFS{"flecs-4.1.6/t/1.jsonl": {Data: []byte("\n{\"op\":\"note\",\"text\":\"\xff\"}")}})
	require.ErrorContains(t, err, "line 2: a transcript is UTF-8")
	_, err = transcript.Read(fstest.MapFS{"flecs-4.1.6/t/1.jsonl": {Data: []byte(`{"op":"note","op":"dump"}`)}})
	require.ErrorContains(t, err, `the key "op" stands twice`)
	require.Contains(t, last(t, "4.1.6", `{"Op":"alive","entity":"a"}`).NotConvertible, `unknown field "Op"`)
	_, err = transcript.Read(fstest.MapFS{"flecs-9/t/1.jsonl": {}})
	require.ErrorContains(t, err, "flecs-9")
	_, err = transcript.Read(fstest.MapFS{})
	require.Error(t, err)
}

func TestEveryTranscriptConvertsToATraceThatReadsBack(t *testing.T) {
	ts, err := transcript.Written()
	require.NoError(t, err)
	versions := map[string]int{}
	for _, tr := range ts {
		versions[tr.Version]++
		for _, l := range tr.Lines {
			require.True(t, (l.Got == nil) == (l.NotConvertible != ""), "%s:%d", tr.File(), l.Number)
		}
	}
	require.Equal(t, map[string]int{"3.2.12": 197, "4.0.5": 197, "4.1.6": 197}, versions)
}

// Every difference between the engines and the recorded versions is declared, and every declaration is needed.
func TestTranscriptsAgreeOrAreDeclared(t *testing.T) {
	o, err := onModel()
	require.NoError(t, err)
	for _, im := range engines.Tested() {
		t.Run(im.Name, func(t *testing.T) {
			rep := o.report(0, len(o.all))
			if im.Name != o.options.Reference.Name {
				options := o.options
				options.Engine = &im
				rep, err = transcript.ReplayAll(o.all, options)
				require.NoError(t, err)
			}
			for _, u := range rep.Unexplained {
				t.Errorf("%s %s (%s)\n%s", u.Where(), show.Operation(u.Transcript.Profile, &u.Line.Op), u.By, u.Difference)
			}
			for _, v := range []string{"3.2.12", "4.0.5", "4.1.6"} {
				require.Greater(t, rep.Files[v][transcript.Agrees], 400, v)
			}
			if im.Name != "model" {
				return // what it does not support yet needs no declaration
			}
			for _, id := range rep.Unused {
				t.Errorf("the declared difference %s no longer occurs", id)
			}
		})
	}
}

func TestReplayJudgesLines(t *testing.T) {
	tr := convert(
		t, "3.2.12", worldLines,
		`{"op":"add","entity":"a","id":"T","got":{"ok":true}}`,
		`{"op":"has","entity":"a","id":"T","got":{"ok":true,"value":false}}`,
		`{"op":"ids","entity":"a","got":{"ok":true,"values":[]}}`,
		`{"op":"suspend","got":{"ok":true}}`,
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
	none, end := "not convertible the operation has no form in version 1: suspend", "unsupported follows from: the operation has no form in version 1: suspend"
	require.Equal(t, []string{"agree ", "unexplained ", "unexplained ", none, end}, verdicts("declared: []"))
	one := "declared:\n- {id: one, ops: [has], reason: r, by: b, link: l"
	only := []string{"agree ", "declared one", "unexplained ", none, end}
	no := []string{"agree ", "unexplained ", "unexplained ", none, end}
	require.Equal(t, only, verdicts(one+"}"))
	for _, misses := range []string{
		"versions: [4.0.5]", "diff: [set]", "line: '^- false'", "expr: 'T'", "text: 'U'", "after: '^has'", "world: Prefab",
		"term: and", "every: and", "want: invalid", "got: invalid", "kinds: [rule]", "preset: true", "effect: 'disabled copied to instances'",
	} {
		require.Equal(t, no, verdicts(one+", "+misses+"}"), misses)
	}
	require.Equal(t, only, verdicts(one+", text: '^has a T$', after: '^add a T$', want: ok, got: ok, preset: false}"))
}

func TestReplayHoldsAnEngineAgainstTheReference(t *testing.T) {
	tr := convert(t, "3.2.12", worldLines, `{"op":"alive","entity":"a","got":{"ok":true,"value":false}}`)
	liar := oracletest.NewMutant("liar", func(op *spec.Operation, out *spec.Outcome) { out.Bool = false })
	got, err := transcript.Replay(tr, transcript.ReplayOptions{Reference: engines.Model(), Engine: &liar})
	require.NoError(t, err)
	require.Equal(t, transcript.Unexplained, got[3].Verdict, "agreeing with the observation is not enough")
	require.Equal(t, "differs from the reference", got[3].By)
}

func TestDeclarationsAreChecked(t *testing.T) {
	for name, text := range map[string]string{
		"unknown field": "declared:\n- {id: a, why: b}",
		"no reason":     "declared:\n- {id: a, by: b, link: l}",
		"twice":         "declared:\n- {id: a, reason: r, by: b, link: l}\n- {id: a, reason: r, by: b, link: l}",
		"bad pattern":   "declared:\n- {id: a, reason: r, by: b, link: l, expr: '('}",
		"bad word":      "declared:\n- {id: a, reason: r, by: b, link: l, term: transitve}",
		"bad row word":  "declared:\n- {id: a, reason: r, by: b, link: l, extra: {row: hiden}}",
		"bad effect":    "declared:\n- {id: a, reason: r, by: b, link: l, effect: nothing}",
	} {
		_, err := transcript.ReadDeclarations([]byte(text))
		require.Error(t, err, name)
	}
}

func TestDeclarationsCiteWhatExists(t *testing.T) {
	declared, err := transcript.Declarations()
	require.NoError(t, err)
	rulings, err := os.ReadFile("../../../docs/rulings.md")
	require.NoError(t, err)
	for _, d := range declared {
		for _, id := range regexp.MustCompile(`\b(?:REL|QRY|FQL|SET|TECS)-\d+`).FindAllString(d.By+d.Reason, -1) {
			_, err := ledger.ByID(id)
			require.NoError(t, err, d.ID)
		}
		for _, id := range regexp.MustCompile(`\bP-\d+`).FindAllString(d.By+d.Reason, -1) {
			require.Contains(t, string(rulings), "**"+id+"**", d.ID)
		}
	}
}
