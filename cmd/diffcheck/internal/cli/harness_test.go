package cli

import (
	"bytes"
	_ "embed"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/relspec/relspec/internal/golden"
	_ "github.com/relspec/relspec/internal/heap"
	"github.com/relspec/relspec/internal/misbehaving"
	"github.com/relspec/relspec/internal/oracle/transcript"
	"github.com/relspec/relspec/model"
	"github.com/relspec/relspec/oracle"
	"github.com/relspec/relspec/spec"
)

// asCommand is set for the test binary to act as diffcheck, for tests that need a process.
const asCommand = "RELSPEC_CLI_TEST_AS_COMMAND"

func TestMain(m *testing.M) {
	misbehaving.Play()
	if os.Getenv(asCommand) != "" {
		a := newApp(os.Stdin, os.Stdout, os.Stderr)
		os.Exit(a.run(os.Args[1:]))
	}
	os.Exit(m.Run())
}

// bench is an app that reads from and writes to memory.
type bench struct {
	app
	files       fstest.MapFS
	transcripts fstest.MapFS
	declared    string
	out, err    bytes.Buffer
}

// The feature is in its own file, so that the statements it cites do not count as covered.
//
//go:embed testdata/tags.feature
var feature string

// tagsTranscript returns a transcript of a version of Flecs.
func tagsTranscript(profile, version string) string {
	return fmt.Sprintf(`{"format":"relspec-trace","version":1,"profile":%q,"origin":"Flecs %s"}`, profile, version) + `
{"op": "note", "text": "tags", "got": {"ok": true}}
{"op": "entity", "entity": "T", "name": "T", "got": {"ok": true}}
{"op": "entity", "entity": "a", "name": "a", "got": {"ok": true}}
{"op": "add", "entity": "a", "id": "T", "got": {"ok": true}}
{"op": "has", "entity": "a", "id": "T", "got": {"ok": true, "value": true}}
`
}

const trace = `{"format":"relspec-trace","version":1,"profile":"flecs-3","note":"two cities"}
{"op":"entity","entity":"City","name":"City"}
{"op":"entity","entity":"LocatedIn","name":"LocatedIn","ids":["Transitive"]}
{"op":"entity","entity":"usa","name":"USA"}
{"op":"entity","entity":"ny","name":"NewYork","ids":["City",["LocatedIn","usa"]]}
{"op":"entity","entity":"bob","name":"Bob","ids":[["LocatedIn","ny"]]}
{"op":"entity","entity":"rock"}
{"op":"query","expr":"(LocatedIn, $place), City($place)","kind":"rule"}
{"op":"query","expr":"!City","kind":"filter"}
`

// newBench returns a bench with one feature, one transcript and one regression, and two engines
// that agree.
func newBench() *bench {
	b := &bench{
		files: fstest.MapFS{"city.jsonl": {Data: []byte(trace)}},
		transcripts: fstest.MapFS{
			"flecs-3.2.12/tags/01-tag.jsonl": {Data: []byte(tagsTranscript("flecs-3", "3.2.12"))},
			"flecs-4.0.5/tags/01-tag.jsonl":  {Data: []byte(tagsTranscript("flecs-4", "4.0.5"))},
		},
		declared: "declared: []",
	}
	b.Stdin, b.Stdout, b.Stderr = strings.NewReader(""), &b.out, &b.err
	b.open = func(name string) (io.ReadCloser, error) { return b.files.Open(name) }
	b.features = fstest.MapFS{"tags/tags.feature": {Data: []byte(feature)}}
	b.engines = []oracle.Implementation{named("model", nil), named("fast", nil)}
	b.repository = func() fs.FS { return nil }
	b.corpus = corpus{
		files:       func() ([]string, error) { return fs.Glob(b.transcripts, "*/*/*.jsonl") },
		transcripts: func() ([]*transcript.Transcript, error) { return transcript.Read(b.transcripts) },
		declarations: func() ([]transcript.Declaration,
			error,
		) {
			return transcript.ReadDeclarations([]byte(b.declared))
		},
		regressions: fstest.MapFS{"cities.jsonl": {Data: []byte(trace)}},
	}
	return b
}

// named returns the model under another name, with outcomes changed by spoil.
func named(name string, spoil func(*spec.Operation, *spec.Outcome)) oracle.Implementation {
	return oracle.Implementation{Name: name, New: func(p spec.Profile) (spec.Engine, error) {
		return spoilt{model.New(p), spoil}, nil
	}}
}

type spoilt struct {
	engine spec.Engine
	spoil  func(*spec.Operation, *spec.Outcome)
}

func (s spoilt) Apply(op spec.Operation) spec.Outcome {
	out := s.engine.Apply(op)
	if s.spoil != nil {
		s.spoil(&op, &out)
	}
	return out
}

// withBug makes the second engine lose the last row of every answer with several rows.
func (b *bench) withBug() *bench {
	b.engines[1] = named("fast", func(_ *spec.Operation, out *spec.Outcome) {
		if n := len(out.Rows); n > 1 {
			out.Rows = out.Rows[:n-1]
		}
	})
	return b
}

// oneWorker skips a test in a short run. Short runs look for data races, and the campaigns of this
// test have only one worker.
func oneWorker(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("every run has one worker, so there is nothing concurrent to test")
	}
}

// ofProcesses skips, in a short run, tests that kill processes. The race detector cannot report
// anything of a killed process, and other tests run the same campaigns in this process.
func ofProcesses(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("other tests run the same campaigns in this process")
	}
}

// command runs diffcheck with arguments and returns the exit code.
func (b *bench) command(args ...string) int {
	b.out.Reset()
	b.err.Reset()
	return b.run(args)
}

// volatile matches output that differs from run to run.
var volatile = regexp.MustCompile(`\d+(\.\d+)? s\b|[0-9a-f]{8}\b|"elapsed_(s|ns)": [0-9.e+-]+`)

// golden compares the output of several commands with a file.
func (b *bench) golden(t *testing.T, name string, commands ...[]string) {
	t.Helper()
	var got strings.Builder
	for _, args := range commands {
		code := b.command(args...)
		fmt.Fprintf(&got, "$ diffcheck %s\n%s", quotedArgs(args), b.out.String())
		if b.err.Len() > 0 {
			fmt.Fprintf(&got, "-- standard error --\n%s", b.err.String())
		}
		fmt.Fprintf(&got, "-- exit code %d --\n\n", code)
	}
	text := volatile.ReplaceAllString(got.String(), "<varies>")
	golden.Compare(t, filepath.Join("testdata", name+".golden"), text)
}

func quotedArgs(args []string) string {
	out := make([]string, len(args))
	for i, arg := range args {
		out[i] = arg
		if arg == "" || strings.ContainsAny(arg, " ()$!*'") {
			out[i] = "'" + arg + "'"
		}
	}
	return strings.Join(out, " ")
}
