package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/internal/engines"
	"github.com/relspec/relspec/internal/misbehaving"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// A replay that runs out of time prints what it compared and says so.
func TestReplayEndsWhenItsTimeIsOver(t *testing.T) {
	trace, err := spec.ReadTrace(strings.NewReader(misbehaving.HidesTrace), spec.ReadLimits{})
	require.NoError(t, err)
	file := newReplayedFile("x.jsonl", trace, []oracle.Implementation{engines.Model(), engines.Fast()},
		func() bool { return true })
	require.NoError(t, file.compare())
	require.NoError(t, file.judge(nil, false))
	file.TimedOut = true
	require.Empty(t, file.Divergences)
	var text strings.Builder
	file.Text(&text)
	require.Contains(t, text.String(), "stopped by --timeout: 0 answers compared")
	report := &replayReport{Files: []*replayedFile{file}}
	require.Equal(t, "0 of 1 file and 0 answers", report.compared(1))
}

// The same list explains the answers of a live engine and its recorded answers.
func TestReplayJudgesByAListOfKnownFailures(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
		return name
	}
	trace := write("toy.jsonl", `{"format":"relspec-trace","version":1,"profile":"flecs-3","origin":"toy 1.2"}
{"op":"entity","entity":"R","got":{"ok":true}}
{"op":"entity","entity":"a","ids":[["R","R"]],"got":{"ok":true}}
{"op":"query","terms":[{"first":"R","second":"R"}],"got":{"ok":true,"results":[]}}
`)
	known := write("known.yaml", "known: [{id: forgets, versions: ['1.2'], reason: r, ops: [query], missing: {row: this}}]")
	other := write("other.yaml", "known: [{id: forgets, versions: ['1.3'], reason: r, ops: [query], missing: {row: this}}]")
	code, out, _ := outside("replay", "--recorded", "--engine", "model", "--known", known, trace)
	require.Equal(t, console.ExitOK, code, out)
	require.Contains(t, out, "declared (forgets)")
	code, out, _ = outside("replay", "--recorded", "--engine", "model", "--known", other, trace)
	require.Equal(t, console.ExitDiverged, code, out)
	require.Contains(t, out, "unexplained")
	code, _, _ = outside("replay", "--recorded", "--engine", "model", "--known", dir, trace)
	require.Equal(t, console.ExitBroken, code)
}

// If the engines agree, the output also counts the refused operations. It shows each of them with
// its line and the reason.
func TestReplayShowsRefusals(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x.jsonl")
	replay := func(lines ...string) string {
		text := `{"format":"relspec-trace","version":1,"profile":"flecs-3"}` + "\n" + strings.Join(lines, "\n") + "\n"
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
		code, out, said := outside("replay", name)
		require.Equal(t, console.ExitOK, code, out+said)
		return out
	}
	out := replay(`{"op":"entity","entity":"B"}`, ``, `{"op":"add","entity":"A","id":"B"}`,
		`{"op":"query","expr":"B, ("}`)
	require.Regexp(t, `(?m)^REFUSED  operation 2 \(line 4\), add A B\n  unresolved: .+$`, out)
	require.Regexp(t, `(?m)^REFUSED  operation 3 \(line 5\), query .*\n  syntax: .+ \(line 1, column \d+ of the query\)$`, out)
	require.Contains(t, out, "3 operations on model,fast: agree, 2 of them refused\n")
	require.Contains(t, replay(`{"op":"add","entity":"A","id":"B"}`),
		"agree, but every operation was refused, so nothing was tested\n")
	require.NotContains(t, replay(`{"op":"entity","entity":"B"}`), "refused")
}

// If an entity has several targets, an engine may return any of them as the first (declared.value).
// Another entity is a difference.
func TestReplayTakesAnyFirstTarget(t *testing.T) {
	replayed := func(profile, operations string) (int, string) {
		name := filepath.Join(t.TempDir(), "first.jsonl")
		text := `{"format":"relspec-trace","version":1,"profile":"` + profile + `","origin":"recorded"}` + operations
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
		code, out, _ := outside("replay", "--recorded", "--engine", "model", name)
		return code, out
	}
	const edges = `
{"op":"relationship","entity":"R","reverse_index":true}
{"op":"entity","entity":"a"}
{"op":"entity","entity":"b"}
{"op":"entity","entity":"c"}
{"op":"entity","entity":"s"}
{"op":"set","entity":"s","id":["R","b"]}
{"op":"set","entity":"s","id":["R","a"]}
{"op":"set","entity":"b","id":["R","c"]}
{"op":"target","entity":"s","relationship":"R","got":{"ok":true,"value":"FIRST"}}
{"op":"get","entity":"s","id":"R","got":{"ok":true,"value":{"target":"FIRST"}}}
{"op":"walk_up","entity":"s","relationship":"R","got":{"ok":true,"values":[WALK]}}
`
	for first, walk := range map[string]string{"a": `"a"`, "b": `"b","c"`} {
		code, out := replayed("tecs", strings.NewReplacer("FIRST", first, "WALK", walk).Replace(edges))
		require.Equal(t, console.ExitOK, code, out)
		require.Contains(t, out, "3 recorded answers compared")
	}
	code, out := replayed("tecs", strings.NewReplacer("FIRST", "c", "WALK", `"c"`).Replace(edges))
	require.Equal(t, console.ExitDiverged, code, out)
	require.Equal(t, 3, strings.Count(out, "DIFFERENCE  "))

	const inherited = `
{"op":"entity","entity":"R"}
{"op":"entity","entity":"a"}
{"op":"entity","entity":"b"}
{"op":"entity","entity":"base","ids":[["R","a"]]}
{"op":"entity","entity":"s","ids":[["R","b"],["IsA","base"]]}
{"op":"target","entity":"s","relationship":"R","got":{"ok":true,"value":"a"}}
{"op":"target","entity":"s","relationship":"R","got":{"ok":true,"value":"b"}}
`
	code, out = replayed("flecs-3", inherited)
	require.Equal(t, console.ExitOK, code, out)
	require.Contains(t, out, "2 recorded answers compared")
}
