package main

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// repository is where links go that lead out of the site.
const repository = "https://github.com/relspec/relspec/blob/main/"

var markdownLink = regexp.MustCompile(`\]\(([^()\s]+)\)`)

// writePages copies the pages of docs, the CHANGELOG and the pages of adapters with a title each. A link to a page becomes one of
// the site, a link to another file one of the repository.
func writePages(root, out string) error {
	pages := map[string]string{"CHANGELOG.md": "docs/" + strings.ToLower("CHANGELOG.md")}
	err := filepath.WalkDir(filepath.Join(root, "docs"), func(file string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && strings.HasSuffix(file, ".md") {
			name, _ := filepath.Rel(root, file)
			name = filepath.ToSlash(name)
			pages[name] = siteName(name)
		}
		return err
	})
	if err != nil {
		return err
	}
	for from, to := range pages {
		text, err := os.ReadFile(filepath.Join(root, from))
		if err != nil {
			return err
		}
		page, err := sitePage(root, from, string(text), pages)
		if err != nil {
			return err
		}
		if err := writeFile(filepath.Join(out, to), page); err != nil {
			return err
		}
	}
	return nil
}

// sitePage is a page with front matter. Code may hold the braces of templates, so that the page is no template itself.
func sitePage(root, from, text string, pages map[string]string) (string, error) {
	title, _, _ := strings.Cut(strings.TrimPrefix(text, "# "), "\n")
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
				broken = fmt.Errorf("%s: the link %s leads nowhere", from, target)
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
	return fmt.Sprintf("---\ntitle: %q\nlayout: page.njk\npermalink: %s\nsource: %s\n---\n%s", title, siteURL(pages[from]), from, strings.Join(lines, "\n")), broken
}

// siteName is the file of a page among those of the site.
func siteName(file string) string { return strings.Replace(file, "README.md", "index.md", 1) }

// siteURL is the address of a page of the site: an index is at its folder.
func siteURL(page string) string {
	return path.Join("/", strings.TrimSuffix(strings.TrimSuffix(page, ".md"), "index")) + "/"
}
