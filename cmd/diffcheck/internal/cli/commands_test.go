package cli

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/oracle/adapter/schematest"
	"github.com/relspec/relspec/spec"
)

func TestWrongUsageExitsWithTwo(t *testing.T) {
	cases := map[string]string{
		"nonsense":                               `unknown command "nonsense"`,
		"--nonsense":                             "unknown flag: --nonsense",
		"replay x --adapter y":                   "unknown flag: --adapter; it is a flag of test; see",
		"run --duration=never":                   "diffcheck run --help",
		"run --duration 0s":                      "--duration",
		"run nonsense":                           `"nonsense" is neither a file nor one of`,
		"run --engine model":                     "at least two engines",
		"run --engine model,model":               "named twice",
		"run --engine model,unity":               `unknown engine "unity"; use one of model, fast`,
		"run campaign --profile unity":           "unknown profile",
		"run campaign --weights add=x":           "--weights",
		"run campaign --weights nonsense":        "neither a preset",
		"fuzz --duration 0":                      "--duration, --traces or --operations",
		"fuzz --findings 0":                      "--findings",
		"fuzz stray":                             "\"stray\" is one argument too many",
		"explian":                                "did you mean explain?",
		"run --duratoin 1s":                      "did you mean --duration?",
		"run -duratoin 1s":                       "did you mean --duration?",
		"run senarios":                           "did you mean scenarios?",
		"run --engine modle":                     "did you mean model?",
		"run -run tag-01":                        "did you mean tags-01?",
		"statements rel-131":                     "did you mean REL-131?",
		"statements cleanup.dead-tragets":        "did you mean cleanup.dead-target?",
		"parse a b":                              "\"b\" is one argument too many",
		"fuzz --engine fast":                     "at least two engines",
		"replay":                                 "FILE is missing; usage: diffcheck replay FILE...",
		"replay missing.jsonl":                   "missing.jsonl",
		"replay --engine x city.jsonl":           `unknown engine "x"`,
		"reduce":                                 "FILE is missing",
		"reduce missing.jsonl":                   "missing.jsonl",
		"explain":                                "WORLD is missing",
		"why nonsense T":                         `nor a scenario`,
		"why city.jsonl City Nobody":             `no entity "Nobody"`,
		"why city.jsonl Nothing":                 "unresolved",
		"why city.jsonl --kind x City":           "--kind",
		"why city.jsonl --engine x A":            `unknown engine "x"`,
		"parse":                                  "QUERY is missing",
		"parse --syntax sql A":                   "flecs-3, flecs-4",
		"statements XYZ":                         `invalid argument "XYZ"`,
		"list nonsense":                          `invalid argument "nonsense"`,
		"adapter --engine unity":                 `unknown engine "unity"`,
		"new-adapter":                            "DIR is missing",
		"new-adapter x":                          "--lang is missing",
		"new-adapter --lang js --profile tecs x": "begin with adapters/tecs of github.com/relspec/relspec",
		"new-adapter --lang js --profile x=flecs-4+transitivity:all y": "write the skeleton for flecs-4",
		"new-adapter --lang cobol x":                                   `no skeleton in "cobol"; use one of js, python, go, c, cpp, lua`,
		"completion nonsense":                                          "",
	}
	for args, want := range cases {
		t.Run(args, func(t *testing.T) {
			b := newBench().withFile("bare.jsonl", []byte(`{"format":"relspec-trace","version":1,"profile":"flecs-3"}`))
			code := b.command(strings.Fields(args)...)
			if args == "completion nonsense" { // cobra prints the help of completion instead of an error
				require.Contains(t, b.out.String(), "Available Commands")
				return
			}
			require.Equal(t, console.ExitBroken, code, b.out.String())
			require.Empty(t, b.out.String())
			require.Contains(t, b.err.String(), want)
			require.Contains(t, b.err.String(), "diffcheck: ")
		})
	}
}

func TestBrokenTracesExitWithTwoAndNameTheLine(t *testing.T) {
	header := `{"format":"relspec-trace","version":1,"profile":"flecs-3"}` + "\n"
	cases := map[string]string{
		"":                                   "the file is empty",
		"not JSON":                           "line 1",
		`{"op":"dump"}`:                      "line 1: expected the header of a trace",
		strings.Replace(header, "1", "7", 1): "version",
		strings.Replace(header, "flecs-3", "unity", 1): "unknown profile",
		header + `{"op":"dump"}` + "\nx":               "line 3",
		header + `{"op":"nonsense"}`:                   "line 2: unknown operation",
		header + "{\"op\":\"note\",\"text\":\"\xff\"}": "line 2: the trace is not UTF-8",
		header + `{"op":"dump","got":{}}`:              "line 2",
		header + `{"op":"query","terms":` + strings.Repeat("[", 1000) + strings.Repeat("]", 1000) +
			`}`: "nested deeper",
		header + `{"op":"note","text":"` + strings.Repeat("x", 2<<20) + `"}`: "line 2",
	}
	for text, want := range cases {
		for _, command := range []string{"replay", "reduce", "why"} {
			if command == "why" && text == "not JSON" {
				continue // why also accepts facts, and this text declares two entities
			}
			b := newBench().withFile("bad.jsonl", []byte(text))
			require.Equal(t, console.ExitBroken, b.command(strings.Fields(command+" bad.jsonl")...))
			require.Contains(t, b.err.String(), "diffcheck: bad.jsonl: ")
			require.Contains(t, b.err.String(), want)
		}
	}
}

func TestReplay(t *testing.T) {
	b := newBench()
	recorded := strings.Replace(trace, `"kind":"filter"}`, `"kind":"filter","got":{"ok":true,"results":[]}}`, 1)
	b.withFile("recorded.jsonl", []byte(recorded))
	b.withFile("agreed.jsonl", []byte(strings.Replace(trace, `["LocatedIn","ny"]]}`,
		`["LocatedIn","ny"]],"got":{"ok":true}}`, 1)))
	b.golden(t, "replay",
		[]string{"replay", "city.jsonl"},
		[]string{"replay", "--engine", "model", "-outcomes", "city.jsonl"},
		[]string{"replay", "city.jsonl", "agreed.jsonl", "recorded.jsonl"},
		[]string{"replay", "--json", "--engine", "model", "recorded.jsonl"},
	)
	b.withBug().golden(t, "replay_divergence", []string{"replay", "--engine", "model,fast", "city.jsonl"})
}

func TestReplayReadsStandardInput(t *testing.T) {
	b := newBench()
	b.Stdin = strings.NewReader(trace)
	require.Equal(t, console.ExitOK, b.command("replay", "-"))
	require.Contains(t, b.out.String(), "-  8 operations on model,fast: agree")
}

func TestReduce(t *testing.T) {
	b := newBench().withBug()
	b.golden(t, "reduce", []string{"reduce", "city.jsonl"}, []string{"reduce", "--json", "city.jsonl"})

	out := filepath.Join(t.TempDir(), "small.jsonl")
	require.Equal(t, console.ExitOK, b.command("reduce", "--out", out, "--save", t.TempDir(), "city.jsonl"))
	text, err := os.ReadFile(out)
	require.NoError(t, err)
	small, err := spec.ReadTrace(strings.NewReader(string(text)), spec.ReadLimits{})
	require.NoError(t, err)
	require.LessOrEqual(t, len(small.Entries), 4)
	require.Contains(t, b.out.String(), "DIVERGENCE")
	require.Contains(t, b.out.String(), "saved ")

	require.Equal(t, console.ExitBroken, newBench().command("reduce", "city.jsonl"))
}

// explaining replaces explanations by the example in docs/diffcheck.md, so that the text does not
// depend on the model.
func explaining(op *spec.Operation, out *spec.Outcome) {
	if op.Op != spec.OpExplain {
		return
	}
	cite := func(number string) []spec.StatementID { return []spec.StatementID{spec.StatementID("QRY-" + number)} }
	*out = spec.Outcome{Kind: spec.OutExplanation, Explanation: &spec.Explanation{
		Matches: []spec.MatchProof{{
			Row: spec.Row{This: "bob", Vars: map[string]spec.Handle{"place": "ny", "other": ""}},
			Terms: []spec.Proof{
				{Claim: "(LocatedIn, $place): LocatedIn is Transitive", Cites: cite("592"), Because: []spec.Proof{
					{Claim: "bob has (LocatedIn, park)"},
					{Claim: "park has (LocatedIn, ny)", Because: []spec.Proof{{Claim: "it was added"}}},
				}},
				{
					Claim: "City($place): " + strings.Repeat("a long claim ", 6),
					Cites: append(cite("109"), cite("592")...),
				},
			},
		}, {Row: spec.Row{}, Terms: []spec.Proof{{Claim: "nothing asks for $this"}}}},
		Misses: []spec.Miss{
			{
				Entity: "bob", Vars: map[string]spec.Handle{"this": "bob", "place": "park"}, Term: "City($place)",
				Reason: spec.Proof{Claim: "park lacks City"}, Nearest: "ny has it",
			},
			{Term: "City", Reason: spec.Proof{Claim: "nothing matches City", Cites: cite("200")}},
		},
	}}
}

func TestExplainPrintsProofs(t *testing.T) {
	b := newBench()
	b.engines[0] = named("model", explaining)
	b.golden(t, "explain",
		[]string{"why", "city.jsonl", "(LocatedIn, $place), City($place)", "Bob"},
		[]string{"why", "city.jsonl", "City", "rock", "--texts"},
		[]string{"why", "tags-01", "T", "a", "--json", "--texts"},
	)
	b.engines[0] = named("model", func(op *spec.Operation, out *spec.Outcome) {
		if op.Op == spec.OpExplain {
			*out = spec.Outcome{Kind: spec.OutExplanation, Explanation: &spec.Explanation{}}
		}
	})
	require.Equal(t, console.ExitOK, b.command("why", "city.jsonl", "City"))
	require.Equal(t, "The world has no entity that could match.\n", b.out.String())
}

func TestExplainAsksTheModel(t *testing.T) {
	cases := []struct {
		args []string
		want []string
	}{
		{
			[]string{"city.jsonl", "(LocatedIn, $place), City($place)", "Bob"},
			[]string{"bob matches with $place = ny\n", "bob has (LocatedIn, ny)"},
		},
		{
			[]string{"city.jsonl", "(LocatedIn, USA)", "--kind", "rule"},
			[]string{"ny matches\n", "bob matches\n", "rock does not match\n"},
		},
		{
			[]string{"city.jsonl", "(LocatedIn, USA)", "--kind", "filter"},
			[]string{"ny matches\n", "bob does not match\n"},
		},
		{
			[]string{"city.jsonl", "(LocatedIn, $place)", "bob", "--kind", "rule", "-var", "$place=usa"},
			[]string{"bob matches with $place = usa\n"},
		},
		{[]string{"city.jsonl", "City", "--at", "3"}, []string{"usa does not match\n"}},
		{
			[]string{"tags-02", "-profile", "flecs-4"},
			[]string{"T matches\n", "a matches\n", "b matches\n"},
		},
		{[]string{"own.feature:mine-01"}, []string{"a matches\n"}},
	}
	b := newBench().withFile("own.feature", []byte(strings.ReplaceAll(feature, "tags-", "mine-")))
	for _, c := range cases {
		require.Equal(t, console.ExitOK, b.command(append([]string{"why"}, c.args...)...), b.err.String())
		for _, want := range c.want {
			require.Contains(t, b.out.String(), want, c.args)
		}
	}
}

func TestParse(t *testing.T) {
	b := newBench()
	b.Stdin = strings.NewReader("Likes($x, Bob),\n  !Position\n")
	b.golden(t, "parse",
		[]string{"parse", "(LocatedIn, $place), !City($place)"},
		[]string{"parse", "--syntax", "flecs-4", "Position(self|up ChildOf)"},
		[]string{"parse", "--json", "A || B"},
		[]string{"parse", "-"},
		[]string{"parse", "A, (B"},
		[]string{"parse", "A,\n  B C"},
		[]string{"parse", "--json", "A("},
		[]string{"parse", "Position(cascade|desc)"},
		[]string{"parse", "Position(desc)"},
		[]string{"parse", ""},
	)
}

func TestStatements(t *testing.T) {
	b := newBench()
	require.Equal(t, console.ExitOK, b.command("statements", "REL"))
	require.Contains(t, b.out.String(),
		"288 statements: 2 shown, 0 documented, 0 overruled, 286 open (embedded scenarios scanned)")
	require.NotContains(t, b.out.String(), "QRY-")
	require.NotContains(t, b.out.String(), "REL-"+"001 ")
	require.Contains(t, b.out.String(), "REL-"+"003")

	require.Equal(t, console.ExitDiverged, b.command("statements", "--strict", "FQL"))
	require.Contains(t, b.err.String(), "that can be checked are not cited")

	var all strings.Builder
	require.Equal(t, console.ExitOK, b.command("statements", "--json"))
	var report struct {
		Checkable struct{ Open []string }
		Documents []struct{ Document string }
	}
	require.NoError(t, json.Unmarshal(b.out.Bytes(), &report))
	require.Len(t, report.Documents, 6)
	for _, id := range report.Checkable.Open {
		all.WriteString("// " + id + "\n")
	}
	b.repository = func() fs.FS {
		return fstest.MapFS{
			"x_test.go":    {Data: []byte("package x\n\n" + all.String())},
			"docs/all.md":  {Data: []byte(all.String())},
			"tags.feature": {Data: []byte(feature)},
		}
	}
	require.Equal(t, console.ExitDiverged, b.command("statements", "--strict"),
		"statements that need a benchmark are also required")
	require.Equal(t, console.ExitOK, b.command("statements", "TECS"))
	require.Contains(t, b.out.String(), "(repository scanned)")

	b.repository = func() fs.FS { return fstest.MapFS{"docs/a.md": {Data: []byte("REL-" + "9999")}} }
	require.Equal(t, console.ExitBroken, b.command("statements"))
	require.Contains(t, b.err.String(), "REL-"+"9999")
}

func TestRepositoryIsFoundFromWithin(t *testing.T) {
	root := enclosingRepository()
	require.NotNil(t, root)
	_, err := fs.Stat(root, "spec/ledger/REL.yaml")
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	require.Nil(t, enclosingRepository())
}

func TestErrorsAreJSONOnRequest(t *testing.T) {
	b := newBench()
	for _, args := range []string{"explian --json", "replay --json", "run -json --nonsense", "why --json city.jsonl Nix"} {
		require.Equal(t, console.ExitBroken, b.command(strings.Fields(args)...), args)
		var message struct{ Error string }
		require.NoError(t, json.Unmarshal(b.err.Bytes(), &message), b.err.String())
		require.NotEmpty(t, message.Error)
	}
	require.Equal(t, console.ExitOK, b.command("version", "--json"))
	require.Contains(t, b.out.String(), `"version": "diffcheck`)
	require.Equal(t, console.ExitOK, b.command("statements", "cleanup.dead-target"))
	require.Contains(t, b.out.String(), "docs/specification/cleanup.md#cleanup.dead-target")
}

func TestList(t *testing.T) {
	b := newBench()
	b.golden(t, "list", []string{"list", "scenarios"}, []string{"list", "transcripts", "--json"},
		[]string{"list", "regressions"}, []string{"list", "operations"}, []string{"list", "profiles"})
	for _, l := range b.listings() {
		require.Equal(t, console.ExitOK, b.command("list", l.what, "--json"), l.what)
		var rows []map[string]any
		require.NoError(t, json.Unmarshal(b.out.Bytes(), &rows))
		require.NotEmpty(t, rows)
		for _, row := range rows {
			require.Len(t, row, len(strings.Fields(l.columns)))
		}
	}
	require.Equal(t, console.ExitOK, b.command("list"))
	require.Contains(t, b.out.String(), "scenarios     scenarios of the suite")
}

func TestEveryCommandHasHelpAndExamples(t *testing.T) {
	b := newBench()
	root := b.rootCommand()
	for _, c := range append(root.Commands(), root) {
		require.NotEmpty(t, c.Long, c.Name())
		require.Contains(t, c.Example, "diffcheck", c.Name())
		require.NotNil(t, c.Flags().Lookup("help") == nil || c.Flags().Lookup("json") != nil)
		require.Equal(t, console.ExitOK, b.command(c.Name(), "--help"), c.Name())
	}
	for _, c := range root.Commands() {
		require.NotEmpty(t, c.GroupID, "%s is in no group of the help", c.Name())
	}
	require.Equal(t, console.ExitOK, b.command("__complete", "why", "tags-"))
	require.Contains(t, b.out.String(), "tags-01\ntags-02\n", "ids of scenarios are completed")
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		require.Equal(t, console.ExitOK, b.command("completion", shell))
		require.Contains(t, b.out.String(), "diffcheck")
	}
}

func TestLongFlagsMayHaveOneDash(t *testing.T) {
	root := newBench().rootCommand()
	root.AddCommand(&cobra.Command{Use: "x"})
	in := strings.Fields("run -run a -skip=b --json -json -unknown -h -x - -- -run")
	require.Equal(t, strings.Fields("run --run a --skip=b --json --json -unknown -h -x - -- -run"), longFlags(root, in))
}

func TestReducedTracesFitTheSchema(t *testing.T) {
	b := newBench().withBug()
	require.Equal(t, console.ExitOK, b.command("reduce", "city.jsonl"))
	small, err := spec.ReadTrace(strings.NewReader(b.out.String()), spec.ReadLimits{})
	require.NoError(t, err)
	schematest.Trace(t, small)
}

func TestReplayJudgesRecordedTranscripts(t *testing.T) {
	b := newBench()
	file := func(name, got string) {
		b.withFile(name, []byte(`{"format":"relspec-trace","version":1,"profile":"flecs-4.1","origin":"Flecs 4.1.6 behind an adapter"}
{"op":"entity","entity":"a","got":{"ok":true}}
{"op":"alive","entity":"a","got":{"ok":true,"value":`+got+`}}
`))
	}
	file("agrees.jsonl", "true")
	file("differs.jsonl", "false")
	b.declared = "declared: [{id: dead-at-once, versions: [4.1.6], ops: [alive], reason: r, by: b, link: l}]"
	require.Equal(t, console.ExitOK, b.command("replay", "--recorded", "agrees.jsonl", "differs.jsonl"))
	require.Contains(t, b.out.String(), "agrees.jsonl  2 operations on model,fast: agree")
	require.Contains(t, b.out.String(), "differs.jsonl  2 operations on model,fast: declared (dead-at-once)")
	require.Contains(t, b.out.String(),
		"files  1 agree  1 declared  0 unsupported  0 unexplained\nlines  3 agree  1 declared  0 unsupported  0 unexplained\n")

	b.declared = "declared: []"
	b.out.Reset()
	require.Equal(t, console.ExitDiverged, b.command("replay", "agrees.jsonl", "differs.jsonl"))
	require.Contains(t, b.out.String(),
		"files  1 agree  0 declared  0 unsupported  1 unexplained\nlines  3 agree  0 declared  0 unsupported  1 unexplained\n")
	require.Contains(t, b.out.String(), "DIFFERENCE  operation 2, alive a")
}

// If no entity is given, each engine's explanation lists every entity that does not match.
func TestExplainListsMisses(t *testing.T) {
	world := filepath.Join(t.TempDir(), "w.jsonl")
	require.NoError(t, os.WriteFile(world, []byte(`{"format":"relspec-trace","version":1,"profile":"flecs-3"}
{"op":"entity","entity":"City"}
{"op":"entity","entity":"Likes"}
{"op":"entity","entity":"c","ids":["City",["Likes","City"]]}
{"op":"entity","entity":"d","ids":["City",["Likes","c"]]}
`), 0o644))
	for _, engine := range []string{"model", "fast"} {
		for query, rest := range map[string]string{"City, !(Likes, $x)": "c d", "City, (Likes, c)": "c", "City": ""} {
			code, out, said := outside("why", world, "--engine", engine, query)
			require.Equal(t, console.ExitOK, code, said)
			var printed []string
			for _, m := range regexp.MustCompile(`(?m)^([cd]) does not match`).FindAllStringSubmatch(out, -1) {
				printed = append(printed, m[1])
			}
			require.Equal(t, strings.Fields(rest), append([]string{}, printed...), "%s: %s\n%s", engine, query, out)
		}
	}
}
