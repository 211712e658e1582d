package adapters_test

import (
	"encoding/json"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/relspec/relspec/internal/long"
)

// installedAdapter is a program of a user who installed the kit. It imports the kit by its name,
// and single files of it.
const installedAdapter = `import { refuse, serve, unsupported, World } from "relspec-adapter-kit";
import { reserved } from "relspec-adapter-kit/catalogue.mjs";
import { serve as same } from "relspec-adapter-kit/serve.mjs";

if (serve !== same || !reserved.has("ChildOf") || typeof World !== "function") throw new Error("the kit is not whole");
serve({ implementation: "installed", profiles: ["flecs-3"] }, () => ({
	close() {},
	alive: ({ entity }) => (entity === "*" ? refuse("invalid", "a wildcard") : { value: false }),
	count: () => unsupported("nothing is counted"),
}));
`

// The kit can be installed from a folder, as the published package, and from a git repository, and is
// imported by its name.
func TestTheKitIsInstalled(t *testing.T) {
	long.Only(t, "installs packages with npm")
	needsTools(t, "the installation of the kit is not tested", "node", "npm", "git")
	folder, err := filepath.Abs("kit")
	require.NoError(t, err)
	for name, from := range map[string]string{
		"path": folder, "checkout": filepath.Dir(filepath.Dir(folder)), "package": packed(t, folder),
		"git": "git+file://" + repository(t),
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			require.NoError(t, os.WriteFile(filepath.Join(dir, "package.json"), []byte("{}"), 0o600))
			require.NoError(t, os.WriteFile(filepath.Join(dir, "main.mjs"), []byte(installedAdapter), 0o600))
			in(t, dir, "npm", "install", "--offline", "--no-audit", "--no-fund", from)
			c := exec.CommandContext(t.Context(), "node", "main.mjs")
			c.Dir, c.Stdin = dir, strings.NewReader(`{"op":"reset"}
{"op":"alive","entity":"*"}
{"op":"alive","entity":"a"}
{"op":"count","id":"a"}
{"op":"quit"}
`)
			out, err := c.Output()
			require.NoError(t, err)
			require.Equal(t, `{"ok":true}
{"ok":false,"error":{"code":"invalid","message":"a wildcard"}}
{"ok":true,"value":false}
{"ok":false,"error":{"code":"unsupported","message":"nothing is counted"}}
{"ok":true}
`, string(out))
		})
	}
}

// packed returns the archive that npm would publish for a folder.
func packed(t *testing.T, folder string) string {
	t.Helper()
	dir := t.TempDir()
	in(t, dir, "npm", "pack", "--silent", folder)
	files, err := filepath.Glob(filepath.Join(dir, "*.tgz"))
	require.NoError(t, err)
	require.Len(t, files, 1)
	return files[0]
}

// repository creates a repository with the files of the kit in this checkout.
func repository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	files, err := filepath.Glob("kit/*")
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "adapters", "kit"), 0o750))
	for _, file := range append(files, "../package.json") {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(dir, "adapters", file), text, 0o600))
	}
	in(t, dir, "git", "init", "-q")
	in(t, dir, "git", "add", "-A")
	in(t, dir, "git", "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "the kit")
	return dir
}

func in(t *testing.T, dir, name string, args ...string) {
	t.Helper()
	c := exec.CommandContext(t.Context(), name, args...)
	c.Dir = dir
	out, err := c.CombinedOutput()
	require.NoError(t, err, string(out))
}

// npm installs the whole repository for git+ addresses, so the package.json of the repository must describe the same
// package as that of adapters/kit. Its index exports everything.
func TestTheKitIsOnePackage(t *testing.T) {
	read := func(file string) map[string]any {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		var out map[string]any
		require.NoError(t, json.Unmarshal([]byte(text), &out))
		return out
	}
	kit, whole := read("kit/package.json"), read("../package.json")
	for _, name := range []string{"name", "version", "description", "license", "engines"} {
		require.Equal(t, kit[name], whole[name], name)
		require.NotEmpty(t, kit[name])
	}
	require.Equal(t, []any{"*.mjs"}, kit["files"])
	require.Equal(t, []any{"adapters/kit/*.mjs"}, whole["files"])
	exports := maps.Clone(kit["exports"].(map[string]any))
	for name, at := range exports {
		exports[name] = "./adapters/kit/" + strings.TrimPrefix(at.(string), "./")
	}
	require.Equal(t, exports, whole["exports"])
	index, err := os.ReadFile("kit/index.mjs")
	require.NoError(t, err)
	files, err := filepath.Glob("kit/*.mjs")
	require.NoError(t, err)
	for _, file := range files {
		if name := filepath.Base(file); name != "index.mjs" {
			require.Contains(t, string(index), `from "./`+name+`"`)
		}
	}
}
