package site

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/relspec/relspec/docs/specification"
)

// bookFolder has the specification. Its pages are chapters of the site's first part.
const bookFolder = "docs/specification/"

// chapter is a page of the specification, as its table of contents lists it.
type chapter struct {
	Title   string          `json:"title"`
	URL     string          `json:"url"`
	Clauses []chapterClause `json:"clauses"`

	file, text string
}

type chapterClause struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	URL   string `json:"url"`
}

var contentsLink = regexp.MustCompile(`\]\(([a-z-]+\.md)\)`)

// chapters returns the pages of the specification in the order of its contents. The contents page
// is the first.
func (g *generator) chapters() []*chapter {
	files := []string{"README.md"}
	var all []*chapter
	for i := 0; i < len(files); i++ {
		file := files[i]
		text := g.read(bookFolder + file)
		c := &chapter{Title: titleOf(text), URL: siteURL(siteName(bookFolder + file)), file: bookFolder + file, text: text}
		if i == 0 {
			c.Title = "Contents"
			_, order, _ := strings.Cut(c.text, "\n## Contents\n")
			for _, to := range contentsLink.FindAllStringSubmatch(order, -1) {
				if !slices.Contains(files, to[1]) {
					files = append(files, to[1])
				}
			}
		}
		for _, of := range specification.Clauses() {
			if strings.HasPrefix(of.Address, c.file+"#") {
				c.Clauses = append(c.Clauses, chapterClause{of.Name, of.Title, c.URL + "#" + of.Name})
			}
		}
		all = append(all, c)
	}
	return all
}

var (
	exampleLine = regexp.MustCompile("^(\\*Example\\* \\[`([a-z0-9-]+)`\\]\\([^)]+\\)), (.+)$")
	clauseStart = regexp.MustCompile(`^### ([a-z-]+\.[a-z0-9-]+): `)
)

// writeBook writes the pages of the specification, its contents as data, and its clauses for the
// search.
func (g *generator) writeBook(scenarios []*cited, clauses []*clause) {
	all := g.chapters()
	b := &bookWriter{plays: map[string][]play{}, failures: map[string][]engineFailure{}}
	for _, sc := range scenarios {
		b.plays[sc.ID] = sc.plays
	}
	for _, c := range clauses {
		b.failures[c.Name] = c.Failures
	}
	var found []chapterClause
	for i, c := range all {
		found = append(found, c.Clauses...)
		body := b.page(g.text(c.file, c.text))
		g.write(g.pages[c.file],
			withHead(titleOf(c.text), "book", c.URL, fmt.Sprintf("source: %s\nat: %d", c.file, i), body))
	}
	g.writeJSON("_data/chapters.json", all)
	g.writeJSON("clauses.json", found)
}

// bookWriter adds links and notes to the text of chapters.
type bookWriter struct {
	plays    map[string][]play          // by scenario; one for each profile
	failures map[string][]engineFailure // by clause
}

// page adds the name of a clause to its title, a link to the playground above each example, and the
// engines that differ below a clause.
func (b *bookWriter) page(text string) string {
	var out []string
	clause, code := "", false
	finish := func() {
		if len(b.failures[clause]) > 0 {
			out = append(out, "**Engines that differ**", "")
			for _, f := range b.failures[clause] {
				out = append(out, fmt.Sprintf("- [%s](%s): %s", f.Engine, f.Link, f.Reason))
			}
			out = append(out, "")
		}
		clause = ""
	}
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, "```") {
			code = !code
		}
		start := clauseStart.FindStringSubmatch(line)
		switch {
		case code:
		case strings.HasPrefix(line, "<a id=") || strings.HasPrefix(line, "## "):
			finish()
		case start != nil:
			clause = start[1]
			line = fmt.Sprintf("### %s %s", line[len(start[0]):], clause) // the site links the name to the clause's page
		case strings.HasPrefix(line, "<!-- "):
			continue
		default:
			line = b.withPlay(line)
		}
		out = append(out, line)
	}
	finish()
	return strings.Join(out, "\n")
}

// play is a link to a scenario in the playground, in one profile.
type play struct{ profile, fragment string }

// withPlay replaces the profiles above an example by links to the playground.
func (b *bookWriter) withPlay(line string) string {
	parts := exampleLine.FindStringSubmatch(line)
	if parts == nil {
		return line
	}
	var links []string
	for _, p := range b.plays[parts[2]] {
		links = append(links, fmt.Sprintf(`<a class="play" href="/play/#%s">%s</a>`, p.fragment, p.profile))
	}
	return fmt.Sprintf("%s: try it in %s", parts[1], strings.Join(links, " or "))
}
