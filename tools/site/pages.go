package site

import (
	"fmt"
	"io/fs"
	"path"
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

// findPages finds the pages of the site: the pages of docs, the CHANGELOG, the pages of adapters with the
// evidence against their engines, and those about the answers of released engines.
func (g *generator) findPages() {
	g.pages = map[string]string{
		"CHANGELOG.md": path.Join("docs", "changelog.md"), // no page of docs
		flecsFindings:  flecsFindingsPage, declarations: differencesPage,
	}
	g.fail(fs.WalkDir(g.root, "docs", func(name string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(name, ".md") {
			g.pages[name] = siteName(name)
		}
		return err
	}))
	for _, name := range append(g.glob("adapters/*/README.md"), g.glob("adapters/*/evidence/*/issue.md")...) {
		g.pages[name] = strings.NewReplacer("adapters/", "engines/", "/evidence", "").Replace(path.Dir(name)) + ".md"
	}
}

// writePages copies the pages and gives each a title. Links to pages become links within the site,
// other links go to the repository.
func (g *generator) writePages() {
	for from, to := range g.pages {
		if from == declarations || strings.HasPrefix(from, bookFolder) { // the table and the book are generated separately
			continue
		}
		page := g.page(from, g.read(from))
		if path.Base(from) == "issue.md" {
			page += g.tracesOfPage(from)
		}
		g.write(to, page)
	}
}

// tracesOfPage returns links that open the traces of an evidence page in the playground.
func (g *generator) tracesOfPage(page string) string {
	part := ""
	for _, file := range g.glob(path.Dir(page) + "/trace*.jsonl") {
		if part == "" {
			part = "\n## What the reference and fast answer\n"
		}
		part += fmt.Sprintf("- [%s in the playground](/play/#%s)\n", path.Base(file), g.trace(file, g.read(file)).Play)
	}
	return part
}

var reportLine = regexp.MustCompile("(?m)^- (command|version|date): `?([^`\\n]*)")

// reports returns the title, url, command, version and date of each page of docs/results, by title.
func (g *generator) reports() []map[string]string {
	var all []map[string]string
	for _, file := range g.glob("docs/results/*.md") {
		text := g.read(file)
		report := map[string]string{"title": titleOf(text), "url": siteURL(file)}
		for _, line := range reportLine.FindAllStringSubmatch(text, -1) {
			report[line[1]] = line[2]
		}
		all = append(all, report)
	}
	slices.SortFunc(all, func(a, b map[string]string) int { return strings.Compare(a["title"], b["title"]) })
	return all
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

// page returns a page of the repository as one of the site.
func (g *generator) page(from, text string) string {
	return withHead(titleOf(text), "page", siteURL(g.pages[from]), "source: "+from, g.text(from, text))
}

// text returns a part of a page with the links of the site.
func (g *generator) text(from, text string) string {
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
			if page, ok := g.pages[file]; ok {
				return "](" + siteURL(page) + fragment + ")"
			}
			if _, err := fs.Stat(g.root, file); err != nil {
				g.fail(fmt.Errorf("%s: the link %s has no target", from, target))
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
	return strings.Join(lines, "\n")
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
