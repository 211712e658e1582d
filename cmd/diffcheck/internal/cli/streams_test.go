package cli

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/console"
	"github.com/relspec/relspec/spec"
)

// writers lists the functions that may write to a stream, and why.
var writers = map[string]string{
	"run":            "hands the streams to cobra, for help, and errors to PrintJSON",
	"PrintText":      "escapes and shortens",
	"PrintErr":       "escapes and shortens",
	"ShowProgress":   "escapes and shortens",
	"OnTerminal":     "checks whether the stream is a terminal",
	"Lines":          "the prompt and what is typed at it",
	"PrintJSON":      "data",
	"PrintTrace":     "traces, with the escapes of JSON",
	"writeReport":    "reports and traces, whose formats escape text themselves",
	"adapterCommand": "the protocol of adapters",
}

// Text for people is escaped and shortened, so only the listed functions may write to a stream.
func TestStreamsAreWrittenInOnePlace(t *testing.T) {
	used := map[string]bool{}
	names, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, room := range []string{"../../../../internal/console/*.go"} {
		below, err := filepath.Glob(room)
		require.NoError(t, err)
		require.NotEmpty(t, below)
		names = append(names, below...)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		require.NoError(t, err)
		for _, d := range file.Decls {
			function, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			ast.Inspect(function, func(n ast.Node) bool {
				s, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				of, _ := s.X.(*ast.Ident)
				fromFmt := of != nil && of.Name == "fmt" && strings.HasPrefix(s.Sel.Name, "Print")
				fromOS := of != nil && of.Name == "os" && strings.HasPrefix(s.Sel.Name, "Std")
				ours := s.Sel.Name == "Stdout" || s.Sel.Name == "Stderr"
				if fromFmt || fromOS || ours {
					require.Contains(t, writers, function.Name.Name, "%s: use PrintErr or Print", name)
					used[function.Name.Name] = true
				}
				return true
			})
		}
	}
	require.Len(t, used, len(writers), "a listed writer no longer exists; used: %v", used)
}

const paint = "\x1b]0;owned\x07\u202e"

// reduce prints the divergence to standard error, or to standard output if the trace goes to a
// file.
func TestReduceEscapesTextOfEngines(t *testing.T) {
	for _, args := range [][]string{
		{"reduce", "city.jsonl"},
		{"reduce", "city.jsonl", "--out", t.TempDir() + "/out.jsonl"},
	} {
		b := newBench()
		b.engines[1] = named("fast", func(op *spec.Operation, out *spec.Outcome) {
			if op.Op == spec.OpQuery {
				*out = spec.Outcome{Err: spec.Errorf(spec.CodeInvalid, "%s%s", paint, strings.Repeat("x", 20_000))}
			}
		})
		require.Equal(t, console.ExitOK, b.command(args...), b.err.String())
		text := b.out.String() + b.err.String()
		require.Contains(t, text, `\x1b]0;owned\x07`)
		require.False(t, spec.Hides(text), "%q", text)
		require.NotContains(t, text, strings.Repeat("x", 10_000))
	}
}

// The trace on standard output is a valid trace file: lines are not shortened, and escapes decode
// to the original text.
func TestReducePrintsAWholeTrace(t *testing.T) {
	for _, note := range []string{strings.Repeat("Ny", 10_000), "delete \x7f, override \u202e, tag \U000e0001"} {
		quoted, err := json.Marshal(note)
		require.NoError(t, err)
		b := newBench().withBug().withFile("noted.jsonl",
			[]byte(strings.Replace(trace, `"two cities"`, string(quoted), 1)))
		require.Equal(t, console.ExitOK, b.command("reduce", "noted.jsonl"), b.err.String())
		require.False(t, spec.Hides(b.out.String()))
		small, err := spec.ReadTrace(&b.out, spec.ReadLimits{})
		require.NoError(t, err)
		require.Equal(t, note, small.Header.Note)
	}
}
