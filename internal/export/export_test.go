package export_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/fast/engine"
	"github.com/relspec/relspec/internal/export"
	_ "github.com/relspec/relspec/internal/heap"
	"github.com/relspec/relspec/internal/long"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
	"github.com/relspec/relspec/spec/features"
)

func source(without ...spec.Capability) *export.Source {
	return &export.Source{
		Features: features.FS, Regressions: oracle.Regressions(), Without: without,
		Reference: oracle.Implementation{
			Name: "model",
			New:  func(p spec.Profile) (spec.Engine, error) { return model.New(p), nil },
		},
	}
}

// exported holds the cases of each profile, read once for all tests.
var exported = map[string][]export.Case{}

func casesOf(t *testing.T, p spec.Profile) []export.Case {
	t.Helper()
	if exported[p.Name] == nil {
		cases, err := source().Read(p)
		require.NoError(t, err)
		exported[p.Name] = cases
	}
	return exported[p.Name]
}

// written returns the exported lines of a profile.
func written(t *testing.T, p spec.Profile, cases []export.Case) []string {
	t.Helper()
	var text bytes.Buffer
	require.NoError(t, export.Write(&text, p, cases))
	return strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n")
}

// Every line conforms to the schema, and fast gives every wanted answer.
func TestEveryCaseIsWrittenWithItsAnswers(t *testing.T) {
	schema, profiles := schemaOf(t), spec.Profiles()
	for _, p := range profiles[:long.Times(len(profiles), 1)] {
		cases := casesOf(t, p)
		for i, line := range written(t, p, cases) {
			text, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
			require.NoError(t, err)
			require.NoError(t, schema.Validate(text), "%s, line %d", p.Name, i+1)
		}
		kinds := map[export.Compare]int{}
		for _, c := range cases {
			require.NotEmpty(t, c.Steps, c.Name)
			fast := engine.New(p)
			for i, s := range c.Steps {
				got := fast.Apply(s.Request)
				require.Equal(t, s.Want.Err == nil, got.Err == nil, "%s, step %d", c.Name, i+1)
				kinds[s.Compare]++
			}
		}
		require.NotZero(t, kinds[export.Done], p.Name)
		require.NotZero(t, kinds[export.Equal], p.Name)
		require.NotZero(t, kinds[export.Set], p.Name)
		require.NotZero(t, kinds[export.Rows], p.Name)
	}
}

func schemaOf(t *testing.T) *jsonschema.Schema {
	t.Helper()
	for name, text := range export.Files() {
		if filepath.Ext(name) != ".json" {
			continue
		}
		parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		require.NoError(t, err)
		c := jsonschema.NewCompiler()
		require.NoError(t, c.AddResource(name, parsed))
		s, err := c.Compile(name)
		require.NoError(t, err)
		return s
	}
	require.Fail(t, "there is no schema")
	return nil
}

// Without names, most cases run on an engine that lacks names. With names, none do.
func TestCasesForAnEngineWithoutNames(t *testing.T) {
	needNames := func(without ...spec.Capability) (n, of int) {
		cases, err := source(without...).Read(spec.Flecs3())
		require.NoError(t, err)
		for _, c := range cases {
			if c.Kind == export.Scenario {
				of++
				if strings.Contains(strings.Join(c.Needs, " "), "world: names") {
					n++
				}
			}
		}
		return n, of
	}
	n, of := needNames()
	require.Greater(t, n, of*9/10)
	n, of = needNames(spec.CapNames, spec.CapText)
	require.Less(t, n, of/3)
}

// python returns the interpreter for the example. If it is missing, the test is skipped, or fails
// if RELSPEC_NEED_PYTHON is set.
func python(t *testing.T) string {
	t.Helper()
	at, err := exec.LookPath("python3")
	if err != nil {
		require.Empty(t, os.Getenv("RELSPEC_NEED_PYTHON"), "there is no python3")
		t.Skip("SKIPPED: there is no python3 on this machine, so runner.py is not tested")
	}
	return at
}

// asAdapter makes the test binary act as an adapter of fast. "whole" is complete; "partly" lacks
// set_name and declares that; "lacks" lacks it and does not declare that.
const asAdapter = "RELSPEC_EXPORT_TEST_AS_ADAPTER"

func TestMain(m *testing.M) {
	as := os.Getenv(asAdapter)
	if as == "" {
		os.Exit(m.Run())
	}
	serve(as)
}

// serve answers the requests on standard input with fast.
func serve(as string) {
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	var world spec.Engine
	for {
		var op spec.Operation
		if in.Decode(&op) != nil {
			return
		}
		answer := spec.Outcome{}
		switch op.Op { //nolint:exhaustive // the world answers the others
		case spec.OpHello:
			all := spec.Capabilities()
			answer = spec.Outcome{Kind: spec.OutInfo, Info: &spec.Info{
				Implementation: "fast", Version: "1", Language: "Go", Protocol: spec.Version,
				Profiles:     spec.Names(spec.Profiles()),
				Capabilities: map[string][]spec.Capability{"world": all, "filter": all, "cached": all, "rule": all},
			}}
			if as == "partly" {
				answer.Info.Partly = []spec.Capability{spec.CapNames}
			}
		case spec.OpReset:
			p, _ := spec.ProfileByName(op.Profile)
			world = engine.New(p)
		default:
			answer = world.Apply(op)
			if as != "whole" && op.Op == spec.OpSetName {
				answer = spec.Outcome{Err: &spec.Error{Code: spec.CodeUnsupported, Message: "names stay"}}
			}
		}
		if out.Encode(answer) != nil {
			return
		}
	}
}

// runExample runs runner.py with the given lines as input.
func runExample(t *testing.T, lines ...string) (code int, out string) {
	t.Helper()
	return runExampleOn(t, "whole", lines...)
}

func runExampleOn(t *testing.T, as string, lines ...string) (code int, out string) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range export.Files() {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), text, 0o600))
	}
	file := filepath.Join(dir, "cases.jsonl")
	require.NoError(t, os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o600))
	cmd := exec.Command(python(t), filepath.Join(dir, "runner.py"), file, os.Args[0])
	cmd.Env = append(os.Environ(), asAdapter+"="+as)
	text, err := cmd.CombinedOutput()
	if err != nil {
		require.IsType(t, &exec.ExitError{}, err, string(text))
	}
	return cmd.ProcessState.ExitCode(), string(text)
}

// The example passes every case on a correct engine.
func TestTheExampleRunsTheCases(t *testing.T) {
	profiles := spec.Profiles()
	for _, p := range profiles[:long.Times(len(profiles), 1)] {
		cases := casesOf(t, p)
		code, out := runExample(t, written(t, p, cases)...)
		require.Zero(t, code, out)
		require.Contains(t, out, fmt.Sprintf("%s: %d passed, 0 failed, 0 skipped", p.Name, len(cases)))
	}
}

// A case that needs an undeclared capability is skipped and counted. If the capability is declared
// but missing, the case fails.
func TestTheExampleSkipsUndeclaredCapabilities(t *testing.T) {
	lines := []string{
		`{"format":"relspec-export","version":1,"suite":"1.0.0","profile":"flecs-3","cases":2}`,
		`{"case":"made","kind":"scenario","area":"","title":"t","needs":[],"steps":[` +
			`{"request":{"op":"entity","entity":"a"},"want":{"ok":true},"compare":"done"}]}`,
		`{"case":"named","kind":"scenario","area":"","title":"t","needs":[],"steps":[` +
			`{"request":{"op":"entity","entity":"a"},"want":{"ok":true},"compare":"done"},` +
			`{"request":{"op":"set_name","entity":"a","name":"b"},"want":{"ok":true},"compare":"done"}]}`,
	}
	for as, end := range map[string]struct {
		code int
		line string
	}{
		"whole":  {0, "2 passed, 0 failed, 0 skipped"},
		"partly": {0, "1 passed, 0 failed, 1 skipped"},
		"lacks":  {1, "1 passed, 1 failed, 0 skipped"},
	} {
		code, out := runExampleOn(t, as, lines...)
		require.Equal(t, end.code, code, "%s: %s", as, out)
		require.Contains(t, out, end.line, as)
	}
}

// If every case is skipped, the example does not report success.
func TestTheExampleFailsIfNothingPassed(t *testing.T) {
	code, out := runExample(t, `{"format":"relspec-export","version":1,"suite":"1.0.0","profile":"flecs-3","cases":1}`,
		`{"case":"made","kind":"scenario","area":"","title":"t","needs":["world: sails"],"steps":[]}`)
	require.Equal(t, 1, code, out)
	require.Contains(t, out, "0 passed, 0 failed, 1 skipped")
}

// The example fails if an answer differs, and passes if only the order differs.
func TestTheExampleTellsRightFromWrong(t *testing.T) {
	header := `{"format":"relspec-export","version":1,"suite":"1.0.0","profile":"flecs-3","cases":1}`
	world := `{"request":{"op":"entity","entity":"Ship"},"want":{"ok":true},"compare":"done"},` +
		`{"request":{"op":"entity","entity":"a","ids":["Ship"]},"want":{"ok":true},"compare":"done"},` +
		`{"request":{"op":"entity","entity":"b","ids":["Ship",["ChildOf","a"]]},"want":{"ok":true},"compare":"done"},` +
		`{"request":{"op":"component","entity":"Speed","members":[["n","i64"],["x","f32"]]},"want":{"ok":true},"compare":"done"},` +
		`{"request":{"op":"entity","entity":"fast"},"want":{"ok":true},"compare":"done"},` +
		`{"request":{"op":"set","entity":"fast","id":"Speed","value":{"x":0.1,"n":1}},"want":{"ok":true},"compare":"done"},`
	query := `"request":{"op":"query","terms":[{"first":"Ship"}],"kind":"filter"%s},"want":{"ok":true,"results":[%s]}`
	row := func(e, more string) string {
		return fmt.Sprintf(`{"entities":["%s"],"fields":[{"id":"Ship","src":null,"set":true}],"vars":{"unset":null}%s}`,
			e, more)
	}
	a, b := row("a", ""), row("b", "")
	get := `"request":{"op":"get","entity":"fast","id":"Speed"},"want":{"ok":true,"value":%s},"compare":"equal"`
	access := func(word string) string {
		step := strings.ReplaceAll(fmt.Sprintf(query, `,"values":true`, row("fast", "")), "Ship", "Speed")
		return strings.Replace(step, `"set":true`, `"set":true,"access":"`+word+`"`, 1) + `,"compare":"rows"`
	}
	steps := map[string]struct {
		step  string
		fails bool
	}{
		"same numbers":          {fmt.Sprintf(get, `{"n":1.0,"x":0.10000000149}`), false},
		"another fraction":      {fmt.Sprintf(get, `{"n":1,"x":0.1001}`), true},
		"another number":        {fmt.Sprintf(get, `{"n":2,"x":0.1}`), true},
		"bool for number":       {`"request":{"op":"has","entity":"a","id":"Ship"},"want":{"ok":true,"value":1},"compare":"equal"`, true},
		"the access":            {access("inout"), false},
		"another access":        {access("in"), true},
		"equal":                 {`"request":{"op":"has","entity":"a","id":"Ship"},"want":{"ok":true,"value":true},"compare":"equal"`, false},
		"another value":         {`"request":{"op":"has","entity":"a","id":"Ship"},"want":{"ok":true,"value":false},"compare":"equal"`, true},
		"a refusal":             {`"request":{"op":"add","entity":"zz","id":"Ship"},"want":{"ok":false,"error":{"code":"x","message":""}},"compare":"done"`, false},
		"a refusal is missing":  {`"request":{"op":"add","entity":"a","id":"Ship"},"want":{"ok":false,"error":{"code":"x","message":""}},"compare":"done"`, true},
		"refused":               {`"request":{"op":"add","entity":"zz","id":"Ship"},"want":{"ok":true},"compare":"done"`, true},
		"one of":                {`"request":{"op":"target","entity":"b","relationship":"ChildOf"},"want":{"ok":true,"value":"c"},"compare":"one of","any":["c","a"]`, false},
		"none of":               {`"request":{"op":"target","entity":"b","relationship":"ChildOf"},"want":{"ok":true,"value":"c"},"compare":"one of","any":["c","d"]`, true},
		"a set":                 {`"request":{"op":"ids","entity":"b"},"want":{"ok":true,"values":[["ChildOf","a"],"Ship"]},"compare":"set"`, false},
		"a set with more":       {`"request":{"op":"ids","entity":"b"},"want":{"ok":true,"values":[["ChildOf","a"],"Ship","Ship"]},"compare":"set"`, true},
		"rows in another order": {fmt.Sprintf(query, "", b+","+a) + `,"compare":"rows"`, false},
		"a row is missing":      {fmt.Sprintf(query, "", a) + `,"compare":"rows"`, true},
		"a row too many":        {fmt.Sprintf(query, "", a+","+b+","+b) + `,"compare":"rows"`, true},
		"blocks in their order": {fmt.Sprintf(query, "", a+","+row("b", `,"block":1`)) + `,"compare":"rows"`, false},
		"blocks in another":     {fmt.Sprintf(query, "", b+","+row("a", `,"block":1`)) + `,"compare":"rows"`, true},
		"part of": {fmt.Sprintf(query, `,"limit":1`, b) + `,"compare":"part of","full":[` + a + "," + b +
			`]`, false},
		"part of another": {
			fmt.Sprintf(query, `,"limit":1`, b) + `,"compare":"part of","full":[` + b + `]`,
			true,
		},
		"fewer": {fmt.Sprintf(query, `,"limit":1`, a+","+b) + `,"compare":"part of","full":[` + a +
			"," + b + `]`, true},
		"a choice": {strings.Replace(fmt.Sprintf(query, "", a+","+b), `"Ship","src":null,"set":true`,
			`"Boat","src":null,"set":true,"or":[{"id":"Ship"}]`, 1) + `,"compare":"rows"`, false},
		"a word of later": {`"request":{"op":"has","entity":"a","id":"Ship"},"want":{"ok":true,"value":false},"compare":"nearly"`, false},
	}
	skipped := `{"case":"skipped","kind":"scenario","area":"","title":"t","needs":["rule: telepathy"],"steps":[]}`
	all, right := []string{header, skipped}, []string{header, skipped}
	for _, name := range slices.Sorted(maps.Keys(steps)) {
		line := fmt.Sprintf(`{"case":%q,"kind":"scenario","area":"","title":"t","needs":["world: pairs"],"steps":[%s{%s}]}`, name, world, steps[name].step)
		require.True(t, json.Valid([]byte(line)), line)
		all = append(all, line)
		if !steps[name].fails {
			right = append(right, line)
		}
	}
	passed, failed := len(right)-2, len(all)-len(right)
	code, out := runExample(t, right...)
	require.Zero(t, code, out)
	require.Contains(t, out, fmt.Sprintf("%d passed, 0 failed, 1 skipped", passed))
	code, out = runExample(t, all...)
	require.Equal(t, 1, code, out)
	require.Contains(t, out, fmt.Sprintf("%d passed, %d failed, 1 skipped", passed, failed))
	last := strings.Count(world, `"request"`) + 1
	for name, tt := range steps {
		require.Equal(t, tt.fails, strings.Contains("\n"+out, fmt.Sprintf("\n%s, step %d: t\n", name, last)), "%s\n%s",
			name, out)
	}
}
