package play

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The committed page is up to date with build.mjs and its sources.
func TestThePageIsCurrent(t *testing.T) {
	here := os.DirFS(".")
	sources, err := fs.ReadDir(here, "src")
	require.NoError(t, err)
	names := []string{"build.mjs", "package-lock.json"}
	for _, s := range sources {
		names = append(names, path.Join("src", s.Name()))
	}
	sum := sha256.New()
	for _, name := range names {
		text, err := fs.ReadFile(here, name)
		require.NoError(t, err)
		_, _ = sum.Write(append([]byte(name), text...))
	}
	built, err := fs.ReadFile(page(), "built-from.txt")
	require.NoError(t, err)
	require.Equal(t, hex.EncodeToString(sum.Sum(nil)), strings.TrimSpace(string(built)),
		"play/page was built from other sources: run \"make play\" and commit play/page")
}

func TestOnlyThePageMayAskTheEngines(t *testing.T) {
	server := httptest.NewServer(Handler())
	defer server.Close()
	get, err := http.Get(server.URL)
	require.NoError(t, err)
	text, err := io.ReadAll(get.Body)
	require.NoError(t, err)
	require.NoError(t, get.Body.Close())
	found := regexp.MustCompile(`<html data-token="(\w+)" `).FindSubmatch(text)
	require.NotNil(t, found, "the page has the token")
	token := string(found[1])

	const about = `{"call": "about"}`
	for name, c := range map[string]struct {
		token, host, origin, body string
		status                    int
	}{
		"the page":         {token: token, body: about, status: http.StatusOK},
		"by its name":      {token: token, host: "localhost:7317", body: about, status: http.StatusOK},
		"IPv6":             {token: token, host: "[::1]:7317", body: about, status: http.StatusOK},
		"its own origin":   {token: token, host: "localhost:1", origin: "http://localhost:1", body: about, status: http.StatusOK},
		"no token":         {body: about, status: http.StatusForbidden},
		"another token":    {token: "x" + token, body: about, status: http.StatusForbidden},
		"a foreign name":   {token: token, host: "example.org:7317", body: about, status: http.StatusForbidden},
		"a foreign page":   {token: token, origin: "https://example.org", body: about, status: http.StatusForbidden},
		"a page elsewhere": {token: token, host: "localhost:1", origin: "http://localhost:2", body: about, status: http.StatusForbidden},
		"too large":        {token: token, body: strings.Repeat(" ", maxCall+1), status: http.StatusRequestEntityTooLarge},
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL+"/call", strings.NewReader(c.body))
		require.NoError(t, err)
		r.Host = c.host
		if c.token != "" {
			r.Header.Set("X-Relspec-Token", c.token)
		}
		if c.origin != "" {
			r.Header.Set("Origin", c.origin)
		}
		answer, err := http.DefaultClient.Do(r)
		require.NoError(t, err, name)
		text, _ := io.ReadAll(answer.Body) // the server may close the connection
		require.NoError(t, answer.Body.Close())
		require.Equal(t, c.status, answer.StatusCode, "%s: %s", name, text)
		if c.status == http.StatusOK {
			require.Contains(t, string(text), `"ok"`)
		}
	}
	for _, name := range []string{"scenarios.json", "statements.json", "main.js"} {
		answer, err := http.Get(server.URL + "/" + name)
		require.NoError(t, err)
		require.Equal(t, http.StatusOK, answer.StatusCode, name)
		require.Equal(t, contentTypes[path.Ext(name)], answer.Header.Get("Content-Type"))
		require.NoError(t, answer.Body.Close())
	}
	gone, err := http.Get(server.URL + "/call")
	require.NoError(t, err)
	require.NoError(t, gone.Body.Close())
	require.NotEqual(t, http.StatusOK, gone.StatusCode)
}
