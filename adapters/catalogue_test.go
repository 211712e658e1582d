package adapters_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/skeleton"
	"github.com/relspec/relspec/spec"
)

// The generated modules of reserved handles and arguments are up to date.
func TestTheKitHasTheCatalogue(t *testing.T) {
	catalogued(t, "kit/catalogue.mjs", kitCatalogue(t))
}

// The Lua adapters and the Lua skeleton have the same catalogue.
func TestLuaHasTheCatalogue(t *testing.T) {
	lua, err := skeleton.ByName("lua")
	require.NoError(t, err)
	files, err := skeleton.Files(lua, "flecs-3", "lua")
	require.NoError(t, err)
	i := slices.IndexFunc(files, func(f skeleton.File) bool { return f.Name == "catalogue.lua" })
	require.GreaterOrEqual(t, i, 0)
	catalogued(t, "lua/catalogue.lua", files[i].Text)
}

func catalogued(t *testing.T, file string, want []byte) {
	t.Helper()
	if os.Getenv("UPDATE_DOCS") != "" {
		require.NoError(t, os.WriteFile(file, want, 0o644))
	}
	got, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), string(got), "run UPDATE_DOCS=1 go test ./adapters -run Catalogue")
}

func kitCatalogue(t *testing.T) []byte {
	text := func(v any) string {
		b, err := json.Marshal(v)
		require.NoError(t, err)
		return string(b)
	}
	var b bytes.Buffer
	b.WriteString("// Written from the catalogue in spec by UPDATE_DOCS=1 go test ./adapters -run Catalogue. Do not edit.\n\n")
	b.WriteString("// The reserved handles of version 1, of every profile.\nexport const reserved = new Set([\n")
	for _, row := range spec.Catalogue() {
		fmt.Fprintf(&b, "\t%s,\n", text(row.Handle))
	}
	b.WriteString("]);\n\n// The operations of version 1 with the arguments that each may have.\nexport const argumentsOf = {\n")
	for _, row := range spec.Operations() {
		fmt.Fprintf(&b, "\t%s: %s,\n", row.Op, text(row.Arguments()))
	}
	b.WriteString("};\n")
	return b.Bytes()
}

// The kit answers unsupported to every argument of version 1 that an adapter does not implement, and syntax only to
// arguments that version 1 does not have.
func TestTheKitTakesEveryArgument(t *testing.T) {
	needs(t, "")
	script := `import { serve } from "./kit/serve.mjs";
serve({ profiles: ["flecs-3"] }, () => ({}));`
	var requests strings.Builder
	requests.WriteString(`{"op":"reset"}` + "\n")
	var asked []spec.OpKind
	for _, row := range spec.Operations() {
		if len(row.Needs()) == 0 {
			continue
		}
		request := map[string]any{"op": row.Op}
		for _, name := range row.Arguments() {
			request[name] = nil
		}
		line, err := json.Marshal(request)
		require.NoError(t, err)
		requests.Write(append(line, '\n'))
		asked = append(asked, row.Op)
	}
	command := exec.Command("node", "--input-type=module", "-e", script)
	command.Stdin = strings.NewReader(requests.String())
	out, err := command.Output()
	require.NoError(t, err)
	answers := strings.Split(strings.TrimSpace(string(out)), "\n")[1:]
	require.Len(t, answers, len(asked))
	for i, answer := range answers {
		require.Contains(t, answer, `"unsupported"`, asked[i])
	}
}
