package adapters_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/engines"
	_ "github.com/relspec/relspec/internal/heap"
	"github.com/relspec/relspec/internal/long"
	"github.com/relspec/relspec/internal/snippet"
	"github.com/relspec/relspec/internal/suite"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/oracle/adapter"
	"github.com/relspec/relspec/spec"
)

// needs skips a test if its programs are not installed. If RELSPEC_NEED_NODE is set, the test fails instead.
func needs(t *testing.T, library string) {
	t.Helper()
	language := languageOf(library)
	needsTools(t, "the adapters in "+language.title+" are not tested", language.program)
	if library == "" {
		return
	}
	for _, name := range append([]string{language.scope + library}, language.packages...) {
		if _, err := os.Stat(filepath.Join(library, "node_modules", name, "package.json")); err != nil {
			skip(t, fmt.Sprintf("%s is not installed, so the adapter of %s is not tested; run: npm ci --prefix adapters/%s", name, library, library))
		}
	}
}

// needsTools skips a test if a program is missing, and says what is not tested.
func needsTools(t *testing.T, without string, tools ...string) {
	t.Helper()
	for _, tool := range tools {
		if _, err := exec.LookPath(tool); err != nil {
			skip(t, fmt.Sprintf("there is no %s on this machine, so %s", tool, without))
		}
	}
}

// skip skips a test, or fails it if RELSPEC_NEED_NODE is set.
func skip(t *testing.T, why string) {
	t.Helper()
	require.Empty(t, os.Getenv("RELSPEC_NEED_NODE"), why)
	t.Skip("SKIPPED: " + why)
}

func TestBitecs(t *testing.T) { passes(t, "bitecs") }

func TestApeECS(t *testing.T) { passes(t, "ape-ecs") }

func TestBecsy(t *testing.T) { passes(t, "becsy") }

func TestKoota(t *testing.T) { passes(t, "koota") }

func TestECSpresso(t *testing.T) { passes(t, "ecspresso") }

func TestJecs(t *testing.T) { passes(t, "jecs") }

// libraries are the third-party engines from npm with an adapter.
var libraries = []string{"ape-ecs", "becsy", "bitecs", "ecspresso", "jecs", "koota"}

// language is a language of adapters.
type language struct {
	title, program, main string
	scope                string   // folder of the package of a library
	packages             []string // more programs that an adapter needs
	snippet, fence       string   // the extension of snippets, and their language in Markdown
	run                  []string // the arguments before a snippet
}

var (
	javaScript = language{
		title: "JavaScript", program: "node", main: "main.mjs", packages: []string{"relspec-adapter-kit"},
		snippet: ".mjs", fence: "js",
	}
	lua = language{
		title: "Lua", program: "lua5.4", main: "main.lua", scope: "@rbxts/", snippet: ".luau", fence: "luau",
		run: []string{"jecs/run.lua"},
	}
)

// languageOf returns the language of an adapter by its name or by a file.
func languageOf(path string) language {
	switch library, _, _ := strings.Cut(filepath.ToSlash(path), "/"); library {
	case "jecs":
		return lua
	case "becsy":
		becsy := javaScript
		becsy.scope = "@lastolivegames/"
		return becsy
	}
	return javaScript
}

// start returns the command that starts the adapter of a library.
func start(library string) string {
	l := languageOf(library)
	return l.program + " " + library + "/" + l.main
}

// printed runs a snippet of a language.
func (l language) printed(t *testing.T, snippet string) ([]byte, error) {
	t.Helper()
	return exec.CommandContext(t.Context(), l.program, append(slices.Clone(l.run), snippet)...).Output()
}

// patient sets long time limits, so that results do not depend on the speed of the machine.
var patient = adapter.Options{StartTimeout: 5 * time.Minute, Timeout: 5 * time.Minute}

// passes runs the suite with a short campaign. All failures must be known. The run is deterministic on any machine: it
// has one worker, a number of traces instead of a duration, and no time limit for reduction.
func passes(t *testing.T, library string) {
	needs(t, library)
	known, err := suite.ReadKnown(os.DirFS(library), "known.yaml")
	require.NoError(t, err)
	command := start(library)
	o := suite.Options{Known: known, Workers: 1, Transcripts: 8, Traces: 20, Seed: 1, ReduceFor: -1}
	o.Mended = func(arguments string) suite.Open { return suite.Adapter(command+" "+arguments, patient) }
	if testing.Short() {
		o.Transcripts, o.Traces = 2, 8
	}
	report, err := suite.Run(t.Context(), suite.Adapter(command, patient), o)
	require.NoError(t, err)
	require.True(t, report.OK, report.Text())
	require.GreaterOrEqual(t, report.Total().Count[suite.Passed], 100)
	require.Greater(t, report.Campaign.Operations, uint64(100))
	require.Greater(t, report.Campaign.Counts.Dumps, uint64(100), "no worlds were compared")
}

// With all its defects fixed, each engine agrees with the reference. A defect that needs another start
// command is fixed in its own run.
func TestMended(t *testing.T) {
	long.Only(t, "runs eight campaigns of engines in JavaScript and Lua")
	commands := map[string]string{}
	for _, library := range libraries {
		known, err := suite.ReadKnown(os.DirFS(library), "known.yaml")
		require.NoError(t, err)
		commands[library] = start(library)
		for _, e := range known.Entries {
			require.NotEmpty(t, e.Mended, e.ID)
			commands[library] += " " + e.Mended
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(started)) {
		if library, _, _ := strings.Cut(folder, "/"); library != "bitecs" {
			commands[library+", all options"] = commands[library] + strings.TrimPrefix(started[folder], start(library)) +
				" --mended " + filepath.Base(folder)
			continue
		}
		commands["bitecs, all options"] += " " + strings.TrimPrefix(started[folder], "node bitecs/main.mjs") +
			" --mended " + filepath.Base(folder)
	}
	commands["bitecs, all options"] = commands["bitecs"] + commands["bitecs, all options"]
	for name, command := range commands {
		t.Run(name, func(t *testing.T) {
			library, _, _ := strings.Cut(name, ",")
			needs(t, library)
			o := suite.Options{
				Workers: 1, Transcripts: 8, Traces: 20, Seed: 1, ReduceFor: -1,
				Keep: func(names ...string) bool { return strings.HasPrefix(names[1], "generated/") },
			}
			if testing.Short() {
				o.Transcripts, o.Traces = 2, 8
			}
			report, err := suite.Run(t.Context(), suite.Adapter(command, patient), o)
			require.NoError(t, err)
			require.Empty(t, report.Findings, report.Text())
			require.True(t, report.OK, report.Text())
		})
	}
}

// Each folder of evidence has the name of a defect. With that defect fixed, its traces agree.
func TestEvidenceAgreesOnceFixed(t *testing.T) {
	for _, folder := range evidence(t) {
		t.Run(folder, func(t *testing.T) {
			library, _, _ := strings.Cut(filepath.ToSlash(folder), "/")
			needs(t, library)
			var traces []*spec.Trace
			for _, file := range tracesIn(t, folder) {
				traces = append(traces, read(t, file))
			}
			command := startOf(folder) + " --mended " + filepath.Base(folder)
			report, err := suite.Run(t.Context(), suite.Adapter(command, patient),
				suite.Options{Workers: 1, ReduceFor: -1, OwnTraces: traces})
			require.NoError(t, err)
			require.True(t, report.OK, report.Text())
			require.Equal(t, len(traces), report.Total().Count[suite.Passed])
		})
	}
}

// An unknown defect is refused with the list of known ones.
func TestAnUnknownDefectIsRefused(t *testing.T) {
	for _, library := range libraries {
		t.Run(library, func(t *testing.T) {
			needs(t, library)
			known, err := suite.ReadKnown(os.DirFS(library), "known.yaml")
			require.NoError(t, err)
			_, err = adapter.Start(t.Context(), start(library)+" --mended nothing", patient)
			require.ErrorContains(t, err, "--mended nothing: unknown defect; use one of ")
			for _, e := range known.Entries {
				require.ErrorContains(t, err, e.ID)
			}
		})
	}
}

func TestExample(t *testing.T) {
	needs(t, "")
	report, err := suite.Run(t.Context(), suite.Adapter("node example/main.mjs", patient),
		suite.Options{Workers: 1, Transcripts: 5, Traces: 20, Seed: 1, ReduceFor: -1})
	require.NoError(t, err)
	require.True(t, report.OK, report.Text())
	require.Greater(t, report.Total().Count[suite.Passed], 20)
}

// A wildcard is not an entity, so no operation can ask whether it is alive (ids.wildcard-refused).
func TestNoWildcardIsAlive(t *testing.T) {
	var traces []*spec.Trace
	for _, wildcard := range []spec.Handle{"*", "_"} {
		traces = append(traces, spec.NewTrace("flecs-3", spec.Operation{Op: spec.OpAlive, Entity: wildcard}))
	}
	for _, library := range append([]string{"example"}, libraries...) {
		if library == "ape-ecs" || library == "becsy" {
			continue // has only own profiles
		}
		t.Run(library, func(t *testing.T) {
			needs(t, strings.TrimPrefix(library, "example"))
			o := suite.Options{Workers: 1, ReduceFor: -1, OwnTraces: traces}
			report, err := suite.Run(t.Context(), suite.Adapter(start(library), patient), o)
			require.NoError(t, err)
			require.True(t, report.OK, report.Text())
			require.Equal(t, len(traces), report.Total().Count[suite.Passed])
		})
	}
}

// The code in docs/implementers.md equals that of the example.
func TestImplementersPageShowsTheExample(t *testing.T) {
	page, err := os.ReadFile("../docs/implementers.md")
	require.NoError(t, err)
	example, err := os.ReadFile("example/main.mjs")
	require.NoError(t, err)
	blocks := strings.Split(string(page), "```js\n")[1:]
	require.Len(t, blocks, 6)
	for _, block := range blocks {
		code, _, ended := strings.Cut(block, "```")
		require.True(t, ended)
		require.Contains(t, string(example), code)
	}
}

// started says how the adapter is started for evidence that needs more than the defaults.
var started = map[string]string{
	"bitecs/evidence/versioned-ids":    "node bitecs/main.mjs --versioning",
	"bitecs/evidence/array-components": "node bitecs/main.mjs --arrays",
	"jecs/evidence/bulk-insert":        "lua5.4 jecs/main.lua --bulk",
}

// startOf returns the command that starts the adapter for a folder of evidence.
func startOf(folder string) string {
	if command := started[filepath.ToSlash(folder)]; command != "" {
		return command
	}
	library, _, _ := strings.Cut(filepath.ToSlash(folder), "/")
	return start(library)
}

func tracesIn(t *testing.T, folder string) []string {
	t.Helper()
	traces, err := filepath.Glob(filepath.Join(folder, "trace*.jsonl"))
	require.NoError(t, err)
	require.NotEmpty(t, traces)
	return traces
}

func evidence(t *testing.T) []string {
	t.Helper()
	var folders []string
	for _, library := range libraries {
		found, err := filepath.Glob(library + "/evidence/*")
		require.NoError(t, err)
		folders = append(folders, found...)
	}
	require.GreaterOrEqual(t, len(folders), 14)
	return folders
}

// Every trace of the evidence still fails, and its protocol lines show the same. The templates of
// the adapter produce its snippet, which does not use relspec. UPDATE_DOCS=1 writes the snippets.
func TestEvidenceStillFails(t *testing.T) {
	for _, folder := range evidence(t) {
		t.Run(folder, func(t *testing.T) {
			library, _, _ := strings.Cut(filepath.ToSlash(folder), "/")
			needs(t, library)
			command := startOf(folder)
			var templates *snippet.Templates // none: the snippet is written by hand
			if file := suite.TemplatesNextTo(command); file != "" {
				var err error
				templates, err = snippet.Read(os.DirFS("."), file)
				require.NoError(t, err)
			}
			p, err := adapter.Start(t.Context(), command, patient)
			require.NoError(t, err)
			defer p.Close() //nolint:errcheck // always nil
			im := oracle.Implementation{Name: library, New: p.World, Foreign: true}
			for _, file := range tracesIn(t, folder) {
				trace := read(t, file)
				result, err := oracle.Run(trace, engines.Model(), []oracle.Implementation{im}, oracle.RunOptions{})
				require.NoError(t, err)
				require.Len(t, result.Divergences, 1, file)
				d := &result.Divergences[0]
				require.Equal(t, len(trace.Entries)-1, d.Index, "%s: the last operation must differ", file)
				if templates == nil {
					continue
				}
				written, err := suite.Snippet(templates, trace, d, command)
				require.NoError(t, err)
				checkSnippet(t, snippetOf(file), written.Text)
			}
		})
	}
}

// snippetOf returns the file name of the snippet of a trace.
func snippetOf(trace string) string {
	return strings.TrimSuffix(strings.Replace(trace, "trace", "snippet", 1), ".jsonl") + languageOf(trace).snippet
}

// outputOf returns the file name of the output of a snippet.
func outputOf(snippet string) string {
	return strings.TrimSuffix(strings.Replace(snippet, "snippet", "output", 1), filepath.Ext(snippet)) + ".txt"
}

// checkSnippet compares a snippet with its file. With UPDATE_DOCS it writes the snippet and its
// output, and both into the issue.
func checkSnippet(t *testing.T, file string, text []byte) {
	t.Helper()
	old, err := os.ReadFile(file)
	if os.Getenv("UPDATE_DOCS") == "" {
		require.NoError(t, err)
		require.Equal(t, string(text), string(old), "run UPDATE_DOCS=1 go test ./adapters -run Evidence")
		return
	}
	require.NoError(t, os.WriteFile(file, text, 0o644))
	language := languageOf(file)
	out, err := language.printed(t, file)
	require.NoError(t, err, string(text))
	require.NoError(t, os.WriteFile(outputOf(file), out, 0o644))
	if !strings.HasPrefix(filepath.Base(file), "snippet.") {
		return
	}
	issue := filepath.Join(filepath.Dir(file), "issue.md")
	page, err := os.ReadFile(issue)
	require.NoError(t, err)
	shown := "```" + language.fence + "\n" + string(text) + "```\n\n```\n" + string(out) + "```"
	page = regexp.MustCompile("(?s)```"+language.fence+"\n.*?```\n\n```\n.*?```").ReplaceAllLiteral(page, []byte(shown))
	require.NoError(t, os.WriteFile(issue, page, 0o644))
}

func read(t *testing.T, file string) *spec.Trace {
	t.Helper()
	f, err := os.Open(file)
	require.NoError(t, err)
	defer f.Close() //nolint:errcheck // read only
	trace, err := spec.ReadTrace(f, spec.ReadLimits{})
	require.NoError(t, err, file)
	return trace
}

func TestEvidenceIsComplete(t *testing.T) {
	short := map[string]int{} // pieces of evidence of five operations or fewer, by library
	for _, folder := range evidence(t) {
		text := func(name string) string {
			b, err := os.ReadFile(filepath.Join(folder, name))
			require.NoError(t, err)
			return string(b)
		}
		issue := text("issue.md")
		require.Contains(t, issue, strings.TrimSpace(text(filepath.Base(snippetOf(folder+"/trace.jsonl")))), folder)
		require.Contains(t, issue, strings.TrimSpace(text("output.txt")), folder)
		require.Contains(t, issue, "## What the documentation says", folder)
		for i, file := range tracesIn(t, folder) {
			trace := read(t, file)
			if i == 0 && len(trace.Entries) <= 5 {
				library, _, _ := strings.Cut(filepath.ToSlash(folder), "/")
				short[library]++
			}
			script := text(strings.Replace(filepath.Base(file), "trace", "protocol", 1))
			require.Equal(t, trace.Operations(), scripted(t, script, len(trace.Entries)), file)
		}
	}
	require.GreaterOrEqual(t, short["bitecs"], 3)
	require.GreaterOrEqual(t, short["koota"], 3)
	require.GreaterOrEqual(t, short["ecspresso"], 1)
	require.GreaterOrEqual(t, short["jecs"], 6)
}

// docs/adapters.md shows the snippet that is generated.
func TestAdaptersPageShowsASnippet(t *testing.T) {
	page, err := os.ReadFile("../docs/adapters.md")
	require.NoError(t, err)
	text, err := os.ReadFile("koota/evidence/not-finds-dead/snippet.mjs")
	require.NoError(t, err)
	require.Contains(t, string(page), "```js\n"+string(text)+"```")
}

// scripted returns the operations in protocol lines between reset and the end.
func scripted(t *testing.T, script string, n int) []spec.Operation {
	t.Helper()
	var ops []spec.Operation
	for line := range strings.Lines(script) {
		var op spec.Operation
		require.NoError(t, json.Unmarshal([]byte(line), &op))
		ops = append(ops, op)
	}
	require.GreaterOrEqual(t, len(ops), n+3)
	return ops[2 : 2+n]
}

// The snippets print the answers in the issues: the right one and a wrong one.
func TestSnippets(t *testing.T) {
	for _, folder := range evidence(t) {
		t.Run(folder, func(t *testing.T) {
			library, _, _ := strings.Cut(filepath.ToSlash(folder), "/")
			needs(t, library)
			for _, trace := range tracesIn(t, folder) {
				file := snippetOf(trace)
				out, err := languageOf(file).printed(t, file)
				require.NoError(t, err, file)
				want, err := os.ReadFile(outputOf(file))
				require.NoError(t, err)
				require.Equal(t, string(want), string(out), file)
				require.True(t, showsWrongAnswer(string(out)), "%s prints the right answer:\n%s", file, out)
			}
		})
	}
}

// Without a list of known failures, every finding of a short campaign has a snippet that shows the wrong
// answer with the library alone. So the templates cover everything that the adapters do.
func TestSnippetsOfFindings(t *testing.T) {
	long.Only(t, "runs and reduces four campaigns of engines in JavaScript")
	type run struct {
		library, flags string
		seed           uint64
	}
	runs := []run{{"bitecs", " --versioning", 12}}
	for _, library := range libraries {
		runs = append(runs, run{library, "", 2})
	}
	for _, r := range runs {
		library := r.library
		t.Run(library+r.flags, func(t *testing.T) {
			needs(t, library)
			command := start(library) + r.flags
			file := suite.TemplatesNextTo(command)
			if file == "" {
				t.Skipf("SKIPPED: the adapter of %s has no %s", library, suite.SnippetsFile)
			}
			templates, err := snippet.Read(os.DirFS("."), file)
			require.NoError(t, err)
			dir, err := os.MkdirTemp(library, "findings-") // the folder in which snippets find the library
			require.NoError(t, err)
			defer os.RemoveAll(dir) //nolint:errcheck // a scratch folder
			o := suite.Options{
				Workers: 1, Transcripts: -1, Traces: 30, Seed: r.seed, ReduceFor: -1, ReduceChecks: 150, Save: dir,
				Command: command, Snippets: templates,
				Parts: []suite.Part{suite.Campaign}, // less reduced traces test more of the templates
			}
			report, err := suite.Run(t.Context(), suite.Adapter(command, patient), o)
			require.NoError(t, err)
			require.NotEmpty(t, report.New())
			for _, f := range report.New() {
				written, err := filepath.Glob(filepath.Join(f.Saved, "snippet.*"))
				require.NoError(t, err)
				require.Len(t, written, 1)
				out, err := languageOf(library).printed(t, written[0])
				require.NoError(t, err, "%s\n%s", f.Name, out)
				require.True(t, showsWrongAnswer(string(out)), "%s\n%s", f.Name, out)
			}
		})
	}
}

// showsWrongAnswer reports whether the output of a snippet has the same query twice, and a wrong answer.
func showsWrongAnswer(out string) bool {
	expected := map[string]string{}
	for line := range strings.Lines(out) {
		if question, answer, found := strings.Cut(line, ", expected: "); found {
			expected[question] = strings.TrimSpace(answer)
		}
		if question, answer, found := strings.Cut(line, ", actual: "); found &&
			expected[question] != strings.TrimSpace(answer) {
			return true
		}
	}
	return false
}

// Lock files must not name the registry of the person who created them.
func TestLockFilesNameNoPrivateRegistry(t *testing.T) {
	files, err := filepath.Glob("*/package-lock.json")
	require.NoError(t, err)
	require.Len(t, files, len(libraries))
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		rest := strings.ReplaceAll(string(text), "https://registry.npmjs.org/", "")
		require.NotContains(t, rest, "://", file)
		require.Contains(t, rest, `"integrity"`, file)
	}
}
