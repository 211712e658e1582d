package site

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// repository is the prefix of links to files that are not on the site.
const repository = "https://github.com/relspec/relspec/blob/main/"

var markdownLink = regexp.MustCompile(`\]\(([^()\s]+)\)`)

// flecsFindings is the page about released Flecs versions.
const (
	flecsFindings     = "internal/oracle/transcript/testdata/transcripts/FINDINGS.md"
	flecsFindingsPage = "engines/flecs-findings.md"
)

// findPages returns the pages of the site by their source files: the pages of docs, the CHANGELOG,
// the pages of adapters with the evidence against their engines, and those about the answers of released
// engines.
func findPages(root string) (map[string]string, error) {
	pages := map[string]string{
		"CHANGELOG.md": path.Join("docs", "changelog.md"), // no page of docs
		flecsFindings:  flecsFindingsPage, declarations: differencesPage,
	}
	err := filepath.WalkDir(filepath.Join(root, "docs"), func(file string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && strings.HasSuffix(file, ".md") {
			name, _ := filepath.Rel(root, file)
			name = filepath.ToSlash(name)
			pages[name] = siteName(name)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, pattern := range []string{"*/README.md", "*/evidence/*/issue.md"} {
		files, err := filepath.Glob(filepath.Join(root, "adapters", pattern))
		if err != nil {
			return nil, err
		}
		for _, file := range files {
			name, _ := filepath.Rel(root, file)
			name = filepath.ToSlash(name)
			pages[name] = strings.NewReplacer("adapters/", "engines/", "/evidence", "").Replace(path.Dir(name)) + ".md"
		}
	}
	return pages, nil
}

// writePages copies the pages and gives each a title. Links to pages become links within the site,
// other links go to the repository.
func writePages(root, out string, pages map[string]string) error {
	for from, to := range pages {
		if from == declarations || strings.HasPrefix(from, bookFolder) { // the table and the book are generated separately
			continue
		}
		text, err := os.ReadFile(filepath.Join(root, from))
		if err != nil {
			return err
		}
		page, err := sitePage(root, from, string(text), pages)
		if err != nil {
			return err
		}
		if path.Base(from) == "issue.md" {
			traces, err := tracesOfPage(root, from)
			if err != nil {
				return err
			}
			page += traces
		}
		if err := writeFile(filepath.Join(out, to), page); err != nil {
			return err
		}
	}
	return nil
}

// tracesOfPage returns links that open the traces of an evidence page in the playground.
func tracesOfPage(root, page string) (string, error) {
	files, err := filepath.Glob(filepath.Join(root, path.Dir(page), "trace*.jsonl"))
	if err != nil || len(files) == 0 {
		return "", err
	}
	var part strings.Builder
	part.WriteString("\n## What the reference and fast answer\n")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return "", err
		}
		t, err := readTrace(file, string(text))
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&part, "- [%s in the playground](/play/#%s)\n", filepath.Base(file), t.Play)
	}
	return part.String(), nil
}

var reportLine = regexp.MustCompile("(?m)^- (command|version|date): `?([^`\\n]*)")

// reports returns the title, url, command, version and date of each page of docs/results, by title.
func reports(root string) ([]map[string]string, error) {
	files, err := filepath.Glob(filepath.Join(root, "docs/results", "*.md"))
	if err != nil {
		return nil, err
	}
	all := make([]map[string]string, len(files))
	for i, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		all[i] = map[string]string{"title": titleOf(string(text)), "url": siteURL("docs/results/" + filepath.Base(file))}
		for _, line := range reportLine.FindAllStringSubmatch(string(text), -1) {
			all[i][line[1]] = line[2]
		}
	}
	slices.SortFunc(all, func(a, b map[string]string) int { return strings.Compare(a["title"], b["title"]) })
	return all, nil
}

func titleOf(text string) string {
	title, _, _ := strings.Cut(strings.TrimPrefix(text, "# "), "\n")
	return title
}

// withHead returns a page with front matter. The page is not a template, because code on it may contain the
// braces of templates.
func withHead(title, layout, url, more, body string) string {
	return fmt.Sprintf("---\ntitle: %q\nlayout: %s.njk\npermalink: %s\n%s\n---\n%s", title, layout, url, more, body)
}

// sitePage returns a page of the repository as one of the site.
func sitePage(root, from, text string, pages map[string]string) (string, error) {
	body, err := siteText(root, from, text, pages)
	return withHead(titleOf(text), "page", siteURL(pages[from]), "source: "+from, body), err
}

// siteText returns a part of a page with the links of the site.
func siteText(root, from, text string, pages map[string]string) (string, error) {
	var broken error
	outside := func(line string) string {
		return markdownLink.ReplaceAllStringFunc(line, func(link string) string {
			target := link[2 : len(link)-1]
			if strings.Contains(target, "://") || strings.HasPrefix(target, "#") {
				return link
			}
			file, fragment, _ := strings.Cut(target, "#")
			file = path.Join(path.Dir(from), file)
			if fragment != "" {
				fragment = "#" + fragment
			}
			if page, ok := pages[file]; ok {
				return "](" + siteURL(page) + fragment + ")"
			}
			if _, err := os.Stat(filepath.Join(root, file)); err != nil {
				broken = fmt.Errorf("%s: the link %s has no target", from, target)
			}
			return "](" + repository + file + fragment + ")"
		})
	}
	lines, code := strings.Split(text, "\n"), false
	for i, line := range lines {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			code = !code
		}
		if code {
			continue
		}
		spans := strings.Split(line, "`") // every second one is code
		for j := 0; j < len(spans); j += 2 {
			spans[j] = outside(spans[j])
		}
		lines[i] = strings.Join(spans, "`")
	}
	return strings.Join(lines, "\n"), broken
}

// siteName returns the file name of a page on the site.
func siteName(file string) string {
	if chapter, is := strings.CutPrefix(file, bookFolder); is {
		file = "specification/" + chapter
	}
	return strings.Replace(file, "README.md", "index.md", 1)
}

// siteURL returns the address of a page. The index of a folder has the address of the folder.
func siteURL(page string) string {
	return path.Join("/", strings.TrimSuffix(strings.TrimSuffix(page, ".md"), "index")) + "/"
}
