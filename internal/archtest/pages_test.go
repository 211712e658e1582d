package archtest

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const root = "../.."

// texts returns the files of the repository with one of the suffixes, by path.
func texts(t *testing.T, suffixes ...string) map[string]string {
	found := map[string]string{}
	require.NoError(t, filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			if file != root && (strings.HasPrefix(entry.Name(), ".") ||
				slices.Contains([]string{"node_modules", "transcripts", "bin", "findings"}, entry.Name())) {
				return fs.SkipDir
			}
		case slices.ContainsFunc(suffixes, func(s string) bool { return strings.HasSuffix(file, s) }):
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			name, err := filepath.Rel(root, file)
			found[filepath.ToSlash(name)] = string(text)
			return err
		}
		return nil
	}))
	require.NotEmpty(t, found)
	return found
}

func TestPagesAreIndexed(t *testing.T) {
	index := texts(t, "README.md")
	for name := range texts(t, ".md") {
		folder, file := path.Split(name)
		if (folder == "docs/" || folder == "docs/decisions/") && file != "README.md" {
			require.Contains(t, index[folder+"README.md"], "("+file+")", "%sREADME.md lacks %s", folder, file)
		}
	}
}

var (
	link  = regexp.MustCompile(`\]\(([^)#\s]+)(?:#[^)]*)?\)`)
	code  = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
	cited = regexp.MustCompile(`\bdocs/[A-Za-z0-9_./-]*[A-Za-z0-9]`)
	// elsewhere are pages of the design, which are not part of the repository.
	elsewhere = regexp.MustCompile(`\b(?:DESIGN|EXPERIENCE|HOUSE|PROFILES|PROTOCOL|STYLE|WORKLOADS)\b(?:\.md|[ ,"]+(?:ruling|section|[0-9"]))`)
)

// A citation names a page that the repository has.
func TestCitationsNamePagesThatExist(t *testing.T) {
	for name, text := range texts(t, ".md") {
		if strings.Contains(name, "/testdata/") {
			continue
		}
		for _, match := range link.FindAllStringSubmatch(code.ReplaceAllString(text, "`"), -1) {
			if !strings.Contains(match[1], "://") {
				assert.FileExists(t, folderOrFile(path.Join(path.Dir(name), match[1])), "%s links to %s", name,
					match[1])
			}
		}
	}
	checked := 0
	for name, text := range texts(t, ".go", ".md", ".yaml", ".feature", ".mjs", ".js") {
		if strings.Contains(name, "/testdata/") || strings.HasPrefix(name, "internal/archtest/") {
			continue
		}
		assert.Empty(t, elsewhere.FindString(text), "%s cites a page that the repository does not have", name)
		for _, page := range cited.FindAllString(text, -1) {
			if foreign(name, text, page) {
				continue
			}
			assert.FileExists(t, folderOrFile(page), "%s cites %s", name, page)
			checked++
		}
	}
	require.Greater(t, checked, 80)
}

// foreign reports whether a citation names a page of another repository, or a page that only a test
// creates.
func foreign(name, text, page string) bool {
	switch {
	case strings.HasPrefix(name, "spec/ledger/") && strings.HasSuffix(name, "_test.go"),
		strings.HasPrefix(name, "adapters/"), name == "docs/adapters.md",
		name == "cmd/diffcheck/internal/cli/commands_test.go", page == "docs/results/NAME.md":
		return true
	}
	return strings.Contains(text, "/"+page)
}

// folderOrFile resolves a path below the root: a number such as decisions/006 to its page, and an
// existing folder to any file in it.
func folderOrFile(name string) string {
	full := filepath.Join(root, filepath.FromSlash(name))
	if info, err := os.Stat(full); err == nil && info.IsDir() {
		return filepath.Join(root, "go.mod")
	}
	if decision, _ := filepath.Glob(full + "-*.md"); len(decision) == 1 {
		return decision[0]
	}
	return full
}

// The files named in docs/architecture.md exist. Further files of a folder are named without it.
func TestArchitectureNamesFilesThatExist(t *testing.T) {
	page := texts(t, "docs/architecture.md")["docs/architecture.md"]
	files := regexp.MustCompile("`((?:[a-z_]+/)*)([a-z_]+\\.go)`").FindAllStringSubmatch(page, -1)
	require.Greater(t, len(files), 40)
	folder := ""
	for _, file := range files {
		if file[1] != "" {
			folder = file[1]
		}
		assert.FileExists(t, filepath.Join(root, filepath.FromSlash(folder+file[2])))
	}
}
